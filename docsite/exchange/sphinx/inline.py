"""Inline markup of Sphinx as rich text of the site: roles, links, formulas, images in the line."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from docsite.exchange.sphinx.context import Context
from docsite.exchange.sphinx.html import (
    WHITE,
    Element,
    classes,
    docname_of,
    has,
    is_element,
    is_furniture,
    split_href,
    text_of,
)
from docsite.exchange.sphinx.math import is_math, read_math

SIMPLE = {
    "em": "i",
    "i": "i",
    "strong": "b",
    "b": "b",
    "sub": "sub",
    "sup": "sup",
    "kbd": "kbd",
    "samp": "samp",
    "s": "s",
    "del": "s",
    "u": "u",
    "ins": "u",
    "mark": "mark",
    "small": "small",
    "cite": "cite",
}
SILENT = {
    "script",
    "style",
    "template",
    "noscript",
    "button",
    "input",
    "form",
    "select",
    "textarea",
    "label",
    "meta",
    "link",
}
MEDIA = {"object", "video", "iframe", "embed", "audio", "picture", "svg", "canvas"}
# Pages that Sphinx generates, by the label that leads to each.
GENERATED = {"genindex": "genindex", "py-modindex": "modindex", "modindex": "modindex", "search": "search"}
_ROLE = re.compile(r"\A([a-z][a-z0-9]*)-([A-Za-z0-9_:+-]+)\Z")


def inline(context: Context, node: Element, *, in_link: bool = False, in_code: bool = False) -> str:
    """Rich text of everything inside ``node``; ids on the way become pending anchors."""
    parts = [escape_text(node.text, in_code)]
    for child in node:
        if is_element(child):
            parts.append(inline_element(context, child, in_link=in_link, in_code=in_code))
        parts.append(escape_text(child.tail, in_code))
    return "".join(parts)


def inline_element(context: Context, node: Element, *, in_link: bool = False, in_code: bool = False) -> str:
    """Rich text of one inline element."""
    tag = node.tag
    if is_furniture(node):
        return ""
    if is_math(node):
        context.anchors_inside(node)
        return _formulas(context, node)
    if tag in SILENT:
        context.drop(node)
        return ""
    if tag in MEDIA:
        media(context, node, inline=True)
        return ""
    context.anchor(node)
    if tag == "img":
        context.figure(node, inline=True)
        return ""
    if tag == "br":
        return "<br/>"
    if tag == "a":
        return _link(context, node, in_link, in_code)
    if tag in ("code", "tt"):
        return _code(context, node, in_link)
    # An abbreviation holds no link, and stands in none.
    content = inline(context, node, in_link=in_link or tag == "abbr", in_code=in_code)
    if not content.strip():
        return content
    if tag in SIMPLE:
        return f"<{SIMPLE[tag]}>{content}</{SIMPLE[tag]}>"
    if tag == "abbr" and not in_link:
        return f'<abbr title="{escape(node.get("title") or "")}">{content}</abbr>'
    if tag == "span" and has(node, "guilabel", "menuselection"):
        kind = "guilabel" if has(node, "guilabel") else "menuselection"
        return f'<span class="{kind}">{content}</span>'
    return content


def escape_text(text: str | None, in_code: bool = False) -> str:
    """Text of a line: white space folded, escaped."""
    if not text:
        return ""
    text = WHITE.sub(" ", text)
    if in_code:
        text = text.replace("\u00a0", " ")  # a no-break space in code breaks commands that are copied
    return escape(text, quote=False)


def media(context: Context, node: Element, *, inline: bool = False) -> None:
    """A picture to follow the line; a frame, film or drawing that cannot be kept is reported."""
    images = list(node.iter("img"))
    if node.tag in ("img", "object") and (node.get("src") or node.get("data")):
        context.figure(node, inline=inline)
    elif images:
        context.anchor(node)
        context.figure(images[0], inline=inline)
    else:
        context.drop(node)


def _formulas(context: Context, node: Element) -> str:
    formulas = read_math(node)
    if not formulas:
        context.problem("math", f"a formula without its TeX was kept as words: {text_of(node)[:60]}")
        return escape_text(text_of(node))
    return "".join(_formula(context, math.tex, math.display) for math in formulas)


def _formula(context: Context, tex: str, display: bool) -> str:
    if display:
        context.after.append(context.block("math", {"tex": tex, "anchor": "", "number": ""}))
        return ""
    return f'<span data-math="{escape(tex)}">{escape(tex)}</span>'


def _code(context: Context, node: Element, in_link: bool) -> str:
    content = f"<code>{inline(context, node, in_link=in_link, in_code=True)}</code>"
    if content == "<code></code>":
        return ""
    if "xref" in classes(node) and not in_link and node.find(".//a") is None:
        role = _role_of(node)
        target = escape(text_of(node).removesuffix("()").lstrip("~."))
        return f'<a linktype="xref" role="{escape(role)}" target="{target}">{content}</a>'
    return content


def _role_of(node: Element) -> str:
    names = classes(node)
    for name in names:
        match = _ROLE.match(name)
        if match and match[1] in names:
            return f"{match[1]}:{match[2]}"
    return next((name for name in names if name not in ("xref", "docutils", "literal", "notranslate")), "any")


def _link(context: Context, node: Element, in_link: bool, in_code: bool) -> str:
    images = [image for image in node.iter("img") if not has(image, "math")]
    for image in images:
        context.figure(image, inline=True, link=node.get("href") or "")
    href = node.get("href")
    content = inline(context, node, in_link=True, in_code=in_code) if not images else _words(context, node, in_code)
    if href is None or in_link or not content.strip():
        return content
    if "<span data-math" in content:
        context.problem("link", f"a formula cannot be a link to {href[:200]}")
        return content
    opening = link_tag(context, href, node)
    return f"{opening}{content}</a>" if opening else content


def _words(context: Context, node: Element, in_code: bool) -> str:
    """Text beside images in a link."""
    return escape_text(text_of(node), in_code)


def stored_links(context: Context, text: str, links: list[tuple[int, int, Element]]) -> list[dict[str, Any]]:
    """Links of a listing or a signature as they are stored: ``{"start", "length", "link"}``, the words in the link."""
    found = []
    for start, length, node in links:
        opening = link_tag(context, node.get("href"), node)
        if opening:
            words = escape(text[start : start + length], quote=False)
            found.append({"start": start, "length": length, "link": f"<p>{opening}{words}</a></p>"})
    return found


def link_tag(context: Context, href: str, node: Element) -> str:
    """The opening tag for a link to ``href``; "" where there is nothing to link to, which is reported once a page."""
    if href not in context.links:
        context.links[href] = _link_tag(context, href, node)
    return context.links[href]


def _link_tag(context: Context, href: str, node: Element) -> str:
    target = split_href(context.docname, href)
    if target.kind == "external":
        return f'<a href="{escape(href.strip())}">'
    if target.kind != "internal":
        context.problem("link", f"{target.kind} link to {href[:200]} kept as words")
        return ""
    docname = docname_of(target.path)
    if docname in GENERATED and context.lineage_of(docname) is None:
        return f'<a linktype="xref" role="std:ref" target="{GENERATED[docname]}">'
    lineage = context.lineage if docname == context.docname else context.lineage_of(docname) if docname else None
    if lineage is None:
        words = text_of(node)[:60]
        context.problem("link", f"“{words}” leads to {target.path}, which is not in the source; kept as words")
        return ""
    anchor = f' anchor="{escape(target.fragment)}"' if target.fragment else ""
    return f'<a linktype="doc" lineage="{lineage}"{anchor}>'
