"""HTML that stands in Markdown: through the reader of Sphinx's HTML, which knows most of it."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any

from lxml import etree

from docsite.exchange.sphinx.body import Flow
from docsite.exchange.sphinx.html import flatten_depths, plain_of, settable, with_ids
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def blocks(reader: Reader, html: str, level: int) -> Stream:
    """A piece of HTML as blocks of ``level``.

    Markdown ends such a piece at an empty line, so elements may be open at its end: their frame is lost, their content
    is not.
    """
    if html.rfind("<!--") > html.rfind("-->"):
        reader.problem("comment", f"a comment is not closed; left out: {html[html.rfind('<!--') :][4:84]}")
    html = _COMMENT.sub("", html)
    if not html.strip() or re.fullmatch(r"\s*(?:</[a-zA-Z][\w-]*\s*>\s*)+", html):
        return []
    if "linktype" in html.lower():
        reader.problem("html", "links of the site's own kind cannot be written as HTML; kept as its source")
        return reader.listing(html, "html")
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(f"<html><body><div>{html}</div></body></html>".encode(), parser)
    except etree.XMLSyntaxError:
        root = None
    holder = root.find(".//div") if root is not None else None
    too_deep = any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log.filter_from_fatals())
    if holder is None or too_deep:
        reader.problem("html", "HTML that cannot be read was kept as its source")
        return reader.listing(html, "html")
    if flatten_depths(holder):
        reader.problem("depth", "HTML nested too deep was kept as plain words")
    for body in root.iter("body"):  # what closed the holder too early stands beside it
        words, holder.tail = holder.tail, None
        if words and len(holder):
            holder[-1].tail = settable((holder[-1].tail or "") + words)
        elif words:
            holder.text = settable((holder.text or "") + words)
        for child in list(body):
            if child is not holder:
                holder.append(child)
    return _converted(reader, holder, level)


def _converted(reader: Reader, holder: Any, level: int) -> Stream:
    out: Stream = []
    for image in list(holder.iter("img")):
        image.set("src", _path(image.get("src") or ""))
    for link in list(holder.iter("a")):
        if link.get("href"):
            _relink(link)
    while len(holder) and holder[0].tag in _HEADINGS and not (holder.text or "").strip():
        out += _heading(reader, holder)
    context = reader.context
    return out + Flow(context).children_only(holder, level)


def _heading(reader: Reader, holder: Any) -> Stream:
    """The heading that a piece of HTML begins with, taken out of it."""
    heading = holder[0]
    for inner in with_ids(heading):
        for name in (inner.get("id"), inner.get("name") if inner.tag == "a" else None):
            if name:
                reader.anchor(name)
    level, words = int(heading.tag[1]), plain_of(heading)
    holder.text, heading.tail = settable(heading.tail or ""), None
    holder.remove(heading)
    if level == 1 and not reader.context.title and not reader.exact and words:
        reader.banner = words
        return []
    return reader.heading(level, words)


def _relink(link: Any) -> None:
    """Write a link to a document of the tree as the converter of HTML expects it."""
    href = link.get("href")
    if re.match(r"\s*[a-zA-Z][a-zA-Z0-9+.-]*:|//|#", href):
        return
    found = re.fullmatch(r"([^#?]*)(?:\?[^#]*)?(#.*)?", href)
    if found and found[1].lower().endswith(".md"):
        link.set("href", f"{found[1][:-3]}.html{found[2] or ''}")


def _path(source: str) -> str:
    """The address of a picture, from the folder of the document."""
    if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", source):
        return source
    return posixpath.normpath(source) if source else ""
