"""Whether JSON has the shape of a block: what a file says about itself is not to be believed.  Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from docsite.pages.streams import items_of

STREAM = "stream"
LINKS = [{"start": int, "length": int, "link": str}]
SIGNATURE: dict[str, Any] = {"signature": str, "anchor": str, "aliases": [str], "source": str}
CELL: dict[str, Any] = {"header": bool, "colspan": int, "rowspan": int, "align": str, "content": STREAM}
# Types of fields; lists hold any number of their one entry.
SHAPES: Mapping[str, Any] = {
    "paragraph": str,
    "heading": {"text": str, "level": int, "anchor": str, "aliases": [str], "nav_only": bool},
    "code": {"language": str, "code": str, "caption": str, "filename": str, "line_numbers": bool, "start_line": int,
             "emphasize_lines": str},
    "admonition": {"kind": str, "title": str, "content": STREAM},
    "list": {"ordered": bool, "start": int, "items": [STREAM]},
    "definitions": {"kind": str, "items": [{"term": str, "anchor": str, "content": STREAM}]},
    "table": {"caption": str, "anchor": str, "header_rows": int, "rows": [[CELL]]},
    "figure": {"image": (int, type(None)), "alt": str, "caption": str, "width": str, "height": str, "link": str,
               "align": str, "inline": bool, "source": str},
    "quote": {"content": STREAM, "attribution": str},
    "math": {"tex": str, "anchor": str, "number": str},
    "api": {"kind": str, "domain": str, "signatures": [SIGNATURE], "fields": [{"name": str, "content": STREAM}],
            "content": STREAM},
    "version_note": {"kind": str, "version": str, "content": STREAM},
    "target": {"anchors": [str]},
    "html": {"html": str, "reason": str},
    "tabs": {"sync": str, "items": [{"label": str, "anchor": str, "content": STREAM}]},
    "details": {"summary": str, "open": bool, "content": STREAM},
    "steps": {"items": [{"title": str, "anchor": str, "content": STREAM}]},
    "cards": {"columns": int, "items": [{"title": str, "text": str}]},
    "snippet": {"snippet": str},
    "diagram": {"source": str, "caption": str, "alt": str},
    "video": {"document": (int, type(None)), "caption": str, "width": str, "source": str},
    "download": {"document": (int, type(None)), "text": str, "source": str},
    "children": {"depth": int},
}  # fmt: skip
OPTIONAL = {"links": LINKS, "enlarge": bool}


def fits(kind: str, value: Any, levels: int) -> bool:
    """Whether ``value`` is one of a block of ``kind`` with at most ``levels`` levels of blocks in it."""
    return kind in SHAPES and _fits(SHAPES[kind], value, levels)


def fits_links(value: Any) -> bool:
    """Whether ``value`` is a list of linked words of a listing or a signature."""
    return _fits(LINKS, value, 0)


def fits_signature(value: Any) -> bool:
    """Whether ``value`` is a signature of an object."""
    return _fits(SIGNATURE, value, 0)


def _fits(shape: Any, value: Any, levels: int) -> bool:
    if shape == STREAM:
        return isinstance(value, list) and all(
            levels > 0 and isinstance(block, dict) and isinstance(block.get("type"), str)
            and fits(block["type"], block.get("value"), levels - 1)
            for block in value
        )  # fmt: skip
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(shape[0], entry, levels) for entry in items_of(value))
    if isinstance(shape, dict):
        if not isinstance(value, dict) or not shape.keys() <= value.keys() <= shape.keys() | OPTIONAL.keys():
            return False
        return all(_fits(shape.get(key, OPTIONAL.get(key)), inner, levels) for key, inner in value.items())
    types = shape if isinstance(shape, tuple) else (shape,)
    return type(value) in types
