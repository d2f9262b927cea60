"""Raw streams as MyST Markdown.  Pure.

Written for two readers.  An export must be read back to the same blocks: what the syntax of MyST leaves open is said by
options, and what it cannot say at all stands in a ``{docsite-block}`` directive as JSON.  People and programs that ask
for a page as Markdown (``Links.readable``) get the words without any of that.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from docsite.markdown import boxes, tables
from docsite.markdown.fences import directive, fence, indent, label
from docsite.markdown.inline import Links, line, parse, plain, rich_inline
from docsite.pages.headings import slugify_anchor
from docsite.pages.inline import to_html, to_text
from docsite.pages.linking import link_lines, links_on
from docsite.pages.streams import Block, Stream, child_streams, items_of, own_anchors, plain_text, walk, without_ids

FALLBACK = "docsite-block"
BREAK = "+++"

# ``check(markdown, stream)``: whether the Markdown is read as that stream.
Check = Callable[[str, Stream], bool]


def write_stream(stream: Stream, links: Links, check: Check | None = None) -> str:
    """The blocks of a body as Markdown, without a line end at the end.

    With ``check`` every block that would not be read back as it is becomes JSON, the smallest such block that does.
    """
    writer = Writer(stream, links)
    if check is None:
        return writer.stream(stream)
    text = writer.stream(stream)
    return text if check(text, stream) else Writer(stream, links, check).stream(stream)


class Writer:
    """Writes the blocks of one page."""

    def __init__(self, page: Stream, links: Links, check: Check | None = None) -> None:
        self.links, self.check, self.readable = links, check, links.readable
        anchors = [anchor for block in walk(page) for anchor in own_anchors(block)]
        self.twice = (
            {anchor for anchor in anchors if anchors.count(anchor) > 1} if len(anchors) < 5000 else set(anchors)
        )

    def stream(self, stream: Stream) -> str:
        """Blocks below each other, with a block break where two would become one."""
        parts: list[str] = []
        before: Block | None = None
        for block in stream:
            text = self.block(block)
            if not text:
                continue
            if before is not None and not self.readable and _runs_on(before, block):
                parts.append(BREAK)
            parts.append(text)
            before = block
        return "\n\n".join(parts)

    def block(self, block: Block) -> str:
        """One block."""
        writer = WRITERS.get(block["type"])
        if self.check is None or self.readable:
            return writer(self, block["value"]) if writer is not None else self.fallback(block)
        if writer is None:
            return self.fallback(block)
        check, self.check = self.check, None
        text = writer(self, block["value"])
        self.check = check
        if check(text, [block]):
            return text
        if any(child_streams(block)):
            text = writer(self, block["value"])  # the blocks inside checked one by one
            if check(text, [block]):
                return text
        return self.fallback(block)

    def fallback(self, block: Block) -> str:
        """What Markdown has no words for: JSON, or for readers the words alone."""
        if self.readable:
            return plain_text([block])
        body = json.dumps(without_ids(block["value"]), ensure_ascii=False, indent=1, sort_keys=True)
        return directive(FALLBACK, block["type"], (), body, verbatim=True)

    # ------------------------------------------------------------ text
    def paragraph(self, value: str) -> str:
        """Paragraphs, simple lists and rules."""
        parts: list[str] = []
        lists = 0
        for node in parse(value) if value else ():
            if node.tag in ("ul", "ol"):
                parts.append(self.simple_list(node, lists))
                lists += 1
            else:
                lists = 0
                parts.append("***" if node.tag == "hr" else line(node, self.links))
        return "\n\n".join(part for part in parts if part)

    def simple_list(self, node: Any, before: int = 0) -> str:
        """A list of lines; ``before``: how many lists stand directly before it, which changes its marker."""
        out: list[str] = []
        for number, item in enumerate(node, start=1):
            marker = ("-", "*")[before % 2] if node.tag == "ul" else f"{number}{'.)'[before % 2]}"
            inner = [child for child in item if child.tag in ("ul", "ol")]
            parts = [line(item, self.links)] if (item.text or "").strip() or len(inner) < len(item) else [""]
            parts += [self.simple_list(child, index) for index, child in enumerate(inner)]
            out.append(f"{marker} {indent(chr(10).join(parts), len(marker) + 1)}".rstrip(" "))
        return "\n".join(out)

    def heading(self, value: dict[str, Any]) -> str:
        """A heading, its anchors in front unless they are what its words give."""
        anchor, aliases = value.get("anchor") or "", items_of(value.get("aliases"))
        lines = []
        if self.readable:
            aliases = []
            if value.get("nav_only"):
                return ""
        elif value.get("nav_only"):
            lines.append("{.nav-only}")
        if aliases or anchor != slugify_anchor(value["text"]) or anchor in self.twice:
            lines = [label(name) for name in [anchor, *aliases] if name] + lines
        return "\n".join([*lines, f"{'#' * value['level']} {self._heading_text(value)}"])

    def _heading_text(self, value: dict[str, Any]) -> str:
        """The words of a heading, linked where they are."""
        stored = [(link["start"], link["length"], link["link"]) for link in items_of(value.get("links"))]
        links = links_on(to_text(value["text"]), stored)
        if not links:
            return plain(value["text"])
        return rich_inline(f"<p>{''.join(link_lines([to_html(value['text'])], links))}</p>", self.links)

    def target(self, value: dict[str, Any]) -> str:
        """Labels."""
        return "\n".join(label(anchor) for anchor in items_of(value["anchors"]))

    # ------------------------------------------------------------ leaves
    def code(self, value: dict[str, Any]) -> str:
        """A listing: a plain fence where nothing but its language is set."""
        links = [] if self.readable else without_ids(value.get("links") or [])
        start = value.get("start_line", 1)
        options: list[tuple[str, Any]] = [
            ("caption", plain(value.get("caption") or "")),
            ("filename", value.get("filename") or ""),
            ("lineno-start", "" if start == 1 else start),
            ("emphasize-lines", value.get("emphasize_lines") or ""),
            ("links", links),
        ]
        language, code = value.get("language") or "", value["code"]
        if self.readable:
            code = code.removesuffix("\n")  # else an empty line at its end
        if all(option in ("", []) for _key, option in options) and not value.get("line_numbers"):
            return fence(language, code)
        if value.get("line_numbers"):
            options.insert(2, ("linenos", True))
        return directive("code-block", language, options, code, verbatim=True)

    def math(self, value: dict[str, Any]) -> str:
        """A displayed formula."""
        options = [("label", value.get("anchor") or ""), ("number", "" if self.readable else value.get("number") or "")]
        return directive("math", "", options, value["tex"], verbatim=True)

    def html(self, value: dict[str, Any]) -> str:
        """HTML: Markdown lets it stand as it is, but would end it at an empty line."""
        if self.readable:
            return str(value["html"])
        return directive("raw", "html", [("reason", value.get("reason") or "")], value["html"], verbatim=True)

    def figure(self, value: dict[str, Any]) -> str:
        """A picture."""
        source = value.get("source") or ""
        path = self.links.image(value.get("image"), source)
        if self.readable:
            caption = rich_inline(value.get("caption") or "", self.links)
            picture = f"![{plain(value.get('alt') or '')}]({path})" if path else plain(value.get("alt") or "")
            return "\n\n".join(part for part in (picture, caption) if part)
        options = [(key, value.get(key) or "") for key in ("alt", "width", "height", "align")]
        options += [("target", value.get("link") or ""), ("source", source)]
        options += [("inline", bool(value.get("inline"))), ("enlarge", bool(value.get("enlarge")))]
        return directive("figure", path, options, rich_inline(value.get("caption") or "", self.links))

    # ------------------------------------------------------------ boxes
    def quote(self, value: dict[str, Any]) -> str:
        """A block quote; MyST's way to say who said it."""
        body = self.stream(value["content"])
        text = "\n".join(f"> {row}".rstrip(" ") for row in body.split("\n"))
        by = value.get("attribution") or ""
        if by and self.readable:
            return f"{text}\n>\n> — {plain(by)}"
        return f"{{attribution={json.dumps(by, ensure_ascii=False)}}}\n{text}" if by else text

    def list(self, value: dict[str, Any]) -> str:
        """A list whose items hold blocks."""
        out: list[str] = []
        start = value.get("start", 1)
        for number, item in enumerate(items_of(value["items"]), start=start if value["ordered"] else 1):
            marker = f"{number}." if value["ordered"] else "-"
            out.append(f"{marker} {indent(self.stream(item) or BREAK, len(marker) + 1)}")
        text = "\n\n".join(out)
        return text if self.readable or not _reads_as_text(value) else f"{{.blocks}}\n{text}"


def _runs_on(before: Block, after: Block) -> bool:
    """Whether Markdown would take two blocks for one."""
    kinds = (before["type"], after["type"])
    if before["type"] == "target" or kinds == ("paragraph", "paragraph"):
        return True
    if kinds == ("definitions", "definitions"):
        return not before["value"].get("kind") and not after["value"].get("kind")
    return _list_at(before, ("</ul>", "</ol>"), str.endswith) and _list_at(after, ("<ul>", "<ol>"), str.startswith)


def _list_at(block: Block, tags: tuple[str, str], edge: Callable[[str, tuple[str, str]], bool]) -> bool:
    """Whether a list stands at the edge of a block."""
    return block["type"] == "list" or (block["type"] == "paragraph" and edge(block["value"], tags))


def _reads_as_text(value: dict[str, Any]) -> bool:
    """Whether a list of blocks looks like one that is part of a text."""
    if value["ordered"] and value.get("start", 1) != 1:
        return False
    return all([block["type"] for block in item] in ([], ["paragraph"]) for item in items_of(value["items"]))


WRITERS: dict[str, Callable[[Writer, Any], str]] = {
    "paragraph": Writer.paragraph,
    "heading": Writer.heading,
    "target": Writer.target,
    "code": Writer.code,
    "math": Writer.math,
    "html": Writer.html,
    "figure": Writer.figure,
    "quote": Writer.quote,
    "list": Writer.list,
    "table": tables.table,
    "definitions": boxes.definitions,
    "admonition": boxes.admonition,
    "version_note": boxes.version_note,
    "api": boxes.api,
    "tabs": boxes.tabs,
    "details": boxes.details,
    "steps": boxes.steps,
    "cards": boxes.cards,
    "snippet": boxes.snippet,
    "diagram": boxes.diagram,
    "video": boxes.video,
    "download": boxes.download,
    "children": boxes.children,
}
