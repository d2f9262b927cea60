"""Markdown that others wrote: GitHub's and MyST's, whole folders of it, and what means harm."""

from __future__ import annotations

import json
import os
import re
import time
import uuid
from pathlib import Path
from typing import Any

import pytest

from docsite.exchange.markdown.tree import BadTree, MarkdownTree
from docsite.exchange.placing import Place
from docsite.pages.streams import Stream, normalise, own_anchors, walk
from tests.exchange.markdown_samples import read


class Names:
    """Lineages as an import makes them, without a database."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        self.captions: dict[str, Any] = {}

    def of(self, docname: str) -> Any:
        return self.known.get(docname) or uuid.uuid5(uuid.NAMESPACE_URL, docname)


def tree_of(folder: Path, files: dict[str, str | bytes], nav: Path | None = None) -> MarkdownTree:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    tree = MarkdownTree(folder, nav)
    tree.learn(Names())  # type: ignore[arg-type]
    return tree


def document(tree: MarkdownTree, docname: str) -> tuple[str, Stream]:
    found = tree.document(docname, tree.lineages, lambda path: 1 if (tree.folder / path).is_file() else None)  # type: ignore[arg-type]
    return found.title, normalise(found.blocks)


def outline(place: Place) -> list[Any]:
    return [[child.docname or f"[{child.caption}]", *outline(child)] for child in place.children]


def kinds(text: str) -> list[tuple[str, Any]]:
    return [(block["type"], block["value"]) for block in read(text, exact=False).blocks]


# ---------------------------------------------------------------- GitHub's
def test_anchors_of_github_headings_and_html() -> None:
    page = read(
        '# The Title!\n\n## A `b` & c.d\n<a id="old"></a>\n\ntext\n\n## Same\n\n## Same\n\n<h3 id="in-html">HTML</h3>\n',
        exact=False,
    )
    assert page.title == "The Title!"
    headings = [block["value"] for block in page.blocks if block["type"] == "heading"]
    assert [(h["text"], h["anchor"]) for h in headings] == [
        ("A `b` & c.d", "a-b--cd"), ("Same", "same"), ("Same", "same-1"), ("HTML", "html"),
    ]  # fmt: skip
    assert headings[0]["aliases"] == ["a-b-c-d"]
    assert headings[3]["aliases"] == ["in-html"]
    anchors = {name for block in page.blocks if block["type"] == "target" for name in block["value"]["anchors"]}
    assert {"old", "the-title"} <= anchors


def test_cells_beyond_the_columns_of_a_table_are_reported() -> None:
    page = read("|a|b|\n|-|-|\n|1|2|3 and more|\n", exact=False)
    assert [problem.kind for problem in page.problems] == ["table"]


def test_a_comment_that_is_not_closed_is_reported() -> None:
    page = read("# T\n\n<!-- open\n\nall of this\n")
    assert [problem.kind for problem in page.problems] == ["comment"]


def test_a_banner_above_the_title_is_reported() -> None:
    page = read('<h1 align="center">Product</h1>\n\n## Testing\n\nText.', exact=False)
    assert page.title == "Testing"
    assert [problem.kind for problem in page.problems] == ["title"]
    assert read('<h1 align="center">Product</h1>\n\nText.\n\n## More', exact=False).title == "Product"


def test_tables_lists_code_and_pictures() -> None:
    found = kinds(
        "| a | b |\n|:--|--:|\n| `x` | **y** |\n\n- one\n- two\n\n3. three\n\n   four\n\n~~~js\nx\n~~~\n\n![alt](a.png 'words')\n"
    )
    assert [kind for kind, _value in found] == ["table", "paragraph", "list", "code", "figure"]
    table = found[0][1]
    assert [cell["align"] for cell in table["rows"][1]] == ["left", "right"]
    assert found[1][1] == "<ul><li>one</li><li>two</li></ul>"
    assert (found[2][1]["start"], found[3][1]["language"], found[3][1]["code"]) == (3, "js", "x")
    assert (found[4][1]["alt"], found[4][1]["caption"]) == ("alt", "<p>words</p>")


def test_links_between_documents(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {
        "README.md": "# Home\n\n[a](./Guides/Start.md#go) [b](guides/start.md) [c](#x) [d](https://e.org/) [e](missing.md) [](Guides/Start.md)",
        "Guides/Start.md": "# Start\n\n[up](../README.md) [folder](../) [abs](/README.md)",
    })  # fmt: skip
    names = Names()
    _title, blocks = document(tree, "index")
    start = names.of("Guides/Start")
    assert f'<a linktype="doc" lineage="{start}" anchor="go">a</a>' in blocks[-1]["value"]
    assert f'<a linktype="doc" lineage="{start}">b</a>' in blocks[-1]["value"]
    assert '<a href="https://e.org/">d</a> e ' in blocks[-1]["value"]
    assert f'<a linktype="doc" lineage="{start}">Start</a>' in blocks[-1]["value"]
    assert [problem.kind for problem in tree.problems] == ["link"]
    assert document(tree, "Guides/Start")[1][-1]["value"].count(str(names.of("index"))) == 3


def test_an_anchor_stands_on_a_page_once() -> None:
    page = read(
        '# T\n\n## Errors\n<a id="errors"></a>\n\nx\n\n(b)=\n\n## B\n\n(c)=\n\ny\n\n## C\n\n<a id="b"></a>\n\nz',
        exact=False,
    )
    anchors = [name for block in normalise(page.blocks) for name in own_anchors(block)]
    assert anchors == ["t", "errors", "b", "c", "c-1"]
    assert [problem.kind for problem in page.problems] == ["anchor"]


# ---------------------------------------------------------------- MyST's
def test_directives_and_roles() -> None:
    found = kinds(
        "(lab)=\n\n# T\n\n```{note}\nText {kbd}`x` {menuselection}`A --> B` {class}`~a.B` {func}`f`\n```\n\n```{versionadded} 1.2 Words.\n```\n\n"
        ":::{list-table} Cap\n:header-rows: 1\n\n* - a\n  - b\n* - c\n  - d\n:::\n\n```{eval-rst}\n.. toctree::\n   :hidden:\n```\n\n"
        "Term\n: Meaning\n\n```{unknown} x\ny\n```\n\n```{code-block} python\n---\nlinenos: true\nemphasize-lines: 1\n---\nx\n```"
    )
    by_kind = dict(found)
    assert [kind for kind, _value in found] == [
        "target",
        "admonition",
        "version_note",
        "table",
        "definitions",
        "code",
        "code",
    ]
    note = by_kind["admonition"]["content"][0]["value"]
    assert '<span class="menuselection">A ‣ B</span>' in note
    assert '<a linktype="xref" role="py:class" target="a.B"><code>B</code></a>' in note
    assert '<a linktype="xref" role="py:func" target="f"><code>f()</code></a>' in note
    assert (by_kind["version_note"]["version"], by_kind["version_note"]["content"][0]["value"]) == (
        "1.2",
        "<p>Words.</p>",
    )
    assert (by_kind["table"]["caption"], len(by_kind["table"]["rows"])) == ("Cap", 2)
    assert found[5][1]["code"] == "```{unknown} x\ny\n```"
    assert (found[6][1]["line_numbers"], found[6][1]["emphasize_lines"]) == (True, "1")


def test_labels_lead_across_documents_and_give_their_words(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {
        "index.md": "# Home\n\n[](goal) [words](goal) {ref}`goal` {ref}`w <goal>` {doc}`sub/a` [x](inv:django#y) [](a.b.C)",
        "sub/a.md": "# A\n\n(goal)=\n\n## The goal\n",
    })  # fmt: skip
    value = document(tree, "index")[1][-1]["value"]
    link = f'<a linktype="doc" lineage="{Names().of("sub/a")}" anchor="goal">'
    assert value.count(f"{link}The goal</a>") == 2
    assert f"{link}words</a>" in value
    assert f"{link}w</a>" in value
    assert f'lineage="{Names().of("sub/a")}">A</a>' in value
    assert '<a linktype="xref" role="any" target="y">x</a>' in value
    heading = next(block["value"] for block in document(tree, "sub/a")[1] if block["type"] == "heading")
    assert (heading["anchor"], heading["aliases"]) == ("the-goal", ["goal"])


def test_includes_stay_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("secret")
    tree = tree_of(
        tmp_path / "t",
        {"index.md": "```{include} part.md\n```\n\n```{include} ../secret.md\n```\n", "part.md": "Included."},
    )
    text = str(document(tree, "index")[1])
    assert "Included." in text
    assert "secret<" not in text
    assert [problem.kind for problem in tree.problems] == ["include"]


# ---------------------------------------------------------------- order
def test_order_from_toctrees(tmp_path: Path) -> None:
    tree = tree_of(tmp_path, {
        "index.md": "# H\n\n```{toctree}\n:caption: Notes\n\nb\nThe A <a/index>\n```\n\n```{toctree}\n:glob:\n\nz*\n```\n",
        "b.md": "# B", "a/index.md": "# A\n\n```{toctree}\nc\n```\n", "a/c.md": "# C", "z1.md": "# Z", "z2.md": "# Z", "orphan.md": "# O",
    })  # fmt: skip
    assert outline(tree.place()) == [["[Notes]", ["b"], ["a/index", ["a/c"]]], ["z1"], ["z2"], ["orphan"]]
    assert tree.titles == {"a/index": "The A"}
    assert [problem.kind for problem in tree.problems] == ["navigation"]


def test_order_from_mkdocs(tmp_path: Path) -> None:
    nav = tmp_path / "mkdocs.yml"
    nav.write_text(
        "site_name: x\nnav:\n  - index.md\n  - Guide:\n    - Second: b.md\n    - a.md\n    - Deep:\n      - d/index.md\n      - d/e.md\n  - c.md\n"
    )
    files = {name: f"# {name}" for name in ("index.md", "a.md", "b.md", "c.md", "d/index.md", "d/e.md")}
    tree = tree_of(tmp_path / "docs", files, nav)
    assert outline(tree.place()) == [["[Guide]", ["b"], ["a"], ["d/index", ["d/e"]]], ["c"]]
    assert outline(MarkdownTree(tmp_path / "docs").place()) == outline(tree.place())


def test_order_from_folders(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {name: f"# {name}" for name in ("README.md", "b.md", "a.md", "g/README.md", "g/x.md", "no_index/y.md")},
    )
    assert outline(tree.place()) == [["a"], ["b"], ["g/index", ["g/x"]], ["[no index]", ["no_index/y"]]]


# ---------------------------------------------------------------- what means harm
HOSTILE = {
    "deep quotes": ">" * 5000 + " x",
    "deep lists": "".join(f"{'  ' * n}- x\n" for n in range(400)),
    "deep directives": "".join(f"{':' * (403 - n)}{{note}}\n" for n in range(400)) + "x",
    "brackets": "[" * 50_000,
    "stars": "*a " * 30_000 + "_b " * 30_000,
    "backticks": "".join("`" * (n % 300) + " " for n in range(3000)),
    "a huge line": "x" * 1_500_000,
    "html": "<div>" * 3000 + "x",
    "unfinished": ":::{note}\n```{code-block}\n<!-- x",
    "control": "a\x00b\x1b[0m\ufffe\n\n```\n\x08\n```",
    "a table": "|" * 20_000 + "\n" + "|-" * 20_000 + "|\n",
    "tags": "<a " * 20_000,
    "entities": "&" * 30_000 + "&lt;" * 30_000,
    "json": "```{docsite-block} api\n" + '{"a":' * 5000 + "\n```",
    "wrong json": '```{docsite-block} paragraph\n{"x": 1}\n```\n\n```{docsite-block} list\n{"ordered": true, "start": 1, "items": [[1]]}\n```',
    "cells": '```{list-table}\n:cells: {"0,0": {"colspan": "x", "align": [1], "rowspan": 1e99}}\n:header-rows: 99999999999\n\n* - a\n```',
    "options": "```{code-block} x\n---\na: [&a [*a]]\n---\ny\n```",
    "a role": "{a}`" * 5000,
    "colons at the end": ":::{note}\n\n",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("exact", [False, True])
def test_hostile_text_is_read_in_bounded_time(name: str, exact: bool) -> None:
    start = time.process_time()
    page = read(HOSTILE[name], exact=exact)
    normalise(page.blocks)
    assert time.process_time() - start < 20


def test_what_is_nested_too_deep_is_kept_and_reported() -> None:
    page = read("> " * 70 + "the words\n\nafter", exact=False)
    assert "the words" in str(page.blocks)
    assert "depth" in {problem.kind for problem in page.problems}
    assert page.blocks[-1]["value"] == "<p>after</p>"


@pytest.mark.parametrize("text", [
    "<script>alert(1)</script>", "a <script>alert(1)</script> b", "[x](javascript:alert(1))", '<a href="javascript:alert(1)">x</a>',
    '<p onclick="alert(1)">x</p>', "<javascript:alert(1)>", "```{raw} html\n<img src=x onerror=alert(1)>\n```", "[x](JaVaScRiPt:alert(1))",
    "{.x onclick=alert(1)}\n# x", "<iframe src='https://e.org'></iframe>", "![x](javascript:alert(1))",
])  # fmt: skip
def test_nothing_that_runs_gets_in(text: str) -> None:
    page = read(text, exact=False)
    html = str([block for block in walk(normalise(page.blocks)) if block["type"] in ("paragraph", "html")]).lower()
    assert not re.search(r"<script|<iframe|<[^>]*\son\w+=|href=.javascript", html)
    assert page.problems or "onclick" in text


@pytest.mark.parametrize(("head", "kind"), [
    ("a: [", "front matter"), ("- x", "front matter"), ("a: &x [1]\nb: *x", "front matter"), ("x: 1", "front matter"),
    ("a: " + "[" * 500, "front matter"), ("lineage: nonsense", "front matter"), ("a: " + "x" * 70_000, "front matter"),
    ("? [a]\n: b", "front matter"), ("d: 2001-99-99", "front matter"),
])  # fmt: skip
def test_bad_front_matter_is_a_line_in_the_report(tmp_path: Path, head: str, kind: str) -> None:
    tree = tree_of(tmp_path, {"index.md": f"---\n{head}\n---\n# T\n\ntext"})
    title, blocks = document(tree, "index")
    assert (title, blocks[-1]["value"]) == ("T", "<p>text</p>")
    assert kind in {problem.kind for problem in tree.problems}


def test_files_that_are_not_what_they_seem(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret")
    folder = tmp_path / "t"
    tree_of(
        folder, {"index.md": b"# T\xff\n\ncaf\xe9", "big.md": b"x" * 3_000_000, "a.md": "# A", "A.markdown": "# Other"}
    )
    os.symlink(tmp_path / "secret.md", folder / "link.md")
    os.symlink(tmp_path, folder / "up")
    os.symlink(folder / "nothing", folder / "dangling.md")
    tree = MarkdownTree(folder)
    assert sorted(tree.files) == ["A", "a", "index"]
    assert {problem.kind for problem in tree.problems} >= {"skipped", "encoding"}
    assert "ecret" not in str(tree.files)


def test_what_is_no_tree_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for folder, nav, words in (
        (tmp_path / "x", None, "no folder"),
        (tmp_path, None, "no Markdown"),
        (tmp_path, tmp_path / "n", "no file"),
    ):
        with pytest.raises(BadTree, match=words):
            MarkdownTree(folder, nav)


def test_two_files_cannot_be_one_page(tmp_path: Path) -> None:
    head = "---\nlineage: 6c1f36f4-2b7c-4a52-9a53-0b6f5ad0b0a1\n---\n"
    tree = tree_of(tmp_path, {"a.md": f"{head}# A", "b.md": f"{head}# B"})
    assert [file.lineage != "" for file in tree.files.values()] == [True, False]
    assert [problem.kind for problem in tree.problems] == ["front matter", "navigation"] or len(tree.problems) == 1


# ---------------------------------------------------------------- real documentation
@pytest.mark.parametrize(("corpus", "code", "tables"), [
    ("fastify-3.29.5", 407, 3), ("fastify-4.28.1", 524, 8), ("fastify-5.2.1", 566, 10),
    ("wagtail-docs-5.2", None, None), ("wagtail-docs-6.3", None, None), ("wagtail-docs-7.0", None, 32),
])  # fmt: skip
def test_real_trees_whole(corpora: Path, corpus: str, code: int | None, tables: int | None) -> None:
    truth = json.loads((corpora / corpus / "TRUTH.json").read_text())["totals"]
    folder = corpora / corpus / "docs"
    tree = MarkdownTree(folder)
    tree.learn(Names())  # type: ignore[arg-type]
    assert len(tree) == truth["pages"]
    blocks = [block for name in tree.files for block in walk(document(tree, name)[1])]
    found = [block["type"] for block in blocks]
    headings = found.count("heading") + len(tree)
    assert abs(headings - truth["headings"]) <= len(tree) // 8
    assert found.count("figure") >= truth["images"]  # which does not count those written as HTML
    if corpus.startswith("fastify"):
        assert found.count("code") == truth["code"] == code
        assert found.count("table") == truth["tables"] == tables
        assert {problem.kind for problem in tree.problems} <= {"anchor", "link", "title"}
    else:
        assert found.count("code") >= truth["code"]
        assert found.count("table") == truth["tables"]
