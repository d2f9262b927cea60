"""From the body of a Sphinx page to the site's blocks: the flow of blocks.

Each kind of construct has its module: inline, code, tables, objects (API, definitions, fields), math.  What none of
them knows is kept as
sanitised HTML and reported; nothing is dropped silently.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lxml import html as lxml_html

from docsite.exchange.sphinx import objects, tables
from docsite.exchange.sphinx.code import captioned_code, code_block
from docsite.exchange.sphinx.context import MAX_LEVEL, Context
from docsite.exchange.sphinx.html import Element, Problem, classes, has, is_element, plain_of, text_of, with_class
from docsite.exchange.sphinx.inline import SILENT, escape_text, inline, inline_element
from docsite.exchange.sphinx.math import is_math, number_of, read_math
from docsite.pages.sanitising import clean_html, clean_rich
from docsite.pages.streams import Stream

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
KNOWN_ADMONITIONS = {
    "note",
    "warning",
    "tip",
    "hint",
    "important",
    "caution",
    "danger",
    "error",
    "attention",
    "seealso",
    "todo",
}
VERSION_NOTES = {"versionadded", "versionchanged", "deprecated", "versionremoved", "deprecated-removed"}
BLOCK_TAGS = {
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
    *HEADINGS,
}
MEDIA = {"object", "video", "iframe", "embed", "audio", "picture", "svg"}
_VERSION = re.compile(r"version\s+([^\s:]+(?:\s[^\s:]+)?)")


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
    """Convert the article ``body`` of the page ``docname``.

    ``lineage_of(docname)`` gives the lineage of a page of the same tree or None; ``image_for(path)`` the key of the
    image of a file of the
    tree or None.  A pure function of its arguments: the same page gives the same blocks, ids included.
    """
    context = Context(docname, lineage, lineage_of, image_for)
    flow = Flow(context)
    blocks = flow.stream(body, 1)
    return Converted(context.title or title_hint, blocks, context.problems)


class Flow:
    """Turns the children of elements into streams."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def stream(self, parent: Element, level: int) -> Stream:
        """The content of ``parent`` as a stream of ``level``; its own id is the caller's business."""
        out: Stream = []
        _Run(self, out, level).children(parent)
        out += self.context.target()
        return out

    # ------------------------------------------------------------ constructs
    def element(self, node: Element, level: int) -> Stream:
        """One block-level element as blocks."""
        context, tag, names = self.context, node.tag, set(classes(node))
        if tag in HEADINGS:
            return self.heading(node)
        if is_math(node):
            return self.math(node)
        if tag == "pre" or (tag == "div" and (names & {"highlight"} or any(n.startswith("highlight-") for n in names))):
            return code_block(context, node)
        if "literal-block-wrapper" in names:
            return captioned_code(context, node)
        if tag == "table" and "highlighttable" in names:
            return code_block(context, node)
        if tag == "hr":
            return [*context.target(), context.block("paragraph", "<hr/>")]
        if tag == "figure" or "figure" in names:
            return self.figure(node, level)
        if level >= MAX_LEVEL and tag not in ("div", "section"):
            return self.last_resort(node, "nested deeper than an editor can follow")
        if tag in ("ul", "ol"):
            return self.list(node, level)
        if tag == "dl":
            return objects.definition_list(self, node, level)
        if tag == "table":
            return tables.table(self, node, level)
        if tag == "blockquote":
            return self.quote(node, level)
        if names & VERSION_NOTES:
            return self.version_note(node, level)
        if self.is_admonition(node, names):
            return self.admonition(node, level)
        if "line-block" in names:
            return self.line_block(node)
        if tag == "aside" and names & {"footnote-list", "footnote", "citation"}:
            return objects.footnotes(self, node, level)
        if tag == "details":
            return self.details(node, level)
        context.anchor(node)
        out: Stream = []
        _Run(self, out, level).children(node)
        return out

    def heading(self, node: Element) -> Stream:
        """A heading with all anchors that lead to it; the page's first h1 is its title and stays out of the blocks."""
        context = self.context
        links = node.xpath(f".//a[{with_class('headerlink')}]/@href")
        permalink = links[0].removeprefix("#") if links else ""
        for inner in node.iter():
            if is_element(inner):
                context.anchor(inner)
        anchors = context.take_pending()
        level = int(node.tag[1])
        text = plain_of(node)
        if level == 1 and not context.title and text:
            context.title = text
            return [context.block("target", {"anchors": anchors})] if anchors else []
        if not text:
            context.pending += anchors
            return []
        anchor = permalink if permalink in anchors else (anchors[0] if anchors else "")
        value = {
            "text": text,
            "level": max(level, 2),
            "anchor": anchor,
            "aliases": [name for name in anchors if name != anchor],
            "nav_only": bool(node.xpath(f".//span[{with_class('hidden-section')}]")),
        }
        return [context.block("heading", value)]

    def math(self, node: Element) -> Stream:
        """Displayed formulas."""
        context = self.context
        for inner in node.iter():
            if is_element(inner):
                context.anchor(inner)
        number = number_of(node)
        pending = context.take_pending()
        anchor = pending.pop() if pending else ""
        context.pending = pending
        out = context.target()
        for index, math in enumerate(read_math(node)):
            first = index == 0
            value = {"tex": math.tex, "anchor": anchor if first else "", "number": number if first else ""}
            out.append(context.block("math", value))
        return out

    def figure(self, node: Element, level: int) -> Stream:
        """A picture with caption; what stands in it besides picture and caption follows."""
        context = self.context
        context.anchor(node)
        images = [image for image in node.iter("img", "object", "video") if not has(image, "math")]
        captions = node.xpath(f".//*[{with_class('caption')}] | .//figcaption")
        if not images:
            return self.children_only(node, level)
        caption = ""
        if captions:
            for inner in captions[0].iter():
                context.anchor(inner)
            caption = clean_rich(f"<p>{inline(context, captions[0])}</p>")[0]
            captions[0].getparent().remove(captions[0])
        align = next(
            (
                name.removeprefix("align-")
                for name in classes(node)
                if name in ("align-left", "align-center", "align-right")
            ),
            "",
        )
        for index, image in enumerate(images):
            link = next((a.get("href") for a in image.iterancestors("a")), "") or ""
            context.figure(image, link=link, caption=caption if index == 0 else "", align=align)
            image.getparent().remove(image) if image.tail is None else None
        figures, context.after = context.after, []
        out = [*context.target(), *figures]
        legend = node.xpath(f".//*[{with_class('legend')}]")
        return out + (self.children_only(legend[0], level) if legend else [])

    def children_only(self, node: Element, level: int) -> Stream:
        """The content of an element that means nothing itself."""
        out: Stream = []
        _Run(self, out, level).children(node)
        return out

    def list(self, node: Element, level: int) -> Stream:
        """A list whose items hold blocks (simple ones are part of a paragraph, see _Run)."""
        context = self.context
        context.anchor(node)
        before = context.target()
        items: list[Stream] = []
        for item in node:
            if is_element(item) and item.tag == "li":
                context.anchor(item)
                items.append(self.stream(item, level + 1))
            elif is_element(item):
                items.append(self.stream(item, level + 1))
        start = node.get("start") or "1"
        value = {"ordered": node.tag == "ol", "start": int(start) if start.isdecimal() else 1, "items": items}
        return [*before, context.block("list", value)]

    def quote(self, node: Element, level: int) -> Stream:
        """A block quote."""
        context = self.context
        context.anchor(node)
        before = context.target()
        attribution = node.xpath(f"./*[{with_class('attribution')}]")
        words = text_of(attribution[0]) if attribution else ""
        for element in attribution:
            element.getparent().remove(element)
        return [*before, context.block("quote", {"content": self.stream(node, level + 1), "attribution": words})]

    def version_note(self, node: Element, level: int) -> Stream:
        """A note that something came, changed or went in a version; the words before the text say which."""
        context = self.context
        kind = next(name for name in classes(node) if name in VERSION_NOTES)
        kind = "deprecated" if kind == "deprecated-removed" else kind
        context.anchor(node)
        before = context.target()
        version = ""
        for label in node.xpath(f".//*[{with_class('versionmodified')}]")[:1]:
            words = text_of(label).rstrip(".: ")
            found = _VERSION.search(words)
            version = found[1] if found else words
            tail = (label.tail or "").lstrip()
            previous, parent = label.getprevious(), label.getparent()
            if previous is not None:
                previous.tail = (previous.tail or "") + tail
            else:
                parent.text = (parent.text or "") + tail
            parent.remove(label)
        content = self.stream(node, level + 1)
        return [*before, context.block("version_note", {"kind": kind, "version": version, "content": content})]

    def is_admonition(self, node: Element, names: set[str]) -> bool:
        """Whether an element is a box: an admonition of any kind, a topic, a sidebar."""
        if "admonition" in names or any(name.startswith("admonition-") for name in names):
            return node.tag in ("div", "aside")
        if names & KNOWN_ADMONITIONS and "container" not in names:
            return bool(node.xpath(f"./p[{with_class('admonition-title')}]"))
        return False

    def admonition(self, node: Element, level: int) -> Stream:
        """A box with a kind and, where it is not the kind's usual one, a title."""
        context, names = self.context, classes(node)
        kind = next((name for name in names if name in KNOWN_ADMONITIONS), "") or next(
            (name for name in names if name not in ("admonition", "docutils", "container")), "admonition"
        )
        context.anchor(node)
        before = context.target()
        title = ""
        for element in node.xpath(f"./*[{with_class('admonition-title')}]")[:1]:
            for inner in element.iter():
                context.anchor(inner)
            title = plain_of(element)
            element.getparent().remove(element)
        if title.lower().replace(" ", "") == kind:
            title = ""
        content = self.stream(node, level + 1)
        return [*before, context.block("admonition", {"kind": kind, "title": title, "content": content})]

    def line_block(self, node: Element) -> Stream:
        """Lines that are kept."""
        lines = [inline(self.context, line) for line in node.iter() if has(line, "line")]
        rich = clean_rich(f"<p>{'<br/>'.join(lines)}</p>")[0]
        return [*self.context.target(), self.context.block("paragraph", rich)] if rich else []

    def details(self, node: Element, level: int) -> Stream:
        """Folded text: the summary in bold, then the text, open."""
        self.context.anchor(node)
        self.context.problem("details", "folded text is shown open")
        return self.children_only(node, level)

    def last_resort(self, node: Element, reason: str) -> Stream:
        """Sanitised HTML, reported."""
        context = self.context
        for inner in node.iter():
            if is_element(inner):
                context.take_ids(inner)
        before = context.target()
        self.context.problem("html", f"<{node.tag}>: {reason}; kept as HTML")
        html = clean_html(lxml_html.tostring(node, encoding="unicode", with_tail=False))
        return [*before, context.block("html", {"html": html, "reason": reason})]


class _Run:
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
        if tag in SILENT:
            self.context.drop(node)
        elif tag == "p" and not node.xpath(".//div | .//pre | .//table"):
            self.end_line()
            self.paragraph(node)
        elif tag in ("ul", "ol") and is_simple(node):
            self.end_line()
            self.before_anchors(node)
            self.pieces.append(simple_list(self.context, node))
            self.spill()
        elif tag in MEDIA or (tag == "img" and not has(node, "math")):
            self.media(node)
        elif tag in BLOCK_TAGS or (
            not is_math(node) and node.xpath("./div | ./p | ./ul | ./ol | ./dl | ./table | ./pre | ./section")
        ):
            self.end()
            self.out += self.flow.element(node, self.level)
            self.spill()
        else:
            self.line.append(inline_element(self.context, node))

    def media(self, node: Element) -> None:
        """A picture, or a frame or film that cannot be kept."""
        if node.tag in ("img", "object") and (node.get("src") or node.get("data")):
            self.end()
            self.context.figure(node)
            self.spill()
        else:
            self.context.problem("removed", f"<{node.tag}> was left out")

    def paragraph(self, node: Element) -> None:
        """A ``p``; its anchors, and those inside it, stand before it."""
        content = inline(self.context, node)
        ids = self.context.take_ids(node)
        self.context.pending = ids + self.context.pending if ids else self.context.pending
        if has(node, "rubric") and content.strip():
            content = f"<b>{content}</b>"
        self.add(f"<p>{content}</p>")

    def before_anchors(self, node: Element) -> None:
        self.context.anchor(node)

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


def is_simple(node: Element) -> bool:
    """Whether a list fits into a paragraph: counted from one, its items hold a line of text and lists of the same
    kind.
    """
    if node.tag == "ol" and node.get("start") not in (None, "1"):
        return False
    for item in node:
        if not is_element(item):
            continue
        if item.tag != "li":
            return False
        paragraphs = 0
        for child in item:
            if not is_element(child):
                continue
            if child.tag in ("ul", "ol"):
                if not is_simple(child) or (child.tail or "").strip():
                    return False
            elif child.tag == "p":
                paragraphs += 1
                if paragraphs > 1 or (item.text or "").strip() or child.xpath(".//div | .//img"):
                    return False
            elif (
                child.tag in BLOCK_TAGS
                or child.tag in MEDIA
                or child.tag == "img"
                or child.xpath(".//div | .//p | .//pre | .//img")
            ):
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
        items.append(f"<li>{''.join(parts)}</li>")
    return f"<{node.tag}>{''.join(items)}</{node.tag}>"
