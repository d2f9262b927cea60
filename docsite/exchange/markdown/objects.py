"""API objects and glossaries written in Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docsite.exchange.markdown import inline, shapes
from docsite.exchange.markdown.inline import plain
from docsite.exchange.markdown.lists import tokens_of
from docsite.exchange.markdown.options import Directive
from docsite.markdown.boxes import anchor_of
from docsite.pages.blocks.containers import API_KINDS
from docsite.pages.streams import Block, Stream

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader

_DOMAIN = re.compile(r"(py|c|cpp|js|rst|std|rb|php|go|http):([a-z][a-z-]*)")


def is_object(directive: Directive) -> bool:
    """Whether a directive describes an object of some domain, or a Python object without naming its domain."""
    return _DOMAIN.fullmatch(directive.name) is not None or (directive.name in API_KINDS and directive.name != "module")


def api(reader: Reader, directive: Directive, level: int) -> Stream:
    """An object: signatures, content, and the field list at its end as fields."""
    domain, _colon, kind = directive.name.rpartition(":")
    options = directive.options
    anchor = options.get("anchor", "" if directive.flag("no-anchor") else anchor_of(directive.argument))
    first: dict[str, Any] = {
        "signature": directive.argument,
        "anchor": anchor,
        "aliases": [name for name in directive.json("aliases", []) if isinstance(name, str)],
        "source": options.get("source", ""),
    }
    links = directive.json("links", [])
    if links and shapes.fits_links(links):
        first["links"] = links
    further = [signature for signature in directive.json("signatures", []) if shapes.fits_signature(signature)]
    found = reader.parsed(directive.content, fields=True)
    lists = [node for node in found if node.type == "field_list"]
    found = [node for node in found if node.type != "field_list"]
    content = reader.children(found, level + 1)
    fields = []
    for node in lists:
        for name, body in zip(node.children[::2], node.children[1::2], strict=True):
            fields.append({"name": plain(tokens_of(name)), "content": reader.children(list(body.children), level + 1)})
    value: dict[str, Any] = {"kind": kind, "domain": "" if options.get("domain") == "none" else domain or "py"}
    value |= {"signatures": [first, *further], "fields": fields, "content": content}
    return [reader.block("api", value)]


def glossary(reader: Reader, directive: Directive, level: int) -> Block:
    """A glossary as Sphinx writes it: terms at the left, what they mean moved in below them."""
    items: list[dict[str, Any]] = []
    lines: list[str] = []
    for line in [*directive.content.split("\n"), None]:
        if line is not None and (not line.strip() or line[0] in " \t"):
            lines.append(line)
            continue
        body = "\n".join(lines).strip("\n")
        if items and body:
            width = min(len(row) - len(row.lstrip()) for row in lines if row.strip())
            text = "\n".join(row[width:] for row in lines).strip("\n")
            items[-1]["content"] = reader.text(text, level + 1)
        lines = []
        if line is not None:
            term = inline.paragraph(reader, reader.inline(line.strip()))
            items.append(
                {"term": term, "anchor": f"term-{plain(reader.inline(line.strip())).replace(' ', '-')}", "content": []}
            )
    return reader.block("definitions", {"kind": "glossary", "items": items})
