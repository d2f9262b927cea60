"""The headless API, mounted at ``/api/v3/``: docsets and their versions.  No rules of its own."""

from __future__ import annotations

from datetime import date
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI, Schema

from docsite.basepage.models import BasePage
from docsite.pages.inline import to_text
from docsite.pages.models import DocsetPage
from docsite.reader.index import named_in
from docsite.reader.navigation import FRAGMENT
from docsite.versions.locate import DocsetVersions, locate, versions_of_docsets
from docsite.versions.models import STABLE, Version

api = NinjaAPI(
    title="Docsite", version="3.0.0", urls_namespace="docsite_api", docs_url=None, openapi_url="/openapi.json"
)


class VersionOut(Schema):
    """A public version, newest first in lists."""

    name: str
    segment: str
    state: str
    aliases: list[str]
    released_on: date | None
    eol_on: date | None
    url: str


class DocsetOut(Schema):
    """A docset and the version its own address leads to."""

    slug: str
    title: str
    summary: str
    current: str | None
    url: str


class DocsetList(Schema):
    """All docsets."""

    count: int
    items: list[DocsetOut]


class VersionList(Schema):
    """The listed versions of a docset."""

    count: int
    items: list[VersionOut]


class SymbolOut(Schema):
    """Something that can be linked to by name; ``role`` is Sphinx's, such as ``py:class``."""

    name: str
    role: str
    title: str
    url: str


class SymbolList(Schema):
    """Symbols of a version by name."""

    count: int
    items: list[SymbolOut]


@api.exception_handler(Http404)
def not_found(request: HttpRequest, error: Http404) -> HttpResponse:
    """404 as RFC 9457 says; the same words for hidden and absent."""
    problem = {"type": "about:blank", "title": "Not found", "status": 404}
    response = api.create_response(request, problem, status=404)
    response.headers["Content-Type"] = "application/problem+json"
    return response


def _docsets(request: HttpRequest) -> list[DocsetPage]:
    """The docsets that have anything for the reader, in the order of the tree."""
    return list(BasePage.objects.readable(request).type(DocsetPage).specific().order_by("path"))


@api.get("/docsets/", response=DocsetList, url_name="docsets")
def docsets(request: HttpRequest) -> dict[str, object]:
    """All docsets with a public version."""
    pages = _docsets(request)
    known = versions_of_docsets(page.url_path for page in pages)
    items = [
        {
            "slug": page.slug,
            "title": to_text(page.title),
            "summary": page.summary,
            "current": versions.current.name if versions.current is not None else None,
            "url": page.url,
        }
        for page, versions in ((page, known[page.url_path]) for page in pages)
        if versions.listed
    ]
    return {"count": len(items), "items": items}


@api.get("/docsets/{docset}/versions/", response=VersionList, url_name="versions")
def versions(request: HttpRequest, docset: str) -> dict[str, object]:
    """The listed versions of a docset, newest first."""
    page = next((page for page in _docsets(request) if page.slug == docset), None)
    if page is None:
        raise Http404
    known = versions_of_docsets([page.url_path])[page.url_path]
    items = [_version(page, known, version) for version in known.listed]
    return {"count": len(items), "items": items}


@api.get("/docsets/{docset}/versions/{version}/symbols/", response=SymbolList, url_name="symbols")
def symbols(
    request: HttpRequest, docset: str, version: str, name: str = "", prefix: str = "", limit: int = 20, offset: int = 0
) -> dict[str, object]:
    """The symbols of a version called ``name``, or whose names begin with ``prefix``; all where neither is given."""
    location = locate(request, f"{docset}/{version}/")
    if location.version is None or location.page is None:
        raise Http404
    found = [
        symbol
        for symbol in named_in(request, location.version)
        if (not name or symbol.name == name) and symbol.name.startswith(prefix)
    ]
    found.sort(key=lambda symbol: (symbol.name, symbol.domain, symbol.type))
    limit, offset = max(0, min(limit, 100)), max(0, offset)
    items = [
        {
            "name": symbol.name,
            "role": f"{symbol.domain}:{symbol.type}",
            "title": symbol.display or symbol.name,
            "url": f"{location.url(symbol.url_path)}#{quote(symbol.anchor, safe=FRAGMENT)}",
        }
        for symbol in found[offset : offset + limit]
    ]
    return {"count": len(found), "items": items}


def _version(docset: DocsetPage, known: DocsetVersions, version: Version) -> dict[str, object]:
    segment = STABLE if version == known.current else version.segment
    return {
        "name": version.name,
        "segment": version.segment,
        "state": version.state,
        "aliases": known.aliases_of(version),
        "released_on": version.released_on,
        "eol_on": version.eol_on,
        "url": f"{docset.url}{segment}/",
    }
