"""Cross-references in the admin: inventories of other documentation, links that lead nowhere, names while typing."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.generic import TemplateView
from wagtail.admin.auth import require_admin_access
from wagtail.admin.menu import MenuItem
from wagtail.admin.views.generic.base import WagtailAdminTemplateMixin
from wagtail.admin.viewsets.model import ModelViewSet
from wagtail.permissions import page_permission_policy

from docsite.basepage.models import BasePage
from docsite.pages.inline import to_text
from docsite.pages.rendered import Symbol
from docsite.pages.symbols import LABEL, key_of
from docsite.reader.checking import broken_links
from docsite.richtext.models import ExternalInventory, ExternalItem
from docsite.versions.models import Version

SUGGESTED = 20
SHOWN = 500


class InventoryViewSet(ModelViewSet):
    """Which other documentation the cross-references of a docset may lead to."""

    model = ExternalInventory
    icon = "link"
    menu_label = _("Inventories")
    add_to_settings_menu = True
    form_fields = ["docset", "name", "base_url", "inventory_url"]
    list_display = ["name", "docset", "base_url", "count", "fetched_at", "error"]
    search_fields = ["name", "base_url"]
    inspect_view_enabled = False


class BrokenLinksView(WagtailAdminTemplateMixin, TemplateView):
    """Links of a version that lead nowhere, each with the way to the page that has it."""

    template_name = "editing/broken_links.html"
    page_title = _("Broken links")
    header_icon = "link"
    _show_breadcrumbs = True

    def get_breadcrumbs_items(self) -> list[dict[str, Any]]:
        """Home, then this."""
        return [*self.breadcrumbs_items, {"url": "", "label": self.get_page_title()}]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """``versions`` to choose from, the ``version`` chosen, its ``links`` (the first few hundred) and their
        ``total``; only pages that the user can find in the explorer.
        """
        versions = list(Version.objects.select_related("docset", "root").order_by("docset__path", "-sort_key"))
        wanted = self.request.GET.get("version", "")
        version = next((v for v in versions if str(v.pk) == wanted), versions[0] if versions else None)
        visible = set(page_permission_policy.explorable_instances(self.request.user).values_list("pk", flat=True))
        links = [link for link in broken_links(version) if link.page.pk in visible] if version is not None else []
        rows = [
            {
                "words": link.words or "–",
                "target": link.target,
                "reason": link.reason,
                "page": to_text(link.page.title),
                "edit_url": reverse("wagtailadmin_pages:edit", args=[link.page.pk]),
            }
            for link in links[:SHOWN]
        ]
        return super().get_context_data(**kwargs) | {
            "versions": versions,
            "version": version,
            "links": rows,
            "total": len(links),
        }


def broken_links_item() -> MenuItem:
    """The entry in the Reports menu."""
    return MenuItem(_("Broken links"), reverse("docsite_broken_links"), icon_name="link", order=850)


@require_admin_access
def symbols(request: HttpRequest) -> JsonResponse:
    """Names that begin with or hold ``?q=``, for the version of page ``near`` and the inventories of its docset:
    ``{"symbols": [{"role", "target", "where"}]}``, at most twenty.
    """
    query, near = request.GET.get("q", "").strip(), request.GET.get("near", "")
    page = BasePage.objects.filter(pk=int(near)).first() if near.isdecimal() and len(near) < 12 else None
    version = Version.objects.containing(page.path).select_related("root").first() if page is not None else None
    if version is None or not query or len(query) > 200:
        return JsonResponse({"symbols": []})
    visible = page_permission_policy.explorable_instances(request.user).filter(
        path__startswith=version.root.path, live=True
    )
    own = Symbol.objects.filter(content_hash__in=visible.values("content_hash")).exclude(type=LABEL, display="")
    outside = ExternalItem.objects.filter(inventory__docset_id=version.docset_id).select_related("inventory")
    found: dict[tuple[str, str], str] = {}
    for rows in (own, outside):
        for row in [
            *rows.filter(name__istartswith=query).order_by("name")[:SUGGESTED],
            *rows.filter(key__startswith=key_of(query)).order_by("name")[:SUGGESTED],
        ]:
            where = row.inventory.name if isinstance(row, ExternalItem) else ""
            found.setdefault((f"{row.domain}:{_role(row.type)}", row.name), where)
    answer = [{"role": role, "target": target, "where": where} for (role, target), where in found.items()]
    return JsonResponse({"symbols": answer[:SUGGESTED]})


def _role(type_: str) -> str:
    """The role that refers to an object type, by Sphinx's names."""
    names = {"label": "ref", "method": "meth", "function": "func", "attribute": "attr", "exception": "exc"}
    return {**names, "module": "mod", "cmdoption": "option"}.get(type_, type_)
