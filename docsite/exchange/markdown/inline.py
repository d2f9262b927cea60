"""Inline Markdown as rich text and as plain text with backticks."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape, unescape
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lxml import etree
from lxml import html as lxml_html
from markdown_it.token import Token

from docsite.markdown.inline import WORD_ROLES
from docsite.pages.inline import from_parts
from docsite.pages.sanitising import clean_rich

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader

_TAGS = {"strong": "b", "em": "i", "s": "s"}
_ANCHOR = re.compile(
    r"""<(?:a|span)\s[^>]*?\b(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))[^>]*>""", re.IGNORECASE
)
_COMMENT = re.compile(r"\A<!--.*-->\Z", re.DOTALL)
_IMAGE = re.compile(r"\A<img\b", re.IGNORECASE)
_TITLED = re.compile(r"(.*?)\s*<([^<>]*)>", re.DOTALL)
_ABBR = re.compile(r"(.*) \((.*)\)", re.DOTALL)
_XREF = re.compile(r"xref:([^:]*):(.*)", re.DOTALL)
_DOC = re.compile(r"doc:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:@([^#]*))?(?:#(.*))?", re.DOTALL)
_WAGTAIL = re.compile(r"(page|document):(\d+)")
# Roles of the Python domain that Sphinx lets one write without the domain.
PY_ROLES = frozenset(["attr", "class", "const", "data", "exc", "func", "meth", "mod", "obj", "type"])
OTHER_ROLES = frozenset(["term", "option", "envvar", "keyword", "token", "numref", "eq", "any", "confval", "program"])
PLAIN_ROLES = {"file": "code", "command": "b", "dfn": "i", "code": "code", "literal": "code", "emphasis": "i",
               "strong": "b", "sub": "sub", "subscript": "sub", "sup": "sup", "superscript": "sup", "kbd": "kbd",
               "samp": "samp", "title": "cite", "mimetype": "code", "regexp": "code", "makevar": "code"}  # fmt: skip


def rich(reader: Reader, tokens: Iterable[Token]) -> str:
    """Inline tokens as the content of one paragraph of rich text, not cleaned yet.

    Anchors on the way wait for the next block, pictures follow it.
    """
    out: list[str] = []
    closing: list[str] = []
    tokens = list(tokens)
    for token in tokens:
        kind = token.type
        if kind == "text":
            out.append(escape(token.content, quote=False))
        elif kind == "softbreak":
            out.append("\n" if reader.exact else " ")
        elif kind == "hardbreak":
            out.append("<br/>")
        elif kind == "code_inline":
            out.append(f"<code>{escape(token.content, quote=False)}</code>")
        elif kind == "myst_role":
            out.append(_role(reader, str(token.meta["name"]), token.content.strip()))
        elif kind == "image":
            reader.picture(str(token.attrs.get("src") or ""), token.content, inline=True)
        elif kind == "html_inline":
            out.append(_html(reader, token.content))
        elif kind == "link_open":
            href = str(token.attrs.get("href") or "")
            if token.attrs.get("title"):
                reader.problem("removed", f"the title of the link to {href[:100]}: {str(token.attrs['title'])[:60]}")
            opening = link_tag(reader, href)
            out.append(opening)
            closing.append("</a>" if opening else "")
        elif kind == "link_close":
            closed = closing.pop()
            if closed and out[-1].startswith("<a ") and out[-1].endswith(">"):
                out.append(escape(reader.title_of(href_of(out[-1])), quote=False))  # a link without words: its target's
            out.append(closed)
        elif kind.endswith(("_open", "_close")):
            slash = "/" if token.nesting < 0 else ""
            out.append(f"<{slash}{_TAGS[kind.rpartition('_')[0]]}>")
        else:
            reader.problem("removed", f"inline {kind}: {token.content[:60]}")
            out.append(escape(token.content, quote=False))
    return "".join(out)


def href_of(opening: str) -> dict[str, str]:
    """The attributes of an opening tag made here."""
    return dict(lxml_html.fragment_fromstring(f"{opening}x</a>").attrib)


def paragraph(reader: Reader, tokens: Iterable[Token]) -> str:
    """Inline tokens as one cleaned paragraph, "" where they hold no words."""
    return cleaned(reader, f"<p>{rich(reader, tokens).strip(chr(32) + chr(9) + chr(10))}</p>")


def links_in(reader: Reader, tokens: Iterable[Token]) -> list[dict[str, Any]]:
    """The links of a heading, by their place in its words."""
    html, position, opening = rich(reader, tokens).strip(), 0, ("", 0)
    found: list[dict[str, Any]] = []
    words = ""
    for part in re.findall(r"<[^>]*>|[^<]+", html):
        if not part.startswith("<"):
            words += unescape(part)
            position += len(unescape(part))
        elif part.startswith("<a "):
            opening, words = (part, position), ""
        elif part == "</a>" and words:
            link = cleaned(reader, f"<p>{opening[0]}{escape(words, quote=False)}</a></p>")
            found.append({"start": opening[1], "length": len(words), "link": link})
    return found


def cleaned(reader: Reader, html: str) -> str:
    """Rich text as stored; what had to go is reported."""
    stored, removed = clean_rich(html)
    for what in removed:
        reader.problem("removed", f"{what} was left out")
    return stored


def plain(tokens: Iterable[Token], reader: Reader | None = None) -> str:
    """Inline tokens as plain text in which backticks mark code; ``reader`` knows the words of links without any."""
    parts: list[tuple[str, bool]] = []
    before: Token | None = None
    for token in tokens:
        if token.type == "link_close" and before is not None and before.type == "link_open" and reader is not None:
            opening = link_tag(reader, str(before.attrs.get("href") or ""))
            parts.append((reader.title_of(href_of(opening)) if opening else str(before.attrs.get("href")), False))
        before = token
        if token.type == "text":
            parts.append((token.content, False))
        elif token.type == "code_inline":
            parts.append((token.content, True))
        elif token.type == "myst_role":
            words = _TITLED.fullmatch(token.content)
            name = str(token.meta["name"])
            is_code = name.rpartition(":")[2] in PY_ROLES or PLAIN_ROLES.get(name) == "code"
            parts.append(((words[1] if words else token.content).strip(), is_code))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append((" ", False))
        elif token.type == "image":
            parts.append((token.content, False))
    return from_parts(part for part in parts if part[0])


# ---------------------------------------------------------------- roles
def _role(reader: Reader, name: str, text: str) -> str:
    words = escape(text, quote=False)
    if name == "math":
        return f'<span data-math="{escape(text)}">{escape(text)}</span>'
    if name in PLAIN_ROLES:
        tag = PLAIN_ROLES[name]
        return f"<{tag}>{words}</{tag}>"
    if name in ("guilabel", "menuselection"):
        return f'<span class="{name}">{words.replace(" --&gt; ", " ‣ ").replace("--&gt;", " ‣ ")}</span>'
    if name == "abbr" and (found := _ABBR.fullmatch(text)):
        return f'<abbr title="{escape(found[2])}">{escape(found[1], quote=False)}</abbr>'
    if name == "abbr":
        return words
    found = _TITLED.fullmatch(text)
    label, target = (found[1], found[2]) if found else ("", text)
    if not reader.exact and name in ("ref", "doc", "std:ref", "std:doc"):
        opening = reader.label_link(target) if name.endswith("ref") else link_tag(reader, _docname(target))
        words = escape(label or reader.title_of(href_of(opening) if opening else {}) or target, quote=False)
        return f"{opening}{words}</a>" if opening else words
    if not reader.exact and name in ("download", "pep", "rfc"):
        return _special(reader, name, label, target)
    if not reader.exact and name not in PY_ROLES | OTHER_ROLES and ":" not in name:
        reader.problem("role", f"{{{name}}} is no known role; its words were kept: {text[:60]}")
    if name in PY_ROLES and not reader.exact:
        name = f"py:{name}"
    return _xref(name, label, target, exact=reader.exact)


def _docname(target: str) -> str:
    """``{doc}`` names documents without an ending, from the document it stands in or, with a slash, from the top."""
    return f"{target}.md" if target else ""


def _xref(name: str, label: str, target: str, *, exact: bool) -> str:
    words = label or target
    if not exact and not label:
        words = target.rpartition(".")[2] if target.startswith("~") else target.lstrip(".!")
        words += "()" if name in ("py:func", "py:meth") and not words.endswith(")") else ""
        target = target.lstrip("~.!")
    content = escape(words, quote=False)
    if name not in WORD_ROLES:
        content = f"<code>{content}</code>"
    return f'<a linktype="xref" role="{escape(name)}" target="{escape(target)}">{content}</a>'


def _special(reader: Reader, name: str, label: str, target: str) -> str:
    if name == "download":
        reader.problem("download", f"{target[:200]} was not imported; its words were kept")
        return escape(label or target, quote=False)
    number = target.partition("#")[0]
    href = (
        f"https://peps.python.org/pep-{number.zfill(4)}/"
        if name == "pep"
        else f"https://www.rfc-editor.org/rfc/rfc{number}"
    )
    return f'<a href="{escape(href)}">{escape(label or f"{name.upper()} {target}", quote=False)}</a>'


# ---------------------------------------------------------------- HTML in the line
def anchors_in(html: str) -> list[str]:
    """The ids of the ``<a id>`` and ``<span id>`` elements in a piece of HTML."""
    return [unescape(next(filter(None, found.groups()), "")) for found in _ANCHOR.finditer(html)]


def _html(reader: Reader, html: str) -> str:
    if _COMMENT.match(html):
        return ""
    if "linktype" in html.lower():  # nobody but this site writes its own links
        return escape(html, quote=False)
    if _IMAGE.match(html):
        reader.html_picture(_element(html))
        return ""
    for anchor in anchors_in(html):
        reader.anchor(anchor)
    if html.lower().startswith("<a ") and " href" in html.lower():
        element = _element(html + "</a>")
        opening = link_tag(reader, element.get("href") or "") if element is not None else ""
        return opening or "<span>"
    return html


def _element(html: str) -> Any:
    try:
        return lxml_html.fragment_fromstring(html)
    except (etree.ParserError, ValueError):
        return None


# ---------------------------------------------------------------- links
def link_tag(reader: Reader, href: str) -> str:
    """The opening tag for a link to ``href``; "" where it leads nowhere, which is reported."""
    if found := _DOC.fullmatch(href):
        lineage, version, anchor = found[1], unquote(found[2] or ""), unquote(found[3] or "")
        return doc_tag(lineage, anchor, version)
    if found := _XREF.fullmatch(href):
        return f'<a linktype="xref" role="{escape(unquote(found[1]))}" target="{escape(unquote(found[2]))}">'
    if reader.exact and (found := _WAGTAIL.fullmatch(href)):
        return f'<a linktype="{found[1]}" id="{found[2]}">'
    return reader.link(href)


def doc_tag(lineage: str, anchor: str = "", version: str = "") -> str:
    """The opening tag of a link to a page."""
    attributes = f' anchor="{escape(anchor)}"' if anchor else ""
    attributes += f' version="{escape(version)}"' if version else ""
    return f'<a linktype="doc" lineage="{lineage}"{attributes}>'
