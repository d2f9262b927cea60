"""Anchors of headings, and the contents list of a page.

An anchor is made from the words of its heading the first time it is saved and kept from then on: people link
to it. What is made must therefore not depend on headings that come later on the page.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import TypedDict

from docsite.pages.inline import to_text

FALLBACK_ANCHOR = "section"
"""Anchor of a heading that has no letter or digit."""

ANCHOR_MAX_LENGTH = 100
"""Made anchors are cut here; given ones are kept whatever their length."""

# Letters that Unicode does not take apart, as docutils writes them in ids.
_TRANSLITERATION = str.maketrans(
    {
        "ß": "sz",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ħ": "h",
        "ı": "i",
        "ł": "l",
        "ŧ": "t",
        "ð": "d",
        "þ": "th",
    }
)
_SEPARATORS = re.compile(r"-+")


class Heading(TypedDict):
    """A heading of a page. `text` is plain text in which backticks mark code (`docsite.pages.inline`)."""

    level: int
    anchor: str
    text: str
    nav_only: bool


class TocEntry(Heading):
    """A heading with the headings under it. This is the shape stored in `BasePage.toc`."""

    children: list[TocEntry]


def slugify_anchor(text: str) -> str:
    """Return an anchor for a heading: lower case, words joined by hyphens; never empty.

    As in docutils, accents go and anything that is not a letter or digit separates words. Unlike docutils,
    leading digits are kept (`1. Setup` gives `1-setup`), and so are letters that have no Latin form
    (`安装指南`), which docutils would turn into a bare `id3`.
    """
    slug = "".join(_anchor_characters(to_text(text)))
    slug = _SEPARATORS.sub("-", slug).strip("-")
    return slug[:ANCHOR_MAX_LENGTH].rstrip("-") or FALLBACK_ANCHOR


def assign_anchors(headings: Sequence[tuple[str, str]], taken: Iterable[str] = ()) -> list[str]:
    """Return one anchor for each heading, all different.

    `headings` are `(text, anchor)` pairs in page order, with an empty anchor where one is to be made. `taken`
    are the other ids of the page (API objects, labels, aliases), which made anchors avoid.

    A given anchor is never changed; only where two headings give the same one, the second is made unique.
    A made anchor that would repeat an earlier one gets `_2`, `_3`…: an underscore never comes out of the
    words of a heading, so "Example" twice and "Example 2" do not meet, and later headings change nothing.
    """
    unavailable = {anchor for _, anchor in headings if anchor} | set(taken)
    used: set[str] = set()
    anchors = []
    for text, wanted in headings:
        anchor = wanted
        if not anchor or anchor in used:
            anchor = _first_free(anchor or slugify_anchor(text), unavailable)
        used.add(anchor)
        unavailable.add(anchor)
        anchors.append(anchor)
    return anchors


def build_toc(headings: Iterable[Heading]) -> list[TocEntry]:
    """Turn a flat list of headings in page order into nested contents entries.

    A heading goes under the nearest earlier one with a smaller level; a level left out (h2, then h4) makes no
    empty entry.
    """
    toc: list[TocEntry] = []
    open_entries: list[TocEntry] = []
    for heading in headings:
        entry: TocEntry = {
            "level": heading["level"],
            "anchor": heading["anchor"],
            "text": heading["text"],
            "nav_only": heading["nav_only"],
            "children": [],
        }
        while open_entries and open_entries[-1]["level"] >= entry["level"]:
            open_entries.pop()
        (open_entries[-1]["children"] if open_entries else toc).append(entry)
        open_entries.append(entry)
    return toc


def _anchor_characters(text: str) -> Iterator[str]:
    """Yield the characters of an anchor, a hyphen for each one that separates words."""
    inside_word = False
    for character in unicodedata.normalize("NFC", text.lower().translate(_TRANSLITERATION)):
        decomposed = unicodedata.normalize("NFKD", character)
        latin = "".join(part for part in decomposed if not unicodedata.combining(part)).lower()
        is_mark = unicodedata.category(character).startswith("M")
        if latin.isascii() and not is_mark:
            yield "".join(part if part.isalnum() else "-" for part in latin)
            inside_word = False
        elif character.isalnum() or (is_mark and inside_word):
            # Marks carry the vowels of many scripts; after a Latin letter they are accents, and go.
            yield character
            inside_word = True
        elif not is_mark:
            yield "-"
            inside_word = False


def _first_free(base: str, unavailable: set[str]) -> str:
    """Return `base`, or `base` with the lowest number from 2 that makes it free."""
    candidate, number = base, 2
    while candidate in unavailable:
        candidate = f"{base}_{number}"
        number += 1
    return candidate
