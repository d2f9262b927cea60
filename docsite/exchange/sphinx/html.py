"""Small helpers for Sphinx's HTML, shared by all readers of it."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import html as lxml_html

from docsite.pages.inline import from_parts

Element = Any  # lxml has no types of its own

WHITE = re.compile(r"[ \t\r\n\f\v]+")
# Permalinks and links to highlighted sources stand in the text of almost everything and are never content.
FURNITURE = frozenset(["headerlink", "viewcode-link", "viewcode-back"])
MAX_NESTING = 250  # beyond it lxml loses text without a word


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
    """The document in ``data``; a capture with text before the doctype is cut there."""
    start = data.find(b"<!DOCTYPE")
    if start > 0:
        data = data[start:]
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    return lxml_html.document_fromstring(data, parser=parser)


def classes(element: Element) -> list[str]:
    """The classes of an element."""
    return (element.get("class") or "").split()


def has(element: Element, *names: str) -> bool:
    """Whether an element has any of the classes."""
    own = element.get("class")
    return own is not None and not set(names).isdisjoint(own.split())


def is_element(node: Element) -> bool:
    """Whether a node is an element, not a comment or an instruction."""
    return isinstance(node.tag, str)


def with_class(name: str) -> str:
    """XPath condition for a class."""
    return f"contains(concat(' ',normalize-space(@class),' '),' {name} ')"


def text_parts(element: Element, in_code: bool = False) -> Iterator[tuple[str, bool]]:
    """The text of an element in pieces, each with whether it is code; without furniture."""
    if element.text:
        yield element.text, in_code
    for child in element:
        if is_element(child) and child.tag not in ("script", "style", "template") and not has(child, *FURNITURE):
            yield from text_parts(child, in_code or child.tag in ("code", "tt", "kbd", "samp"))
        if child.tail:
            yield child.tail, in_code


def text_of(element: Element) -> str:
    """Text of an element, white space folded, without furniture."""
    return WHITE.sub(" ", "".join(text for text, _code in text_parts(element))).strip()


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


def rows_of(node: Element) -> list[Element]:
    """The rows of a table, not those of tables in its cells."""
    return [row for row in node.iter("tr") if next(row.iterancestors("table"), None) is node]


def cells_of(row: Element) -> list[Element]:
    """The cells of a row."""
    return [cell for cell in row if is_element(cell) and cell.tag in ("td", "th")]


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
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if path.endswith("/"):
        full += "/index.html"
    return Target("internal", full, unquote(parts.fragment))


def docname_of(path: str) -> str:
    """``notes/faq`` for ``notes/faq.html``; "" for what is no page."""
    stem, extension = posixpath.splitext(path)
    return stem if extension in (".html", ".htm") and not path.startswith("../") else ""


BODY_PATHS = [
    "//*[@itemprop='articleBody']",
    f"//article[{with_class('bd-article')}]",
    "//article[@id='furo-main-content']",
    f"//div[{with_class('article-container')}]//article",
    "//article[@role='main']",
    "//div[@id='docs-body']",
    "//div[@id='pytorch-article']",
    f"//div[{with_class('body')}]",
    f"//div[{with_class('docs-body')}]",
    "//div[@role='main']",
    f"//div[@id='bd']//div[{with_class('yui-g')}]",
    "//main[@role='main']",
    "//main",
    f"//div[{with_class('document')}]",
    "//body",
]


def find_body(root: Element) -> Element:
    """The element that holds the article, whatever the theme: Read the Docs, PyTorch, pydata, furo, alabaster, classic,
    Python, …
    """
    for path in BODY_PATHS:
        found = root.xpath(path)
        if found:
            return found[0]
    return root
