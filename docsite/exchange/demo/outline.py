"""The shape of the demo: pages, sections and questions as data, and which versions have what."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field

from docsite.pages.streams import Block, Stream

DOCSET = "docs"
# From old to new; ``since`` and ``until`` below name these.
VERSIONS = ("0.9", "1.0", "1.1", "2.0")

# Lineages of demo pages follow from docset and document name, so that links can be written before the pages exist.
NAMESPACE = uuid.UUID("5f6e1a52-4f0e-4a58-9a54-6b1f8f2f1c11")


def lineage_of(docset: str, docname: str) -> uuid.UUID:
    """Lineage of a demo page; ``site`` is the docset of pages that belong to none."""
    return uuid.uuid5(NAMESPACE, f"{docset}/{docname}")


@dataclass(frozen=True)
class Span:
    """The versions that have something: from ``since`` to ``until``, both included; empty is open."""

    since: str = ""
    until: str = ""

    def __contains__(self, version: str) -> bool:
        place = VERSIONS.index(version)
        first = VERSIONS.index(self.since) if self.since else 0
        last = VERSIONS.index(self.until) if self.until else len(VERSIONS) - 1
        return first <= place <= last


class Part(dict[str, object]):
    """A block that not all versions of its page have."""

    span: Span


def since(version: str, *blocks: Block) -> Stream:
    """``blocks`` from ``version`` on."""
    return _parts(Span(since=version), blocks)


def until(version: str, *blocks: Block) -> Stream:
    """``blocks`` up to ``version``, itself included."""
    return _parts(Span(until=version), blocks)


def _parts(span: Span, blocks: tuple[Block, ...]) -> Stream:
    parts: Stream = []
    for block in blocks:
        part = Part(block)
        part.span = span
        parts.append(part)
    return parts


def select(blocks: Stream, version: str) -> Stream:
    """What ``version`` has of the blocks of a page (``since`` and ``until`` work at the top level only)."""
    return [block for block in blocks if not isinstance(block, Part) or version in block.span]


@dataclass
class Page:
    """A documentation page; ``docname`` is its address in the version."""

    docname: str
    title: str
    blocks: Stream
    summary: str = ""
    nav_title: str = ""
    span: Span = Span()
    children: list[Page] = field(default_factory=list)


@dataclass
class Question:
    """An entry of a FAQ."""

    anchor: str
    topic: str
    question: str
    answer: Stream
    span: Span = Span()


@dataclass
class Questions:
    """A FAQ page."""

    docname: str
    title: str
    introduction: Stream
    entries: list[Question]


@dataclass
class Section:
    """A group of the navigation: a caption only, or with ``docname`` a folder with a page of its own."""

    caption: str
    pages: list[Page | Questions | Section]
    docname: str = ""
    blocks: Stream = field(default_factory=list)


Item = Page | Questions | Section
