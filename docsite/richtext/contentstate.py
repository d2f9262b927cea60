"""Stored rich text to Draft.js' content state and back without changing a character: an unchanged save changes nothing.

Wagtail's converter, with what makes it lossy replaced: it moves blanks out of elements and folds them, sorts nested
styles by name, loses line breaks inside links, and counts characters where JavaScript counts UTF-16 units, so that
everything after an emoji or a mathematical letter shifts.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from typing import Any, NamedTuple

from draftjs_exporter import DOM, HTMLExporter
from draftjs_exporter.options import Options
from wagtail.admin.rich_text.converters.contentstate import ContentstateConverter
from wagtail.admin.rich_text.converters.html_to_contentstate import HtmlToContentStateHandler, add_paragraph_block

# Shows its data, not its words: nothing is nested in it.
ATOMIC = "MATH"


class ExactConverter(ContentstateConverter):
    """Wagtail's ContentstateConverter, exact for everything docsite.pages.sanitising lets in."""

    exporter: HTMLExporter

    def __init__(self, features: list[str]) -> None:
        super().__init__(features)
        self.html_to_contentstate_handler = _Reader(self.features)
        stock, self.exporter = self.exporter, _Writer({"block_map": {}})
        for name in ("composite_decorators", "entity_options", "block_options", "style_options", "_engine"):
            setattr(self.exporter, name, getattr(stock, name))


class _Reader(HtmlToContentStateHandler):
    """Reads stored HTML; keeps blanks, counts as JavaScript does, and names blocks by their place."""

    def handle_data(self, content: str) -> None:
        if self.state.current_block is None:
            if not content.strip():
                return
            add_paragraph_block(self.state, self.contentstate)
        # A line end in the HTML is a blank; in a content state it would be a line break.
        self.state.current_block.text += content.replace("\n", " ")

    def close(self) -> None:
        super().close()
        for number, block in enumerate(self.contentstate.blocks):
            block.key = f"b{number:04}"  # Wagtail's are random: equal pages would give different forms
            units = _utf16_offsets(block.text)
            for span in (*block.inline_style_ranges, *block.entity_ranges):
                end = units[span.offset + span.length]
                span.offset = units[span.offset]
                span.length = end - span.offset


def _utf16_offsets(text: str) -> list[int]:
    """For each position in ``text``, its end included, the position JavaScript counts."""
    offsets = [0]
    for character in text:
        offsets.append(offsets[-1] + (2 if ord(character) > 0xFFFF else 1))
    return offsets


class _Span(NamedTuple):
    """A style (``entity`` None) or an entity over ``start`` to ``end`` of a block's text."""

    start: int
    end: int
    style: str
    entity: dict[str, Any] | None


class _Writer(HTMLExporter):
    """Writes nested elements as they were nested: the longer one outside."""

    def render_block(self, block: Any, entity_map: Any, wrapper_state: Any, dom: Any) -> Any:
        # An item after the end of an inner list of the other kind would start a list of its own.
        wrapper_state.stack.slice(block.get("depth", 0) + 1)
        text = block.get("text", "")
        if block.get("type") == "atomic" or not (
            block.get("inlineStyleRanges") or block.get("entityRanges") or "\n" in text
        ):
            return super().render_block(block, entity_map, wrapper_state, dom)
        content = DOM.create_element()
        spans = _read_spans(block, entity_map)
        self._fill(content, text, 0, len(text), spans, block)
        return wrapper_state.element_for(block, content)

    def _fill(self, parent: Any, text: str, start: int, end: int, spans: list[_Span], block: Any) -> None:
        """Put ``text[start:end]`` into ``parent``, with the elements of ``spans``, which all lie inside it."""
        position = start
        while spans:
            # Outermost first: what begins first, of those what ends last; then links, then the order they came in.
            outer = min(spans, key=lambda span: (span.start, -span.end, _rank(span)))
            rest = [span for span in spans if span is not outer]
            _append_text(parent, text[position : outer.start])
            inside = [span for span in rest if span.start < outer.end]
            # One that reaches out of the outer one goes on after it as an element of its own.
            spans = [span for span in rest if span.start >= outer.end]
            spans += [span._replace(start=outer.end) for span in inside if span.end > outer.end]
            inside = [span._replace(end=min(span.end, outer.end)) for span in inside]
            DOM.append_child(parent, self._element(outer, text, inside, block))
            position = outer.end
        _append_text(parent, text[position:end])

    def _element(self, span: _Span, text: str, inside: list[_Span], block: Any) -> Any:
        children = DOM.create_element()
        if span.entity is None:
            self._fill(children, text, span.start, span.end, inside, block)
            options = Options.get(self.style_options, span.style, "FALLBACK")
            props = {**options.props, "inline_style_range": {"style": span.style}, "block": block}
            return DOM.create_element(options.element, props, children)
        if span.entity["type"] != ATOMIC:
            self._fill(children, text, span.start, span.end, inside, block)
        options = Options.get(self.entity_options, span.entity["type"], "FALLBACK")
        props = {**options.props, **span.entity.get("data", {}), "entity": span.entity, "block": block}
        return DOM.create_element(options.element, props, children)


def _rank(span: _Span) -> int:
    """Of elements over the same words: links outside, formulas inside, styles between."""
    if span.entity is None:
        return 1
    return 2 if span.entity["type"] == ATOMIC else 0


def _read_spans(block: Any, entity_map: Any) -> list[_Span]:
    """The spans of a block in Python's positions; no style crosses the edge of an entity."""
    units = _utf16_offsets(block.get("text", ""))

    def place(given: dict[str, Any]) -> tuple[int, int]:
        start = bisect.bisect_left(units, given["offset"])
        return start, min(bisect.bisect_left(units, given["offset"] + given["length"]), len(units) - 1)

    entities = [
        _Span(*place(given), "", entity_map[str(given["key"])])
        for given in block.get("entityRanges", [])
        if str(given["key"]) in entity_map
    ]
    styles: list[_Span] = [_Span(*place(given), given["style"], None) for given in block.get("inlineStyleRanges", [])]
    for entity in entities:
        styles = [part for style in styles for part in _cut(style, entity)]
    return [span for span in (*entities, *styles) if span.start < span.end]


def _cut(style: _Span, entity: _Span) -> Iterator[_Span]:
    """``style`` in one piece where it holds the entity, lies in it or beside it; else in two, cut at the edge."""
    apart = style.end <= entity.start or entity.end <= style.start
    holds = style.start <= entity.start and entity.end <= style.end
    lies_in = entity.start <= style.start and style.end <= entity.end
    if apart or holds or lies_in:
        yield style
        return
    edge = entity.start if style.start < entity.start else entity.end
    yield style._replace(end=edge)
    yield style._replace(start=edge)


def _append_text(parent: Any, text: str) -> None:
    """``text`` with its line breaks as elements."""
    for number, line in enumerate(text.split("\n")):
        if number:
            DOM.append_child(parent, DOM.create_element("br"))
        if line:
            DOM.append_child(parent, line)
