"""Which versions of a docset exist, in what state, and under what names readers reach them."""

from __future__ import annotations

import time
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from docsite.versions.numbers import sort_key, validate_segment

STABLE, LATEST = "stable", "latest"


class State(models.TextChoices):
    """Life of a version, in order."""

    DRAFT = "draft", _("Draft")
    PREVIEW = "preview", _("Preview")
    CURRENT = "current", _("Current")
    SUPPORTED = "supported", _("Supported")
    EOL = "eol", _("End of life")


def first_generation() -> int:
    """Milliseconds now: a version made again with an old key never meets what was cached of its namesake."""
    return time.time_ns() // 1_000_000


class VersionQuerySet(models.QuerySet["Version"]):
    """Versions, always newest first."""

    def public(self) -> VersionQuerySet:
        """Those whose pages anybody may read (hidden ones included: reachable, listed nowhere)."""
        return self.exclude(state=State.DRAFT)

    def listed(self) -> VersionQuerySet:
        """Those shown to readers in selectors, lists and feeds."""
        return self.public().filter(hidden=False)

    def containing(self, path: str) -> VersionQuerySet:
        """The version whose tree holds treebeard ``path``: none or one."""
        return self.filter(root__path__in=[path[:end] for end in range(4, len(path) + 1, 4)])


class Version(models.Model):
    """One release line of a docset.

    ``root`` is the VersionPage at the top of its pages; both are made and removed together.  ``generation`` is raised
    in the same
    transaction as any change a reader could see, so that a cache keyed by it is never stale.
    """

    docset = models.ForeignKey(
        settings.WAGTAIL_PAGE_MODEL, verbose_name=_("docset"), on_delete=models.PROTECT, related_name="versions"
    )
    root = models.OneToOneField(
        settings.WAGTAIL_PAGE_MODEL, on_delete=models.CASCADE, related_name="version", editable=False
    )
    name = models.CharField(_("name"), max_length=64, help_text=_("As shown to people, such as 1.10."))
    segment = models.CharField(
        _("segment"), max_length=32, help_text=_("As it stands in addresses. Usually the name itself.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DRAFT)
    hidden = models.BooleanField(
        _("hidden"), default=False, help_text=_("Reachable by its address, but listed nowhere.")
    )
    released_on = models.DateField(_("released on"), null=True, blank=True)
    eol_on = models.DateField(_("end of life on"), null=True, blank=True)
    variables = models.JSONField(
        _("variables"),
        default=dict,
        blank=True,
        help_text=_("Values that pages of this version show where {{ name }} is written."),
    )
    sort_key = models.CharField(max_length=255, editable=False)
    generation = models.PositiveBigIntegerField(default=first_generation, editable=False)

    objects = VersionQuerySet.as_manager()

    class Meta:
        verbose_name = _("version")
        verbose_name_plural = _("versions")
        ordering = ["docset_id", "-sort_key", "segment"]
        constraints = [
            models.UniqueConstraint(fields=["docset", "segment"], name="version_unique_segment"),
            models.UniqueConstraint(fields=["docset"], condition=Q(state=State.CURRENT), name="version_one_current"),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Refuse a segment that is reserved, malformed, or already an alias of the docset."""
        super().clean()
        try:
            validate_segment(self.segment)
        except ValueError as error:
            raise ValidationError({"segment": str(error)}) from error
        if self.docset_id and Alias.objects.filter(docset_id=self.docset_id, segment=self.segment).exists():
            raise ValidationError({"segment": _("“%s” is already an alias of this docset.") % self.segment})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """As usual, with the sort key made from the name."""
        self.sort_key = sort_key(self.name)
        super().save(*args, **kwargs)

    @property
    def is_public(self) -> bool:
        """Whether anybody may read its pages."""
        return self.state != State.DRAFT


class Alias(models.Model):
    """An own name for a version in addresses, such as ``lts``.  ``stable`` and ``latest`` are computed, never
    stored.
    """

    docset = models.ForeignKey(settings.WAGTAIL_PAGE_MODEL, on_delete=models.CASCADE, related_name="version_aliases")
    segment = models.CharField(_("alias"), max_length=32)
    version = models.ForeignKey(Version, verbose_name=_("version"), on_delete=models.CASCADE, related_name="aliases")

    class Meta:
        verbose_name = _("alias")
        verbose_name_plural = _("aliases")
        ordering = ["docset_id", "segment"]
        constraints = [models.UniqueConstraint(fields=["docset", "segment"], name="alias_unique_segment")]

    def __str__(self) -> str:
        return self.segment

    def clean(self) -> None:
        """Refuse a segment that is reserved, malformed, or a version's own."""
        super().clean()
        try:
            validate_segment(self.segment)
        except ValueError as error:
            raise ValidationError({"segment": str(error)}) from error
        if Version.objects.filter(docset_id=self.docset_id, segment=self.segment).exists():
            raise ValidationError({"segment": _("“%s” is already a version of this docset.") % self.segment})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """As usual; the docset is that of the version."""
        self.docset_id = self.version.docset_id
        super().save(*args, **kwargs)
