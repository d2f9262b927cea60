"""Small views of the admin."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, JsonResponse
from wagtail.admin.auth import require_admin_access
from wagtail.permissions import page_permission_policy

from docsite.basepage.models import BasePage
from docsite.pages.inline import to_text


@require_admin_access
def lineage(request: HttpRequest, page_id: int) -> JsonResponse:
    """What a link to a page needs: ``{"lineage", "title", "anchors": [{"anchor", "text"}]}``.  404 where the user
    cannot see the page.
    """
    pages = page_permission_policy.explorable_instances(request.user)
    page = BasePage.objects.filter(pk__in=pages.values("pk"), pk=page_id).first()
    if page is None:
        raise Http404
    return JsonResponse(
        {"lineage": str(page.lineage), "title": to_text(page.title), "anchors": list(_anchors(page.toc))}
    )


def _anchors(toc: list[dict[str, Any]]) -> list[dict[str, str]]:
    found = []
    for entry in toc:
        found.append({"anchor": entry["anchor"], "text": to_text(entry["text"])})
        found += _anchors(entry["children"])
    return found
