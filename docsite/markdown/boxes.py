"""Boxes as directives of MyST, Sphinx and sphinx-design.  Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docsite.markdown.fences import directive, indent
from docsite.markdown.inline import plain, rich_inline
from docsite.pages.streams import items_of, without_ids

if TYPE_CHECKING:
    from docsite.markdown.writing import Writer

# Directives of docutils and Sphinx that need no title.
ADMONITIONS = frozenset(
    ["attention", "caution", "danger", "error", "hint", "important", "note", "seealso", "tip", "todo", "warning"]
)
TITLED = frozenset(["topic", "sidebar"])
_NAME = re.compile(r"\A(?:[a-z_-]+ +)*([^\s(]+)")


def admonition(writer: Writer, value: dict[str, Any]) -> str:
    """A directive of its kind; with a title, or of another kind, ``{admonition}`` and the kind as its class."""
    kind, title = value["kind"], value.get("title") or ""
    body = writer.stream(value["content"])
    if kind in ADMONITIONS and not title:
        return directive(kind, "", (), body)
    if kind in TITLED and title:
        return directive(kind, plain(title), (), body)
    usual = title or kind.replace("-", " ").capitalize()
    return directive("admonition", plain(usual), [("class", kind)], body)


def version_note(writer: Writer, value: dict[str, Any]) -> str:
    """``{versionadded} 1.10`` and its kin."""
    return directive(value["kind"], value.get("version") or "", (), writer.stream(value["content"]))


def definitions(writer: Writer, value: dict[str, Any]) -> str:
    """A definition list; in a directive that says its kind where it has one.

    A term whose content is empty shares that of the next one: a block break stands in its place.
    """
    parts = []
    for item in items_of(value["items"]):
        anchor = f'<a id="{_attribute(item["anchor"])}"></a>' if item.get("anchor") and not writer.readable else ""
        term = rich_inline(item.get("term") or "", writer.links)
        body = writer.stream(item["content"]) or ("" if writer.readable else "+++")
        if not term and not writer.readable:
            term = "&#8203;" if not anchor else ""
        parts.append(f"{anchor}{term}\n: {indent(body, 2)}".rstrip(" "))
    text = "\n\n".join(parts)
    kind = value.get("kind") or ""
    if not kind or writer.readable:
        return text
    return directive("glossary" if kind == "glossary" else "definitions", "" if kind == "glossary" else kind, (), text)


def _attribute(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")


def api(writer: Writer, value: dict[str, Any]) -> str:
    """A directive of the object's domain: ``{py:function} name(arguments)``; its fields as a field list at the end."""
    signatures = items_of(value["signatures"])
    content = writer.stream(value["content"])
    fields = [
        f":{_field_name(field['name'])}:\n    {indent(writer.stream(field['content']) or '+++', 4)}"
        for field in items_of(value.get("fields"))
    ]
    if content and fields and not writer.readable:
        content += "\n\n+++"  # a field list may not continue a paragraph
    body = "\n\n".join(part for part in (content, "\n".join(fields)) if part)
    domain, kind = value.get("domain") or "", value["kind"]
    name = f"{domain}:{kind}" if domain else kind
    first = signatures[0] if signatures else {"signature": ""}
    if writer.readable:
        text = "\n".join(signature["signature"] for signature in signatures)
        return directive(name, first["signature"], (), body) if len(signatures) == 1 else "\n\n".join(
            [f"```{{{name}}} {first['signature']}\n```", f"```\n{text}\n```", body]
        )  # fmt: skip
    anchor = first.get("anchor") or ""
    options: list[tuple[str, Any]] = [
        ("anchor", "" if anchor and anchor == anchor_of(first["signature"]) else anchor),
        ("no-anchor", not anchor and bool(anchor_of(first["signature"]))),
        ("aliases", items_of(first.get("aliases"))),
        ("source", first.get("source") or ""),
        ("links", without_ids(first.get("links") or [])),
        ("signatures", [without_ids(signature) for signature in signatures[1:]]),
        ("domain", "none" if not domain else ""),
    ]
    return directive(name if domain else f"py:{kind}", first["signature"], options, body)


def _field_name(name: str) -> str:
    return plain(name).replace("\\:", ":").replace(":", "&#58;")


def anchor_of(signature: str) -> str:
    """The anchor that Sphinx gives an object with this signature: its name, with the modules written before it."""
    found = _NAME.match(signature)
    return found[1] if found else ""


# ---------------------------------------------------------------- sphinx-design
def tabs(writer: Writer, value: dict[str, Any]) -> str:
    """A tab set."""
    items = [
        directive(
            "tab-item", plain(item["label"]), [("name", item.get("anchor") or "")], writer.stream(item["content"])
        )
        for item in items_of(value["items"])
    ]
    return directive("tab-set", "", [("sync-group", value.get("sync") or "")], "\n\n".join(items))


def details(writer: Writer, value: dict[str, Any]) -> str:
    """Folded text."""
    summary = rich_inline(value.get("summary") or "", writer.links)
    return directive("dropdown", summary, [("open", bool(value.get("open")))], writer.stream(value["content"]))


def steps(writer: Writer, value: dict[str, Any]) -> str:
    """Steps with titles; for readers a numbered list."""
    if writer.readable:
        rows = []
        for number, item in enumerate(items_of(value["items"]), start=1):
            title = f"**{plain(item['title'])}**" if item["title"] else ""
            body = "\n\n".join(part for part in (title, writer.stream(item["content"])) if part)
            rows.append(f"{number}. {indent(body, 3)}")
        return "\n\n".join(rows)
    items = [
        directive("step", plain(item["title"]), [("name", item.get("anchor") or "")], writer.stream(item["content"]))
        for item in items_of(value["items"])
    ]
    return directive("steps", "", (), "\n\n".join(items))


def cards(writer: Writer, value: dict[str, Any]) -> str:
    """A grid of cards; the link of a card is the link of its title."""
    items = [
        directive(
            "grid-item-card", rich_inline(item.get("title") or "", writer.links), (), writer.paragraph(item["text"])
        )
        for item in items_of(value["items"])
    ]
    return directive("grid", str(value.get("columns") or 1), (), "\n\n".join(items))


# ---------------------------------------------------------------- leaves
def snippet(writer: Writer, value: dict[str, Any]) -> str:
    """The reusable text of a slug."""
    return "" if writer.readable else directive("snippet", value["snippet"])


def diagram(writer: Writer, value: dict[str, Any]) -> str:
    """Mermaid source."""
    options = [("caption", plain(value.get("caption") or "")), ("alt", value.get("alt") or "")]
    return directive("mermaid", "", options, value["source"], verbatim=True)


def video(writer: Writer, value: dict[str, Any]) -> str:
    """A film."""
    caption = rich_inline(value.get("caption") or "", writer.links)
    if writer.readable:
        return caption
    options = [("document", value.get("document") or ""), ("width", value.get("width") or "")]
    return directive("video", value.get("source") or "", options, caption)


def download(writer: Writer, value: dict[str, Any]) -> str:
    """A file to download."""
    text = plain(value.get("text") or "")
    if writer.readable:
        return text
    return directive("download", value.get("source") or "", [("document", value.get("document") or "")], text)


def children(writer: Writer, value: dict[str, Any]) -> str:
    """The list of the pages below."""
    return "" if writer.readable else directive("children", "", [("depth", value["depth"])])
