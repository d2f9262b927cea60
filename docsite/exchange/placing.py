"""Where imported documents stand: the tree made from the source's navigation, and addresses that equal the old ones.
 Pure.

A document ``user/guide/index`` had the address ``user/guide/index.html``; its page gets ``user/guide/``.  The tree
follows the
navigation, so a page's folder in the address and its parent in the tree may differ: ``Addressing`` and ``folder`` of
the base page
say how.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

FOLDER, BESIDE = "folder", "beside"


class SourceEntry(Protocol):
    """A document in the source's navigation."""

    @property
    def docname(self) -> str:
        """Its name."""

    @property
    def title(self) -> str:
        """What a link is called."""

    @property
    def fragment(self) -> str:
        """For a link to a part of the document: its anchor."""

    @property
    def url(self) -> str:
        """For a link elsewhere: its address; the name is "" then."""

    @property
    def children(self) -> Sequence[SourceEntry]:
        """The documents below it."""


class SourceGroup(Protocol):
    """Entries below one caption."""

    @property
    def caption(self) -> str:
        """The caption, "" for none."""

    @property
    def entries(self) -> Sequence[SourceEntry]:
        """The documents directly below it."""


@dataclass
class Place:
    """A page to be: a document, or a caption where ``docname`` is empty; a caption may be a link, to an address or to
    an anchor (``target`` is ``(docname, anchor)``).
    """

    docname: str
    caption: str = ""
    url: str = ""
    target: tuple[str, str] | None = None
    folder: str = ""
    slug: str = ""
    addressing: str = FOLDER
    children: list[Place] = field(default_factory=list)

    def walk(self) -> Iterable[Place]:
        """Itself and all below, in tree order."""
        yield self
        for child in self.children:
            yield from child.walk()


def segments(docname: str) -> list[str]:
    """The segments of a document's address: ``a/index`` is the folder ``a``, ``index`` the root."""
    parts = docname.split("/")
    return parts[:-1] if parts[-1] == "index" else parts


def place(groups: Sequence[SourceGroup], root: str) -> Place:
    """The places of all documents of ``groups`` below the document ``root``, which becomes the version's home."""
    top = Place(root)
    for group in groups:
        parent, prefix = top, []
        entries = [entry for entry in group.entries if entry.docname != root or _is_link(entry)]
        if group.caption:
            prefix = _common_folder([entry.docname for entry in entries if not _is_link(entry)])
            parent = Place("", group.caption, folder="/".join(prefix))
            top.children.append(parent)
        for entry in entries:
            _add(parent, entry, prefix)
        # A master document listed in its own navigation keeps its place as the home; its children stay in the tree.
        for entry in group.entries:
            if entry.docname == root and not _is_link(entry):
                for child in entry.children:
                    _add(parent, child, prefix)
    return top


def _is_link(entry: SourceEntry) -> bool:
    return bool(entry.url or entry.fragment)


def _add(parent: Place, entry: SourceEntry, prefix: list[str]) -> None:
    if _is_link(entry):
        target = (entry.docname, entry.fragment) if entry.fragment else None
        parent.children.append(Place("", entry.title, entry.url, target))
        return
    address = segments(entry.docname)
    inside = address[: len(prefix)] == prefix and len(address) > len(prefix)
    rest = address[len(prefix) :] if inside else address[-1:]
    here = Place(entry.docname, folder="/".join(rest[:-1]), slug=rest[-1])
    parent.children.append(here)
    own = prefix + rest
    addressing, below = _prefix_of_children(own, [child.docname for child in entry.children if not _is_link(child)])
    here.addressing = addressing
    for child in entry.children:
        _add(here, child, below)


def _prefix_of_children(own: list[str], docnames: list[str]) -> tuple[str, list[str]]:
    """How the children of a page at ``own`` get their addresses: below it where one of them stands there, else beside
    it.
    """
    addresses = [segments(docname) for docname in docnames]
    below = sum(address[: len(own)] == own for address in addresses)
    if not addresses or below * 2 >= len(addresses):
        return FOLDER, own
    return BESIDE, own[:-1]


def _common_folder(docnames: list[str]) -> list[str]:
    """The folder that all documents stand in."""
    folders = [segments(docname)[:-1] for docname in docnames]
    common = folders[0] if folders else []
    for folder in folders[1:]:
        length = 0
        while length < min(len(common), len(folder)) and common[length] == folder[length]:
            length += 1
        common = common[:length]
    return common
