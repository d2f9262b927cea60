"""Which fields of raw blocks hold words, and how they are written.  Pure.

The one table that sanitising, plain text and variables go by; a new block adds its line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

RICH = "rich"
"""Rich text in its stored form."""
HTML = "html"
"""Sanitised HTML."""
PLAIN = "plain"
"""Text in which backticks mark code (docsite.pages.inline)."""
EXACT = "exact"
"""Characters as they are: listings, signatures, file names."""

Block = dict[str, Any]
Change = Callable[[str, str], str]

# Words of a block itself, in the order readers meet them.
FIELDS: dict[str, dict[str, str]] = {
    "heading": {"text": PLAIN},
    "code": {"filename": EXACT, "caption": PLAIN, "code": EXACT},
    "admonition": {"title": PLAIN},
    "table": {"caption": PLAIN},
    "figure": {"alt": EXACT, "caption": RICH},
    "quote": {"attribution": EXACT},
    "version_note": {"version": EXACT},
    "details": {"summary": RICH},
    "diagram": {"caption": PLAIN, "alt": PLAIN, "source": EXACT},
    "video": {"caption": RICH},
    "download": {"text": PLAIN},
    "html": {"html": HTML},
}
# Words of the items of a list inside of a block: block, list, fields of an item.
ITEM_FIELDS: dict[str, dict[str, dict[str, str]]] = {
    "definitions": {"items": {"term": RICH}},
    "tabs": {"items": {"label": PLAIN}},
    "steps": {"items": {"title": PLAIN}},
    "cards": {"items": {"title": RICH, "text": RICH}},
    "api": {"signatures": {"signature": EXACT}, "fields": {"name": EXACT}},
}


def item_of(entry: Any) -> Any:
    """The value of a ListBlock's item: stored as ``{"type": "item", "value", "id"}``, or bare in data of an
    importer.
    """
    return entry["value"] if isinstance(entry, dict) and entry.get("type") == "item" else entry


def items_of(entries: Any) -> list[Any]:
    """The values of a raw ListBlock."""
    return [item_of(entry) for entry in entries or []]


def holders(block: Block) -> Iterator[tuple[dict[str, Any], dict[str, str]]]:
    """The parts of a block that hold words, each with the kinds of its fields."""
    if not isinstance(block["value"], dict):
        return
    if block["type"] in FIELDS:
        yield block["value"], FIELDS[block["type"]]
    for name, fields in ITEM_FIELDS.get(block["type"], {}).items():
        for item in items_of(block["value"].get(name)):
            yield item, fields


def texts(block: Block) -> Iterator[tuple[str, str]]:
    """All words of a block itself, those of blocks inside it not included, as ``(kind, text)``; none is empty."""
    if block["type"] == "paragraph":
        yield RICH, block["value"] or ""
    for part, fields in holders(block):
        for name, kind in fields.items():
            if part.get(name):
                yield kind, part[name]


def change_texts(block: Block, change: Change) -> None:
    """Replace each text of a block, in place, by what ``change(kind, text)`` gives."""
    if block["type"] == "paragraph":
        block["value"] = change(RICH, block["value"] or "")
    for part, fields in holders(block):
        for name, kind in fields.items():
            if part.get(name):
                part[name] = change(kind, part[name])
