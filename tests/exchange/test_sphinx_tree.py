"""Reading a tree: which files are pages, in what order, and what a hostile folder cannot do."""

import os
from pathlib import Path

import pytest

from docsite.exchange.sphinx import tree as tree_module
from docsite.exchange.sphinx.html import split_href
from docsite.exchange.sphinx.navigation import Entry
from docsite.exchange.sphinx.tree import SourceError, SourceTree, read_tree


def page(title: str, body: str = "", *, prev: str = "", next_: str = "", top: str = "", nav: str = "") -> str:
    links = "".join(f'<link rel="{rel}" href="{href}">' for rel, href in (("prev", prev), ("next", next_)) if href)
    return (
        f"<!DOCTYPE html><html><head>{links}<script>var x = {{URL_ROOT: '{top}'}};</script></head><body>{nav}"
        f'<div class="body"><h1>{title}</h1>{body}</div></body></html>'
    )


def toctree(*hrefs: str, caption: str = "") -> str:
    title = f'<p class="caption"><span class="caption-text">{caption}</span></p>' if caption else ""
    items = "".join(f'<li class="toctree-l1"><a class="reference internal" href="{href}">x</a></li>' for href in hrefs)
    return f'<div class="toctree-wrapper compound">{title}<ul>{items}</ul></div>'


def write(folder: Path, **pages: str) -> Path:
    for name, html in pages.items():
        file = folder / f"{name.replace('__', '/')}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(html)
    return folder


def outline(entries: list[Entry]) -> list:
    return [[entry.docname, outline(entry.children)] if entry.children else entry.docname for entry in entries]


def shape(tree: SourceTree) -> list:
    return [(group.caption, outline(group.entries)) for group in tree.groups]


def skipped(tree: SourceTree) -> dict[str, str]:
    return {problem.docname: problem.message for problem in tree.problems if problem.kind == "skipped"}


# ---------------------------------------------------------------- order
def test_toctrees_of_pages_nest(tmp_path: Path) -> None:
    tree = read_tree(
        write(
            tmp_path,
            index=page("I", toctree("a.html", "b.html", caption="First <code>x</code>") + toctree("c.html")),
            a=page("A", toctree("a1.html")), a1=page("A1", toctree("a2.html", "index.html")), a2=page("A2"),
            b=page("B"), c=page("C <em>c</em>"),
        )
    )  # fmt: skip
    assert shape(tree) == [("First `x`", [["a", [["a1", ["a2"]]]], "b"]), ("", ["c"])]
    assert tree.groups[1].entries[0].title == "C c"
    assert not tree.problems


def test_a_navigation_that_knows_more_than_the_toctree(tmp_path: Path) -> None:
    nav = (
        '<div class="wy-menu-vertical"><p class="caption">Notes</p><ul><li class="toctree-l1"><a href="a.html">A</a>'
        '<ul><li class="toctree-l2"><a href="a.html#part">Part</a><ul><li class="toctree-l3"><a href="b.html">B</a></li></ul></li></ul>'
        "</li></ul></div>"
    )
    tree = read_tree(write(tmp_path, index=page("I", nav=nav), a=page("A"), b=page("B")))
    assert shape(tree) == [("Notes", [["a", ["b"]]])]


def test_a_second_root_lists_what_the_index_does_not(tmp_path: Path) -> None:
    """Python's documentation: the index is hand-made, ``contents`` has the toctrees."""
    tree = read_tree(
        write(
            tmp_path, index=page("I"), contents=page("All", toctree("b.html", "a.html"), next_="b.html"),
            b=page("B", prev="contents.html"), a=page("A", prev="b.html"),
        )
    )  # fmt: skip
    assert shape(tree) == [("", ["contents"]), ("", ["b", "a"])]
    assert not tree.problems


def test_pages_in_no_toctree_follow_the_page_before_them(tmp_path: Path) -> None:
    tree = read_tree(
        write(
            tmp_path, index=page("I", toctree("a.html", "c.html")), a=page("A"), c=page("C"),
            b=page("B", toctree("b1.html"), prev="a.html"), b1=page("B1"),
        )
    )  # fmt: skip
    assert shape(tree) == [("", ["a", ["b", ["b1"]], "c"])]


def test_orphans_come_last_in_reading_order(tmp_path: Path) -> None:
    tree = read_tree(
        write(
            tmp_path, index=page("I", toctree("a.html")), a=page("A"), z=page("Z", next_="m.html"),
            m=page("M", prev="z.html"), k=page("K", toctree("k1.html")), k1=page("K1"),
            x=page("X", prev="y.html"), y=page("Y", prev="x.html"),
        )
    )  # fmt: skip
    assert shape(tree) == [("", ["a"]), ("", [["k", ["k1"]], "z", "m", "x", "y"])]
    assert [problem.docname for problem in tree.problems if problem.kind == "orphan"] == ["k", "z", "m", "x", "y"]


def test_every_page_stands_in_the_navigation_once(tmp_path: Path) -> None:
    """Toctrees that list each other, and a chain longer than any navigation is deep."""
    pages = {f"p{n}": page(str(n), toctree(f"p{n + 1}.html", "p0.html")) for n in range(60)}
    tree = read_tree(write(tmp_path, index=page("I", toctree("p0.html", "p0.html")), **pages, p60=page("60")))
    names: list[str] = []
    stack = [entry for group in tree.groups for entry in group.entries]
    while stack:
        entry = stack.pop()
        names.append(entry.docname)
        stack += entry.children
    assert sorted(names) == sorted(set(tree.pages) - {"index"})


@pytest.mark.parametrize(
    ("docname", "href", "path", "fragment"),
    [
        ("a/b", "../c.html#x%20y", "c.html", "x y"),
        ("a/b/index", "../../", "index.html", ""),
        ("a/b/index", "../c/#d", "a/c/index.html", "d"),
        ("index", "./", "index.html", ""),
        ("a/b", "..", "index.html", ""),
        ("a/b", "#z", "a/b.html", "z"),
        ("a/b", "?q=1#z", "a/b.html", "z"),
    ],
)
def test_links_inside_a_tree(docname: str, href: str, path: str, fragment: str) -> None:
    """Also those of the dirhtml builder, which lead to folders."""
    target = split_href(docname, href)
    assert (target.kind, target.path, target.fragment) == ("internal", path, fragment)


# ---------------------------------------------------------------- files
def test_what_is_no_document_is_left_out_and_reported(tmp_path: Path) -> None:
    folder = write(
        tmp_path, index=page("I"), genindex=page("G"), search=page("S"), py__modindex=page("ok"), _modules__a=page("a"),
        _static__x=page("x"), moved='<html><meta http-equiv="refresh" content="0; url=a.html"></html>',
    )  # fmt: skip
    (folder / "py-modindex.html").write_text(page("P"))
    (folder / "404.html").write_text(page("N"))
    (folder / "empty.html").write_text(" ")
    (folder / "index.htm").write_text(page("Other"))
    tree = read_tree(folder)
    assert set(tree.pages) == {"index", "py/modindex"}
    assert tree.pages["index"].title == "I"
    assert set(skipped(tree)) == {"genindex", "search", "py-modindex", "404", "_modules", "_static", "moved", "empty", "index"}  # fmt: skip


def test_links_in_the_folder(tmp_path: Path) -> None:
    """Those that lead out, nowhere, or to themselves are passed over; one to another file of the tree is a page."""
    outside = write(tmp_path / "outside", secret=page("Secret"))
    folder = write(tmp_path / "tree", index=page("I"), a=page("A"))
    os.symlink(outside / "secret.html", folder / "secret.html")
    os.symlink(outside, folder / "more")
    os.symlink("missing.html", folder / "dangling.html")
    os.symlink("loop.html", folder / "loop.html")
    os.symlink("a.html", folder / "same.html")
    os.mkfifo(folder / "pipe.html")
    tree = read_tree(folder)
    assert set(tree.pages) == {"index", "a", "same"}
    assert set(skipped(tree)) == {"secret.html", "more", "dangling.html", "loop.html", "pipe.html"}


def test_names_that_are_no_text(tmp_path: Path) -> None:
    write(tmp_path, index=page("I"))
    with open(os.fsencode(tmp_path) + b"/b\xff.html", "w") as file:
        file.write(page("B"))
    tree = read_tree(tmp_path)
    assert set(tree.pages) == {"index"}
    assert list(skipped(tree)) == ["b?.html"]


def test_pages_too_deep_for_the_parser_are_refused(tmp_path: Path) -> None:
    """Beyond 2,048 levels libxml2 leaves out the rest of the document; half a page must not be imported."""
    tree = read_tree(write(tmp_path, index=page("I"), deep=page("D", "<div>" * 3000 + "lost")))
    assert set(tree.pages) == {"index"}
    assert "text would be lost" in skipped(tree)["deep"]


def test_limits_of_size_and_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path, index=page("I"), big=page("B", "x" * 2000))
    monkeypatch.setattr(tree_module, "MAX_FILE", 1000)
    assert set(read_tree(folder).pages) == {"index"}
    with pytest.raises(SourceError, match="larger"):
        read_tree(folder / "big.html")
    monkeypatch.setattr(tree_module, "MAX_FILES", 0)
    with pytest.raises(SourceError, match="more than 0 pages"):
        read_tree(folder)


# ---------------------------------------------------------------- one page
def test_a_saved_page_knows_where_it_lay(tmp_path: Path) -> None:
    html = page("F", '<p><a href="../_sources/notes/faq.rst.txt">source</a></p>', top="../")
    write(tmp_path, notes__faq=html)
    assert list(read_tree(tmp_path / "notes" / "faq.html").pages) == ["notes/faq"]
    (tmp_path / "saved.txt").write_text(f"Skip to content\nSearch\n{html}")
    assert list(read_tree(tmp_path / "saved.txt").pages) == ["notes/faq"]


def test_a_saved_page_cannot_name_itself_out_of_the_tree(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page("F", '<p><a href="_sources/../../etc.rst.txt">source</a></p>', top="../../"))
    (docname,) = read_tree(tmp_path / "a.html").pages
    assert ".." not in docname


def test_the_seed(corpora: Path) -> None:
    """The page itself and the capture of it, which starts with text, are the same document."""
    for source in ("pytorch-0.4.0-seed", "pytorch-0.4.0-seed/capture.txt", "pytorch-0.4.0-seed/notes/faq.html"):
        tree = read_tree(corpora / source)
        assert [(name, found.title) for name, found in tree.pages.items()] == [
            ("notes/faq", "Frequently Asked Questions")
        ]
