"""A page as Markdown: the same content for people who want its source, and for programs that read text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe
from wagtail.images import get_image_model

from docsite.basepage.models import BasePage
from docsite.markdown.inline import Links
from docsite.markdown.inline import plain as plain_markdown
from docsite.markdown.writing import write_stream
from docsite.pages.models import BodyPage, Snippet
from docsite.pages.streams import Stream, walk
from docsite.pages.variables import substitute_plain, substitute_stream
from docsite.reader.context import PageView
from docsite.versions.locate import Location, locate
from faq.models import FAQEntryPage, FAQPage

CONTENT_TYPE = "text/markdown; charset=utf-8"
_LINEAGE = re.compile(
    r'linktype=\\"doc\\" lineage=\\"([0-9a-f-]{36})\\"(?: anchor=\\"[^"]*\\")?(?: version=\\"([^"\\]*)\\")?'
)


def prefers_markdown(request: HttpRequest) -> bool:
    """Whether a request asks for Markdown rather than for HTML."""
    accepted = request.headers.get("Accept", "")
    return "text/markdown" in accepted and request.get_preferred_type(["text/html", "text/markdown"]) == "text/markdown"


def has_text(page: BasePage) -> bool:
    """Whether a page has a text of its own; an answer of a FAQ is part of that page's."""
    return isinstance(page, BodyPage) and not isinstance(page, FAQEntryPage)


@require_safe
def markdown_page(request: HttpRequest, path: str) -> HttpResponse:
    """``/docs/1.10/guide.md`` for the page ``/docs/1.10/guide/``; ``index.md`` for the page of the folder itself."""
    folder = path.removesuffix("index") if path.split("/")[-1] == "index" else f"{path}/"
    for address in dict.fromkeys([folder, f"{path}/"]):
        location = locate(request, address)
        if location.page is not None:
            return as_markdown(request, location)
    raise Http404


@require_safe
def sources(request: HttpRequest, docset: str, segment: str, document: str) -> HttpResponse:
    """Where Sphinx kept the source of a page: 301 to its Markdown."""
    query = request.META.get("QUERY_STRING", "")
    address = f"/{docset}/{segment}/{document}.md"
    return HttpResponsePermanentRedirect(f"{address}?{query}" if query else address)


def as_markdown(request: HttpRequest, location: Location) -> HttpResponse:
    """The page of ``location``, which has one, as Markdown.  404 for pages without a text of their own."""
    page = location.page.specific if location.page is not None else None
    if not isinstance(page, BodyPage) or not has_text(page):
        raise Http404
    view = PageView(page, location, request)
    response = HttpResponse(text_of(page, view), content_type=CONTENT_TYPE)
    response.headers["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["Accept"])
    if not request.COOKIES:
        patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
    return response


def text_of(page: BodyPage, view: PageView) -> str:
    """Title and content of a page as its reader sees them, the answers of a FAQ included."""
    parts: list[tuple[int, str, Stream]] = [(1, page.title, list(page.body.raw_data))]
    if isinstance(page, FAQPage):
        entries = FAQEntryPage.objects.readable(view.request).in_subtree(page.path, inclusive=False).order_by("path")
        parts += [(2, entry.title, list(entry.body.raw_data)) for entry in entries]
    shown = [
        (level, substitute_plain(title, view.values), substitute_stream(_with_snippets(body), view.values))
        for level, title, body in parts
    ]
    links = _links(view, [body for _level, _title, body in shown])
    texts = []
    for level, title, body in shown:
        texts += [f"{'#' * level} {plain_markdown(title)}", write_stream(body, links)]
    return "\n\n".join(text for text in texts if text) + "\n"


def _with_snippets(stream: Stream, depth: int = 0) -> Stream:
    """The stream with the blocks of published snippets in the place of their names."""
    slugs = {block["value"]["snippet"] for block in walk(stream) if block["type"] == "snippet"}
    if not slugs or depth > 3:
        return stream
    bodies = {
        snippet.slug: _with_snippets(list(snippet.body.raw_data), depth + 1)
        for snippet in Snippet.objects.filter(slug__in=slugs, live=True)
    }
    return _filled(stream, bodies)


def _filled(value: Any, bodies: dict[str, Stream]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(inner, bodies) for key, inner in value.items()}
    if isinstance(value, list):
        filled = []
        for inner in value:
            if isinstance(inner, dict) and inner.get("type") == "snippet":
                filled += bodies.get(inner["value"]["snippet"], [])
            else:
                filled.append(_filled(inner, bodies))
        return filled
    return value


def _links(view: PageView, bodies: list[Stream]) -> Links:
    """Addresses as the reader has them: two queries for all links and pictures together."""
    wanted = {(match[1], match[2] or "") for match in _LINEAGE.finditer(json.dumps(bodies))}
    address_of: Callable[[str, str, str], str | None] = view.address_finder(wanted)
    keys = {
        block["value"]["image"]
        for body in bodies
        for block in walk(body)
        if block["type"] == "figure" and block["value"].get("image")
    }
    images = get_image_model().objects.in_bulk(keys)

    def page(lineage: str, anchor: str, version: str) -> str:
        address = address_of(lineage, version, anchor)
        if not address:
            return ""
        return f"{address}#{anchor}" if anchor and "#" not in address else address

    def image(key: int | None, source: str) -> str:
        found = images.get(key) if key is not None else None
        return found.file.url if found is not None else source if source.startswith(("https://", "http://")) else ""

    return Links(page, image, readable=True)
