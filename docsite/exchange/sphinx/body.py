"""From the body of a Sphinx page to the site's blocks: which construct an element is.

Each kind of construct has its module: runs (text), inline, code, math, tables, boxes, objects (API, definitions,
fields).  What none of them knows is kept as sanitised HTML and reported; nothing is dropped silently.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lxml import etree

from docsite.exchange.sphinx import boxes, objects, tables
from docsite.exchange.sphinx.code import beside_listings, captioned_code, code_block
from docsite.exchange.sphinx.context import MAX_LEVEL, Context
from docsite.exchange.sphinx.html import (
    MAX_NESTING,
    Element,
    Problem,
    classes,
    detach,
    flatten_depths,
    has,
    is_element,
    loose_text,
    plain_of,
    split_href,
    text_of,
    with_class,
    with_ids,
)
from docsite.exchange.sphinx.inline import escape_text, stored_links
from docsite.exchange.sphinx.math import is_math, number_of, read_math
from docsite.exchange.sphinx.runs import HEADINGS, Run
from docsite.pages.inline import to_text
from docsite.pages.sanitising import clean_html
from docsite.pages.streams import Stream

_permalinks = etree.XPath(f".//a[{with_class('headerlink')}]/@href")
_hidden_section = etree.XPath(f".//span[{with_class('hidden-section')}]")


@dataclass
class Converted:
    """A page as blocks: ``title`` is plain text with backticks; ``blocks`` raw stream data."""

    title: str
    blocks: Stream
    problems: list[Problem]


def convert_body(
    body: Element,
    *,
    docname: str,
    lineage: str,
    lineage_of: Callable[[str], str | None],
    image_for: Callable[[str], int | None],
    title_hint: str = "",
) -> Converted:
    """Convert the article ``body`` of the page ``docname``, which is taken apart on the way.

    ``lineage_of(docname)`` gives the lineage of a page of the same tree or None; ``image_for(path)`` the key of the
    image of a file of the tree or None.  Depends on nothing else: the same page gives the same blocks, ids included.
    """
    context = Context(docname, lineage, lineage_of, image_for)
    if flatten_depths(body):
        context.problem("depth", f"what is nested deeper than {MAX_NESTING} elements was kept as plain words")
    blocks = Flow(context).stream(body, 1)
    return Converted(context.title or title_hint, blocks, context.problems)


class Flow:
    """Turns the children of elements into streams."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def stream(self, parent: Element, level: int) -> Stream:
        """The content of ``parent`` as a stream of ``level``; its own id is the caller's business."""
        out = self.children_only(parent, level)
        out += self.context.target()
        return out

    def children_only(self, node: Element, level: int) -> Stream:
        """The content of an element that means nothing itself."""
        out: Stream = []
        Run(self, out, level).children(node)
        return out

    def element(self, node: Element, level: int) -> Stream:
        """One block-level element as blocks."""
        leaf = self._leaf(node, level)
        if leaf is not None:
            return leaf
        if level >= MAX_LEVEL:
            return self._too_deep(node, level)
        return self._container(node, level)

    def _leaf(self, node: Element, level: int) -> Stream | None:
        """Blocks that hold no others, which any level takes; None for everything else."""
        context, tag, names = self.context, node.tag, classes(node)
        if tag in HEADINGS:
            return self.heading(node)
        if is_math(node):
            return self.math(node)
        is_listing = "highlight" in names or any(name.startswith("highlight-") for name in names)
        if tag == "pre" or (is_listing and tag == "div" and node.find(".//pre") is not None):
            return self.listing(code_block(context, node), node, level)
        if "literal-block-wrapper" in names:
            return self.listing(captioned_code(context, node), node, level)
        if tag == "table" and "highlighttable" in names:
            return self.listing(code_block(context, node), node, level)
        if tag == "hr":
            context.anchor(node)
            return [*context.target(), context.block("paragraph", "<hr/>")]
        if tag == "figure" or "figure" in names:
            return boxes.figure(self, node, level)
        if "line-block" in names:
            context.anchor(node)
            return boxes.line_block(self, node)
        return None

    def _container(self, node: Element, level: int) -> Stream:
        """Blocks that hold others, and elements that mean nothing themselves."""
        tag, names = node.tag, set(classes(node))
        if tag in ("ul", "ol"):
            return self.list(node, level)
        if tag == "dl":
            return objects.definition_list(self, node, level)
        if tag == "table":
            return tables.table(self, node, level)
        if tag == "blockquote":
            return boxes.quote(self, node, level)
        if names & boxes.VERSION_NOTES:
            return boxes.version_note(self, node, level)
        if boxes.is_admonition(node, names):
            return boxes.admonition(self, node, level)
        if tag == "aside" and names & {"footnote-list", "footnote", "citation"}:
            return objects.footnotes(self, node, level)
        if node.tag == "details":
            return boxes.details(self, node, level)
        if has(node, "sphinx-tabs", "sd-tab-set", "tab-set"):
            return boxes.tabs(self, node, level)
        if names & {"topic", "sidebar"} and "contents" not in names and tag in ("div", "aside"):
            return boxes.topic(self, node, level)
        return self._plain(node, level)

    def _plain(self, node: Element, level: int) -> Stream:
        self.context.anchor(node)
        return self.children_only(node, level)

    def _too_deep(self, node: Element, level: int) -> Stream:
        """On the last level, boxes give up their frame, and what needs one becomes HTML."""
        names = set(classes(node))
        if node.tag == "blockquote" or names & boxes.VERSION_NOTES or boxes.is_admonition(node, names):
            self.context.problem("depth", f"<{node.tag}>: nested deeper than an editor can follow; shown without a box")
            self.context.anchor(node)
            return self.children_only(node, level)
        if node.tag == "details" or has(node, "sphinx-tabs", "sd-tab-set", "tab-set"):
            return boxes.unframed(self, node, level)
        if node.tag in ("ul", "ol", "dl", "table"):
            return self.last_resort(node, "nested deeper than an editor can follow")
        return self._plain(node, level)

    def listing(self, blocks: Stream, node: Element, level: int) -> Stream:
        """A listing, and what else its box holds, which it should not."""
        rest = beside_listings(node)
        return [*blocks, *self.children_only(rest, level)] if rest is not None else blocks

    # ------------------------------------------------------------ constructs
    def heading(self, node: Element) -> Stream:
        """A heading with all anchors that lead to it; the page's first h1 is its title and stays out of the blocks."""
        context = self.context
        links = _permalinks(node)
        permalink = links[0].removeprefix("#") if links else ""
        context.anchors_inside(node)
        anchors = context.take_pending()
        level = int(node.tag[1])
        text = plain_of(node)
        links = self._heading_links(node, text)
        if level == 1 and not context.title and text:
            if links:
                context.problem("link", f"the link in the title “{text[:60]}” was left out")
            context.title = text
            return [context.block("target", {"anchors": anchors})] if anchors else []
        if level == 1:
            context.shift = 1  # a further title of the document: it and its sections go below the page's title
        if not text:
            context.pending += anchors
            return []
        anchor = permalink if permalink in anchors else (anchors[0] if anchors else "")
        value = {
            "text": text,
            "level": min(max(level + context.shift, 2), 6),
            "anchor": anchor,
            "aliases": [name for name in anchors if name != anchor],
            "nav_only": bool(_hidden_section(node)),
            "links": links,
        }
        return [context.block("heading", value)]

    def _heading_links(self, node: Element, text: str) -> list[dict[str, Any]]:
        """The links of a heading by their place in its text, which is ``text`` without backticks."""
        text = to_text(text)
        found: list[dict[str, Any]] = []
        for link in node.iter("a"):
            if not link.get("href") or has(link, "headerlink", "toc-backref"):
                continue
            words = text_of(link)
            start = text.find(words, found[-1]["start"] + found[-1]["length"] if found else 0) if words else -1
            if start >= 0:
                found += stored_links(self.context, text, [(start, len(words), link)])
        return found

    def math(self, node: Element) -> Stream:
        """Displayed formulas."""
        context = self.context
        context.anchors_inside(node)
        formulas = read_math(node)
        if not formulas:
            words = text_of(node)
            context.problem("math", f"a formula without its TeX was kept as words: {words[:60]}")
            before = context.target()
            return [*before, context.block("paragraph", f"<p>{escape_text(words)}</p>")] if words else before
        number = number_of(node)
        pending = context.take_pending()
        anchor = pending.pop() if pending else ""
        context.pending = pending
        out = context.target()
        for index, math in enumerate(formulas):
            first = index == 0
            value = {"tex": math.tex, "anchor": anchor if first else "", "number": number if first else ""}
            out.append(context.block("math", value))
        return out

    def list(self, node: Element, level: int) -> Stream:
        """A list whose items hold blocks (simple ones are part of a paragraph, see runs)."""
        context = self.context
        context.anchor(node)
        before = context.target()
        if loose_text(node):
            context.problem("removed", f"words between the items of a list: {loose_text(node)[:60]}")
        items: list[Stream] = []
        for item in node:
            if is_element(item):
                context.anchor(item)
                items.append(self.stream(item, level + 1))
        start = node.get("start") or "1"
        value = {"ordered": node.tag == "ol", "start": int(start) if start.isdecimal() else 1, "items": items}
        return [*before, context.block("list", value)]

    def last_resort(self, node: Element, reason: str) -> Stream:
        """Sanitised HTML, reported.  Links within the tree become words, and its pictures follow."""
        context = self.context
        context.problem("html", f"<{node.tag}>: {reason}; kept as HTML")
        before = context.target()
        for inner in with_ids(node):
            anchors = context.take_ids(inner)
            inner.attrib.pop("id", None)
            if anchors:
                inner.set("id", anchors[0])
        for link in list(node.iter("a")):
            if has(link, "headerlink"):
                detach(link)
            elif link.get("href") and split_href(context.docname, link.get("href")).kind != "external":
                context.problem(
                    "link", f"“{text_of(link)[:60]}” in HTML leads to {link.get('href')[:200]}; kept as words"
                )
                del link.attrib["href"]
        for image in list(node.iter("img")):
            context.figure(image)
            detach(image)
        figures, context.after = context.after, []
        html = clean_html(etree.tostring(node, method="html", encoding="unicode", with_tail=False))
        return [*before, context.block("html", {"html": html, "reason": reason}), *figures]
