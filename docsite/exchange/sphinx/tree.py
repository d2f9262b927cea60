"""A Sphinx HTML output folder, or one saved page, as documents with their order and groups.

The order is that of Sphinx's toctrees.  Themes with a full navigation on every page show it there; others show one
level or nothing, and
the toctrees in the bodies of the pages complete it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from docsite.exchange.sphinx.html import (
    Element,
    Problem,
    classes,
    docname_of,
    find_body,
    has,
    is_element,
    parse,
    plain_of,
    split_href,
    with_class,
)

MAX_FILE = 20 * 1024 * 1024
MAX_FILES = 50_000

SPECIAL = {"genindex", "search", "404", "py-modindex", "modindex"}
SPECIAL_FOLDERS = (
    "_modules",
    "_static",
    "_sources",
    "_images",
    "_downloads",
    "_panels_static",
    "_sphinx_design_static",
)
ROOTS = ("index", "contents")

NAV_PATHS = [
    f"//div[{with_class('wy-menu-vertical')}]",
    f"//div[{with_class('pytorch-menu')}]",
    f"//nav[{with_class('bd-docs-nav')}]",
    f"//nav[{with_class('bd-links')}]",
    f"//div[{with_class('sidebar-tree')}]",
    f"//div[{with_class('sphinxsidebarwrapper')}]",
    f"//div[{with_class('sphinxsidebar')}]",
]
_REFRESH = re.compile(rb"<meta[^>]+http-equiv=.?refresh", re.IGNORECASE)


class SourceError(Exception):
    """The source cannot be read; the message is one plain sentence."""


@dataclass
class SourcePage:
    """One content page; parsed when asked, so that a large tree never stands in memory whole."""

    docname: str
    file: Path
    title: str = ""

    def parse(self) -> Element:
        """The document as an lxml tree, without scripts of the page kept anywhere else."""
        return parse(self.file.read_bytes())


@dataclass
class Entry:
    """A document in the navigation."""

    docname: str
    title: str = ""
    children: list[Entry] = field(default_factory=list)


@dataclass
class Group:
    """Entries below one caption ("" for none)."""

    caption: str
    entries: list[Entry] = field(default_factory=list)


@dataclass
class SourceTree:
    """Everything an import starts from.

    ``groups`` holds every page but the root exactly once; ``root_docname`` is "" where the source has no root page.
    """

    folder: Path
    root_docname: str
    pages: dict[str, SourcePage]
    groups: list[Group] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def read_tree(path: Path) -> SourceTree:
    """Read the folder or page at ``path``.  Raises SourceError where it is neither."""
    path = Path(path)
    if path.is_file():
        return _single(path)
    if not path.is_dir():
        raise SourceError(f"There is nothing at {path}.")
    folder = path.resolve()
    tree = SourceTree(folder, "", {})
    for file in _files(folder, tree.problems):
        _add_page(tree, file)
    if not tree.pages:
        raise SourceError(f"{path} holds no page of Sphinx documentation.")
    # Without an index the version's home is not among the pages.
    tree.root_docname = next((name for name in ROOTS if name in tree.pages), "")
    _Navigation(tree).build()
    return tree


def _single(path: Path) -> SourceTree:
    if path.stat().st_size > MAX_FILE:
        raise SourceError(f"{path} is larger than {MAX_FILE // 1024 // 1024} MB.")
    root = parse(path.read_bytes())
    # The page says how deep it lay: Sphinx writes the way back to the top into every page.
    match = re.search(rb"URL_ROOT:\s*'([^']*)'", path.read_bytes()) or re.search(
        rb'data-content_root="([^"]*)"', path.read_bytes()
    )
    depth = match[1].decode(errors="replace").count("../") if match else 0
    parts = path.resolve().with_suffix("").parts[-(depth + 1) :]
    docname = "/".join(parts)
    if not root.xpath("//h1"):
        raise SourceError(f"{path} is not a page of Sphinx documentation: it has no heading.")
    folder = path.resolve().parents[depth]
    page = SourcePage(docname, path.resolve(), _title(root))
    return SourceTree(folder, "", {docname: page}, [Group("", [Entry(docname, page.title)])])


def _files(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    """HTML files of the folder, sorted; nothing outside it, whatever links say."""
    count = 0
    for place, folders, names in os.walk(folder, followlinks=False):
        inside = Path(place).relative_to(folder).as_posix()
        if inside == ".":
            folders[:] = [name for name in folders if name not in SPECIAL_FOLDERS]
        folders.sort()
        for name in sorted(names):
            file = Path(place) / name
            if file.suffix not in (".html", ".htm"):
                continue
            relative = file.relative_to(folder).as_posix()
            if file.is_symlink() and not file.resolve().is_relative_to(folder):
                problems.append(Problem(relative, "skipped", "the link leads out of the folder"))
            elif file.stat().st_size > MAX_FILE:
                problems.append(Problem(relative, "skipped", "the file is larger than 20 MB"))
            else:
                count += 1
                if count > MAX_FILES:
                    raise SourceError(f"{folder} holds more than {MAX_FILES} pages.")
                yield file


def _add_page(tree: SourceTree, file: Path) -> None:
    docname = file.relative_to(tree.folder).with_suffix("").as_posix()
    last = docname.rsplit("/", 1)[-1]
    if (
        docname in SPECIAL
        or last.startswith(("genindex", "search"))
        or last.endswith("-modindex")
        or "/_modules/" in docname
    ):
        tree.problems.append(Problem(docname, "skipped", "made by Sphinx, not written: the site makes its own"))
        return
    with file.open("rb") as handle:
        head = handle.read(4000)
    if _REFRESH.search(head):
        tree.problems.append(Problem(docname, "skipped", "only leads on to another page"))
        return
    tree.pages[docname] = SourcePage(docname, file)


def _title(root: Element) -> str:
    """The first heading; "" for a page without one, which is then named after its document."""
    headings = find_body(root).xpath(".//h1")
    return plain_of(headings[0]) if headings else ""


class _Navigation:
    """Builds the groups of a tree: page navigation first, then body toctrees, then what is left."""

    def __init__(self, tree: SourceTree) -> None:
        self.tree = tree
        self.placed: set[str] = {tree.root_docname}
        self.toctrees: dict[str, list[Group]] = {"": []}
        self.page_nav: list[Group] = []
        self.follows: dict[str, str] = {}
        for page in tree.pages.values():
            root = page.parse()
            page.title = _title(root)
            self.toctrees[page.docname] = self._body_toctrees(page.docname, root)
            before = root.xpath("//head/link[@rel='prev']/@href | //a[@rel='prev']/@href")
            if before:
                self.follows[page.docname] = docname_of(split_href(page.docname, before[0]).path)
            if page.docname == (tree.root_docname or min(tree.pages)):
                self.page_nav = self._page_navigation(page.docname, root)

    def build(self) -> None:
        """Fill ``tree.groups``."""
        root = self.tree.root_docname
        shown = [group for group in self.page_nav if group.entries]
        listed = [group for group in self.toctrees[root] if group.entries]
        # The toctrees of the root are the source; a navigation knows as much or less, but it may name the captions.
        groups = listed or shown
        if sum(1 for group in shown for _ in group.entries) > sum(1 for group in listed for _ in group.entries):
            groups = shown
        self.tree.groups = [Group(group.caption, self._place(group.entries)) for group in groups]
        self.tree.groups = [group for group in self.tree.groups if group.entries]
        self._place_leftovers()

    def _place(self, entries: list[Entry]) -> list[Entry]:
        """The entries not placed yet, each with its children: those listed below it, then its own toctrees."""
        placed = []
        for entry in entries:
            if entry.docname not in self.tree.pages or entry.docname in self.placed:
                continue
            self.placed.add(entry.docname)
            own = [child for group in self.toctrees[entry.docname] for child in group.entries]
            children = self._place(own)
            children += self._place(entry.children)
            placed.append(Entry(entry.docname, self.tree.pages[entry.docname].title, children))
        return placed

    def _place_leftovers(self) -> None:
        """Pages in no toctree: after the page they follow, else at the end."""
        left = [docname for docname in self.tree.pages if docname not in self.placed]
        waiting = True
        while left and waiting:
            waiting = False
            for docname in list(left):
                siblings = self._siblings_of(self.follows.get(docname, ""))
                if siblings is None:
                    continue
                level, index = siblings
                level.insert(index + 1, Entry(docname, self.tree.pages[docname].title))
                left.remove(docname)
                waiting = True
        if left:
            self.tree.groups.append(
                Group("", [Entry(docname, self.tree.pages[docname].title) for docname in sorted(left)])
            )
            self.tree.problems += [
                Problem(docname, "orphan", "in no toctree: placed at the end of the navigation")
                for docname in sorted(left)
            ]

    def _siblings_of(self, docname: str) -> tuple[list[Entry], int] | None:
        stack = [group.entries for group in self.tree.groups]
        while stack:
            level = stack.pop()
            for index, entry in enumerate(level):
                if entry.docname == docname:
                    return level, index
                stack.append(entry.children)
        return None

    # ------------------------------------------------------------ reading
    def _body_toctrees(self, docname: str, root: Element) -> list[Group]:
        groups = []
        for wrapper in find_body(root).xpath(f".//div[{with_class('toctree-wrapper')}]"):
            captions = wrapper.xpath(f"./*[{with_class('caption')}]")
            entries = [entry for ul in wrapper.findall("ul") for entry in self._entries(docname, ul)]
            groups.append(Group(_caption(captions[0]) if captions else "", entries))
        return groups

    def _page_navigation(self, docname: str, root: Element) -> list[Group]:
        for path in NAV_PATHS:
            for holder in root.xpath(path)[:1]:
                groups = []
                for ul in holder.iter("ul"):
                    if next(ul.iterancestors("li"), None) is not None:
                        continue
                    if not any(name.startswith("toctree-l") for li in ul if is_element(li) for name in classes(li)):
                        continue
                    before = ul.getprevious()
                    captioned = (
                        before is not None
                        and is_element(before)
                        and (has(before, "caption") or before.tag in ("p", "h3", "h4"))
                    )
                    groups.append(Group(_caption(before) if captioned else "", self._entries(docname, ul)))
                if groups:
                    return groups
        return []

    def _entries(self, docname: str, ul: Element) -> list[Entry]:
        """The pages of a list; entries for headings inside a page are no pages, but pages may stand below them."""
        found: list[Entry] = []
        for li in ul:
            if not is_element(li) or li.tag != "li":
                continue
            link = next((a for a in li.iter("a") if next(a.iterancestors("li"), None) is li), None)
            below = [
                entry
                for inner in li.iter("ul")
                if next(inner.iterancestors("li"), None) is li
                for entry in self._entries(docname, inner)
            ]
            target = split_href(docname, link.get("href") or "") if link is not None else None
            name = (
                docname_of(target.path)
                if target is not None and target.kind == "internal" and not target.fragment
                else ""
            )
            if name in self.tree.pages:
                found.append(Entry(name, "", below))
            else:
                found += below
        return found


def _caption(element: Element) -> str:
    return plain_of(element)
