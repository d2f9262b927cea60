"""Links on words of a listing, a signature or a heading: put into HTML that is made already.  Pure.

A link is an offset and a length in the text, and rich text whose words are exactly the text there.  Where they are not
(the listing was edited since), the link is left out: a wrong link is worse than none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from itertools import groupby
from typing import NamedTuple

_TOKEN = re.compile(r"<[^>]*>|&[^;\s&]+;|[^<&]|&")
_OPENING = re.compile(r"<a(?:\s[^>]*)?>")
_TAG = re.compile(r"<[^>]*>")


class Link(NamedTuple):
    """The opening tag of a link on ``text[start:end]``."""

    start: int
    end: int
    tag: str


class _Piece(NamedTuple):
    """A character as HTML, the tags open around it, and the link on it."""

    html: str
    tags: tuple[str, ...]
    link: Link | None


def links_on(text: str, links: Iterable[tuple[int, int, str]]) -> list[Link]:
    """The usable ones of ``links`` (start, length, HTML with one ``<a>``) on ``text``, in order, without overlaps."""
    usable: list[Link] = []
    for start, length, html in sorted(links):
        opening, end = _OPENING.search(html), start + length
        if opening is None or not 0 <= start < end <= len(text):
            continue
        if unescape(_TAG.sub("", html)) != text[start:end]:
            continue
        if not usable or usable[-1].end <= start:
            usable.append(Link(start, end, opening[0]))
    return usable


def link_lines(lines: Sequence[str], links: Sequence[Link]) -> list[str]:
    """``lines`` of highlighted HTML with ``links`` put in.

    Links count in the text of all lines together.  A link over several lines is one on each of them, line ends left
    out; an element that a link begins or ends in becomes two, so that all of them nest.
    """
    marked: list[str] = []
    position = 0
    for line in lines:
        end = position + len(unescape(_TAG.sub("", line)))
        here = [link for link in links if link.start < end and link.end > position]
        marked.append(_marked(line, position, here) if here else line)
        position = end
    return marked


def _marked(line: str, position: int, links: Sequence[Link]) -> str:
    html = ""
    for link, pieces in groupby(_pieces(line, position, links), lambda piece: piece.link):
        inside = "".join(
            "".join(tags) + "".join(piece.html for piece in same) + "".join(map(_closing, reversed(tags)))
            for tags, same in groupby(pieces, lambda piece: piece.tags)
        )
        html += f"{link.tag}{inside}</a>" if link is not None else inside
    return html


def _closing(tag: str) -> str:
    return f"</{tag[1:-1].split(maxsplit=1)[0]}>"


def _pieces(line: str, position: int, links: Sequence[Link]) -> Iterator[_Piece]:
    """The characters of one line, whose text begins at ``position``; all its elements are closed in it."""
    tags: tuple[str, ...] = ()
    for part in _TOKEN.findall(line):
        if part.startswith("</"):
            tags = tags[:-1]
        elif part.startswith("<"):
            tags = (*tags, part)
        else:
            link = next((link for link in links if link.start <= position < link.end and part != "\n"), None)
            yield _Piece(part, tags, link)
            position += 1
