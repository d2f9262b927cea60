"""Boxes of Sphinx HTML: admonitions, version notes, quotes, pictures with captions, tabs, folded text, kept lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree

from docsite.exchange.sphinx.html import Element, classes, detach, has, plain_of, text_of, with_class
from docsite.exchange.sphinx.inline import inline
from docsite.exchange.sphinx.rich import stored
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.sphinx.body import Flow

KNOWN_ADMONITIONS = frozenset(
    ["note", "warning", "tip", "hint", "important", "caution", "danger", "error", "attention", "seealso", "todo"]
)
VERSION_NOTES = frozenset(["versionadded", "versionchanged", "deprecated", "versionremoved", "deprecated-removed"])
ALIGNMENTS = ("align-left", "align-center", "align-right")
_VERSION = re.compile(r"version\s+([^\s:]+(?:\s[^\s:]+)?)")
_admonition_title = etree.XPath(f"./*[{with_class('admonition-title')}]")
_version_words = etree.XPath(f".//*[{with_class('versionmodified')}]")
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
        version = found[1] if found else words
        label.tail = (label.tail or "").lstrip()
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
        caption = stored(f"<p>{inline(context, captions[0]).strip()}</p>")
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
    rich = stored(f"<p>{'<br/>'.join(lines)}</p>")
    return [*context.target(), context.block("paragraph", rich)] if rich else []


def details(flow: Flow, node: Element, level: int) -> Stream:
    """Folded text: the summary, then the text, open."""
    flow.context.anchor(node)
    flow.context.problem("details", "folded text is shown open")
    return flow.children_only(node, level)


def tabs(flow: Flow, node: Element, level: int) -> Stream:
    """Tabs of sphinx-tabs one below the other, each panel below its label."""
    context = flow.context
    context.anchor(node)
    context.problem("tabs", "tabs are shown one below the other")
    labels = {label.get("aria-controls") or str(index): label for index, label in enumerate(_tab_labels(node))}
    for label in labels.values():
        detach(label)
    out: Stream = []
    for panel in [child for child in node if child.get("role") == "tabpanel"]:
        out += tab_label(flow, labels.pop(panel.get("id"), None))
        detach(panel)
        context.anchor(panel)
        out += flow.children_only(panel, level)
    for label in labels.values():
        out += tab_label(flow, label)
    return out + flow.children_only(node, level)


def tab_label(flow: Flow, label: Element | None) -> Stream:
    """The label of a tab as a line in bold."""
    if label is None:
        return []
    context = flow.context
    context.anchors_inside(label)
    rich = stored(f"<p><b>{inline(context, label).strip()}</b></p>")
    return [*context.target(), context.block("paragraph", rich)] if rich else []
