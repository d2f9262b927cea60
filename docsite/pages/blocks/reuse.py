"""Blocks that are filled in when a page is shown: reusable text, and the list of the pages below.

They render as a comment that no content can hold (text is escaped, imported HTML keeps no comments);
docsite.pages.placeholders replaces it.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from docsite.pages.placeholders import children_placeholder, snippet_placeholder


def snippet_choices() -> list[tuple[str, str]]:
    """All snippets by slug, with titles; asked when a form is shown."""
    return [
        (slug, f"{title} ({slug})")
        for slug, title in apps.get_model("pages", "Snippet").objects.order_by("title").values_list("slug", "title")
    ]


class SnippetSlugBlock(blocks.ChoiceBlock):
    """Choice of a snippet, stored by its slug: the same words in any version and on any site."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=snippet_choices, **kwargs)

    def extract_references(self, value: Any) -> Any:
        """Tells Wagtail's reference index, which shows where a snippet is used."""
        model = apps.get_model("pages", "Snippet")
        for pk in model.objects.filter(slug=value or "").values_list("pk", flat=True):
            yield model, str(pk), "", ""


class SnippetBlock(blocks.StructBlock):
    """Text that is written once and shown on many pages."""

    snippet = SnippetSlugBlock(label=_("Snippet"))

    def render(self, value: Any, context: Any = None) -> SafeString:
        """A placeholder for the text."""
        return snippet_placeholder(value["snippet"] or "")

    class Meta:
        icon = "snippet"
        label = _("Reusable text")
        preview_template = "blocks/snippet_preview.html"
        preview_value = {"snippet": "example"}
        description = _("Shows a snippet: written once, changed everywhere at once")


class ChildrenBlock(blocks.StructBlock):
    """The pages below this one."""

    depth = blocks.IntegerBlock(default=1, min_value=1, max_value=3, label=_("Levels"))

    def render(self, value: Any, context: Any = None) -> SafeString:
        """A placeholder for the list."""
        return children_placeholder(value["depth"] or 1)

    class Meta:
        icon = "list-ul"
        label = _("Pages below")
        preview_template = "blocks/children_preview.html"
        preview_value = {"depth": 1}
        description = _("A list of the pages below this one, always up to date")
