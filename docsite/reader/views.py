"""What readers ask for by address.  Thin: docsite.versions.locate finds, docsite.reader.context shows."""

from __future__ import annotations

import mimetypes
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponsePermanentRedirect,
    HttpResponseRedirect,
    JsonResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.static import serve as serve_file
from wagtail import hooks
from wagtail.models import Site
from wagtail.views import serve_chain

from docsite.basepage.models import Addressing, BasePage
from docsite.pages.inline import to_text
from docsite.pages.models import DocsetPage
from docsite.reader.markdown import as_markdown, has_text, prefers_markdown
from docsite.richtext.xrefs import GENERATED
from docsite.versions.locate import Location, locate, pages_by_source, readable_page, versions_of
from docsite.versions.models import STABLE, Version


def _with_query(request: HttpRequest, url: str) -> str:
    query = request.META.get("QUERY_STRING", "")
    return f"{url}?{query}" if query else url


@require_safe
def page(request: HttpRequest, path: str) -> HttpResponse:
    """Serve the page at ``path``; 404 for anything this reader may not read, never 403."""
    if "\0" in path or len(path) > 2000:
        raise Http404
    location = locate(request, path)
    request.docsite_location = location  # type: ignore[attr-defined]  # read by docsite.reader.context
    if location.page is None:
        return _restricted(request, location)
    found = location.page.specific
    if isinstance(found, DocsetPage):
        return _docset(request, found)
    if prefers_markdown(request) and has_text(found):
        return as_markdown(request, location)
    response = found.serve(request)
    if location.alias and isinstance(response, HttpResponsePermanentRedirect):
        response.status_code = 302  # what an alias decides may be decided otherwise tomorrow
    patch_vary_headers(response, ["Accept"])
    if not request.COOKIES:
        patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
    return response


def _restricted(request: HttpRequest, location: Location) -> HttpResponse:
    """Nothing readable there: 404.  A page that only a password closes shows Wagtail's form for it."""
    top = location.version.root.url_path if location.version is not None else location.site_path
    url_path = top + (f"{location.rest}/" if location.rest else "")
    closed = BasePage.objects.live().exclude(addressing=Addressing.CAPTION).filter(url_path=url_path).first()
    restrictions = closed.get_view_restrictions() if closed is not None else []
    if not restrictions or any(restriction.restriction_type != "password" for restriction in restrictions):
        raise Http404
    chain = serve_chain
    for hook in reversed(hooks.get_hooks("on_serve_page")):
        chain = hook(chain)
    return chain(closed.specific, request, [], {})


def _docset(request: HttpRequest, docset: DocsetPage) -> HttpResponse:
    """A docset's own address leads to the stable version, or to the newest public one where none is current."""
    versions = versions_of(docset.url_path)
    target = versions.current or versions.latest
    if target is None:
        raise Http404
    segment = STABLE if versions.current is not None else target.segment
    return HttpResponseRedirect(_with_query(request, f"{request.path}{segment}/"))


@require_safe
def sphinx_address(request: HttpRequest, docset: str, segment: str, document: str) -> HttpResponse:
    """An address of the documentation as Sphinx built it: 301 to the page, whatever its place in the tree now."""
    location = locate(request, f"{docset}/{segment}/")
    if location.version is None or "\0" in document:
        raise Http404
    base = f"/{docset}/{segment}/"
    special = "genindex/" if document.startswith("genindex-") else GENERATED.get(document)
    if special is not None and pages_by_source(request, location.version, document) is None:
        return HttpResponsePermanentRedirect(_with_query(request, f"{base}{special}"))
    found = pages_by_source(request, location.version, document) or _by_path(request, location.version, document)
    if found is None:
        raise Http404
    response = HttpResponsePermanentRedirect(_with_query(request, location.url(found.url_path)))
    if location.alias:
        response.status_code = 302  # what an alias decides may be decided otherwise tomorrow
    return response


def _by_path(request: HttpRequest, version: Version, document: str) -> BasePage | None:
    folder = document.removesuffix("index").strip("/") if document.split("/")[-1] == "index" else document
    return readable_page(request, version.root.url_path + (f"{folder}/" if folder else ""))


@require_safe
def versions(request: HttpRequest, docset: str) -> HttpResponse:
    """All versions of a docset with their states and dates."""
    site = Site.find_for_request(request)
    found = readable_page(request, f"{site.root_page.url_path}{docset}/") if site is not None else None
    specific = found.specific if found is not None else None
    if not isinstance(specific, DocsetPage):
        raise Http404
    known = versions_of(specific.url_path)
    rows = [
        {
            "name": version.name,
            "url": f"/{docset}/{version.segment}/",
            "state": version.state,
            "state_label": version.get_state_display(),
            "current": version == known.current,
            "released_on": version.released_on,
            "eol_on": version.eol_on,
            "aliases": known.aliases_of(version),
        }
        for version in known.listed
    ]
    view = {
        "title_text": gettext("Versions of %s") % to_text(specific.title),
        "docset": {"title": to_text(specific.title), "url": f"/{docset}/"},
        "versions": rows,
        "canonical": request.build_absolute_uri(request.path),
        "lang": settings.LANGUAGE_CODE,
        "dir": "ltr",
    }
    return render(request, "versions/versions.html", {"view": view})


@require_safe
def editor_links(request: HttpRequest, lineage: UUID) -> HttpResponse:
    """Where the reader of a page may edit it: ``{"edit_url", "label"}``; 404 for everybody who may not.  Never
    cached.
    """
    pages = BasePage.objects.filter(lineage=lineage, url_path=request.GET.get("path", ""))
    found = pages.first() if request.user.is_authenticated else None
    if found is None or not found.permissions_for_user(request.user).can_edit():
        raise Http404
    response = JsonResponse(
        {"edit_url": reverse("wagtailadmin_pages:edit", args=[found.pk]), "label": gettext("Edit this page")}
    )
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def media(request: HttpRequest, path: str) -> HttpResponseBase:
    """An uploaded file, where no web server in front serves them."""
    response: HttpResponseBase = serve_file(request, path, document_root=str(settings.MEDIA_ROOT))
    if not (mimetypes.guess_type(path)[0] or "").startswith("image/"):
        response.headers["Content-Disposition"] = "attachment"
    patch_cache_control(response, public=True, max_age=3600)
    return response


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Says that the process answers; touches no database."""
    return HttpResponse("ok\n", content_type="text/plain")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404 with what helps: the version asked in, its search, the nearest page above."""
    view: dict[str, Any] = {
        "lang": settings.LANGUAGE_CODE,
        "dir": "ltr",
        "robots": "noindex",
        "title_text": gettext("Page not found"),
    }
    location: Location | None = getattr(request, "docsite_location", None)
    if location is not None and location.version is not None:
        version = location.version
        segment = location.alias or version.segment
        root_url = location.version_url(version, version.root.url_path, segment)
        view |= {
            "docset": {"title": to_text(version.docset.title), "url": f"/{version.docset.slug}/"},
            "version": {"name": version.name, "url": root_url, "segment": segment},
            "search_url": f"{root_url}search/",
            "query": location.rest.rstrip("/").rsplit("/", 1)[-1].replace("-", " "),
        }
    return render(request, "404.html", {"view": view}, status=404)
