"""From a page's body to the HTML that readers get, in two steps.

At save: ``render_body`` turns the blocks into HTML with highlighted code and MathML, its links to pages still written
as
``doc:LINEAGE@VERSION#ANCHOR``; the result is kept in RenderedBody under the content hash, so that equal content in many
versions is rendered and kept once.  In a request: ``resolve_links`` puts the addresses in, in the reader's version.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString, mark_safe

from docsite.pages.highlighting import highlight_many
from docsite.pages.mathml import render_math
from docsite.pages.streams import walk

if TYPE_CHECKING:
    from wagtail.blocks import StreamValue

# Raised when templates of blocks or the highlighter change what they give: old renderings are then made anew.
RENDERER = 2

_MATH = re.compile(r'<span data-math="([^"]*)">[^<]*</span>')
_DOC_LINK = re.compile(r'href="doc:([0-9a-f-]{36})(?:@([^"#]*))?(?:#([^"]*))?"')


def render_body(body: StreamValue) -> SafeString:
    """HTML of a body, links to pages unresolved.  Highlights all listings of the page at once, under the limits."""
    raw = list(body.raw_data)
    keys = list(dict.fromkeys(
        (block["value"]["code"], block["value"].get("language") or "") for block in walk(raw) if block["type"] == "code"
    ))  # fmt: skip
    context: dict[str, Any] = {"highlights": dict(zip(keys, highlight_many(keys), strict=True))}
    html = body.render_as_block(context)
    return mark_safe(_MATH.sub(lambda match: render_math(unescape(match[1]), False), html))


def linked_pages(html: str) -> set[tuple[str, str]]:
    """What rendered HTML links to: lineages, each with the version it is pinned to or ""."""
    return {(match[1], unescape(match[2] or "")) for match in _DOC_LINK.finditer(html)}


def resolve_links(html: str, address_of: Callable[[str, str, str], str | None]) -> SafeString:
    """Rendered HTML with its links to pages filled in.

    ``address_of(lineage, version, anchor)`` gives the address without fragment, or None where the reader has no such
    page: the words
    then stay, in a link without an address.
    """

    def replace(match: re.Match[str]) -> str:
        lineage, version, anchor = match[1], unescape(match[2] or ""), match[3] or ""
        address = address_of(lineage, version, unescape(anchor))
        if address is None:
            return 'class="broken-link"'
        return f'href="{escape(address)}{"#" + anchor if anchor and "#" not in address else ""}"'

    return mark_safe(_DOC_LINK.sub(replace, html))
