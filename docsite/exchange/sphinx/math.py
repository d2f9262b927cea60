"""Formulas in Sphinx HTML, whatever drew them: MathJax, KaTeX, images, MathML.  All give the same TeX."""

from __future__ import annotations

from typing import NamedTuple

from lxml import etree

from docsite.exchange.sphinx.html import Element, has, text_of, with_class

_annotations = etree.XPath(".//*[local-name()='annotation']")
_numbers = etree.XPath(f".//span[{with_class('eqno')}]")


class Math(NamedTuple):
    """A formula: TeX without delimiters."""

    tex: str
    display: bool


def is_math(node: Element) -> bool:
    """Whether an element is a formula; an image is one only where it says its TeX."""
    tag = node.tag
    if tag in ("span", "div"):
        return has(node, "math")
    if tag == "img":
        return has(node, "math") and bool((node.get("alt") or "").strip())
    return tag == "math" or (tag == "script" and (node.get("type") or "").startswith("math/tex"))


def read_math(node: Element) -> list[Math]:
    """The formulas of a formula element; more than one only where each is an image of its own, none where the TeX is
    not to be found.
    """
    return [math for math in _read(node) if math.tex]


def _read(node: Element) -> list[Math]:
    if node.tag == "img":
        return [Math((node.get("alt") or "").strip(), False)]
    if node.tag == "script":
        return [Math((node.text or "").strip(), "mode=display" in (node.get("type") or "").replace(" ", ""))]
    annotations = _annotations(node)
    if node.tag == "math":
        return [Math((annotations[0].text or "").strip(), node.get("display") == "block")] if annotations else []
    if annotations:
        return [Math((annotations[0].text or "").strip(), node.tag == "div")]
    images = list(node.iter("img"))
    if images:
        return [Math((image.get("alt") or "").strip(), node.tag == "div") for image in images]
    raw = "".join(node.itertext())
    for number in _numbers(node):
        raw = raw.replace("".join(number.itertext()), "", 1)
    return [without_delimiters(raw, node.tag == "div")]


def number_of(node: Element) -> str:
    """The number beside a displayed formula, "" for none."""
    found = _numbers(node)
    return text_of(found[0]) if found else ""


def without_delimiters(raw: str, display: bool) -> Math:
    """TeX without its delimiters, which also say whether it is displayed; ``display`` where there are none."""
    tex = raw.strip()
    for opening, closing, shown in (("\\(", "\\)", False), ("\\[", "\\]", True), ("$$", "$$", True), ("$", "$", False)):
        long_enough = len(tex) >= len(opening) + len(closing) + (opening in ("$", "$$"))
        if tex.startswith(opening) and tex.endswith(closing) and long_enough:
            return Math(tex[len(opening) : -len(closing)].strip(), shown)
    return Math(tex, display)
