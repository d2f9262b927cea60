"""The tree of a version: loaded in one query, kept in memory per generation, shown with the reader's branch open."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from docsite.basepage.managers import refused_paths
from docsite.basepage.models import Addressing, BasePage
from docsite.pages.inline import to_html, to_text
from docsite.pages.models import PAGE_LINK
from docsite.pages.sanitising import safe_address
from docsite.pages.variables import substitute_plain
from docsite.richtext.xrefs import Xref

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.safestring import SafeString

    from docsite.versions.models import Version

# Trees kept in memory by each process; one of 10,000 pages takes about 5 MB.
KEPT_TREES = 32
# Up to this many pages every branch is in the HTML, closed; a larger tree shows the open branch only.
SMALL_TREE = 400

# Characters that a fragment may hold as they are.
FRAGMENT = "/?:@!$&'()*+,;=~"

_STEP = BasePage.steplen


@dataclass
class Node:
    """One page of the tree as the navigation needs it."""

    path: str
    title: str
    url_path: str
    lineage: str
    addressing: str
    link: str = ""
    source_path: str = ""
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def has_page(self) -> bool:
        """Whether it has a page of its own: neither a caption nor an entry of its parent."""
        return self.addressing in (Addressing.FOLDER, Addressing.BESIDE)

    @property
    def title_html(self) -> SafeString:
        """Title with code marked."""
        return to_html(self.title)

    def ancestors(self) -> list[Node]:
        """From the root down, itself not included."""
        found: list[Node] = []
        node = self.parent
        while node is not None:
            found.insert(0, node)
            node = node.parent
        return found


class Tree:
    """All pages of one version that one kind of reader may read, in tree order; with the version's variables in their
    titles.  ``depth``: of the tree outside of versions, down to that level only.
    """

    def __init__(
        self, root_path: str, refused: list[str], values: Mapping[str, str] | None = None, depth: int | None = None
    ) -> None:
        # Cross-references by name that pages asked for, and where they lead; "" for nowhere.
        self.xrefs: dict[Xref, str] = {}
        self.by_path: dict[str, Node] = {}
        self.by_lineage: dict[str, Node] = {}
        pages = BasePage.objects.live().in_subtree(root_path).order_by("path")
        if depth is not None:
            pages = pages.filter(depth__lte=depth)
        rows = pages.values_list(
            "path", "title", "nav_title", "url_path", "lineage", "addressing", "link", "source_path"
        )
        for path, title, nav_title, url_path, lineage, addressing, link, source_path in rows.iterator(chunk_size=2000):
            if any(path.startswith(prefix) for prefix in refused):
                continue
            shown = substitute_plain(nav_title or title, values or {})
            node = Node(path, shown, url_path, str(lineage), addressing, link, source_path)
            node.parent = self.by_path.get(path[:-_STEP])
            if node.parent is not None:
                node.parent.children.append(node)
            self.by_path[path] = node
            self.by_lineage[node.lineage] = node
        self.root = self.by_path.get(root_path)
        self.pages = [node for node in self.by_path.values() if node.has_page]
        # Headings that have an entry of their own beside that of their page, by the page's lineage.
        self.lifted: dict[str, set[str]] = {}
        for node in self.by_path.values():
            match = PAGE_LINK.fullmatch(node.link)
            if match:
                self.lifted.setdefault(match[1], set()).add(match[2] or "")
        self._positions = {node.path: index for index, node in enumerate(self.pages)}

    def neighbours(self, path: str) -> tuple[Node | None, Node | None]:
        """The pages before and after the one at ``path`` in reading order."""
        position = self._positions.get(path)
        if position is None:
            return None, None
        before = self.pages[position - 1] if position > 0 else None
        after = self.pages[position + 1] if position + 1 < len(self.pages) else None
        return before, after

    def breadcrumbs(self, path: str) -> list[Node]:
        """The nodes above the page at ``path``, captions included, the root first."""
        node = self.by_path.get(path)
        return node.ancestors() if node is not None else []


_trees: OrderedDict[tuple[Any, ...], Tree] = OrderedDict()
_trees_lock = threading.Lock()


def tree_of(version: Version, request: HttpRequest | None) -> Tree:
    """The tree of ``version`` for the reader of ``request``; read from the database only after something changed."""
    refused = [path for path in refused_paths(request) if path.startswith(version.root.path)]
    key = (version.pk, version.generation, version.root.path, tuple(refused))
    with _trees_lock:
        tree = _trees.get(key)
        if tree is not None:
            _trees.move_to_end(key)
            return tree
    tree = Tree(version.root.path, refused, version.variables)
    with _trees_lock:
        _trees[key] = tree
        while len(_trees) > KEPT_TREES:
            _trees.popitem(last=False)
    return tree


# ---------------------------------------------------------------- what the templates show
def groups_for(tree: Tree, current_path: str, toc: list[dict[str, Any]], url_of: Any) -> list[dict[str, Any]]:
    """The navigation as groups of entries: ``[{"caption_html", "entries": [{"title_html", "url", "current", "open",
    "kind", …}]}]``.

    ``toc``: contents of the current page, shown as entries below it.  ``url_of(url_path)`` gives addresses.
    A caption directly below the root starts a group; what stands outside captions is in groups without one.
    """
    if tree.root is None:
        return []
    shown = _Shown(tree, current_path, toc, url_of)
    groups: list[dict[str, Any]] = [{"caption_html": "", "entries": [shown.entry(tree.root, with_children=False)]}]
    for node in tree.root.children:
        if node.addressing == Addressing.CAPTION and not node.link:
            groups.append({"caption_html": node.title_html, "entries": list(shown.entries(node)), "captioned": True})
        elif node.addressing != Addressing.ANCHOR:
            if groups[-1].get("captioned"):
                groups.append({"caption_html": "", "entries": []})
            groups[-1]["entries"] += shown.of(node)
    return groups


class _Shown:
    """Turns nodes into what one page's navigation shows."""

    def __init__(self, tree: Tree, current_path: str, toc: list[dict[str, Any]], url_of: Any) -> None:
        self.tree, self.current_path, self.toc, self.url_of = tree, current_path, toc, url_of
        self.everything = len(tree.pages) <= SMALL_TREE

    def entry(self, node: Node, *, with_children: bool = True) -> dict[str, Any]:
        current = node.path == self.current_path
        is_open = current or self.current_path.startswith(node.path)
        children = [child for child in node.children if child.addressing != Addressing.ANCHOR]
        shown = list(self.entries(node)) if with_children and (is_open or self.everything) else []
        if current and with_children:
            lifted = self.tree.lifted.get(node.lineage, ())
            toc = [heading for heading in self.toc if heading["anchor"] not in lifted]
            shown = list(self.in_page(toc, self.url_of(node.url_path))) + shown
        return {
            "title_html": node.title_html,
            "url": self.url_of(node.url_path) if node.has_page else "",
            "current": current,
            "open": is_open and with_children,
            "children": shown,
            "kind": "page",
            "has_more": bool(children) and not shown and with_children,
        }

    def entries(self, parent: Node) -> Iterator[dict[str, Any]]:
        return (entry for node in parent.children for entry in self.of(node))

    def of(self, node: Node) -> list[dict[str, Any]]:
        """The entry of a node; none for a part of its parent, and for a link to a page this reader has not."""
        if node.addressing == Addressing.ANCHOR:
            return []
        if not node.link:
            return [self.entry(node)]
        match = PAGE_LINK.fullmatch(node.link)
        target = self.tree.by_lineage.get(match[1]) if match else None
        if (match and (target is None or not target.has_page)) or (match is None and not safe_address(node.link)):
            return []
        below: list[dict[str, Any]] = []
        url, anchor = node.link, ""
        if match and target is not None:
            anchor = match[2] or ""
            page_url = self.url_of(target.url_path)
            url = f"{page_url}#{quote(anchor, safe=FRAGMENT)}" if anchor else page_url
            if target.path == self.current_path and anchor:
                below = [
                    entry
                    for heading in self.toc
                    if heading["anchor"] == anchor
                    for entry in self.in_page(heading["children"], page_url)
                ]
        return [
            {
                "title_html": node.title_html,
                "url": url,
                "current": False,
                "open": True,
                "children": below,
                "kind": "entry",
                "has_more": False,
            }
        ]

    def in_page(self, toc: list[dict[str, Any]], url: str) -> Iterator[dict[str, Any]]:
        for heading in toc:
            yield {
                "title_html": to_html(heading["text"]),
                "url": f"{url}#{heading['anchor']}",
                "current": False,
                "open": True,
                "children": list(self.in_page(heading["children"], url)),
                "kind": "entry",
                "has_more": False,
            }


def entries_below(node: Node, depth: int, url_of: Any) -> list[dict[str, Any]]:
    """The pages below ``node`` for a list of them: ``[{"title_html", "url", "children"}]``, ``depth`` levels.

    A caption has no address and is no level of its own: its pages stand below it.
    """
    found = []
    for child in node.children:
        if child.addressing == Addressing.ANCHOR:
            continue
        inner = depth - 1 if child.has_page else depth
        entry = {
            "title_html": child.title_html,
            "url": url_of(child.url_path) if child.has_page else "",
            "children": entries_below(child, inner, url_of) if inner else [],
        }
        if entry["url"] or entry["children"]:
            found.append(entry)
    return found


def link(node: Node | None, url_of: Any) -> dict[str, Any] | None:
    """A node as the templates link to it: ``{"title_html", "title_text", "url"}``."""
    if node is None:
        return None
    return {
        "title_html": node.title_html,
        "title_text": to_text(node.title),
        "url": url_of(node.url_path) if node.has_page else "",
    }
