"""The search page of a version."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from docsite.pages.inline import to_text
from docsite.pages.surroundings import surroundings
from docsite.pages.variables import substitute_plain
from docsite.search.query import clean_query, find, snippet
from docsite.versions.locate import locate

SHOWN = 50


@require_safe
def search(request: HttpRequest, docset: str, segment: str) -> HttpResponse:
    """Pages of one version that hold every word of ``q``.  Answers 200 to any query."""
    location = locate(request, f"{docset}/{segment}/")
    version = location.version
    if version is None or location.page is None:
        raise Http404
    query = clean_query(request.GET.get("q", ""))
    found, total = find(request, version, query, limit=SHOWN)
    view: dict[str, Any] = {
        "title_text": gettext("Search"),
        "query": query.text,
        "results": [
            {
                "title_html": snippet(to_text(substitute_plain(page.title, version.variables)), query),
                "url": location.url(page.url_path),
                "snippet_html": snippet(text, query),
                "version": version.name,
            }
            for page, text in found
        ],
        "total": total,
    }
    view |= surroundings(location, version, segment, f"search/?{request.GET.urlencode()}")
    return render(request, "search/search.html", {"view": view})
