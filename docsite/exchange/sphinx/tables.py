"""Tables of Sphinx HTML: data with spans, and the tables that were only a layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docsite.exchange.sphinx import objects
from docsite.exchange.sphinx.html import Element, cells_of, classes, has, plain_of, rows_of, strays_of
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.sphinx.body import Flow

ALIGNMENTS = {"text-left": "left", "text-center": "center", "text-right": "right"}


def table(flow: Flow, node: Element, level: int) -> Stream:
    """A table as blocks: field lists, footnotes and options become definitions, horizontal lists plain lists.

    What stands in it outside of its rows, which HTML forbids, follows it.
    """
    strays = strays_of(node)
    found = _of_kind(flow, node, level)
    return [*found, *flow.children_only(strays, level)] if strays is not None else found


def _of_kind(flow: Flow, node: Element, level: int) -> Stream:
    if has(node, "field-list"):
        return objects.field_table(flow, node, level)
    if has(node, "footnote", "citation"):
        return objects.footnote_table(flow, node, level)
    if has(node, "option-list"):
        return objects.option_table(flow, node, level)
    if has(node, "hlist", "contentstable"):
        flow.context.anchor(node)
        out: Stream = []
        for row in rows_of(node):
            for cell in cells_of(row):
                flow.context.anchor(cell)
                out += flow.children_only(cell, level)
        return out
    return data_table(flow, node, level)


def data_table(flow: Flow, node: Element, level: int) -> Stream:
    """A table of data."""
    context = flow.context
    ids = context.take_ids(node)
    anchor = ids[0] if ids else ""
    caption = node.find("caption")
    title = ""
    if caption is not None:
        context.anchors_inside(caption)
        title = plain_of(caption)
    before = context.target()
    rows, header_rows = [], 0
    for row in rows_of(node):
        parent = row.getparent()
        if parent.tag == "thead":
            header_rows += 1
        row_ids = context.take_ids(row)
        cells = []
        for cell in cells_of(row):
            context.pending += row_ids + context.take_ids(cell)
            row_ids = []
            cells.append(
                {
                    "header": cell.tag == "th",
                    "colspan": _span(cell, "colspan"),
                    "rowspan": _span(cell, "rowspan"),
                    "align": next((ALIGNMENTS[name] for name in classes(cell) if name in ALIGNMENTS), ""),
                    "content": flow.stream(cell, level + 1),
                }
            )
        context.pending += row_ids
        rows.append(cells)
    value = {"caption": title, "anchor": anchor, "rows": rows, "header_rows": header_rows}
    return [*before, context.block("table", value)]


def _span(cell: Element, name: str) -> int:
    text = (cell.get(name) or "1").strip()
    return max(1, min(1000, int(text))) if text.isdecimal() else 1
