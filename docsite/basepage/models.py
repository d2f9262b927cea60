"""The base page of the site: what every page is, queryable on one table.

Wagtail's swappable base page (WAGTAIL_PAGE_MODEL).  Low-level: knows nothing of docsets, versions or blocks.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Value
from django.db.models.functions import Concat, Substr
from django.utils.translation import gettext_lazy as _
from wagtail.models import AbstractPage, DefaultBasePageMixin
from wagtail.models.pages import AbstractPageMeta
from wagtail.search import index

from docsite.basepage.managers import BasePageManager
from docsite.basepage.slugs import normalise_slug, slug_from, validate_folder, validate_slug

MAX_URL_PATH = 1000


class Addressing(models.TextChoices):
    """What a page's slug does to its own address and to its children's."""

    FOLDER = "folder", _("Adds its slug: children live below it")
    BESIDE = "beside", _("Children live beside it")
    CAPTION = "caption", _("Caption only: no page of its own, children live one level up")
    ANCHOR = "anchor", _("No page of its own: shown in its parent")


class BasePage(DefaultBasePageMixin, AbstractPage):
    """Any page of the site.

    ``url_path`` is the one address: Wagtail's own, but computed with ``folder`` and ``addressing``, unique and indexed,
    so
    that a request finds its page in one query at any depth.
    """

    slug = models.CharField(
        _("slug"),
        max_length=255,
        blank=True,
        validators=[validate_slug],
        help_text=_("The last part of the address. Letters, digits, dots, hyphens, underscores and plus signs."),
    )
    url_path = models.TextField(_("URL path"), blank=True, editable=False)
    folder = models.CharField(
        _("folder"),
        max_length=255,
        blank=True,
        validators=[validate_folder],
        help_text=_("Extra folders in the address before the slug, such as user/guide. Usually empty."),
    )
    addressing = models.CharField(
        _("addresses of children"), max_length=10, choices=Addressing, default=Addressing.FOLDER
    )
    lineage = models.UUIDField(
        _("lineage"),
        default=uuid.uuid4,
        editable=False,
        db_index=True,
        help_text=_("Shared by the same page in all versions; survives renaming and moving."),
    )
    nav_title = models.CharField(
        _("navigation title"),
        max_length=255,
        blank=True,
        help_text=_("Shorter title for the navigation. `Backticks` mark code."),
    )
    source_path = models.CharField(
        _("source path"),
        max_length=255,
        blank=True,
        db_index=True,
        help_text=_("Name of the source document, such as notes/faq; its old .html address leads here."),
    )
    link = models.CharField(
        _("leads to"),
        max_length=1000,
        blank=True,
        help_text=_("A caption may be a link instead: an address elsewhere, or one of this site with its #anchor."),
    )
    imported_hash = models.CharField(max_length=64, blank=True, editable=False)
    content_hash = models.CharField(max_length=64, blank=True, editable=False, db_index=True)
    toc = models.JSONField(default=list, blank=True, editable=False)
    ancestors_live = models.BooleanField(default=True, editable=False)

    objects = BasePageManager()

    search_fields = (
        AbstractPage.search_fields
        + DefaultBasePageMixin.search_fields
        + [
            index.FilterField("ancestors_live"),
            index.FilterField("lineage"),
        ]
    )

    class Meta(AbstractPageMeta):
        indexes = [models.Index(fields=["lineage", "path"], name="basepage_lineage_path")]
        constraints = [models.UniqueConstraint(fields=["url_path"], name="basepage_unique_url_path")]

    # ------------------------------------------------------------ address
    def set_url_path(self, parent: BasePage | None) -> str:
        """Compute ``url_path`` below ``parent`` (None for the root of the tree); returns it."""
        self.url_path = "/" if parent is None else self.address_below(parent, self.slug)
        return self.url_path

    def address_below(self, parent: BasePage, slug: str) -> str:
        """The url_path this page would have below ``parent`` with ``slug``.

        A caption has no page: its slug stands in parentheses, which no request can name and no slug contains.
        """
        folder = f"{self.folder}/" if self.folder else ""
        segment = f"({slug})" if self.addressing == Addressing.CAPTION else slug
        return f"{parent.children_prefix}{folder}{segment}/"

    @property
    def children_prefix(self) -> str:
        """What the addresses of the children start with."""
        return _children_prefix(self.url_path, self.addressing)

    @staticmethod
    def _slug_is_available(slug: str, parent_page: BasePage | None, page: BasePage | None = None) -> bool:
        """Whether a child of ``parent_page`` may be called ``slug``.

        Wagtail compares with the siblings; here whole addresses are compared, since children of captions share a level
        with
        pages elsewhere in the tree.
        """
        if parent_page is None:
            return True
        candidate = page if page is not None else BasePage()
        others = BasePage.objects.exclude(pk=page.pk) if page is not None and page.pk else BasePage.objects.all()
        return not others.filter(url_path=candidate.address_below(parent_page, slug)).exists()

    def _get_autogenerated_slug(self, base_slug: str) -> str:
        return super()._get_autogenerated_slug(slug_from(base_slug))

    def _check_slug_is_unique(self) -> None:
        self.slug = normalise_slug(self.slug)
        if not self.slug and self.depth != 1:
            raise ValidationError(
                {"slug": _("A page needs a slug: its title has no letter or digit to make one from.")}
            )
        if self.slug:
            validate_slug(self.slug)
        parent = self.get_parent()
        if parent is not None and len(self.address_below(parent, self.slug)) > MAX_URL_PATH:
            raise ValidationError({"slug": _("The whole address would be longer than %d characters.") % MAX_URL_PATH})
        super()._check_slug_is_unique()

    def _update_descendant_url_paths(self, old_url_path: str, new_url_path: str) -> None:
        """Wagtail's hook after a rename or move: give all descendants their new address in one statement."""
        self._replace_children_prefix(
            _children_prefix(old_url_path, self.addressing), _children_prefix(new_url_path, self.addressing)
        )

    def _replace_children_prefix(self, old: str, new: str) -> None:
        if old != new:
            BasePage.objects.in_subtree(self.path, inclusive=False).update(
                url_path=Concat(Value(new), Substr("url_path", len(old) + 1))
            )

    def get_url_parts(self, request: Any = None) -> tuple[int, str | None, str | None] | None:
        """As Wagtail's; a caption has no address, so None."""
        if self.addressing == Addressing.CAPTION:
            return None
        return super().get_url_parts(request)

    # ------------------------------------------------------------ saving
    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> Any:
        """As Wagtail's, and keeps ``url_path`` (folder, addressing) and ``ancestors_live`` of the whole subtree
        true.
        """
        self.slug = normalise_slug(self.slug)
        before = BasePage.objects.filter(pk=self.pk).only("url_path", "folder", "addressing", "live").first()
        if before is None:
            parent = self.get_parent() if self.path else None
            self.ancestors_live = parent is None or (parent.live and parent.ancestors_live)
            return super().save(*args, **kwargs)
        if (before.folder, before.addressing) != (self.folder, self.addressing):
            # Wagtail recomputes the address when the slug changes; these two change it as well.
            self.set_url_path(self.get_parent())
            self._replace_children_prefix(before.children_prefix, self.children_prefix)
            BasePage.objects.filter(pk=self.pk).update(url_path=self.url_path)
        result = super().save(*args, **kwargs)
        if before.live != self.live and self.numchild:
            refresh_ancestors_live(self.path)
        return result


def _children_prefix(url_path: str, addressing: str) -> str:
    if addressing == Addressing.FOLDER:
        return url_path
    return url_path[: url_path.rstrip("/").rfind("/") + 1]


def refresh_ancestors_live(path: str) -> None:
    """Recompute ``ancestors_live`` of everything below the page at treebeard ``path``: one read, at most two writes.

    Call after anything that changes ``live`` or the place of a page that has children.
    """
    pages = BasePage.objects.in_subtree(path).order_by("path").values_list("pk", "path", "live", "ancestors_live")
    reachable: dict[str, bool] = {}
    wrong: dict[bool, list[int]] = {True: [], False: []}
    for pk, own_path, live, ancestors_live in pages.iterator():
        expected = ancestors_live if own_path == path else reachable[own_path[: -BasePage.steplen]]
        reachable[own_path] = live and expected
        if expected != ancestors_live:
            wrong[expected].append(pk)
    for value, ids in wrong.items():
        for start in range(0, len(ids), 500):  # SQLite limits the number of parameters
            BasePage.objects.filter(pk__in=ids[start : start + 500]).update(ancestors_live=value)
