"""Lists, definition lists and tables of Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docsite.exchange.markdown import inline
from docsite.exchange.markdown.parser import Node
from docsite.pages.streams import Block, Stream

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader

LISTS = ("bullet_list", "ordered_list")
MAX_LIST_DEPTH = 10
_PIPE = re.compile(r"(?<!\\)\|")
_ALIGN = {"text-align:left": "left", "text-align:center": "center", "text-align:right": "right"}


def tokens_of(node: Node) -> list[Any]:
    """The inline tokens of a paragraph, a term or a cell."""
    for child in node.children:
        if child.type == "inline" and child.token is not None:
            return child.token.children or []
    return []


def is_simple(node: Node, depth: int = 1) -> bool:
    """Whether a list can be part of a text: numbered from one, a line of text and such lists in each item."""
    if depth > MAX_LIST_DEPTH or (node.type == "ordered_list" and int(node.attrs.get("start", 1)) != 1):
        return False
    for item in node.children:
        kinds = [child.type for child in item.children]
        lists = kinds[1:] if kinds[:1] == ["paragraph"] else kinds
        if any(kind not in LISTS for kind in lists):
            return False
        if kinds[:1] == ["paragraph"] and any(token.type == "image" for token in tokens_of(item.children[0])):
            return False
        if not all(is_simple(child, depth + 1) for child in item.children if child.type in LISTS):
            return False
    return True


def simple(reader: Reader, node: Node) -> str:
    """A simple list as rich text."""
    tag = "ul" if node.type == "bullet_list" else "ol"
    items = []
    for item in node.children:
        parts = [
            simple(reader, child) if child.type in LISTS else inline.rich(reader, tokens_of(child))
            for child in item.children
        ]
        items.append(f"<li>{''.join(parts)}</li>")
    return f"<{tag}>{''.join(items)}</{tag}>"


def block_list(reader: Reader, node: Node, level: int) -> Stream:
    """A list whose items hold blocks."""
    items = [reader.children(list(item.children), level + 1) for item in node.children]
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else 1
    return [reader.block("list", {"ordered": node.type == "ordered_list", "start": start, "items": items})]


def definitions(reader: Reader, node: Node, level: int, kind: str) -> Block:
    """A definition list; each term has what stands below it, several definitions of one term are one."""
    items: list[dict[str, Any]] = []
    for child in node.children:
        if child.type == "dt":
            pending, reader.context.pending = reader.context.pending, []
            term = inline.paragraph(reader, tokens_of(child)).replace("\u200b", "")
            anchors, reader.context.pending = reader.context.pending, pending
            reader.context.pending += anchors[1:]
            term = "" if term == "<p></p>" else term
            items.append({"term": term, "anchor": anchors[0] if anchors else "", "content": []})
        elif items:
            items[-1]["content"] += reader.children(list(child.children), level + 1)
    return reader.block("definitions", {"kind": kind, "items": items})


# ---------------------------------------------------------------- tables
def pipe_table(reader: Reader, node: Node, level: int) -> Stream:
    """A table written with pipes."""
    rows = []
    for part in node.children:
        for row in part.children:
            cells = []
            for cell in row.children:
                style = str(cell.attrs.get("style") or "").replace(" ", "")
                text = inline.paragraph(reader, tokens_of(cell))
                after, reader.context.after = reader.context.after, []
                content = [reader.block("paragraph", text)] if text else []
                value = {"header": cell.type == "th", "colspan": 1, "rowspan": 1, "align": _ALIGN.get(style, "")}
                cells.append(value | {"content": [*content, *after]})
            rows.append(cells)
    start, end = node.map or (0, 0)
    for line in reader.source[start:end]:
        if len(_PIPE.split(line.strip().removeprefix("|").removesuffix("|"))) > len(rows[0]):
            reader.problem("table", f"cells beyond the columns of the table were left out: {line.strip()[:200]}")
    before = reader.context.target()
    return [*before, reader.block("table", {"caption": "", "anchor": "", "rows": rows, "header_rows": 1})]


def list_table(
    reader: Reader, found: list[Node], level: int, value: dict[str, Any], stubs: int, cells: dict[str, Any]
) -> Block | None:
    """A table written as a list of lists; None where it is none.

    ``stubs`` first cells of each row are headings; ``cells`` says what single cells have, by "row,column".
    """
    if len(found) != 1 or found[0].type != "bullet_list":
        return None
    rows = []
    for number, item in enumerate(found[0].children):
        row = []
        for column, cell in enumerate(_cells(item)):
            header = number < value["header_rows"] or column < stubs
            own = {"header": header, "colspan": 1, "rowspan": 1, "align": ""} | _own(cells.get(f"{number},{column}"))
            row.append(own | {"content": reader.children(list(cell.children), level + 1)})
        rows.append(row)
    return reader.block("table", value | {"rows": rows})


def _cells(item: Node) -> list[Node]:
    if len(item.children) == 1 and item.children[0].type == "bullet_list":
        return list(item.children[0].children)
    return []


def _own(given: Any) -> dict[str, Any]:
    """What is said of one cell, as far as it can be believed."""
    known = {}
    for key, limit in (("colspan", 1000), ("rowspan", 65534)):
        if isinstance(given, dict) and type(given.get(key)) is int and 1 <= given[key] <= limit:
            known[key] = given[key]
    if isinstance(given, dict) and given.get("align") in ("left", "center", "right"):
        known["align"] = given["align"]
    if isinstance(given, dict) and isinstance(given.get("header"), bool):
        known["header"] = given["header"]
    return known
