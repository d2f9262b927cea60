r"""Plain text in which backticks mark code: titles, headings, captions, terms of the navigation.

The rule, short enough to remember while typing:

- `` `code` `` is code. A longer run of backticks works too; it ends at the next run of the same length.
- A backslash before a backtick makes it an ordinary character, in text and in code: ``\` ``.
- Backslashes just before a backtick are therefore doubled to keep them; anywhere else they are themselves,
  so `C:\temp` needs no care.
- A backtick without its partner is an ordinary character.

Nothing else is markup, so no text is ever lost or taken for HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape as escape_html
from typing import NamedTuple

from django.utils.safestring import SafeString

# Backslashes that stand before a run of backticks, and the run.
# The look-behind keeps a long row of backslashes from being tried once for each of them.
_TICKS = re.compile(r"(?<!\\)(\\*)(`+)")


class Part(NamedTuple):
    """A stretch of text that is either all code or all words."""

    text: str
    is_code: bool


def to_parts(plain: str) -> list[Part]:
    """Split plain text into parts, with the backticks and backslashes of the markup gone.

    Parts are never empty, and no two neighbours are of the same kind unless both are code.
    """
    pieces = list(_pieces(plain))
    closing = _closing_runs(pieces)
    parts: list[Part] = []
    position = 0
    while position < len(pieces):
        text, ticks = pieces[position]
        end = closing.get(position)
        if end is not None:
            parts.append(Part("".join(literal + run for literal, run in pieces[position + 1 : end]), True))
            position = end + 1
            continue
        literal = text + ticks
        if parts and not parts[-1].is_code:
            literal = parts.pop().text + literal
        if literal:
            parts.append(Part(literal, False))
        position += 1
    return parts


def to_html(plain: str) -> SafeString:
    """Return HTML for use as the content of an element: text escaped, code in `<code>`."""
    html = (
        f"<code>{escape_html(part.text, quote=False)}</code>" if part.is_code else escape_html(part.text, quote=False)
        for part in to_parts(plain)
    )
    return SafeString("".join(html))


def to_text(plain: str) -> str:
    """Return the words a reader sees, without markup. Not escaped."""
    return "".join(part.text for part in to_parts(plain))


def escape(text: str) -> str:
    r"""Return plain text that shows exactly `text`, with no code in it.

    For text that stands alone; use `from_parts` to put text next to code.
    """
    return _TICKS.sub(lambda match: match[1] * 2 + "\\`" * len(match[2]), text)


def from_parts(parts: Iterable[tuple[str, bool]]) -> str:
    """Return plain text made of `(text, is_code)` pairs: the opposite of `to_parts`.

    Neighbours of the same kind become one part; empty ones are left out.
    """
    merged: list[tuple[str, bool]] = []
    for text, is_code in parts:
        before = merged.pop()[0] if merged and merged[-1][1] == is_code else ""
        if before or text:
            merged.append((before + text, is_code))
    plain = ""
    for index, (text, is_code) in enumerate(merged):
        literal = escape(text)
        if is_code or index + 1 < len(merged):
            # A backtick of the markup follows; backslashes before it would take it away.
            literal += "\\" * (len(literal) - len(literal.rstrip("\\")))
        plain += f"`{literal}`" if is_code else literal
    return plain


def _pieces(plain: str) -> Iterator[tuple[str, str]]:
    """Yield `(literal text, "")` and `("", run of backticks that may mark code)` in order."""
    position = 0
    for match in _TICKS.finditer(plain):
        slashes, ticks = match.groups()
        literal = plain[position : match.start()] + "\\" * (len(slashes) // 2)
        if len(slashes) % 2:
            literal, ticks = literal + "`", ticks[1:]
        if literal:
            yield literal, ""
        if ticks:
            yield "", ticks
        position = match.end()
    if position < len(plain):
        yield plain[position:], ""


def _closing_runs(pieces: list[tuple[str, str]]) -> dict[int, int]:
    """Map the index of each run of backticks to that of the next run of the same length, if any."""
    following: dict[str, int] = {}
    closing: dict[int, int] = {}
    for index in range(len(pieces) - 1, -1, -1):
        ticks = pieces[index][1]
        if ticks in following:
            closing[index] = following[ticks]
        if ticks:
            following[ticks] = index
    return closing
