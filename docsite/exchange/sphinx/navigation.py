"""The order and groups of a tree's pages: page navigation, toctrees in the bodies, and the links to the next page.

The order is that of Sphinx's toctrees.  Themes with a full navigation on every page show it there; others show one
level or nothing, and the toctrees in the bodies of the pages complete it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from lxml import etree

from docsite.exchange.sphinx.html import (
    Element,
    Target,
    classes,
    docname_of,
    has,
    is_element,
    plain_of,
    split_href,
    with_class,
)

# Documents that a tree may start from; where there are both, Python's own documentation lists everything in the second.
ROOTS = ("index", "contents")
MAX_DEPTH = 30  # levels of navigation; what lies deeper is placed like a page in no toctree
_navigations = [
    etree.XPath(path)
    for path in (
        f"//div[{with_class('wy-menu-vertical')}]",
        f"//div[{with_class('pytorch-menu')}]",
        f"//nav[{with_class('bd-docs-nav')}]",
        f"//nav[{with_class('bd-links')}]",
        f"//div[{with_class('sidebar-tree')}]",
        f"//div[{with_class('sphinxsidebarwrapper')}]",
        f"//div[{with_class('sphinxsidebar')}]",
    )
]
_toctrees = etree.XPath(f".//div[{with_class('toctree-wrapper')}]")
_caption = etree.XPath(f"./*[{with_class('caption')}]")
_previous = etree.XPath("//head/link[@rel='prev']/@href | //a[@rel='prev']/@href")


@dataclass
class Entry:
    """A document in the navigation, or a link: to a further title of a document (``docname`` and ``fragment``), or
    elsewhere (``url``).
    """

    docname: str
    title: str = ""
    children: list[Entry] = field(default_factory=list)
    fragment: str = ""
    url: str = ""

    @property
    def key(self) -> str:
        """What makes two entries the same."""
        return self.url or (f"{self.docname}#{self.fragment}" if self.fragment else self.docname)


@dataclass
class Group:
    """Entries below one caption ("" for none)."""

    caption: str
    entries: list[Entry] = field(default_factory=list)


class NavigationReader:
    """Gathers what each page knows of the order, then says the whole.

    ``docnames`` are the content pages: what leads elsewhere is no entry.  Call ``read`` for each page, then ``groups``.
    """

    def __init__(self, docnames: Collection[str]) -> None:
        self.docnames = docnames
        self.toctrees: dict[str, list[Group]] = {"": []}
        self.page_navigation: dict[str, list[Group]] = {}
        self.follows: dict[str, str] = {}
        self.titles: Mapping[str, str] = {}
        self.placed: set[str] = set()

    def read(self, docname: str, root: Element, body: Element) -> None:
        """Note the toctrees, the page before, and (for a root, or the first page) the navigation of one page."""
        self.toctrees[docname] = list(self._body_toctrees(docname, body))
        before = _previous(root)
        if before:
            self.follows[docname] = docname_of(split_href(docname, before[0]).path)
        if docname in ROOTS or not self.page_navigation:
            self.page_navigation[docname] = self._navigation(docname, root)

    def groups(self, root: str, titles: Mapping[str, str]) -> tuple[list[Group], list[str]]:
        """The groups, which hold every page of ``titles`` but ``root`` exactly once, and the pages that are in no
        toctree.
        """
        self.titles, self.placed = titles, {root}
        first = next(iter(self.page_navigation), "")
        shown = self.page_navigation.get(root if root in self.page_navigation else first, [])
        shown = [group for group in shown if group.entries or group.caption]
        listed = [group for group in self.toctrees[root] if group.entries or group.caption]
        # The toctrees of the root are the source; a navigation knows as much or less, but it may name the captions.
        groups = listed or shown
        if sum(len(group.entries) for group in shown) > sum(len(group.entries) for group in listed):
            groups = shown
        placed: list[Group] = []
        if not groups:
            # The index is a page of its own make, and the real root lists everything: it comes first, then its list.
            second = next((name for name in ROOTS if name != root and self.toctrees.get(name)), "")
            groups = self.toctrees[second]
            if second:
                self.placed.add(second)
                placed.append(Group("", [Entry(second, titles[second])]))
        for group in groups:
            entries = self._place(group.entries)
            # A caption stays also where the source holds none of its pages, as in an excerpt.
            if entries or (group.caption and not group.entries):
                placed.append(Group(group.caption, entries))
        return placed, self._place_leftovers(placed)

    def _place(self, entries: list[Entry], depth: int = 1) -> list[Entry]:
        """The entries not placed yet, each with its children: those listed below it, then its own toctrees."""
        placed: list[Entry] = []
        for entry in entries if depth <= MAX_DEPTH else []:
            if (entry.docname not in self.titles and not entry.url) or entry.key in self.placed:
                continue
            self.placed.add(entry.key)
            if entry.key != entry.docname:
                placed.append(Entry(entry.docname, entry.title, [], entry.fragment, entry.url))
                continue
            own = [child for group in self.toctrees[entry.docname] for child in group.entries]
            children = self._place(own, depth + 1)
            children += self._place(entry.children, depth + 1)
            placed.append(Entry(entry.docname, self.titles[entry.docname], children))
        return placed

    def _place_leftovers(self, groups: list[Group]) -> list[str]:
        """Pages in no toctree: after the page they follow, else at the end, in the order they follow each other."""
        places = {entry.docname: level for group in groups for entry, level in _levels(group.entries)}
        left = [docname for docname in self.titles if docname not in self.placed]
        waiting = True
        while left and waiting:
            waiting = False
            for docname in left:
                before = self.follows.get(docname, "")
                if docname in self.placed or before not in places:
                    continue
                level = places[before]
                index = next(index for index, entry in enumerate(level) if entry.docname == before)
                level[index + 1 : index + 1] = added = self._place([Entry(docname)])
                places |= {entry.docname: inside for entry, inside in _levels(added)}
                places |= {entry.docname: level for entry in added}
                waiting = True
            left = [docname for docname in left if docname not in self.placed]
        orphans = self._in_chains(left)
        rest = self._place([Entry(docname) for docname in orphans])
        if rest:
            groups.append(Group("", rest))
        return [entry.docname for entry in rest]

    def _in_chains(self, docnames: list[str]) -> list[str]:
        """``docnames``, each after the one it follows; the chains in alphabetical order."""
        next_of = {self.follows.get(docname, ""): docname for docname in reversed(docnames)}
        listed = {
            entry.docname
            for name in docnames
            for group in self.toctrees[name]
            for entry in group.entries
            if entry.docname != name
        }
        ordered: list[str] = []
        seen: set[str] = set()
        left = set(docnames)
        starts = [name for name in sorted(left) if name not in listed and self.follows.get(name) not in left]
        for start in [*starts, *sorted(left)]:
            name = start
            while name in left and name not in seen:
                seen.add(name)
                ordered.append(name)
                name = next_of.get(name, "")
        return ordered

    # ------------------------------------------------------------ reading
    def _body_toctrees(self, docname: str, body: Element) -> Iterator[Group]:
        for wrapper in _toctrees(body):
            captions = _caption(wrapper)
            entries = [entry for ul in wrapper.findall("ul") for entry in self._entries(docname, ul)]
            yield Group(plain_of(captions[0]) if captions else "", entries)

    def _navigation(self, docname: str, root: Element) -> list[Group]:
        for path in _navigations:
            for holder in path(root)[:1]:
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
                    groups.append(Group(plain_of(before) if captioned else "", self._entries(docname, ul)))
                if groups:
                    return groups
        return []

    def _entries(self, docname: str, ul: Element, depth: int = 1, inside: str = "") -> list[Entry]:
        """The pages and links of a list below the entry of the document ``inside``.

        Entries for the headings of that document are left out, though pages may stand below them.  A heading of another
        one is a further title of it: Sphinx lists it beside the document.
        """
        found: list[Entry] = []
        for li in ul if depth <= MAX_DEPTH else ():
            if not is_element(li) or li.tag != "li":
                continue
            link = next((a for a in li.iter("a") if next(a.iterancestors("li"), None) is li), None)
            target = split_href(docname, link.get("href") or "") if link is not None else Target("bad", "")
            name = docname_of(target.path) if target.kind == "internal" else ""
            below = [
                entry
                for inner in li.iter("ul")
                if next(inner.iterancestors("li"), None) is li
                for entry in self._entries(docname, inner, depth + 1, name or inside)
            ]
            if target.kind == "external" and target.path.startswith(("https://", "http://")):
                found.append(Entry("", plain_of(link), [], "", target.path))
            elif name in self.docnames and target.fragment and name != inside:
                found.append(Entry(name, plain_of(link), [], target.fragment))
            elif name in self.docnames and not target.fragment:
                found.append(Entry(name, "", below))
                continue
            found += below
        return found


def _levels(entries: list[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Every entry, with the list it stands in."""
    for entry in entries:
        yield entry, entries
        yield from _levels(entry.children)
