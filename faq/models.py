"""FAQ pages: one page for readers, one page per question for editors."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpResponsePermanentRedirect
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel, MultiFieldPanel

from docsite.basepage.models import Addressing
from docsite.basepage.widgets import DottedSlugInput
from docsite.pages.blocks.fields import validate_anchor
from docsite.pages.headings import slugify_anchor
from docsite.pages.models import BodyPage


class FAQPage(BodyPage):
    """Shows the entries below it as sections of one page, grouped by topic.  The body is an introduction."""

    template = "faq/faq_page.html"
    parent_page_types = ["pages.HomePage", "pages.VersionPage", "pages.SectionPage", "pages.DocPage"]
    subpage_types = ["faq.FAQEntryPage"]

    content_panels = BodyPage.content_panels + [FieldPanel("body")]

    class Meta:
        verbose_name = _("FAQ page")


class FAQEntryPage(BodyPage):
    """One question (the title) and its answer (the body): own draft, workflow and history; readers see it in its
    FAQPage.
    """

    anchor = models.CharField(
        _("anchor"),
        max_length=255,
        blank=True,
        validators=[validate_anchor],
        help_text=_("People link to it: made from the question when left empty, and kept when the question changes."),
    )
    anchor_aliases = models.JSONField(_("older anchors"), default=list, blank=True, editable=False)
    topic = models.CharField(
        _("topic"), max_length=255, blank=True, help_text=_("Entries of one topic stand together.")
    )

    template = "faq/faq_page.html"
    parent_page_types = ["faq.FAQPage"]
    subpage_types: list[str] = []

    content_panels = BodyPage.content_panels + [FieldPanel("topic"), FieldPanel("body")]
    promote_panels = [MultiFieldPanel([FieldPanel("slug", widget=DottedSlugInput), "anchor"], _("Address"))]

    class Meta:
        verbose_name = _("FAQ entry")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.addressing = Addressing.ANCHOR

    def hashed_fields(self) -> tuple[Any, ...]:
        """Adds anchor and topic."""
        return (*super().hashed_fields(), self.anchor, self.topic)

    def prepare(self) -> None:
        """Makes the anchor, unique among the entries of the page, before anything is computed from it."""
        if not self.anchor:
            self.anchor = self._free_anchor()
        super().prepare()

    def _siblings_anchors(self) -> set[str]:
        parent = self.get_parent() if self.path or getattr(self, "_cached_parent_obj", None) else None
        if parent is None:
            return set()
        siblings = FAQEntryPage.objects.child_of(parent).exclude(pk=self.pk).values_list("anchor", "anchor_aliases")
        return {anchor for own, aliases in siblings for anchor in (own, *aliases)}

    def _free_anchor(self) -> str:
        taken, base, number = self._siblings_anchors(), slugify_anchor(self.title), 2
        candidate = base
        while candidate in taken:
            candidate, number = f"{base}_{number}", number + 1
        return candidate

    def clean(self) -> None:
        """Refuse an anchor that another entry of the page has."""
        super().clean()
        if self.anchor in self._siblings_anchors():
            raise ValidationError({"anchor": _("Another entry of this page has the anchor “%s”.") % self.anchor})

    def serve(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """An entry has no page for readers: lead to its place on the FAQ page.  A preview shows the FAQ page with the
        entry.
        """
        if getattr(request, "is_preview", False):
            return super().serve(request, *args, **kwargs)
        parent_path = request.path.rstrip("/").rsplit("/", 1)[0] + "/"
        query = f"?{request.META['QUERY_STRING']}" if request.META.get("QUERY_STRING") else ""
        return HttpResponsePermanentRedirect(f"{parent_path}{query}#{self.anchor}")
