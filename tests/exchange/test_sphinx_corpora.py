"""Real trees of several themes and generations of Sphinx against the truth files beside them."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest

from docsite.exchange.sphinx.body import Converted, convert_body
from docsite.exchange.sphinx.html import docname_of, find_body, split_href
from docsite.exchange.sphinx.navigation import Entry
from docsite.exchange.sphinx.tree import SourceTree, read_tree
from docsite.pages.inline import to_text
from docsite.pages.streams import own_anchors, walk

# Folder of the tree, and its truth file.
TREES = [
    ("pytorch-0.4.1/html", "truth"),  # Read the Docs theme, Sphinx 1.7
    ("pytorch-1.1.0/html", "truth"),  # PyTorch's theme
    ("pytorch-1.2-math/katex-prerender", "truth-katex-prerender"),
    ("attrs-25.3.0/html", "truth"),  # furo
    ("click-8.1.8/html", "truth"),  # Pallets, tabs
    ("requests-2.28.1/html", "truth"),  # alabaster
    ("python-faq-3.13/html", "truth"),  # Python's theme
]


def convert(tree: SourceTree, docname: str) -> Converted:
    def lineage(name: str) -> str:
        return str(uuid5(NAMESPACE_URL, name))

    return convert_body(
        find_body(tree.pages[docname].parse()),
        docname=docname,
        lineage=lineage(docname),
        lineage_of=lambda name: lineage(name) if name in tree.pages else None,
        image_for=lambda path: 1,
    )


@pytest.fixture(scope="module", params=TREES, ids=[folder for folder, _truth in TREES])
def case(request: pytest.FixtureRequest, corpora: Path) -> tuple[SourceTree, dict[str, Any], dict[str, Converted]]:
    """A tree, the truth of each of its pages, and what the converter makes of them."""
    folder, truth = request.param
    with gzip.open((corpora / folder).parent / f"{truth}.jsonl.gz", "rt", encoding="utf-8") as lines:
        records = {record["page"].removesuffix(".html"): record for record in map(json.loads, lines)}
    tree = read_tree(corpora / folder)
    return tree, records, {docname: convert(tree, docname) for docname in tree.pages}


def reading_order(tree: SourceTree) -> list[str]:
    def walk_entries(entries: list[Entry]) -> Iterator[str]:
        for entry in entries:
            if not entry.url and not entry.fragment:
                yield entry.docname
            yield from walk_entries(entry.children)

    first = [tree.root_docname] if tree.root_docname else []
    return first + [name for group in tree.groups for name in walk_entries(group.entries)]


def test_pages_and_their_order(case: Any) -> None:
    tree, records, _pages = case
    content = {name for name, record in records.items() if record["kind"] == "content"}
    assert set(tree.pages) == content - {"404"}
    order = reading_order(tree)
    assert sorted(order) == sorted(tree.pages)
    for before, after in zip([None, *order], order, strict=False):
        said = (records[after].get("prev") or {}).get("target", "").removesuffix(".html")
        assert said not in tree.pages or said == before, after


def test_titles_headings_and_anchors(case: Any) -> None:
    _tree, records, pages = case
    for docname, converted in pages.items():
        headings = [to_text(block["value"]["text"]) for block in walk(converted.blocks) if block["type"] == "heading"]
        truth = [heading["text"] for heading in records[docname]["headings"]]
        assert [*([to_text(converted.title)] if converted.title else []), *headings] == truth, docname
        anchors = Counter(anchor for block in walk(converted.blocks) for anchor in own_anchors(block))
        names = records[docname]["anchors"]
        # The theme's own id of the article is no anchor of its text; it comes last, and once more than the others.
        wanted = set(names) - {"pytorch-article", "furo-main-content"}
        assert set(anchors) == wanted, docname
        assert set(anchors.values()) <= {1}, docname


def test_code_is_exact(case: Any) -> None:
    _tree, records, pages = case
    for docname, converted in pages.items():
        code = [block["value"]["code"] for block in walk(converted.blocks) if block["type"] == "code"]
        truth = [listing["text"] for listing in records[docname]["code"]]
        assert [text.replace("\u00a0", " ") for text in code] == [text.replace("\u00a0", " ") for text in truth], (
            docname
        )


def test_math_boxes_notes_pictures_and_tables(case: Any) -> None:
    _tree, records, pages = case
    for docname, converted in pages.items():
        record = records[docname]
        found = list(walk(converted.blocks))
        kinds = Counter(block["type"] for block in found)
        inline = len(re.findall("<span data-math=", json.dumps(converted.blocks)))
        assert kinds["math"] + inline == len(record["math"]), docname
        boxes = [b for b in found if b["type"] == "admonition" and b["value"]["kind"] not in ("topic", "sidebar")]
        assert len(boxes) == len(record["admonitions"]), docname
        assert kinds["version_note"] == sum(record["version_notes"].values()), docname
        assert kinds["figure"] == len(record["images"]), docname
        assert kinds["html"] == 0, docname
        data = [table["rows"] for table in record["tables"] if table["kind"] in ("data", "autosummary", "dataframe")]
        assert [len(block["value"]["rows"]) for block in found if block["type"] == "table"] == data, docname


def test_links_are_kept(case: Any) -> None:
    """All links between pages of the tree but those in titles, which hold words only."""
    tree, _records, pages = case
    words_only = "ancestor::h1 or contains(@class, 'toc-backref') or contains(@class, 'viewcode-back')"
    for docname, converted in pages.items():
        body = find_body(tree.pages[docname].parse())
        links = body.xpath(f".//a[@href and not({words_only} or contains(@class, 'headerlink'))]")
        targets = (split_href(docname, link.get("href")) for link in links if "".join(link.itertext()).strip())
        expected = sum(target.kind == "internal" and docname_of(target.path) in tree.pages for target in targets)
        kept = len(re.findall(r'<a linktype=\\"doc\\"', json.dumps(converted.blocks)))
        terms = len(body.xpath(".//dl[contains(@class, 'footnote') or contains(@class, 'citation')]/dt[@id]//a"))
        assert expected <= kept <= expected + terms, docname


def test_three_renderings_of_math_give_the_same_formulas(corpora: Path) -> None:
    def formulas(folder: str, docname: str) -> list[str]:
        text = json.dumps(convert(read_tree(corpora / "pytorch-1.2-math" / folder), docname).blocks)
        return re.findall(r'<span data-math=\\"(.*?)\\">|"tex": "(.*?)"', text)

    for docname in ("nn.init", "optim", "distributions"):
        assert formulas("imgmath-svg", docname) == formulas("katex-prerender", docname) == formulas("master", docname)


def test_converting_again_gives_the_same_bytes(corpora: Path) -> None:
    tree = read_tree(corpora / "pytorch-0.4.1" / "html")
    for docname in ("notes/faq", "optim"):
        assert json.dumps(convert(tree, docname).blocks) == json.dumps(convert(tree, docname).blocks)
