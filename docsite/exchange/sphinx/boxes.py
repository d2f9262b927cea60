"""Boxes of Sphinx HTML: admonitions, version notes, quotes, pictures with captions, tabs, folded text, kept lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lxml import etree

from docsite.exchange.sphinx.html import Element, classes, detach, has, plain_of, settable, text_of, with_class
from docsite.exchange.sphinx.inline import inline
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.sphinx.body import Flow

KNOWN_ADMONITIONS = frozenset(
    ["note", "warning", "tip", "hint", "important", "caution", "danger", "error", "attention", "seealso", "todo"]
)
MAX_LABEL = 60  # characters of the words before a version note
VERSION_NOTES = frozenset(["versionadded", "versionchanged", "deprecated", "versionremoved", "deprecated-removed"])
ALIGNMENTS = ("align-left", "align-center", "align-right")
_VERSION = re.compile(r"version\s+([^\s:]+(?:\s[^\s:]+)?)")
_admonition_title = etree.XPath(f"./*[{with_class('admonition-title')}]")
_version_words = etree.XPath(f".//*[{with_class('versionmodified')}]")
_topic_title = etree.XPath(f"./*[{with_class('topic-title')} or {with_class('sidebar-title')}]")
_attribution = etree.XPath(f"./*[{with_class('attribution')}]")
_captions = etree.XPath(f".//*[{with_class('caption')}] | .//figcaption")
_legend = etree.XPath(f".//*[{with_class('legend')}]")
_tab_labels = etree.XPath(".//*[@role='tab']")


def is_admonition(node: Element, names: set[str]) -> bool:
    """Whether an element is an admonition of any kind."""
    if "admonition" in names or any(name.startswith("admonition-") for name in names):
        return node.tag in ("div", "aside")
    return bool(names & KNOWN_ADMONITIONS) and "container" not in names and bool(_admonition_title(node))


def admonition(flow: Flow, node: Element, level: int) -> Stream:
    """A box with a kind and, where it is not the kind's usual one, a title."""
    context, names = flow.context, classes(node)
    kind = next((name for name in names if name in KNOWN_ADMONITIONS), "") or next(
        (name for name in names if name not in ("admonition", "docutils", "container")), "admonition"
    )
    context.anchor(node)
    before = context.target()
    title = ""
    for element in _admonition_title(node)[:1]:
        context.anchors_inside(element)
        title = plain_of(element)
        detach(element)
    if title.lower().replace(" ", "") == kind:
        title = ""
    content = flow.stream(node, level + 1)
    return [*before, context.block("admonition", {"kind": kind, "title": title, "content": content})]


def version_note(flow: Flow, node: Element, level: int) -> Stream:
    """A note that something came, changed or went in a version; the words before the text say which."""
    context = flow.context
    kind = next(name for name in classes(node) if name in VERSION_NOTES)
    kind = "deprecated" if kind == "deprecated-removed" else kind
    context.anchor(node)
    before = context.target()
    version = ""
    for label in _version_words(node)[:1]:
        words = text_of(label).rstrip(".: ")
        found = _VERSION.search(words)
        if len(words) > MAX_LABEL:  # in broken markup, the text itself
            break
        version = found[1] if found else words
        label.tail = settable((label.tail or "").lstrip())
        detach(label)
    content = flow.stream(node, level + 1)
    return [*before, context.block("version_note", {"kind": kind, "version": version, "content": content})]


def quote(flow: Flow, node: Element, level: int) -> Stream:
    """A block quote."""
    context = flow.context
    context.anchor(node)
    before = context.target()
    attribution = _attribution(node)
    words = text_of(attribution[0]) if attribution else ""
    for element in attribution:
        detach(element)
    return [*before, context.block("quote", {"content": flow.stream(node, level + 1), "attribution": words})]


def figure(flow: Flow, node: Element, level: int) -> Stream:
    """A picture with caption; its legend, and what else stands with it, follows."""
    context = flow.context
    context.anchor(node)
    images = [image for image in node.iter("img", "object", "video") if not has(image, "math")]
    captions = _captions(node)
    if not images:
        return flow.children_only(node, level)
    legends = _legend(node)
    for legend in legends:
        detach(legend)
    caption = ""
    if captions:
        for inner in captions[0].iter():
            context.anchor(inner)
        caption = clean_rich(f"<p>{inline(context, captions[0]).strip()}</p>")[0]
        detach(captions[0])
    align = next(
        (name.removeprefix("align-") for name in classes(node) if name in ALIGNMENTS),
        "",
    )
    for index, image in enumerate(images):
        link = next((a.get("href") for a in image.iterancestors("a")), "") or ""
        context.figure(image, link=link, caption=caption if index == 0 else "", align=align)
        detach(image)
    figures, context.after = context.after, []
    out = [*context.target(), *figures]
    for rest in [node, *legends]:
        out += flow.children_only(rest, level)
    return out


def line_block(flow: Flow, node: Element) -> Stream:
    """Lines that are kept."""
    context = flow.context
    lines = [inline(context, line).strip() for line in node.iter() if has(line, "line")]
    rich = clean_rich(f"<p>{'<br/>'.join(lines)}</p>")[0]
    return [*context.target(), context.block("paragraph", rich)] if rich else []


def details(flow: Flow, node: Element, level: int) -> Stream:
    """Folded text under its summary."""
    context = flow.context
    context.anchor(node)
    before = context.target()
    summary = node.find("summary")
    words = ""
    if summary is not None:
        words = clean_rich(f"<p>{inline(context, summary).strip()}</p>")[0]
        detach(summary)
    value = {"summary": words, "open": node.get("open") is not None, "content": flow.stream(node, level + 1)}
    return [*before, context.block("details", value)]


def topic(flow: Flow, node: Element, level: int) -> Stream:
    """A topic or sidebar of docutils: a titled box beside the flow of the text."""
    context = flow.context
    context.anchor(node)
    before = context.target()
    title = ""
    for element in _topic_title(node)[:1]:
        context.anchors_inside(element)
        title = plain_of(element)
        detach(element)
    kind = "sidebar" if has(node, "sidebar") else "topic"
    content = flow.stream(node, level + 1)
    return [*before, context.block("admonition", {"kind": kind, "title": title, "content": content})]


def tabs(flow: Flow, node: Element, level: int) -> Stream:
    """Tabs of sphinx-tabs, sphinx-design or sphinx-inline-tabs."""
    context = flow.context
    context.anchor(node)
    before = context.target()
    labelled = list(_tabs_of(node))
    items = []
    for label, panel in labelled:
        anchors = [*context.take_ids(panel), *context.take_ids(label)]
        context.anchors_inside(label)
        anchors += context.take_pending()
        words = plain_of(label)
        detach(panel)
        content = [context.block("target", {"anchors": anchors[1:]})] if anchors[1:] else []
        content += flow.stream(panel, level + 1)
        items.append({"label": words, "anchor": anchors[0] if anchors else "", "content": content})
    for label, _panel in labelled:
        detach(label)
    sync = next((label.get("data-sync-group") for label, _ in labelled if label.get("data-sync-group")), "")
    if not sync and any(has(label, "group-tab") for label, _ in labelled):
        sync = "tabs"
    block = [context.block("tabs", {"sync": sync, "items": items})] if items else []
    return [*before, *block, *flow.children_only(node, level)]


def unframed(flow: Flow, node: Element, level: int) -> Stream:
    """Tabs or folded text where no box fits any more: each part below its label."""
    context = flow.context
    context.anchor(node)
    context.problem("depth", f"<{node.tag}>: nested deeper than an editor can follow; shown one below the other")
    parts = [(node.find("summary"), node)] if node.tag == "details" else list(_tabs_of(node))
    out: Stream = []
    for label, panel in parts:
        out += tab_label(flow, label)
        for element in (label, panel if panel is not node else None):
            if element is not None:
                detach(element)
        if panel is not node:
            context.anchor(panel)
            out += flow.children_only(panel, level)
    return out + flow.children_only(node, level)


def _tabs_of(node: Element) -> Iterator[tuple[Element, Element]]:
    """The labels of the tabs with their panels: joined by ``aria-controls``, else each label with what follows it."""
    panels = {panel.get("id"): panel for panel in node if panel.get("role") == "tabpanel"}
    for label in _tab_labels(node):
        if label.get("aria-controls") in panels:
            yield label, panels[label.get("aria-controls")]
    for label in [child for child in node if child.tag == "label"]:
        panel = label.getnext()
        if panel is not None and has(panel, "sd-tab-content", "tab-content"):
            yield label, panel


def tab_label(flow: Flow, label: Element | None) -> Stream:
    """The label of a tab as a line in bold."""
    if label is None:
        return []
    context = flow.context
    context.anchors_inside(label)
    rich = clean_rich(f"<p><b>{inline(context, label).strip()}</b></p>")[0]
    return [*context.target(), context.block("paragraph", rich)] if rich else []
