"""Definition lists of Sphinx HTML: API objects, field lists, glossaries, footnotes, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lxml import etree

from docsite.exchange.sphinx.html import (
    Element,
    cells_of,
    classes,
    detach,
    has,
    is_element,
    linked_text,
    loose_text,
    rows_of,
    split_href,
    strays_of,
    text_of,
    with_class,
    with_ids,
)
from docsite.exchange.sphinx.inline import inline, stored_links
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import Stream, rich_to_text

if TYPE_CHECKING:
    from docsite.exchange.sphinx.body import Flow

NO_OBJECT = {
    "docutils",
    "simple",
    "glossary",
    "footnote",
    "citation",
    "option-list",
    "field-list",
    "last",
    "first",
    "compact",
}
# Kinds of objects whose terms are signatures also where they have no id (described a second time, `:noindex:`).
OBJECT_KINDS = {
    "function",
    "class",
    "method",
    "classmethod",
    "staticmethod",
    "attribute",
    "data",
    "exception",
    "describe",
}
DEFINITION_KINDS = {
    "glossary": "glossary",
    "footnote": "footnote",
    "citation": "citation",
    "option-list": "options",
    "field-list": "fields",
}
_sources = etree.XPath(f".//a[.//span[{with_class('viewcode-link')}] or {with_class('viewcode-link')}]")
_labels = etree.XPath(f"./*[{with_class('label')}]")


def parts_of(flow: Flow, node: Element) -> Iterator[Element]:
    """The terms and definitions of a ``dl``, also where they are wrapped in a ``div``; anything else counts as a
    definition.
    """
    if loose_text(node):
        flow.context.problem("removed", f"words between the terms of a list: {loose_text(node)[:60]}")
    for child in node:
        if is_element(child) and child.tag == "div" and (child.find("dt") is not None or child.find("dd") is not None):
            flow.context.anchor(child)
            yield from parts_of(flow, child)
        elif is_element(child):
            yield child


def definition_list(flow: Flow, node: Element, level: int) -> Stream:
    """A ``dl``: an API object where its classes name a kind and its terms are signatures, else definitions."""
    names = [name for name in classes(node) if name not in NO_OBJECT]
    terms = node.findall("dt")
    is_object = any(has(term, "sig") or term.get("id") for term in terms) or not OBJECT_KINDS.isdisjoint(names)
    if names and is_object and not has(node, "glossary", "footnote", "citation"):
        return api_objects(flow, node, names, level)
    kind = next((DEFINITION_KINDS[name] for name in classes(node) if name in DEFINITION_KINDS), "")
    return definitions(flow, node, kind, level)


# ---------------------------------------------------------------- API objects
def api_objects(flow: Flow, node: Element, names: list[str], level: int) -> Stream:
    """The objects of one ``dl``: each run of signatures with the description after it is one."""
    context = flow.context
    context.anchor(node)
    domain, kind = (names[0], names[1]) if len(names) > 1 else ("py", names[0])
    out: Stream = context.target()
    signatures: list[dict[str, Any]] = []
    for child in parts_of(flow, node):
        if child.tag == "dt":
            signatures.append(signature(flow, child))
        else:
            out.append(api_object(flow, kind, domain, signatures, child, level))
            signatures = []
    if signatures:
        out.append(api_object(flow, kind, domain, signatures, None, level))
    return out


def api_object(
    flow: Flow, kind: str, domain: str, signatures: list[dict[str, Any]], description: Element | None, level: int
) -> dict[str, Any]:
    """One API object; a field list at the end of its description becomes its fields, one before more text stays in
    place.
    """
    fields: list[dict[str, Any]] = []
    content: Stream = []
    if description is not None:
        flow.context.anchor(description)
        last = _last_element(description)
        is_fields = (
            last is not None
            and last.tag in ("dl", "table")
            and has(last, "field-list")
            and not (last.tail or "").strip()
        )
        if is_fields:
            description.remove(last)
        content = flow.stream(description, level + 1)
        if is_fields and last is not None:
            strays = strays_of(last) if last.tag == "table" else None
            if strays is not None:
                content += flow.children_only(strays, level + 1)
            items = definition_items(flow, last, level) if last.tag == "dl" else field_items(flow, last, level)
            fields = [{"name": _plain(item["term"]), "content": item["content"]} for item in items]
    value = {"kind": kind, "domain": domain, "signatures": signatures, "fields": fields, "content": content}
    return flow.context.block("api", value)


def signature(flow: Flow, term: Element) -> dict[str, Any]:
    """One signature: its text, the anchors that lead to it, the address of its source."""
    context = flow.context
    anchors = [name for inner in with_ids(term) for name in context.take_ids(inner)]
    source = ""
    sources = _sources(term)
    for link in sources:
        target = split_href(context.docname, link.get("href") or "")
        source = target.path if target.kind == "external" else ""
    for link in sources:
        if not text_of(link):
            detach(link)
    text, links = linked_text(term)
    return {
        "signature": text,
        "links": stored_links(context, text, links),
        "anchor": anchors[0] if anchors else "",
        "aliases": anchors[1:],
        "source": source,
    }


def _last_element(node: Element) -> Element | None:
    children = [child for child in node if is_element(child)]
    return children[-1] if children else None


def _plain(rich: str) -> str:
    return rich_to_text(rich).strip()


# ---------------------------------------------------------------- definitions
def definitions(flow: Flow, node: Element, kind: str, level: int) -> Stream:
    """Terms and definitions."""
    flow.context.anchor(node)
    before = flow.context.target()
    value = {"kind": kind, "items": definition_items(flow, node, level)}
    return [*before, flow.context.block("definitions", value)]


def definition_items(flow: Flow, node: Element, level: int) -> list[dict[str, Any]]:
    """The items of a ``dl``; terms that share a definition come first with none."""
    items: list[dict[str, Any]] = []
    for child in parts_of(flow, node):
        if child.tag == "dt":
            items.append(item(flow, child, child))
        else:
            if not items:
                items.append({"term": "", "anchor": "", "content": []})
            flow.context.anchor(child)
            items[-1]["content"] = items[-1]["content"] + flow.stream(child, level + 1)
    return items


def item(flow: Flow, term: Element, holder: Element) -> dict[str, Any]:
    """An item without its definition yet; further anchors of the term stand in the definition."""
    anchors = flow.context.take_ids(holder)
    outer = flow.context.take_pending()
    words = clean_rich(f"<p>{inline(flow.context, term).strip().rstrip(':').rstrip()}</p>")[0]
    anchors += flow.context.take_pending()
    flow.context.pending = outer
    extra = [flow.context.block("target", {"anchors": anchors[1:]})] if len(anchors) > 1 else []
    return {"term": words, "anchor": anchors[0] if anchors else "", "content": extra}


def field_table(flow: Flow, node: Element, level: int) -> Stream:
    """A field list of Sphinx 1, a table."""
    flow.context.anchor(node)
    before = flow.context.target()
    return [*before, flow.context.block("definitions", {"kind": "fields", "items": field_items(flow, node, level)})]


def field_items(flow: Flow, node: Element, level: int) -> list[dict[str, Any]]:
    """The fields of such a table; a long name has a row of its own."""
    items: list[dict[str, Any]] = []
    for row in rows_of(node):
        for cell in cells_of(row):
            if has(cell, "field-name"):
                items.append(item(flow, cell, cell))
            else:
                if not items:
                    items.append({"term": "", "anchor": "", "content": []})
                flow.context.anchor(cell)
                items[-1]["content"] = items[-1]["content"] + flow.stream(cell, level + 1)
    return items


def footnote_table(flow: Flow, node: Element, level: int) -> Stream:
    """A footnote or citation of Sphinx 1: a table of a label and a text."""
    kind = "footnote" if has(node, "footnote") else "citation"
    items = []
    for row in rows_of(node):
        cells = cells_of(row)
        if cells:
            entry = item(flow, cells[0], node)
            for cell in cells[1:]:
                entry["content"] = entry["content"] + flow.stream(cell, level + 1)
            items.append(entry)
    return [*flow.context.target(), flow.context.block("definitions", {"kind": kind, "items": items})]


def option_table(flow: Flow, node: Element, level: int) -> Stream:
    """An option list: options and what they do."""
    flow.context.anchor(node)
    before = flow.context.target()
    items: list[dict[str, Any]] = []
    for row in rows_of(node):
        cells = cells_of(row)
        if not cells:
            continue
        if has(cells[0], "option-group"):
            items.append(item(flow, cells[0], cells[0]))
            cells = cells[1:]
        for cell in cells:
            if not items:
                items.append({"term": "", "anchor": "", "content": []})
            items[-1]["content"] = items[-1]["content"] + flow.stream(cell, level + 1)
    return [*before, flow.context.block("definitions", {"kind": "options", "items": items})]


def footnotes(flow: Flow, node: Element, level: int) -> Stream:
    """Footnotes or citations of docutils 0.18 and later: ``aside`` elements."""
    context = flow.context
    notes = [node] if has(node, "footnote", "citation") else [child for child in node if is_element(child)]
    if node not in notes:
        context.anchor(node)
    before = context.target()
    items = []
    kind = "citation" if any(has(note, "citation") for note in notes) else "footnote"
    for note in notes:
        labels = _labels(note)
        if labels:
            entry = item(flow, labels[0], note)
            detach(labels[0])
        else:
            entry = {"term": "", "anchor": next(iter(context.take_ids(note)), ""), "content": []}
        entry["content"] = entry["content"] + flow.stream(note, level + 1)
        items.append(entry)
    return [*before, context.block("definitions", {"kind": kind, "items": items})]
