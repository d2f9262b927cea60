"""Rich text and plain text as inline Markdown with MyST's roles.  Pure.

Markdown's own marks are used where they are certain to be read as meant; else the HTML element, which Markdown allows
in any line: ``a<b>b</b>c``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

from lxml import html as lxml_html

from docsite.markdown.fences import code_span
from docsite.pages.inline import to_parts

MARKS = {"b": "**", "i": "*", "s": "~~"}
ROLES = ("sub", "sup", "kbd", "samp")
# Roles whose words are no code.
WORD_ROLES = {"ref", "doc", "term", "numref", "any", "eq", "std:ref", "std:doc", "std:term", "std:numref"}

_SPECIAL = re.compile(
    r"[\\`*\[\]<]"
    r"|_(?!(?<=[^\W_]_)[^\W_])"  # between letters it is a letter
    r"|&(?=#?\w+;)"
    r"|~(?=~)|(?<=~)~"
    r"|\{(?=[\w.:+-]+\}\Z)"  # a role where code follows
    r"|!\Z"  # an image where a link follows
)
_LINE_START = re.compile(r"(?m)^(?:(?=[#>+\-=~:%|])|(?=\([^\n]*\)=)|(?=\{(?!\{|[\w.:+-]+\}`))|(\d{1,9})(?=[.)]))")
_EDGE = re.compile(r"\A\s+|\s+\Z|[ \t]+(?=\n)|(?<=\n)[^\S\n]+|(?<=\n)\n+")
_SAFE_ADDRESS = re.compile(r"[^\s<>()\\&\x00-\x20\x7f`*\[\]]+")
_ROLE = re.compile(r"[a-zA-Z][\w.+-]*(?::[\w.+-]+)*")
_ABBR = re.compile(r"(?s)(.*) \((.*)\)")


@dataclass(frozen=True)
class Links:
    """Where the text leads to.  ``page(lineage, anchor, version)`` gives an address or "" for words without a link;
    ``image(pk, source)`` the address of a picture; ``readable`` says that the text is for readers, who get no ids.
    """

    page: Callable[[str, str, str], str]
    image: Callable[[int | None, str], str]
    readable: bool = False


def parse(rich: str) -> Any:
    """Stored rich text as an element that holds its blocks."""
    return lxml_html.fragment_fromstring(rich, create_parent="div")


def plain(text: str) -> str:
    """Plain text in which backticks mark code (see docsite.pages.inline), on one line."""
    parts = [code_span(part.text) or escape_text(part.text, True) if part.is_code else escape_text(part.text, True)
             for part in to_parts(text)]  # fmt: skip
    return at_start(_edges("".join(parts), True))


def rich_inline(rich: str, links: Links) -> str:
    """A line of rich text, ``<p>…</p>`` or "", on one line."""
    root = parse(rich) if rich else None
    if root is None:
        return ""
    node = root[0] if len(root) == 1 and root[0].tag == "p" and not (root.text or root[0].tail) else root
    return line(node, links, one_line=True)


def line(node: Any, links: Links, *, one_line: bool = False) -> str:
    """The inline content of an element; fit to begin a block."""
    return at_start(_edges(_Inline(links, one_line).content(node), one_line))


def at_start(text: str) -> str:
    """``text`` with what would begin another block at the start of a line escaped."""
    return _LINE_START.sub(lambda match: f"{match[1]}\\" if match[1] else "\\", text)


def escape_text(text: str, one_line: bool = False) -> str:
    """Words, with the characters that would be markup escaped."""
    text = _SPECIAL.sub(lambda match: "\\" + match[0], text)
    return text.replace("\n", "&#10;") if one_line else text


def _edges(text: str, one_line: bool) -> str:
    """White space that Markdown would strip, as entities."""
    if one_line and "\n" in text:
        text = text.replace("\n", "&#10;")
    return _EDGE.sub(lambda match: "".join(f"&#{ord(character)};" for character in match[0]), text)


def address(href: str) -> str | None:
    """The destination of a link as Markdown writes it, or None where it cannot."""
    if _SAFE_ADDRESS.fullmatch(href):
        return href
    if not href or re.search(r"[\x00-\x1f\x7f]", href):
        return None
    return "<" + re.sub(r"[\\<>&`*\[\]]", lambda match: "\\" + match[0], href) + ">"


class _Inline:
    """Writes one line.  Pieces are put down first and marked after, as marks depend on what stands beside them."""

    def __init__(self, links: Links, one_line: bool) -> None:
        self.links, self.one_line = links, one_line

    def content(self, node: Any) -> str:
        pieces: list[tuple[str, str]] = [("", escape_text(node.text or "", self.one_line))]
        for child in node:
            if child.tag not in ("ul", "ol"):
                mark = MARKS.get(child.tag, "")
                text = self.content(child) if mark else self.element(child)
                before = next((written for _mark, written in reversed(pieces) if written), "")
                if text.startswith("`") and before.endswith("`"):
                    text = self.tagged(child)  # two code spans beside each other would be one
                pieces.append((mark, text))
            tail = child.tail or ""
            if child.tag == "br" and tail[:1] not in (" ", "\t", "\n", "") and not self.one_line:
                pieces[-1] = ("", "\\\n")
            pieces.append(("", escape_text(tail, self.one_line)))
        return self.joined(pieces)

    def joined(self, pieces: list[tuple[str, str]]) -> str:
        pieces = [piece for piece in pieces if piece[1]]
        out = ""
        for index, (mark, text) in enumerate(pieces):
            if not mark:
                out += text
                continue
            after = "*" if index + 1 < len(pieces) and pieces[index + 1][0] else "".join(
                text for _mark, text in pieces[index + 1 : index + 2]
            )  # fmt: skip
            edges = (text[0], text[-1])
            free = all(not edge.isspace() and edge not in "*~\\" for edge in edges) and "\n" not in text
            clear = _apart(out[-1:]) and _apart(after[:1])
            tag = next(tag for tag, own in MARKS.items() if own == mark)
            out += f"{mark}{text}{mark}" if free and clear and "&#" not in text else f"<{tag}>{text}</{tag}>"
        return out

    def element(self, node: Any) -> str:
        tag = node.tag
        text, bare = node.text or "", not len(node)
        if tag == "br":
            return "<br/>"
        if tag == "code":
            return (code_span(text) if bare else None) or self.tagged(node)
        if tag in ROLES:
            return (role(tag, text) if bare else None) or self.tagged(node)
        if tag == "span" and node.get("data-math") is not None:
            tex = node.get("data-math")
            return (
                role("math", tex) or f'<span data-math="{escape(tex)}">{escape(tex).replace(chr(10), "&#10;")}</span>'
            )
        if tag == "span" and node.get("class"):
            fits = bare and "-->" not in text and "&" not in text
            return (role(node.get("class"), text) if fits else None) or self.tagged(
                node, f' class="{node.get("class")}"'
            )
        if tag == "abbr":
            title = node.get("title") or ""
            whole = f"{text} ({title})"
            found = _ABBR.fullmatch(whole)
            fits = bare and bool(title) and found is not None and found[1] == text
            attribute = f' title="{escape(title)}"'.replace("\n", "&#10;")
            return (role("abbr", whole) if fits else None) or self.tagged(node, attribute)
        if tag == "a":
            return self.link(node)
        return self.tagged(node)

    def tagged(self, node: Any, attributes: str = "") -> str:
        return f"<{node.tag}{attributes}>{self.content(node)}</{node.tag}>"

    # ------------------------------------------------------------ links
    def link(self, node: Any) -> str:
        content, kind = self.content(node), node.get("linktype")
        if kind == "xref":
            return self.xref(node, content)
        if kind == "doc":
            href = self.links.page(node.get("lineage") or "", node.get("anchor") or "", node.get("version") or "")
        elif kind:
            href = "" if self.links.readable else f"{kind}:{node.get('id') or ''}"
        else:
            href = node.get("href") or ""
            if href.startswith(("http://", "https://")) and node.text == href and not len(node):
                plainly = re.fullmatch(r"[^\s<>\x00-\x20\x7f&\\`%]+", href)  # %20 would be shown as a blank
                if plainly:
                    return f"<{href}>"
        if kind and not href:
            return content
        target = address(href)
        if target is None:
            return f'<a href="{escape(href)}">{content}</a>'.replace("\n", "&#10;")
        return f"[{content}]({target})"

    def xref(self, node: Any, content: str) -> str:
        """A role of Sphinx where its words are the usual ones, else a link with a scheme of its own."""
        name, target = node.get("role") or "", node.get("target") or ""
        is_code = len(node) == 1 and node[0].tag == "code" and not len(node[0]) and not (node.text or node[0].tail)
        words = node[0].text if is_code else node.text if not len(node) else None
        written = None
        usual = _ROLE.fullmatch(name) and is_code == (name not in WORD_ROLES)
        if words and usual and words == words.strip() and words[:1] not in "~!" and not re.search(r"[<>]", words):
            if words == target:
                written = role(name, target)
            elif target and not re.search(r"[<>\s]", target):
                written = role(name, f"{words} <{target}>")
        if written or self.links.readable:
            return content if self.links.readable else str(written)
        return f"[{content}](xref:{quote(name, safe='')}:{quote(target, safe='')})"


def role(name: str, text: str) -> str | None:
    """``{name}`text` ``, or None where a role cannot hold the text."""
    span = code_span(text)
    return f"{{{name}}}{span}" if span is not None and text == text.strip() else None


def _apart(character: str) -> bool:
    """Whether a mark beside this character is certain to be one."""
    return not character or character.isspace() or character in "()\"',.;:?/—–"
