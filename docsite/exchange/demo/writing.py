"""A few short functions to write blocks with, so that the content modules read like text.

Inline text is a little of Markdown and MyST: `` `code` ``, ``**bold**``, ``*emphasis*``, ``$formula$``,
``[words](https://…)``, ``[words](docname#anchor)`` for a page of the docset, ``[words](site:docname)`` for one outside,
``[words](ref:name)`` for a cross-reference that nothing resolves yet, and roles such as ``{kbd}`Tab` ``.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from html import escape
from typing import Any

from docsite.exchange.demo.outline import DOCSET, lineage_of
from docsite.pages.streams import Block, Stream, content_hash

_TOKEN = re.compile(
    r"\{(?P<role>[a-z]+)\}`(?P<inside>[^`]+)`"
    r"|(?P<ticks>`+)(?P<code>.+?)(?P=ticks)(?!`)"
    r"|\$(?P<math>[^$]+)\$"
    r"|\*\*(?P<bold>[^*]+)\*\*"
    r"|\*(?P<emphasis>[^*]+)\*"
    r"|\[(?P<words>[^\]]+)\]\((?P<target>[^)\s]+)\)"
)

ROLES = {
    "kbd": "<kbd>{}</kbd>",
    "samp": "<samp>{}</samp>",
    "sub": "<sub>{}</sub>",
    "sup": "<sup>{}</sup>",
    "del": "<s>{}</s>",
    "ins": "<u>{}</u>",
    "mark": "<mark>{}</mark>",
    "small": "<small>{}</small>",
    "cite": "<cite>{}</cite>",
    "gui": '<span class="guilabel">{}</span>',
    "menu": '<span class="menuselection">{}</span>',
}

# Fields of blocks that hold a ListBlock, whose items have ids of their own.
_LISTS = {"aliases", "anchors", "fields", "items", "links", "rows", "signatures"}


# ---------------------------------------------------------------- inline
def rich(text: str) -> str:
    """Inline text as stored rich text."""
    parts: list[str] = []
    position = 0
    for match in _TOKEN.finditer(text):
        parts += [escape(text[position : match.start()], quote=False), _markup(match)]
        position = match.end()
    return "".join([*parts, escape(text[position:], quote=False)])


def _markup(match: re.Match[str]) -> str:
    found = match.groupdict()
    if found["role"] == "abbr":
        short, _blank, long = found["inside"].removesuffix(")").partition(" (")
        return f'<abbr title="{escape(long)}">{escape(short)}</abbr>'
    if found["role"]:
        return ROLES[found["role"]].format(escape(found["inside"], quote=False))
    if found["code"]:
        code = found["code"]
        if code[0] == code[-1] == " " and code.strip():
            code = code[1:-1]  # Markdown's rule, which lets code start or end with a backtick
        return f"<code>{escape(code, quote=False)}</code>"
    if found["math"]:
        return f'<span data-math="{escape(found["math"])}">{escape(found["math"], quote=False)}</span>'
    if found["bold"]:
        return f"<b>{rich(found['bold'])}</b>"
    if found["emphasis"]:
        return f"<i>{rich(found['emphasis'])}</i>"
    return _link(rich(found["words"]), found["target"])


def _link(words: str, target: str) -> str:
    if "://" in target:
        return f'<a href="{escape(target)}">{words}</a>'
    if target.startswith("ref:"):
        return f'<a linktype="xref" role="any" target="{escape(target.removeprefix("ref:"))}">{words}</a>'
    docname, _hash, anchor = target.partition("#")
    docset = "site" if docname.startswith("site:") else DOCSET
    attribute = f' anchor="{escape(anchor)}"' if anchor else ""
    lineage = lineage_of(docset, docname.removeprefix("site:"))
    return f'<a linktype="doc" lineage="{lineage}"{attribute}>{words}</a>'


# ---------------------------------------------------------------- blocks
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
    """Definitions: ``(term, anchor, text)``; a term without text shares the text of the next one."""
    value = [
        {"term": f"<p>{rich(term)}</p>", "anchor": anchor, "content": [p(text)] if text else []}
        for term, anchor, text in items
    ]
    return _block("definitions", {"kind": kind, "items": value})


def table(header: list[str], *rows: list[str], caption: str = "", first_is_header: bool = False) -> Block:
    """A table of plain cells."""
    cells = [[cell(text, header=True) for text in header]]
    cells += [[cell(text, header=first_is_header and number == 0) for number, text in enumerate(row)] for row in rows]
    return spanned(cells, 1, caption)


def cell(text: str, *, header: bool = False, colspan: int = 1, rowspan: int = 1, align: str = "") -> dict[str, Any]:
    """One cell of a table."""
    return {
        "header": header,
        "colspan": colspan,
        "rowspan": rowspan,
        "align": align,
        "content": [p(text)] if text else [],
    }


def spanned(rows: list[list[dict[str, Any]]], header_rows: int, caption: str = "", anchor: str = "") -> Block:
    """A table of cells made with ``cell``."""
    return _block("table", {"caption": caption, "anchor": anchor, "rows": rows, "header_rows": header_rows})


def quote(*content: Block | str, by: str = "") -> Block:
    """A quotation."""
    return _block("quote", {"content": _stream(content), "attribution": by})


def math(tex: str, anchor: str = "", number: str = "") -> Block:
    """A displayed formula."""
    return _block("math", {"tex": tex, "anchor": anchor, "number": number})


def api(
    kind: str,
    signature: str | list[str],
    anchor: str,
    *content: Block | str,
    fields: dict[str, Stream | str] | None = None,
    domain: str = "py",
) -> Block:
    """An API object; of several signatures the first one has the anchor."""
    signatures = [signature] if isinstance(signature, str) else signature
    value = {
        "kind": kind,
        "domain": domain,
        "signatures": [
            {"signature": text, "anchor": "" if number else anchor, "aliases": [], "source": ""}
            for number, text in enumerate(signatures)
        ],
        "fields": [
            {"name": name, "content": [p(inside)] if isinstance(inside, str) else inside}
            for name, inside in (fields or {}).items()
        ],
        "content": _stream(content),
    }
    return _block("api", value)


def version_note(kind: str, version: str, text: str) -> Block:
    """New, changed, deprecated or removed in a version."""
    return _block("version_note", {"kind": kind, "version": version, "content": [p(text)]})


def target(*anchors: str) -> Block:
    """Invisible anchors."""
    return _block("target", {"anchors": list(anchors)})


def figure(picture: str, alt: str, caption: str = "") -> Block:
    """A picture the loader draws; ``picture`` names which (docsite.exchange.demo.pictures)."""
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


def tabs(*items: tuple[str, str, Stream], sync: str = "") -> Block:
    """Tabs: ``(label, anchor, blocks)``; those of one ``sync`` are chosen together."""
    value = [{"label": label, "anchor": anchor, "content": blocks} for label, anchor, blocks in items]
    return _block("tabs", {"sync": sync, "items": value})


def details(summary: str, *content: Block | str, opened: bool = False) -> Block:
    """Folded text."""
    return _block("details", {"summary": f"<p>{rich(summary)}</p>", "open": opened, "content": _stream(content)})


def instructions(*items: tuple[str, str, Stream]) -> Block:
    """Steps: ``(title, anchor, blocks)``."""
    value = [{"title": title, "anchor": anchor, "content": blocks} for title, anchor, blocks in items]
    return _block("steps", {"items": value})


def cards(*items: tuple[str, str], columns: int = 2) -> Block:
    """Cards: ``(title, text)``; the link in the title is the link of the card."""
    value = [{"title": f"<p>{rich(title)}</p>", "text": f"<p>{rich(text)}</p>"} for title, text in items]
    return _block("cards", {"columns": columns, "items": value})


def diagram(source: str, caption: str = "", alt: str = "") -> Block:
    """A diagram in Mermaid."""
    return _block("diagram", {"source": source, "caption": caption, "alt": alt})


def video(name: str, caption: str = "") -> Block:
    """A film the loader makes; ``name`` says which (docsite.exchange.demo.files)."""
    value = {"document": name, "caption": f"<p>{rich(caption)}</p>" if caption else "", "width": "", "source": ""}
    return _block("video", value)


def download(name: str, text: str = "") -> Block:
    """A file the loader makes; ``name`` says which (docsite.exchange.demo.files)."""
    return _block("download", {"document": name, "text": text, "source": ""})


def snippet(slug: str) -> Block:
    """The place of a reusable text."""
    return _block("snippet", {"snippet": slug})


def children(depth: int = 1) -> Block:
    """A list of the pages below."""
    return _block("children", {"depth": depth})


def linked(text: str, words: str, target: str) -> list[dict[str, Any]]:
    """Links of a listing: every ``words`` in ``text`` to ``target``."""
    link = f"<p>{_link(escape(words, quote=False), target)}</p>"
    return [
        {"start": match.start(), "length": len(words), "link": link} for match in re.finditer(re.escape(words), text)
    ]


def _stream(content: tuple[Block | str, ...]) -> Stream:
    return [p(part) if isinstance(part, str) else part for part in content]


def _block(kind: str, value: Any) -> Block:
    return {"type": kind, "value": value}


# ---------------------------------------------------------------- ids
def with_ids(stream: Stream, lineage: uuid.UUID) -> Stream:
    """A copy of ``stream`` in which every block and list item has an id.

    Ids follow from the page, the content, and how often that content came before: the same content of the same page
    has the same ids in every version, on every site.
    """
    return _Ids(lineage).stream(stream)


class _Ids:
    def __init__(self, lineage: uuid.UUID) -> None:
        self._lineage = lineage
        self._seen: Counter[str] = Counter()

    def stream(self, stream: Stream) -> Stream:
        return [
            {"type": block["type"], "value": self._value(block["value"]), "id": self._id(block["type"], block["value"])}
            for block in stream
        ]

    def _id(self, kind: str, value: Any) -> str:
        digest = content_hash(kind, value)
        self._seen[digest] += 1
        return str(uuid.uuid5(self._lineage, f"{digest} {self._seen[digest]}"))

    def _value(self, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: self._field(key, inner) for key, inner in value.items()}

    def _field(self, key: str, value: Any) -> Any:
        if key == "content":
            return self.stream(value)
        return self._items(value) if key in _LISTS else value

    def _items(self, items: list[Any]) -> list[Block]:
        return [{"type": "item", "value": self._item(item), "id": self._id("item", item)} for item in items]

    def _item(self, item: Any) -> Any:
        if not isinstance(item, list):
            return self._value(item)
        # A list of a list: blocks of an item, or cells of a row.
        return self.stream(item) if item and "type" in item[0] else self._items(item)
