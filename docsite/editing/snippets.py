"""Reusable texts in the admin: Wagtail's own screens, and a guard for texts that pages show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from wagtail import hooks
from wagtail.admin import messages
from wagtail.admin.ui.tables import Column, LiveStatusTagColumn, UpdatedAtColumn
from wagtail.snippets.views.snippets import SnippetViewSet, UsageView

from docsite.pages.inline import to_text
from docsite.pages.snippets import Snippet
from docsite.versions.models import Version


class UsageByVersionView(UsageView):
    """Wagtail's, with the version of each page: the same page of four versions has one title."""

    @cached_property
    def columns(self) -> list[Column]:
        columns: list[Column] = list(super().columns)
        columns.insert(1, Column("version", label=_("Version"), accessor=self.version_of))
        return columns

    @cached_property
    def versions(self) -> dict[str, str]:
        """Docset and name of every version by the path of its root page."""
        rows = Version.objects.values_list("root__path", "docset__title", "name")
        return {path: f"{to_text(docset)} {name}" for path, docset, name in rows}

    def version_of(self, row: dict[str, Any]) -> str:
        """The version that a row's page is in."""
        path = getattr(row["object"], "path", "")
        return next((name for root, name in self.versions.items() if path.startswith(root)), "–")


class ReusableTextViewSet(SnippetViewSet):
    """List, add, change, history; "Usage" lists the pages that show a text."""

    model = Snippet
    icon = "snippet"
    menu_label = _("Reusable texts")
    menu_order = 160
    add_to_admin_menu = True
    list_display = ["title", Column("slug", label=_("Slug"), sort_key="slug"), LiveStatusTagColumn(), UpdatedAtColumn()]
    search_fields = ["title", "slug"]
    search_backend_name = None
    ordering = ["title"]
    copy_view_enabled = False
    usage_view_class = UsageByVersionView


@hooks.register("before_delete_snippet")
def keep_texts_in_use(request: HttpRequest, instances: Sequence[Any]) -> HttpResponse | None:
    """A text that is shown stays: its pages would lose words that nobody sees are missing."""
    used = [instance for instance in instances if isinstance(instance, Snippet) and instance.is_used()]
    if not used:
        return None
    names = ", ".join(f"“{snippet.title}”" for snippet in used)
    messages.error(request, _("%s cannot be deleted: pages show it. Take it from these pages first.") % names)
    options = used[0].snippet_viewset
    return redirect(reverse(options.get_url_name("usage"), args=[used[0].pk]))
