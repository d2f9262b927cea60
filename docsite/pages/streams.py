"""Raw StreamField data (lists of ``{"type", "value", "id"}``): walking, normalising, hashing, plain text.  Pure.

Everything that saves a body passes it through ``normalise``: the admin, the importer and programs alike.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

from docsite.pages.headings import Heading, TocEntry, assign_anchors, build_toc
from docsite.pages.inline import to_text
from docsite.pages.sanitising import clean_html, clean_rich, safe_address
from docsite.pages.texts import HTML, PLAIN, RICH, change_texts, holders, texts
from docsite.pages.texts import items_of as items_of

Block = dict[str, Any]
Stream = list[Block]

_TAG = re.compile(r"<[^>]*>")
_BREAK = re.compile(r"<(?:br|/p|/li|/div|/td|/th|/tr|/h\d|/dt|/dd|hr)\b[^>]*>")


def child_streams(block: Block) -> Iterator[Stream]:
    """The streams directly inside a raw block, in reading order."""
    value = block["value"]
    if not isinstance(value, dict):
        return
    if block["type"] == "list":
        yield from items_of(value.get("items"))
    elif block["type"] in ("definitions", "tabs", "steps"):
        for item in items_of(value.get("items")):
            yield item["content"]
    elif block["type"] == "table":
        for row in items_of(value.get("rows")):
            for cell in items_of(row):
                yield cell["content"]
    if isinstance(value.get("content"), list):
        yield value["content"]
    for field in items_of(value.get("fields")):
        yield field["content"]


def walk(stream: Stream) -> Iterator[Block]:
    """Every block of a raw stream, outer before inner, in reading order."""
    for block in stream:
        yield block
        for inner in child_streams(block):
            yield from walk(inner)


# ---------------------------------------------------------------- normalising
def normalise(stream: Stream) -> Stream:
    """A raw stream as it is stored: rich text and HTML sanitised, every block with an id, every heading with an anchor.

    Idempotent.  An anchor that is there is never changed, unless the page has it twice.
    """
    stream = _copied(stream)
    named: list[tuple[dict[str, Any], str]] = []
    others: set[str] = set()
    for block in walk(stream):
        block.setdefault("id", str(uuid.uuid4()))
        _clean(block)
        if block["type"] == "heading":
            named.append((block["value"], block["value"]["text"]))
            others.update(items_of(block["value"].get("aliases")))
        elif block["type"] in ("tabs", "steps"):
            # As those of headings, but only where an editor gave one.
            named += [(item, "") for item in items_of(block["value"].get("items")) if item.get("anchor")]
        else:
            others.update(own_anchors(block))
    anchors = assign_anchors([(text, value.get("anchor") or "") for value, text in named], others)
    for (value, _text), anchor in zip(named, anchors, strict=True):
        value["anchor"] = anchor
    return stream


def _copied(value: Any) -> Any:
    """JSON-like data again: faster than copy.deepcopy, which looks out for what JSON cannot hold."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_copied(inner) for inner in value]
    return value


def _clean(block: Block) -> None:
    value = block["value"]
    if block["type"] == "code":
        value["code"] = _line_ends(value.get("code") or "")
        _clean_links(value)
    elif block["type"] == "heading":
        _clean_links(value)
    elif block["type"] == "figure":
        _clean_address(value, "link")
        if not value.get("enlarge"):
            value.pop("enlarge", None)
    elif block["type"] == "diagram":
        value["source"] = _line_ends(value.get("source") or "")
    elif block["type"] == "api":
        for signature in items_of(value.get("signatures")):
            _clean_links(signature)
            _clean_address(signature, "source")
    for part, fields in holders(block):
        for name, kind in fields.items():
            if kind in (RICH, HTML):
                part[name] = part.get(name) or ""
    change_texts(block, _cleaned)


def _cleaned(kind: str, text: str) -> str:
    if kind == RICH:
        return clean_rich(text)[0]
    return clean_html(text) if kind == HTML else text


def _line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _clean_address(value: dict[str, Any], field: str) -> None:
    """No address that runs anything, wherever the block came from."""
    if not safe_address(value.get(field) or ""):
        value[field] = ""


def _clean_links(value: dict[str, Any]) -> None:
    """Linked words of a text: rich text sanitised, and no entry where there are none (as before there were any)."""
    for link in items_of(value.get("links")):
        link["link"] = clean_rich(link.get("link") or "")[0]
    if not value.get("links"):
        value.pop("links", None)


def own_anchors(block: Block) -> list[str]:
    """All anchors that a raw block itself carries, those of blocks inside it not included."""
    value = block["value"]
    if not isinstance(value, dict):
        return []
    anchors = [value.get("anchor") or "", *items_of(value.get("aliases")), *items_of(value.get("anchors"))]
    if block["type"] in ("definitions", "tabs", "steps"):
        anchors += [item.get("anchor") or "" for item in items_of(value.get("items"))]
    for signature in items_of(value.get("signatures")):
        anchors += [signature.get("anchor") or "", *items_of(signature.get("aliases"))]
    return [anchor for anchor in anchors if anchor]


# ---------------------------------------------------------------- what is made from it
def table_of_contents(stream: Stream) -> list[TocEntry]:
    """Nested contents of a normalised stream (see docsite.pages.headings)."""
    return build_toc(
        Heading(
            level=block["value"]["level"],
            anchor=block["value"]["anchor"],
            text=block["value"]["text"],
            nav_only=bool(block["value"].get("nav_only")),
        )
        for block in walk(stream)
        if block["type"] == "heading"
    )


def content_hash(*parts: Any) -> str:
    """SHA-256 of JSON-like ``parts``, ids of blocks and list items left out: equal content hashes equal in any
    version.
    """
    data = json.dumps(without_ids(parts), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(data.encode()).hexdigest()


def without_ids(value: Any) -> Any:
    """A copy of JSON-like data without the ids of blocks, and the items of ListBlocks as their values."""
    if isinstance(value, dict):
        if value.get("type") == "item" and "value" in value:
            return without_ids(value["value"])
        return {key: without_ids(inner) for key, inner in value.items() if not (key == "id" and "type" in value)}
    if isinstance(value, list | tuple):
        return [without_ids(inner) for inner in value]
    return value


def rich_to_text(html: str) -> str:
    """The words of rich text or HTML, one blank between blocks."""
    return unescape(_TAG.sub("", _BREAK.sub(" ", html)))


def plain_text(stream: Stream) -> str:
    """All words of a stream in reading order, blocks on lines of their own: for searching and summaries."""
    lines: list[str] = []
    for block in stream:
        value, words = block["value"], [_words(kind, text) for kind, text in texts(block)]
        if block["type"] == "math":
            lines.append(value["tex"])
        elif block["type"] == "api":
            lines += [signature["signature"] for signature in items_of(value.get("signatures"))]
            lines.append(plain_text(value["content"]))
            for field in items_of(value.get("fields")):
                lines += [to_text(field["name"]), plain_text(field["content"])]
        elif block["type"] in ("definitions", "tabs", "steps"):
            for item in items_of(value.get("items")):
                own = item.get("term") or item.get("label") or item.get("title") or ""
                lines += [rich_to_text(own) if "term" in item else to_text(own), plain_text(item["content"])]
        else:
            lines += words + [plain_text(inner) for inner in child_streams(block)]
    return "\n".join(line for line in (line.strip() for line in lines) if line)


def _words(kind: str, text: str) -> str:
    if kind in (RICH, HTML):
        return rich_to_text(text)
    return to_text(text) if kind == PLAIN else text
