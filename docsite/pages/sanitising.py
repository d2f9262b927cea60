"""What markup may be stored: rich text in one canonical form, and the allow-list of imported HTML.

The one place, used on every way in (admin, importer, programs) whenever a page is saved.  Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from typing import Any

import nh3
from lxml import etree
from lxml import html as lxml_html

# Stored tag by tag written.
INLINE = {
    "b": "b",
    "strong": "b",
    "i": "i",
    "em": "i",
    "code": "code",
    "tt": "code",
    "sub": "sub",
    "sup": "sup",
    "kbd": "kbd",
    "samp": "samp",
    "s": "s",
    "del": "s",
    "strike": "s",
    "u": "u",
    "ins": "u",
    "mark": "mark",
    "small": "small",
    "cite": "cite",
}
BLOCKS = {"p", "ul", "ol", "hr"}
# Gone with everything inside; other unknown elements leave their words.
DROPPED = {
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "template",
    "svg",
    "form",
    "select",
    "textarea",
    "noscript",
    "head",
    "title",
}
SPAN_CLASSES = {"guilabel", "menuselection"}
LINK_ATTRIBUTES = {
    "doc": ("lineage", "anchor", "version"),
    "xref": ("role", "target"),
    "page": ("id",),
    "document": ("id",),
}
MAX_DEPTH = 50  # nested elements that keep their marks; deeper ones are words

_SCHEME = re.compile(r"[\x00-\x20]*([a-zA-Z][a-zA-Z0-9+.-]*):")
_SAFE_SCHEMES = {"http", "https", "mailto", "ftp", "tel"}
_CONTROL = "\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff"
_controls = re.compile(f"[{_CONTROL}]")
_TAGS = re.compile(r"<[^<>]*>")
# Words, marked words and links, not nested: most of what is saved, and in the stored form already.  Each repetition is
# possessive, so that text of another form is given up in one pass.
_TEXT = "[^<>&\x00-\x1f\ud800-\udfff]++|&(?:amp|lt|gt);"
_VALUE = "[^<>&\"'\x00-\x1f\ud800-\udfff]++"
_MARKED = "|".join(f"<{tag}>(?:{_TEXT})++</{tag}>" for tag in ("code", "i", "b", "kbd", "sub", "sup"))
_OPENING = (
    f'<a linktype="doc" lineage="[0-9a-f-]{{36}}"(?: anchor="{_VALUE}")?+>'
    f'|<a linktype="xref" role="{_VALUE}" target="{_VALUE}">'
    f'|<a href="https?://{_VALUE}">'
)
_LINE = f"(?! )(?:{_TEXT}|{_MARKED}|(?:{_OPENING})(?:{_TEXT}|{_MARKED})++</a>)++(?<! )"
_ITEMS = f"(?:<li>{_LINE}</li>)++"
_STORED = re.compile(f"(?:<p>{_LINE}</p>|<ul>{_ITEMS}</ul>|<ol>{_ITEMS}</ol>)++")


def safe_address(href: str) -> bool:
    """Whether a link may lead to ``href``: web, mail and phone addresses, and addresses without a scheme."""
    match = _SCHEME.match(href)
    return match is None or match[1].lower() in _SAFE_SCHEMES


def clean_rich(html: str) -> tuple[str, list[str]]:
    """Rich text in its stored form, and what was removed from it.

    One form for equal content: fixed tags and attribute order, no attributes of an editor, words at the top level in
    paragraphs, no
    empty paragraphs.  Idempotent.
    """
    if not html or _STORED.fullmatch(html):
        return html, []
    removed: list[str] = []
    return "".join(_blocks(_parse(_controls.sub("", html), removed), removed, 0)), removed


def _parse(html: str, removed: list[str]) -> Any:
    """The fragment in a ``div``.  Nested beyond what the parser takes (2,048 levels), it is words alone."""
    parser = lxml_html.HTMLParser(huge_tree=True)
    root = lxml_html.fragment_fromstring(html, create_parent="div", parser=parser)
    if any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log.filter_from_fatals()):
        removed.append("markup nested deeper than 2,048 elements")
        root = lxml_html.Element("div")
        root.text = unescape(_TAGS.sub(" ", html))
    return root


def _blocks(root: Any, removed: list[str], depth: int) -> Iterator[str]:
    """The children of ``root`` as blocks; loose words gathered into paragraphs."""
    loose = [_text(root.text)]
    for child in root:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag in BLOCKS or (tag not in INLINE and _holds_blocks(child)):
            yield from _paragraph(loose)
            loose = []
            yield from _block(child, tag, removed, depth)
        else:
            loose.append(_inline(child, removed, depth + 1))
        loose.append(_text(child.tail))
    yield from _paragraph(loose)


def _holds_blocks(element: Any) -> bool:
    return (
        isinstance(element.tag, str)
        and element.tag not in DROPPED
        and any(True for _ in element.iter(*BLOCKS, "div", "li"))
    )


def _block(element: Any, tag: str, removed: list[str], depth: int) -> Iterator[str]:
    if tag == "p":
        yield from _paragraph([_content(element, removed, depth)])
    elif tag == "hr":
        yield "<hr/>"
    elif depth >= MAX_DEPTH:
        yield from _paragraph([_text(element.text_content())])
    elif tag in ("ul", "ol"):
        items = "".join(f"<li>{_item(child, removed, depth)}</li>" for child in element if child.tag == "li")
        if items:
            yield f"<{tag}>{items}</{tag}>"
    else:
        yield from _blocks(element, removed, depth + 1)


def _paragraph(parts: list[str]) -> Iterator[str]:
    content = "".join(parts).strip(" \t\n\r")
    if content:
        yield f"<p>{content}</p>"


def _item(element: Any, removed: list[str], depth: int) -> str:
    """A list item: words, then lists inside it."""
    parts: list[str] = [_text(element.text)]
    lists: list[str] = []
    for child in element:
        if child.tag in ("ul", "ol") and depth + 1 >= MAX_DEPTH:
            parts.append(_text(child.text_content()))
        elif child.tag in ("ul", "ol"):
            lists.extend(_block(child, child.tag, removed, depth + 1))
        elif child.tag in ("p", "div"):
            parts.append(_content(child, removed, depth))
        else:
            parts.append(_inline(child, removed, depth + 1))
        parts.append(_text(child.tail))
    return "".join(parts).strip(" \t\n\r") + "".join(lists)


def _content(element: Any, removed: list[str], depth: int) -> str:
    parts = [_text(element.text)]
    for child in element:
        parts.append(_inline(child, removed, depth + 1) if depth < MAX_DEPTH else _text(child.text_content()))
        parts.append(_text(child.tail))
    return "".join(parts)


def _inline(element: Any, removed: list[str], depth: int) -> str:
    """One inline element in its stored form."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    if tag in DROPPED:
        removed.append(f"<{tag}>")
        return ""
    if tag == "br":
        return "<br/>"
    if tag == "span" and element.get("data-math") is not None:
        tex = escape(element.get("data-math"))
        return f'<span data-math="{tex}">{tex}</span>'
    content = _content(element, removed, depth)
    if tag in INLINE:
        return f"<{INLINE[tag]}>{content}</{INLINE[tag]}>" if content else ""
    if tag == "span" and element.get("class") in SPAN_CLASSES:
        return f'<span class="{element.get("class")}">{content}</span>' if content else ""
    if tag == "abbr":
        return f'<abbr title="{escape(element.get("title") or "")}">{content}</abbr>' if content else ""
    if tag == "a":
        return _link(element, content, removed)
    if tag == "span" and not element.attrib:
        return content
    if tag not in ("span", "div", "p", "li"):
        removed.append(f"<{tag}>")
    return content


def _link(element: Any, content: str, removed: list[str]) -> str:
    kind = element.get("linktype")
    if kind in LINK_ATTRIBUTES:
        given = ((name, element.get(name)) for name in LINK_ATTRIBUTES[kind])
        attributes = "".join(f' {name}="{escape(value)}"' for name, value in given if value)
        return f'<a linktype="{kind}"{attributes}>{content}</a>' if content else ""
    href = element.get("href")
    if href is None:
        return content
    if not safe_address(href):
        removed.append(f"link to {href[:60]}")
        return content
    return f'<a href="{escape(href)}">{content}</a>' if content else ""


def _text(text: str | None) -> str:
    return escape(text, quote=False) if text else ""


# ---------------------------------------------------------------- imported HTML
_HTML_TAGS = nh3.ALLOWED_TAGS | {"section", "dl", "dt", "dd", "figure", "figcaption", "details", "summary", "mark"}
_HTML_TAGS -= {"map", "area", "article", "aside", "nav", "header", "footer"}
_HTML_ATTRIBUTES: dict[str, set[str]] = {tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()}
_HTML_ATTRIBUTES["*"] = {"id", "class", "title", "lang", "dir"}
for _tag in ("td", "th"):
    _HTML_ATTRIBUTES[_tag] = {"colspan", "rowspan", "scope"}
_HTML_ATTRIBUTES["a"] = {"href"}
_HTML_ATTRIBUTES["img"] = {"src", "alt", "width", "height"}


def clean_html(html: str) -> str:
    """HTML for a block of last resort: no script, style, form or frame, no event attributes, no address that runs
    anything.
    """
    return nh3.clean(
        html,
        tags=_HTML_TAGS,
        attributes=_HTML_ATTRIBUTES,
        url_schemes=_SAFE_SCHEMES,
        link_rel=None,
        strip_comments=True,
    )
