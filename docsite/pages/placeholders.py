"""Places in rendered HTML that are filled in for each reader: snippets and lists of pages.  Pure.

A place is a comment.  Nothing an editor or an importer writes can make one: text is escaped, and sanitised HTML keeps
no comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from django.utils.safestring import SafeString, mark_safe

MAX_SNIPPET_DEPTH = 3
"""Snippets in a snippet in a snippet: no deeper."""

_SLUG = re.compile(r"[\w-]+")
_SNIPPET = re.compile(r"<!--snippet ([\w-]+)-->")
_CHILDREN = re.compile(r"<!--children ([1-3])-->")
_TAG = re.compile(r"<[a-zA-Z][^<>]*>")
_ID = re.compile(r'\sid="[^"]*"')
_PERMALINK = re.compile(r'<a class="permalink"[^<>]*>#</a>')


def snippet_placeholder(slug: str) -> SafeString:
    """The place of a snippet; nothing for what is no slug."""
    return mark_safe(f"<!--snippet {slug}-->" if _SLUG.fullmatch(slug) else "")


def children_placeholder(depth: int) -> SafeString:
    """The place of a list of the pages below, ``depth`` levels of them (1 to 3)."""
    return mark_safe(f"<!--children {min(max(depth, 1), 3)}-->")


def snippets_in(html: str) -> set[str]:
    """The slugs of the snippets that rendered HTML has places for."""
    return set(_SNIPPET.findall(html)) if "<!--" in html else set()


def fill_snippets(html: str, texts: Mapping[str, str], depth: int = MAX_SNIPPET_DEPTH) -> str:
    """HTML with the snippets of ``texts`` in their places, those inside of them included, ``depth`` deep."""
    if "<!--" not in html:
        return html

    def filled(match: re.Match[str]) -> str:
        inner = texts.get(match[1], "") if depth else ""
        return f'<div class="snippet">{fill_snippets(inner, texts, depth - 1)}</div>' if inner else ""

    return _SNIPPET.sub(filled, html)


def fill_children(html: str, list_of: Callable[[int], str]) -> str:
    """HTML with lists of pages in their places; ``list_of(depth)`` gives one."""
    return _CHILDREN.sub(lambda match: list_of(int(match[1])), html) if "<!--" in html else html


def without_anchors(html: str) -> str:
    """HTML without ids and permalinks: text that stands on many pages, or twice on one, must not repeat an id."""
    html = _PERMALINK.sub("", html)
    return _TAG.sub(lambda match: _ID.sub("", match[0]), html)
