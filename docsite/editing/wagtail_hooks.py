"""Wires the extensions of the admin; the work is done elsewhere."""

from typing import Any

from django.templatetags.static import static
from django.urls import path
from django.utils.html import format_html, json_script
from django.utils.safestring import SafeString
from wagtail import hooks
from wagtail.snippets.models import register_snippet

from docsite.editing import (
    guards,  # noqa: F401  (registers its hooks)
    links,
    views,
)
from docsite.editing.snippets import ReusableTextViewSet
from docsite.editing.versions import VersionViewSet
from docsite.pages.blocks.containers import ADMONITION_TITLES, API_KINDS
from docsite.pages.highlighting import LANGUAGES

register_snippet(ReusableTextViewSet)


@hooks.register("register_admin_urls")
def register_urls() -> list[Any]:
    """Views that are no page of their own."""
    return [
        path("docsite/lineage/<int:page_id>/", views.lineage, name="docsite_lineage"),
        path("docsite/link-target/", views.link_target, name="docsite_link_target"),
        path("docsite/symbols/", links.symbols, name="docsite_symbols"),
        path("reports/broken-links/", links.BrokenLinksView.as_view(), name="docsite_broken_links"),
    ]


@hooks.register("insert_editor_js")
def editor_scripts() -> SafeString:
    """Source text fields and their suggestions."""
    suggestions = {
        "languages": list(LANGUAGES),
        "admonitions": [(kind, str(title) or kind) for kind, title in ADMONITION_TITLES.items()],
        "api-kinds": [(kind, kind) for kind in API_KINDS],
    }
    return format_html(
        '{}<script src="{}" defer></script>',
        json_script(suggestions, "docsite-suggestions"),
        static("editing/source.js"),
    )


@hooks.register("insert_global_admin_css")
def editor_styles() -> SafeString:
    """Look of source text and entities."""
    return format_html('<link rel="stylesheet" href="{}">', static("editing/editing.css"))


@hooks.register("register_icons")
def register_icons(icons: list[str]) -> list[str]:
    """The icon of anchor blocks, which Wagtail does not have."""
    return [*icons, "editing/icons/anchor.svg"]


@hooks.register("register_admin_viewset")
def register_versions() -> VersionViewSet:
    """The Versions area."""
    return VersionViewSet()


@hooks.register("register_admin_viewset")
def register_inventories() -> links.InventoryViewSet:
    """Inventories of other documentation."""
    return links.InventoryViewSet("docsite_inventories", url_prefix="inventories")


@hooks.register("register_reports_menu_item")
def register_broken_links() -> Any:
    """The report of links that lead nowhere."""
    return links.broken_links_item()
