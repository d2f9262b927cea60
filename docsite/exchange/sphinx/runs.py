"""The flow of one stream: lines of text and simple lists gathered into paragraphs, between the other blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from docsite.exchange.sphinx.boxes import tab_label
from docsite.exchange.sphinx.context import Context
from docsite.exchange.sphinx.html import Element, has, is_element
from docsite.exchange.sphinx.inline import MEDIA, SILENT, escape_text, inline, inline_element, media
from docsite.exchange.sphinx.math import is_math
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.sphinx.body import Flow

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCK_TAGS = frozenset(
    [
        "p",
        "div",
        "section",
        "article",
        "main",
        "aside",
        "nav",
        "header",
        "footer",
        "ul",
        "ol",
        "dl",
        "table",
        "pre",
        "blockquote",
        "figure",
        "hr",
        "details",
        "center",
    ]
) | frozenset(HEADINGS)
MAX_LIST_DEPTH = 10  # lists in each other that still are one text
# Paragraphs that name what follows them, without being headings.
_LABELS = ("rubric", "topic-title", "sidebar-title", "sidebar-subtitle", "caption")
_blocks_inside = etree.XPath(".//div | .//pre | .//table")
_blocks_below = etree.XPath("./div | ./p | ./ul | ./ol | ./dl | ./table | ./pre | ./section")
_pictures = etree.XPath(".//div | .//img")
_not_simple = etree.XPath(".//div | .//p | .//pre | .//img")


class Run:
    """Gathers lines of text and simple lists into paragraphs between the blocks of one stream."""

    def __init__(self, flow: Flow, out: Stream, level: int) -> None:
        self.flow, self.context, self.out, self.level = flow, flow.context, out, level
        self.pieces: list[str] = []  # finished paragraphs and lists
        self.line: list[str] = []  # inline text between blocks

    def children(self, parent: Element) -> None:
        """All content of ``parent``."""
        self.text(parent.text)
        for child in parent:
            if is_element(child):
                self.child(child)
            self.text(child.tail)
        self.end()

    def text(self, text: str | None) -> None:
        """Loose text."""
        if text:
            self.line.append(escape_text(text))

    def child(self, node: Element) -> None:
        """One child: in the line, a paragraph, a simple list, or a block."""
        tag = node.tag
        if tag == "label" and has(node, "sd-tab-label", "tab-label"):
            self.end()
            self.out += tab_label(self.flow, node)
        elif tag in SILENT and not is_math(node):
            self.context.drop(node)
        elif tag == "p" and not (len(node) and _blocks_inside(node)):
            self.end_line()
            self.paragraph(node)
        elif tag in ("ul", "ol") and is_simple(node):
            self.end_line()
            self.context.anchor(node)
            self.pieces.append(simple_list(self.context, node))
            self.spill()
        elif (tag in MEDIA or tag == "img") and not is_math(node):
            self.end()
            media(self.context, node)
            self.spill()
        elif tag in BLOCK_TAGS or (len(node) and not is_math(node) and _blocks_below(node)):
            self.end()
            self.out += self.flow.element(node, self.level)
            self.spill()
        else:
            self.line.append(inline_element(self.context, node))

    def paragraph(self, node: Element) -> None:
        """A ``p``; its anchors, and those inside it, stand before it."""
        content = inline(self.context, node)
        ids = self.context.take_ids(node)
        self.context.pending = ids + self.context.pending if ids else self.context.pending
        if has(node, *_LABELS) and content.strip():
            content = f"<b>{content.strip()}</b>"
        self.add(f"<p>{content.strip()}</p>")

    def add(self, rich: str) -> None:
        """A finished piece; anchors that wait go before it, in a block of their own."""
        if self.context.pending:
            self.flush()
            self.out += self.context.target()
        self.pieces.append(rich)
        if self.context.after:
            self.spill()

    def end_line(self) -> None:
        """Make a paragraph of loose text."""
        content = "".join(self.line)
        self.line = []
        if content.strip():
            self.add(f"<p>{content.strip()}</p>")

    def spill(self) -> None:
        """Anchors of what was just added, then what followed its line."""
        if self.pieces and self.context.pending:
            last = self.pieces.pop()
            self.flush()
            self.out += self.context.target()
            self.pieces.append(last)
        if self.context.after:
            self.flush()
            after, self.context.after = self.context.after, []
            self.out += [*self.context.target(), *after]

    def flush(self) -> None:
        """One paragraph block of all finished pieces."""
        rich = clean_rich("".join(self.pieces))[0] if self.pieces else ""
        self.pieces = []
        if rich:
            self.out.append(self.context.block("paragraph", rich))

    def end(self) -> None:
        """Nothing open any more."""
        self.end_line()
        self.spill()
        self.flush()


def is_simple(node: Element, depth: int = 1) -> bool:
    """Whether a list fits into a paragraph: counted from one, its items hold a line of text and lists of the same
    kind.
    """
    if (node.tag == "ol" and node.get("start") not in (None, "1")) or depth > MAX_LIST_DEPTH:
        return False
    return all(not is_element(item) or (item.tag == "li" and _is_simple_item(item, depth)) for item in node)


def _is_simple_item(item: Element, depth: int) -> bool:
    paragraphs = 0
    for child in item:
        if not is_element(child):
            continue
        if child.tag in ("ul", "ol"):
            if not is_simple(child, depth + 1) or (child.tail or "").strip():
                return False
        elif child.tag == "p":
            paragraphs += 1
            if paragraphs > 1 or (item.text or "").strip() or (len(child) and _pictures(child)):
                return False
        elif child.tag in BLOCK_TAGS or child.tag in MEDIA or child.tag == "img" or (len(child) and _not_simple(child)):
            return False
    return True


def simple_list(context: Context, node: Element) -> str:
    """A simple list as rich text."""
    items = []
    for item in node:
        if not is_element(item):
            continue
        context.anchor(item)
        parts = [escape_text(item.text)]
        for child in item:
            if is_element(child):
                if child.tag in ("ul", "ol"):
                    context.anchor(child)
                    parts.append(simple_list(context, child))
                elif child.tag == "p":
                    context.anchor(child)
                    parts.append(inline(context, child))
                else:
                    parts.append(inline_element(context, child))
            parts.append(escape_text(child.tail))
        items.append(f"<li>{''.join(parts).strip()}</li>")
    return f"<{node.tag}>{''.join(items)}</{node.tag}>"
