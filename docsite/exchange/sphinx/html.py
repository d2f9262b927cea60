"""Small helpers for Sphinx's HTML, shared by all readers of it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import etree

from docsite.pages.inline import from_parts

Element = Any  # lxml has no types of its own

WHITE = re.compile(r"[ \t\r\n\f\v]+")
# Permalinks and links to highlighted sources stand in the text of almost everything and are never content.
FURNITURE = frozenset(["headerlink", "viewcode-link", "viewcode-back"])
_UNSETTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
MAX_FURNITURE = 12  # characters
# Levels of elements that are told apart; what lies deeper becomes words.  Far beyond any page that was written, well
# below what Python's stack and the parser of stored text (256) can take.
MAX_NESTING = 100
_DOCTYPE = re.compile(rb"<!doctype\b", re.IGNORECASE)
_OF_TABLES = frozenset(["caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr"])
_ids_below = etree.XPath("descendant-or-self::*[@id or (self::a and @name)]")
_depths = etree.XPath("/".join(["*"] * MAX_NESTING) + "[*]")


class Unreadable(Exception):
    """A page cannot be read whole; the message is one plain clause."""


@dataclass(frozen=True)
class Problem:
    """Something that could not be mapped, for the report."""

    docname: str
    kind: str
    message: str


@dataclass(frozen=True)
class Target:
    """What a link leads to: ``kind`` internal, external, root-absolute, or a scheme; ``path`` within the tree or the
    address itself.
    """

    kind: str
    path: str
    fragment: str = ""


def parse(data: bytes) -> Element:
    """The document in ``data``; a capture with text before the doctype is cut there.

    Raises Unreadable where there is no document, or where the parser would lose a part of it.
    """
    doctype = _DOCTYPE.search(data)
    if doctype is not None and b"<html" not in data[: doctype.start()].lower():
        data = data[doctype.start() :]
    # The plain parser: lxml.html's own element classes are looked up in Python, once for each element touched.
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(data, parser) if data.strip() else None
    except etree.XMLSyntaxError:
        root = None
    if root is None:
        raise Unreadable("there is no document in it")
    # Beyond 2,048 levels the parser gives up on the rest of the document, and says so only in its log.
    if any(error.type == etree.ErrorTypes.ERR_RESOURCE_LIMIT for error in parser.error_log.filter_from_fatals()):
        raise Unreadable("its elements are nested so deep that text would be lost")
    return root


def with_ids(element: Element) -> list[Element]:
    """The element and those inside it that have an id (or are a named anchor), in the order of the document."""
    found: list[Element] = _ids_below(element)
    return found


def flatten_depths(element: Element) -> int:
    """Turn what lies deeper than MAX_NESTING levels below ``element`` into words, ids kept; returns how often."""
    holders = _depths(element)
    for holder in holders:
        ids = [name for inner in with_ids(holder)[:] if inner is not holder for name in (inner.get("id"),) if name]
        words = " ".join(text for text, _code in text_parts(holder))
        for child in list(holder):
            holder.remove(child)
        holder.text = settable(words)
        for name in ids:
            etree.SubElement(holder, "span", {"id": name})
    return len(holders)


def classes(element: Element) -> list[str]:
    """The classes of an element."""
    return (element.get("class") or "").split()


def has(element: Element, *names: str) -> bool:
    """Whether an element has any of the classes."""
    own = element.get("class")
    if own:
        for name in names:
            if name in own:
                return not set(names).isdisjoint(own.split())
    return False


def is_furniture(element: Element) -> bool:
    """Whether an element is a permalink or a link to or from a highlighted source.  Its class says so, and it holds no
    more than a sign or ``[source]``: in broken markup anything may have ended up in it.
    """
    return has(element, *FURNITURE) and len("".join(element.itertext())) <= MAX_FURNITURE


def is_element(node: Element) -> bool:
    """Whether a node is an element, not a comment or an instruction."""
    return isinstance(node.tag, str)


def with_class(name: str) -> str:
    """XPath condition for a class."""
    return f"contains(concat(' ',normalize-space(@class),' '),' {name} ')"


def text_parts(element: Element, in_code: bool = False) -> Iterator[tuple[str, bool]]:
    """The text of an element in pieces, each with whether it is code; without furniture."""
    waiting: list[tuple[Any, bool]] = [(element, in_code)]
    while waiting:
        node, in_code = waiting.pop()
        if isinstance(node, str):
            yield node, in_code
            continue
        if node.text:
            yield node.text, in_code
        for child in reversed(node):
            if child.tail:
                waiting.append((child.tail, in_code))
            if is_element(child) and child.tag not in ("script", "style", "template") and not is_furniture(child):
                waiting.append((child, in_code or child.tag in ("code", "tt", "kbd", "samp")))


def text_of(element: Element) -> str:
    """Text of an element, white space folded, without furniture."""
    text = "".join(text for text, _code in text_parts(element)) if len(element) else element.text or ""
    return WHITE.sub(" ", text).strip()


def linked_text(element: Element) -> tuple[str, list[tuple[int, int, Element]]]:
    """Text of an element as ``text_of`` gives it, and the links in it: ``(start, length, the a element)``."""
    parts: list[str] = []
    links: list[tuple[int, int, Element]] = []
    length = 0

    def add(text: str | None) -> None:
        nonlocal length
        words = WHITE.sub(" ", (text or "").replace("\u00a0", " "))
        if words.startswith(" ") and (not parts or parts[-1].endswith(" ")):
            words = words[1:]
        if words:
            parts.append(words)
            length += len(words)

    def walk(node: Element) -> None:
        add(node.text)
        for child in node:
            if is_element(child) and child.tag not in ("script", "style", "template") and not is_furniture(child):
                start = length
                walk(child)
                if child.tag == "a" and child.get("href") and length > start:
                    links.append((start, length - start, child))
            add(child.tail)

    walk(element)
    text = "".join(parts)
    return text.rstrip(), [(start, min(size, len(text.rstrip()) - start), link) for start, size, link in links]


def plain_of(element: Element) -> str:
    """Text of an element as a title: code in backticks, white space folded."""
    parts: list[tuple[str, bool]] = []
    for piece, is_code in text_parts(element):
        text = WHITE.sub(" ", piece)
        if parts and parts[-1][1] == is_code:
            parts[-1] = (parts[-1][0] + text, is_code)
        elif text:
            parts.append((text, is_code))
    if parts:
        parts[0] = (parts[0][0].lstrip(), parts[0][1])
        parts[-1] = (parts[-1][0].rstrip(), parts[-1][1])
    return WHITE.sub(" ", from_parts(part for part in parts if part[0]))


def settable(text: str) -> str:
    """Text as lxml lets it be put into a tree: control characters, which its parser reads, are refused there."""
    return _UNSETTABLE.sub("", text)


def detach(element: Element) -> None:
    """Take an element out of its place; the text after it stays."""
    parent, before, tail = element.getparent(), element.getprevious(), element.tail
    if tail and before is not None:
        before.tail = settable((before.tail or "") + tail)
    elif tail:
        parent.text = settable((parent.text or "") + tail)
    element.tail = None
    parent.remove(element)


def loose_text(element: Element) -> str:
    """Words directly in an element that should hold elements only."""
    return " ".join("".join([element.text or "", *((child.tail or "") for child in element)]).split())


def rows_of(node: Element) -> list[Element]:
    """The rows of a table, not those of tables in its cells."""
    return [row for row in node.iter("tr") if next(row.iterancestors("table"), None) is node]


def cells_of(row: Element) -> list[Element]:
    """The cells of a row; whatever else stands in it counts as one."""
    return [cell for cell in row if is_element(cell) and (cell.tag in ("td", "th") or text_of(cell))]


def strays_of(table: Element) -> Element | None:
    """What stands in a table outside of its rows and its caption, taken out of it, in a ``div``; None for nothing."""
    holder = etree.Element("div")
    sections = [part for part in table if is_element(part) and part.tag in ("thead", "tbody", "tfoot")]
    for part in [table, *sections]:
        for child in list(part):
            if is_element(child) and child.tag not in _OF_TABLES and (text_of(child) or with_ids(child)):
                detach(child)
                holder.append(child)
    words = " ".join(filter(None, (loose_text(part) for part in [table, *sections, *rows_of(table)])))
    holder.text = settable(words) or None
    return holder if words or len(holder) else None


def split_href(docname: str, href: str) -> Target:
    """Where ``href`` on the page ``docname`` leads; paths of the tree have their ``.html`` still on."""
    href = href.strip()
    page = f"{docname}.html"
    if href.startswith("#"):
        return Target("internal", page, unquote(href[1:]))
    try:
        parts = urlsplit(href)
    except ValueError:
        return Target("bad", href)
    if parts.scheme or parts.netloc:
        known = parts.scheme in ("http", "https", "ftp", "mailto", "tel", "")
        return Target("external" if known else parts.scheme, href)
    if parts.path.startswith("/"):
        return Target("root-absolute", href, parts.fragment)
    path = unquote(parts.path)
    # A folder is its index: Sphinx's dirhtml builder links that way.
    if path.rsplit("/", 1)[-1] in ("", ".", "..") and path:
        path = posixpath.join(path, "index.html")
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return Target("internal", full, unquote(parts.fragment))


def docname_of(path: str) -> str:
    """``notes/faq`` for ``notes/faq.html``; "" for what is no page."""
    stem, extension = posixpath.splitext(path)
    return stem if extension in (".html", ".htm") and not path.startswith("../") else ""


# The element that holds the article in each theme, best first: tag, attribute ("class": one of its classes), value.
_BODIES = [
    ("", "itemprop", "articleBody"),  # Read the Docs
    ("article", "class", "bd-article"),  # pydata
    ("article", "id", "furo-main-content"),
    ("article", "role", "main"),
    ("div", "id", "docs-body"),  # zzzeeksphinx
    ("div", "id", "pytorch-article"),
    ("div", "class", "body"),  # Sphinx's own basic theme and all made from it
    ("div", "class", "docs-body"),
    ("div", "role", "main"),
    ("div", "class", "yui-g"),  # Django's
    ("main", "role", "main"),
    ("main", "", ""),
    ("div", "class", "document"),
    ("body", "", ""),
]
_RANKS = {key: rank for rank, key in enumerate(_BODIES)}


def find_body(root: Element) -> Element:
    """The element that holds the article, whatever the theme: Read the Docs, PyTorch, pydata, furo, alabaster, classic,
    Python, …
    """
    best, found = len(_BODIES), root
    # Named tags are found without a Python object for every other element.
    for element in root.iter("div", "article", "main", "section", "body"):
        tag = element.tag
        keys = [("", "itemprop", element.get("itemprop")), (tag, "", "")]
        keys += [(tag, name, element.get(name)) for name in ("id", "role")]
        keys += [(tag, "class", name) for name in classes(element)]
        rank = min(_RANKS.get(key, best) for key in keys)
        if rank < best:
            best, found = rank, element
    return found
