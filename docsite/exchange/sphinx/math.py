"""Formulas in Sphinx HTML, whatever drew them: MathJax, KaTeX, images, MathML.  All give the same TeX."""

from __future__ import annotations

from typing import NamedTuple

from docsite.exchange.sphinx.html import Element, has, text_of, with_class


class Math(NamedTuple):
    """A formula: TeX without delimiters."""

    tex: str
    display: bool


def is_math(node: Element) -> bool:
    """Whether an element is a formula."""
    return (node.tag in ("span", "div", "img") and has(node, "math")) or node.tag == "math"


def read_math(node: Element) -> list[Math]:
    """The formulas of a formula element; more than one only where each is an image of its own."""
    if node.tag == "img":
        return [Math((node.get("alt") or "").strip(), False)]
    annotations = node.xpath(".//*[local-name()='annotation']")
    if node.tag == "math":
        return [Math((annotations[0].text or "").strip(), node.get("display") == "block")] if annotations else []
    if annotations:
        return [Math((annotations[0].text or "").strip(), node.tag == "div")]
    images = node.xpath(".//img")
    if images:
        return [Math((image.get("alt") or "").strip(), node.tag == "div") for image in images]
    raw = "".join(node.itertext())
    for number in node.xpath(f".//span[{with_class('eqno')}]"):
        raw = raw.replace("".join(number.itertext()), "", 1)
    return [without_delimiters(raw, node.tag == "div")]


def number_of(node: Element) -> str:
    """The number beside a displayed formula, "" for none."""
    found = node.xpath(f".//span[{with_class('eqno')}]")
    return text_of(found[0]) if found else ""


def without_delimiters(raw: str, display: bool) -> Math:
    """TeX without its delimiters, which also say whether it is displayed; ``display`` where there are none."""
    tex = raw.strip()
    for opening, closing, shown in (("\\(", "\\)", False), ("\\[", "\\]", True), ("$$", "$$", True), ("$", "$", False)):
        long_enough = len(tex) >= len(opening) + len(closing) + (opening in ("$", "$$"))
        if tex.startswith(opening) and tex.endswith(closing) and long_enough:
            return Math(tex[len(opening) : -len(closing)].strip(), shown)
    return Math(tex, display)
