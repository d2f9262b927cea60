"""Tables: as pipes where every cell is one line, else as a list of lists.  Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docsite.markdown.fences import directive, indent
from docsite.markdown.inline import plain, rich_inline
from docsite.pages.streams import items_of

if TYPE_CHECKING:
    from docsite.markdown.writing import Writer

RULES = {"": "---", "left": ":--", "center": ":-:", "right": "--:"}
Cell = dict[str, Any]


def table(writer: Writer, value: dict[str, Any]) -> str:
    """A table in the simplest form that holds it: pipes, ``{list-table}``, or that with what spans in ``:cells:``."""
    rows = [items_of(row) for row in items_of(value["rows"])]
    pipes = _pipes(writer, value, rows)
    if pipes is not None:
        return pipes
    header_rows = value.get("header_rows") or 0
    stubs = _stub_columns(rows, header_rows)
    cells = {}
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            own = {key: cell[key] for key in ("colspan", "rowspan") if cell.get(key, 1) != 1}
            own |= {"align": cell["align"]} if cell.get("align") else {}
            if bool(cell.get("header")) != (number < header_rows or column < stubs):
                own["header"] = bool(cell.get("header"))
            if own:
                cells[f"{number},{column}"] = own
    options = [
        ("header-rows", header_rows or ""),
        ("stub-columns", stubs or ""),
        ("name", value.get("anchor") or ""),
        ("cells", {} if writer.readable else cells),
    ]
    body = "\n".join(_row(writer, row) for row in rows)
    return directive("list-table", plain(value.get("caption") or ""), options, body)


def _row(writer: Writer, row: list[Cell]) -> str:
    if not row:
        return "* +++"
    cells = [f"- {indent(writer.stream(cell['content']) or '+++', 2)}" for cell in row]
    return f"* {indent(chr(10).join(cells), 2)}"


def _stub_columns(rows: list[list[Cell]], header_rows: int) -> int:
    """How many first cells of every row of the body are headings."""
    counts = []
    for row in rows[header_rows:]:
        count = 0
        while count < len(row) and row[count].get("header"):
            count += 1
        counts.append(count)
    return min(counts, default=0)


def _pipes(writer: Writer, value: dict[str, Any], rows: list[list[Cell]]) -> str | None:
    """GitHub's form; None for a table that it cannot hold."""
    simple = value.get("header_rows") == 1 and rows and rows[0] and not value.get("caption") and not value.get("anchor")
    if not simple or len({len(row) for row in rows}) != 1:
        return None
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            plainly = cell.get("colspan", 1) == 1 == cell.get("rowspan", 1) and bool(cell.get("header")) == (
                number == 0
            )
            if not plainly or (cell.get("align") or "") != (rows[0][column].get("align") or "") or not _is_line(cell):
                return None
    lines = [[_cell(writer, cell) for cell in row] for row in rows]
    rule = [RULES[cell.get("align") or ""] for cell in rows[0]]
    return "\n".join("| " + " | ".join(row) + " |" for row in [lines[0], rule, *lines[1:]])


def _is_line(cell: Cell) -> bool:
    content = cell["content"]
    if not content:
        return True
    if len(content) > 1 or content[0]["type"] != "paragraph":
        return False
    return re.fullmatch(r"<p>(?:(?!</p>|\n|<br/>).)*</p>", content[0]["value"]) is not None


def _cell(writer: Writer, cell: Cell) -> str:
    text = rich_inline(cell["content"][0]["value"], writer.links) if cell["content"] else ""
    return text.replace("|", "\\|")
