"""Small views of the admin: what the link dialog of the rich text editor asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, JsonResponse
from wagtail.admin.auth import require_admin_access
from wagtail.permissions import page_permission_policy

from docsite.basepage.managers import BasePageQuerySet
from docsite.basepage.models import BasePage
from docsite.pages import streams
from docsite.pages.headings import TocEntry
from docsite.pages.inline import to_text
from docsite.pages.models import BodyPage
from docsite.versions.models import Version


@require_admin_access
def lineage(request: HttpRequest, page_id: int) -> JsonResponse:
    """What a link to a page needs: ``{"lineage", "title", "version", "version_name", "anchors": [{"anchor", "text",
    "depth"}]}``.  404 where the user cannot see the page.
    """
    return _answer(_visible(request).filter(pk=page_id).first())


@require_admin_access
def link_target(request: HttpRequest) -> JsonResponse:
    """The same for ``?lineage=UUID``, of which ``version=SEGMENT`` and ``near=ID`` name one page.

    ``near`` is the page being edited: of the pages of a lineage, the one in its version is meant.
    """
    try:
        pages = _visible(request).filter(lineage=UUID(request.GET.get("lineage", "")))
    except ValueError:
        raise Http404 from None
    return _answer(_preferred(pages, request.GET.get("version", ""), request.GET.get("near", "")))


def _visible(request: HttpRequest) -> BasePageQuerySet:
    return BasePage.objects.filter(pk__in=page_permission_policy.explorable_instances(request.user).values("pk"))


def _preferred(pages: BasePageQuerySet, segment: str, near: str) -> BasePage | None:
    """The page in the version ``segment`` or, without it, in the version of page ``near``; else any."""
    edited = BasePage.objects.filter(pk=int(near)).first() if near.isdecimal() else None
    if segment:
        wanted = Version.objects.filter(segment=segment)
    else:
        wanted = Version.objects.containing(edited.path) if edited is not None else Version.objects.none()
    for version in wanted.select_related("root"):
        if found := pages.in_subtree(version.root.path).first():
            return found
    return pages.order_by("path").last()


def _answer(page: BasePage | None) -> JsonResponse:
    if page is None:
        raise Http404
    version = Version.objects.containing(page.path).first()
    return JsonResponse(
        {
            "lineage": str(page.lineage),
            "title": to_text(page.title),
            "version": version.segment if version else "",
            "version_name": version.name if version else "",
            "anchors": list(_anchors(page)),
        }
    )


def _anchors(page: BasePage) -> Iterator[dict[str, Any]]:
    """The places of a page that a link can lead to: headings first, then everything else that has an anchor."""
    seen: set[str] = set()
    for entry, depth in _headings(page.toc, 0):
        seen.add(entry["anchor"])
        yield {"anchor": entry["anchor"], "text": to_text(entry["text"]), "depth": depth}
    specific = page.specific
    if isinstance(specific, BodyPage):
        for block in streams.walk(list(specific.body.raw_data)):
            for anchor in streams.own_anchors(block):
                if anchor not in seen:
                    seen.add(anchor)
                    yield {"anchor": anchor, "text": anchor, "depth": 0}


def _headings(toc: list[TocEntry], depth: int) -> Iterator[tuple[TocEntry, int]]:
    for entry in toc:
        yield entry, depth
        yield from _headings(entry["children"], depth + 1)
