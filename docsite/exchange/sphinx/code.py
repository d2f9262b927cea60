"""Listings of Sphinx HTML with their exact text."""

from __future__ import annotations

import re

from lxml import etree

from docsite.exchange.sphinx.context import Context
from docsite.exchange.sphinx.html import (
    Element,
    classes,
    detach,
    has,
    is_element,
    is_furniture,
    plain_of,
    text_of,
    with_class,
)
from docsite.exchange.sphinx.inline import stored_links
from docsite.pages.streams import Block

# Sphinx's names that say nothing about the language.
UNNAMED = {"default": "", "none": "text", "notranslate": ""}
_LINE_NUMBER = f".//span[{with_class('linenos')} or {with_class('lineno')}]"
# A no-break space breaks commands that are copied; in the drawings of `tree` it is a part of the drawing.
_DRAWING = re.compile("[\u2500-\u257f]")
_numbers = etree.XPath(f".//td[{with_class('linenos')}]//pre | {_LINE_NUMBER}")
_marked = etree.XPath(f".//a | .//br | .//span[{with_class('hll')}] | {_LINE_NUMBER}")


def code_block(context: Context, wrapper: Element, *, caption: str = "", filename: str = "") -> list[Block]:
    """The listings inside ``wrapper`` (a ``highlight-…`` div, a table with line numbers, or a bare ``pre``): one, but
    for extensions that put several in a box.
    """
    context.anchors_inside(wrapper)
    listings = listings_of(wrapper)
    numbers = _numbers(wrapper)
    first = "".join(numbers[0].itertext()).split() if numbers else []
    blocks = context.target() if listings else []
    for index, pre in enumerate(listings):
        text, emphasised, links = _read(pre)
        value = {
            "language": _language(wrapper, pre),
            "code": text,
            "links": stored_links(context, text, links),
            "caption": caption if index == 0 else "",
            "filename": filename,
            "line_numbers": bool(numbers),
            "start_line": int(first[0]) if first and first[0].isdecimal() else 1,
            "emphasize_lines": _ranges(emphasised),
        }
        blocks.append(context.block("code", value))
    return blocks


def captioned_code(context: Context, wrapper: Element) -> list[Block]:
    """A ``literal-block-wrapper``: caption and listing."""
    context.anchor(wrapper)
    captions = wrapper.xpath(f".//*[{with_class('caption-text')}]")
    number = wrapper.xpath(f".//*[{with_class('caption-number')}]")
    caption = plain_of(captions[0]) if captions else ""
    if number:
        caption = f"{plain_of(number[0])} {caption}".strip()
    for element in wrapper.xpath(f".//div[{with_class('code-block-caption')}]"):
        context.anchors_inside(element)
        detach(element)
    return code_block(context, wrapper, caption=caption)


def listings_of(wrapper: Element) -> list[Element]:
    """The ``pre`` elements with code, not those with line numbers."""
    if wrapper.tag == "pre":
        return [wrapper]
    return [
        pre
        for pre in wrapper.iter("pre")
        if not any(has(above, "linenos", "linenodiv") for above in pre.iterancestors())
    ]


def beside_listings(wrapper: Element) -> Element | None:
    """What else stands in the box of a listing, once the listing and its numbers are taken out; None for nothing."""
    if wrapper.tag == "pre":
        return None
    for element in [*wrapper.iter("pre"), *_numbers(wrapper)]:
        if element is not wrapper and element.getparent() is not None:
            detach(element)
    return wrapper if text_of(wrapper) or wrapper.find(".//img") is not None else None


def _language(wrapper: Element, pre: Element) -> str:
    for element in (wrapper, *pre.iterancestors()):
        for name in classes(element):
            if name.startswith("highlight-"):
                language = name.removeprefix("highlight-").lower()
                return UNNAMED.get(language, language)
    own = [name for name in classes(pre) if name not in ("code", "literal-block", "notranslate", "doctest-block")]
    if has(pre, "doctest-block"):
        return "pycon"
    return own[0].lower() if has(pre, "code") and own else "text"


def _read(pre: Element) -> tuple[str, set[int], list[tuple[int, int, Element]]]:
    """The text as a browser copies it, the numbers of the emphasised lines, and the links: start, length, element."""
    parts: list[str] = []
    emphasised: set[int] = set()
    links: list[tuple[int, int, Element]] = []
    line, length = 1, 0

    def add(text: str | None, marked: bool) -> None:
        nonlocal line, length
        if not text:
            return
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        parts.append(text)
        length += len(text)
        lines = text.split("\n")
        if marked:
            last = len(lines) - (1 if not lines[-1] else 0)
            emphasised.update(range(line, line + last))
        line += len(lines) - 1

    def walk(node: Element, marked: bool, first: bool) -> None:
        text = node.text or ""
        # HTML drops one line end right after <pre>; Sphinx guards a listing's own blank line with an empty span.
        add(text.removeprefix("\n") if first else text, marked)
        for child in node:
            number = is_element(child) and child.tag == "span" and has(child, "linenos", "lineno")
            if is_element(child) and not number and not is_furniture(child):
                start = length
                walk(child, marked or has(child, "hll"), False)
                if child.tag == "a" and child.get("href") and length > start:
                    links.append((start, length - start, child))
            if child.tag == "br":
                add("\n", marked)
            add(child.tail, marked)

    if len(pre) and _marked(pre):
        walk(pre, False, True)
    else:
        parts.append("".join(pre.itertext()) if pre.text is None else "".join(pre.itertext()).removeprefix("\n"))
    text = "".join(parts).replace("\r\n", "\n").replace("\r", "\n")
    if "\u00a0" in text:
        lines = text.split("\n")
        text = "\n".join(line if _DRAWING.search(line) else line.replace("\u00a0", " ") for line in lines)
    return text, emphasised, links


def _ranges(numbers: set[int]) -> str:
    """``2,4-6`` for {2, 4, 5, 6}."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)
