"""A few short functions to write blocks with, so that the content modules read like text."""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass, field
from html import escape
from typing import Any

from docsite.pages.streams import Block, Stream

_LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*([^*]+)\*\*")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_MATH = re.compile(r"\$([^$]+)\$")

# Lineages of demo pages follow from docset and document name, so that links can be written before the pages exist.
NAMESPACE = uuid.UUID("5f6e1a52-4f0e-4a58-9a54-6b1f8f2f1c11")


def lineage_of(docset: str, docname: str) -> uuid.UUID:
    """Lineage of a demo page."""
    return uuid.uuid5(NAMESPACE, f"{docset}/{docname}")


def rich(text: str, docset: str = "docs") -> str:
    """Inline text: ``code`` in backticks, **bold**, *emphasis*, $math$, [words](address) or [words](docname#anchor)."""
    text = escape(text, quote=False)
    text = _CODE.sub(r"<code>\1</code>", text)
    text = _BOLD.sub(r"<b>\1</b>", text)
    text = _EMPHASIS.sub(r"<i>\1</i>", text)
    text = _MATH.sub(lambda m: f'<span data-math="{m[1]}">{m[1]}</span>', text)
    return _LINK.sub(lambda m: _link(m[1], m[2], docset), text)


def _link(words: str, target: str, docset: str) -> str:
    if "://" in target:
        return f'<a href="{target}">{words}</a>'
    if target.startswith("ref:"):
        return f'<a linktype="xref" role="any" target="{target.removeprefix("ref:")}">{words}</a>'
    docname, _hash, anchor = target.partition("#")
    attribute = f' anchor="{anchor}"' if anchor else ""
    return f'<a linktype="doc" lineage="{lineage_of(docset, docname)}"{attribute}>{words}</a>'


def p(*paragraphs: str) -> Block:
    """Paragraphs."""
    return _block("paragraph", "".join(f"<p>{rich(text)}</p>" for text in paragraphs))


def ul(*items: str) -> Block:
    """A simple list."""
    return _block("paragraph", "<ul>" + "".join(f"<li>{rich(item)}</li>" for item in items) + "</ul>")


def ol(*items: str) -> Block:
    """A simple numbered list."""
    return _block("paragraph", "<ol>" + "".join(f"<li>{rich(item)}</li>" for item in items) + "</ol>")


def h(text: str, level: int = 2, anchor: str = "", *, aliases: tuple[str, ...] = (), nav_only: bool = False) -> Block:
    """A heading."""
    return _block(
        "heading", {"text": text, "level": level, "anchor": anchor, "aliases": list(aliases), "nav_only": nav_only}
    )


def code(text: str, language: str = "python", **options: Any) -> Block:
    """A listing; the first line end of ``text`` is dropped, so that it can start on a line of its own."""
    value = {
        "language": language,
        "code": text.removeprefix("\n"),
        "caption": "",
        "filename": "",
        "line_numbers": False,
        "start_line": 1,
        "emphasize_lines": "",
    }
    return _block("code", value | options)


def note(kind: str, *content: Block | str, title: str = "") -> Block:
    """An admonition."""
    return _block("admonition", {"kind": kind, "title": title, "content": _stream(content)})


def steps(*items: Stream, start: int = 1) -> Block:
    """A numbered list whose items hold blocks."""
    return _block("list", {"ordered": True, "start": start, "items": list(items)})


def bullets(*items: Stream) -> Block:
    """A list whose items hold blocks."""
    return _block("list", {"ordered": False, "start": 1, "items": list(items)})


def terms(*items: tuple[str, str, str], kind: str = "") -> Block:
    """Definitions: ``(term, anchor, text)``."""
    value = [{"term": f"<p>{rich(term)}</p>", "anchor": anchor, "content": [p(text)]} for term, anchor, text in items]
    return _block("definitions", {"kind": kind, "items": value})


def table(header: list[str], *rows: list[str], caption: str = "", first_is_header: bool = False) -> Block:
    """A table of plain cells."""
    cells = [[cell(text, header=True) for text in header]]
    cells += [[cell(text, header=first_is_header and number == 0) for number, text in enumerate(row)] for row in rows]
    return _block("table", {"caption": caption, "anchor": "", "rows": cells, "header_rows": 1})


def cell(text: str, *, header: bool = False, colspan: int = 1, rowspan: int = 1, align: str = "") -> dict[str, Any]:
    """One cell of a table."""
    return {
        "header": header,
        "colspan": colspan,
        "rowspan": rowspan,
        "align": align,
        "content": [p(text)] if text else [],
    }


def spanned(rows: list[list[dict[str, Any]]], header_rows: int, caption: str = "") -> Block:
    """A table of cells made with ``cell``."""
    return _block("table", {"caption": caption, "anchor": "", "rows": rows, "header_rows": header_rows})


def quote(*content: Block | str, by: str = "") -> Block:
    """A quotation."""
    return _block("quote", {"content": _stream(content), "attribution": by})


def math(tex: str, anchor: str = "", number: str = "") -> Block:
    """A displayed formula."""
    return _block("math", {"tex": tex, "anchor": anchor, "number": number})


def api(
    kind: str,
    signature: str,
    anchor: str,
    *content: Block | str,
    fields: dict[str, str] | None = None,
    domain: str = "py",
) -> Block:
    """An API object."""
    value = {
        "kind": kind,
        "domain": domain,
        "signatures": [{"signature": signature, "anchor": anchor, "aliases": [], "source": ""}],
        "fields": [{"name": name, "content": [p(text)]} for name, text in (fields or {}).items()],
        "content": _stream(content),
    }
    return _block("api", value)


def version_note(kind: str, version: str, text: str) -> Block:
    """New, changed or deprecated in a version."""
    return _block("version_note", {"kind": kind, "version": version, "content": [p(text)]})


def target(*anchors: str) -> Block:
    """Invisible anchors."""
    return _block("target", {"anchors": list(anchors)})


def figure(picture: str, alt: str, caption: str = "") -> Block:
    """A picture the loader draws; ``picture`` names which."""
    value = {
        "image": picture,
        "alt": alt,
        "caption": f"<p>{rich(caption)}</p>" if caption else "",
        "width": "",
        "height": "",
        "link": "",
        "align": "",
        "inline": False,
        "source": "",
    }
    return _block("figure", value)


def html(markup: str) -> Block:
    """Markup no other block can say."""
    return _block("html", {"html": markup, "reason": "shown as an example"})


def _stream(content: tuple[Block | str, ...]) -> Stream:
    return [p(part) if isinstance(part, str) else part for part in content]


def _block(kind: str, value: Any) -> Block:
    return {"type": kind, "value": value}


@dataclass
class Page:
    """A page of the demo: ``docname`` is its address in the version, ``only`` the versions that have it (all where
    empty).
    """

    docname: str
    title: str
    blocks: Stream
    summary: str = ""
    nav_title: str = ""
    only: tuple[str, ...] = ()
    children: list[Page] = field(default_factory=list)


@dataclass
class Question:
    """An entry of a FAQ."""

    question: str
    answer: Stream
    topic: str = ""
    anchor: str = ""


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
