"""Page types.  What a page holds and what is computed when it is saved; how readers see it is docsite.reader's
business.
"""

from __future__ import annotations

import re
import uuid
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel, HelpPanel, MultiFieldPanel
from wagtail.models import Site
from wagtail.search import index

from docsite.basepage.models import Addressing, BasePage
from docsite.basepage.widgets import DottedSlugInput
from docsite.pages import streams
from docsite.pages.fields import BodyField
from docsite.pages.rendered import RenderedBody, Values, render, rendered
from docsite.pages.snippets import Snippet, with_snippets
from docsite.versions.models import Version

__all__ = [
    "PAGE_LINK",
    "BodyPage",
    "DocPage",
    "DocsetPage",
    "HomePage",
    "ReaderPage",
    "RenderedBody",
    "SectionPage",
    "Snippet",
    "VersionPage",
    "page_link",
]

PAGE_LINK = re.compile(r"doc:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:#(.*))?")
"""A page of the reader's version by lineage and anchor, as ``BasePage.link`` keeps it."""

_WEB = re.compile(r"https?://[^\s/]+", re.IGNORECASE)


def page_link(lineage: uuid.UUID, anchor: str) -> str:
    """The form of ``PAGE_LINK``."""
    return f"doc:{lineage}#{anchor}" if anchor else f"doc:{lineage}"


class ReaderPage(BasePage):
    """What all page types share towards readers.  No table of its own."""

    show_in_menus_default = True

    # As on Wagtail's page, with the fields of the base page where an editor looks for them.
    promote_panels = [
        MultiFieldPanel(
            [FieldPanel("slug", widget=DottedSlugInput), "nav_title", "folder", "addressing"],
            _("Address and navigation"),
        ),
        MultiFieldPanel(["seo_title", "search_description"], _("For search engines")),
    ]

    class Meta:
        abstract = True

    def get_context(self, request: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Adds ``view``: everything the templates show (DOCSITE_READER_CONTEXT says who computes it)."""
        context = super().get_context(request, *args, **kwargs)
        context["view"] = import_string(settings.DOCSITE_READER_CONTEXT)(self, request)
        return context


class BodyPage(ReaderPage):
    """A page with a body.  Keeps anchors, contents, hash and rendering of the body true at every save."""

    body = BodyField(_("body"))

    class Meta:
        abstract = True

    search_fields = ReaderPage.search_fields + [index.SearchField("body_text")]

    @property
    def body_text(self) -> str:
        """All words of the body, for Wagtail's search."""
        return streams.plain_text(list(self.body.raw_data))

    def hashed_fields(self) -> tuple[Any, ...]:
        """What makes the content of this page besides its body."""
        return (self._meta.label_lower, self.title, self.nav_title)

    def prepare(self) -> None:
        """Normalise the body and compute what is stored beside it."""
        raw = streams.normalise(list(self.body.raw_data))
        self.body = self._meta.get_field("body").to_python(raw)
        self.toc = streams.table_of_contents(raw)
        self.content_hash = streams.content_hash(*self.hashed_fields(), raw)

    def full_clean(self, *args: Any, **kwargs: Any) -> None:
        """As usual; anchors are made first, so that a draft and its publication agree on them."""
        self.prepare()
        super().full_clean(*args, **kwargs)

    def minimal_clean(self) -> None:
        """As usual, for drafts."""
        self.prepare()
        super().minimal_clean()

    def save(self, *args: Any, **kwargs: Any) -> Any:
        """As usual, and keeps the rendering of a live page, that of its snippets included."""
        result = super().save(*args, **kwargs)
        if self.live and kwargs.get("update_fields") is None:
            self.make_renderings()
        return result

    def variables(self) -> Values:
        """The variables of the version the page is in; none outside of versions."""
        found = Version.objects.containing(self.path or "").values_list("variables", flat=True).first()
        return found or {}

    def rendered(self, values: Values | None = None) -> RenderedBody:
        """The kept rendering of the body; made and kept first where it is missing or of an older renderer.

        ``values``: the variables of the page's version, where they are known already.
        """
        return rendered(self.body, self.content_hash, self.variables if values is None else lambda: values)

    def make_renderings(self) -> None:
        """Make what readers of the live page get, so that no reader has to wait for it."""
        row = self.rendered()
        if row.snippets:
            with_snippets([row.html], self.variables())

    def render(self, values: Values | None = None) -> dict[str, Any]:
        """The fields of RenderedBody, made now (slow: highlights code); for previews."""
        return render(self.body, self.variables() if values is None else values)


class HomePage(BodyPage):
    """Top of the site: lists the docsets."""

    template = "pages/home_page.html"
    max_count = 1
    parent_page_types = ["basepage.BasePage"]
    subpage_types = ["pages.DocsetPage", "pages.DocPage", "faq.FAQPage"]

    content_panels = BodyPage.content_panels + [FieldPanel("body")]

    class Meta:
        verbose_name = _("home page")


class DocsetPage(ReaderPage):
    """One documented product; holds its versions.  Its address leads to the stable version."""

    template = "pages/docset_page.html"
    summary = models.TextField(_("summary"), blank=True)
    parent_page_types = ["pages.HomePage"]
    subpage_types = ["pages.VersionPage"]

    content_panels = ReaderPage.content_panels + [FieldPanel("summary")]
    promote_panels = [
        MultiFieldPanel([FieldPanel("slug", widget=DottedSlugInput)], _("Address")),
        MultiFieldPanel(["seo_title", "search_description"], _("For search engines")),
    ]

    class Meta:
        verbose_name = _("docset")


class VersionPage(BodyPage):
    """Root of a version's tree and its first page.  Made with its Version, which holds state and dates."""

    template = "pages/version_page.html"
    is_creatable = False
    parent_page_types = ["pages.DocsetPage"]
    subpage_types = ["pages.SectionPage", "pages.DocPage", "faq.FAQPage"]

    content_panels = BodyPage.content_panels + [FieldPanel("body")]
    promote_panels = [
        HelpPanel(_("The address of a version is its segment; change it in Versions.")),
        MultiFieldPanel(["nav_title"], _("Navigation")),
        MultiFieldPanel(["seo_title", "search_description"], _("For search engines")),
    ]

    class Meta:
        verbose_name = _("version home")


class SectionPage(BodyPage):
    """A group in the navigation: a caption only, or a folder with an introduction of its own."""

    template = "pages/section_page.html"
    parent_page_types = ["pages.VersionPage", "pages.SectionPage", "pages.DocPage"]
    subpage_types = ["pages.SectionPage", "pages.DocPage", "faq.FAQPage"]

    content_panels = BodyPage.content_panels + [FieldPanel("body")]
    promote_panels = [
        MultiFieldPanel(
            [FieldPanel("slug", widget=DottedSlugInput), "nav_title", "folder", "addressing", "link"],
            _("Address and navigation"),
        ),
        MultiFieldPanel(["seo_title", "search_description"], _("For search engines")),
    ]
    settings_panels = BodyPage.settings_panels

    class Meta:
        verbose_name = _("section")

    def hashed_fields(self) -> tuple[Any, ...]:
        """Adds where it leads."""
        return (*super().hashed_fields(), self.link)

    def clean(self) -> None:
        """A link is a caption, leads somewhere safe, and within the site is kept by lineage and anchor."""
        super().clean()
        if not self.link:
            return
        if self.addressing != Addressing.CAPTION:
            raise ValidationError({"addressing": _("A section that leads elsewhere is a caption only.")})
        address, _hash, anchor = self.link.partition("#")
        if address.startswith("/"):
            top = Site.objects.get(is_default_site=True).root_page.url_path.rstrip("/")
            url_path = f"{top}{address.rstrip('/')}/"
            target = BasePage.objects.exclude(addressing=Addressing.CAPTION).filter(url_path=url_path).first()
            if target is None:
                raise ValidationError({"link": _("There is no page at %s.") % address})
            self.link = page_link(target.lineage, anchor)
        elif not PAGE_LINK.fullmatch(self.link) and not _WEB.match(self.link):
            raise ValidationError({"link": _("Write an address that starts with https://, http:// or /.")})


class DocPage(BodyPage):
    """A documentation page; may have children to any depth."""

    template = "pages/doc_page.html"
    summary = models.TextField(
        _("summary"), blank=True, help_text=_("One or two sentences, shown in lists and link previews.")
    )
    parent_page_types = ["pages.HomePage", "pages.VersionPage", "pages.SectionPage", "pages.DocPage"]
    subpage_types = ["pages.SectionPage", "pages.DocPage", "faq.FAQPage"]

    content_panels = BodyPage.content_panels + [FieldPanel("summary"), FieldPanel("body")]

    class Meta:
        verbose_name = _("documentation page")

    def hashed_fields(self) -> tuple[Any, ...]:
        """Adds the summary."""
        return (*super().hashed_fields(), self.summary)

    def clean(self) -> None:
        """Refuse a page that is a caption only: that is what sections are for."""
        super().clean()
        if self.addressing == Addressing.CAPTION:
            raise ValidationError({"addressing": _("Only a section can be a caption without a page.")})
