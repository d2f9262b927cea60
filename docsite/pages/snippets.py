"""Reusable text: written once, shown on every page that names it, changed everywhere by one publication."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.utils.translation import gettext_lazy as _
from wagtail.admin.panels import FieldPanel
from wagtail.models import DraftStateMixin, RevisionMixin

from docsite.basepage.managers import BasePageQuerySet
from docsite.basepage.models import BasePage
from docsite.pages import streams
from docsite.pages.fields import BodyField
from docsite.pages.placeholders import MAX_SNIPPET_DEPTH, fill_snippets, snippets_in, without_anchors
from docsite.pages.rendered import RenderedBody, Values, kept_many, rendered
from docsite.pages.rendering import RENDERER
from docsite.versions.models import Version


class Snippet(DraftStateMixin, RevisionMixin, models.Model):
    """A text that many pages show.  Pages name it by its slug, which therefore never changes."""

    slug = models.SlugField(_("slug"), unique=True, help_text=_("Pages name the text by it, so it cannot be changed."))
    title = models.CharField(_("title"), max_length=255, help_text=_("For editors; readers do not see it."))
    body = BodyField(_("body"))
    content_hash = models.CharField(max_length=64, blank=True, editable=False)
    # What the live body shows, kept so that a page's snippets with those inside them are one query.
    inside = models.ManyToManyField("self", symmetrical=False, related_name="holders", editable=False)

    panels = [FieldPanel("title"), FieldPanel("slug"), FieldPanel("body")]

    class Meta:
        verbose_name = _("reusable text")
        verbose_name_plural = _("reusable texts")
        ordering = ["title"]

    def __str__(self) -> str:
        return self.title

    # ------------------------------------------------------------ checking
    def clean(self) -> None:
        """Refuse another slug, a text that would show itself, and texts in texts deeper than three."""
        super().clean()
        before = Snippet.objects.filter(pk=self.pk).values_list("slug", flat=True).first()
        if before is not None and before != self.slug:
            raise ValidationError({"slug": _("Pages name this text as “%s”; its slug cannot be changed.") % before})
        problem = self._nesting_problem()
        if problem:
            raise ValidationError({"body": problem})

    def _nesting_problem(self) -> str:
        names = named_in(self.body.raw_data)
        if not names:
            return ""
        inner = {snippet.slug: named_in(snippet.body.raw_data) for snippet in Snippet.objects.exclude(pk=self.pk)}
        inner[self.slug] = names
        below = _longest(inner, self.slug, ())
        if len(set(below)) < len(below):
            return _("This text would show itself: %s.") % " → ".join(below)
        deepest = max((_longest(inner, slug, ()) for slug in inner), key=len)
        if len(deepest) > MAX_SNIPPET_DEPTH and self.slug in deepest:
            way = " → ".join(deepest)
            return _("Texts can stand in each other three deep, and this makes more: %s.") % way
        return ""

    # ------------------------------------------------------------ saving
    def full_clean(self, *args: Any, **kwargs: Any) -> None:
        """As usual; the body is put into its stored form first."""
        self.prepare()
        super().full_clean(*args, **kwargs)

    def prepare(self) -> None:
        """Normalise the body and compute its hash, which no page shares: a snippet is rendered without anchors."""
        raw = streams.normalise(list(self.body.raw_data))
        self.body = self.body.stream_block.to_python(raw)
        self.content_hash = streams.content_hash(self._meta.label_lower, raw)

    @transaction.atomic
    def save(self, *args: Any, **kwargs: Any) -> None:
        """As usual, and where it is live makes the renderings that readers get, in every version that shows it."""
        if kwargs.get("update_fields") is not None:
            super().save(*args, **kwargs)
            return
        self.prepare()
        super().save(*args, **kwargs)
        self.inside.set(Snippet.objects.filter(slug__in=named_in(self.body.raw_data)) if self.live else ())
        versions = self.versions()
        if self.live:
            for values in [{}, *versions.exclude(variables={}).values_list("variables", flat=True)]:
                self.rendered(values)
        versions.update(generation=F("generation") + 1)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        """As usual; refused where a page or another text shows it."""
        if self.is_used():
            raise models.ProtectedError(str(_("“%s” is shown on pages.") % self.title), {self})
        return super().delete(*args, **kwargs)

    def rendered(self, values: Values) -> RenderedBody:
        """The kept rendering of the live body with ``values``; made and kept first where it is missing."""
        return rendered(self.body, self.content_hash, lambda: values, without_anchors)

    # ------------------------------------------------------------ where it is used
    def with_holders(self) -> list[str]:
        """The slugs of this text and of all that show it."""
        slugs, found = [self.slug], [self.slug]
        for _level in range(MAX_SNIPPET_DEPTH):
            slugs = list(Snippet.objects.filter(inside__slug__in=slugs).values_list("slug", flat=True))
            found += slugs
        return found

    def pages(self) -> BasePageQuerySet:
        """The pages whose content shows it, directly or inside of another text, in any version."""
        names = Q()
        for slug in self.with_holders():
            names |= Q(snippets__contains=f" {slug} ")
        return BasePage.objects.filter(content_hash__in=RenderedBody.objects.filter(names).values("content_hash"))

    def versions(self) -> models.QuerySet[Version]:
        """The versions that have such a page."""
        paths = list(self.pages().values_list("path", flat=True))
        roots = Version.objects.values_list("pk", "root__path") if paths else ()
        return Version.objects.filter(pk__in=[pk for pk, root in roots if any(path.startswith(root) for path in paths)])

    def is_used(self) -> bool:
        """Whether a live page or another text shows it."""
        return self.holders.exists() or self.pages().live().exists()


def named_in(raw: Iterable[Any]) -> list[str]:
    """The slugs that a raw stream names."""
    blocks = (block for block in streams.walk(list(raw)) if block["type"] == "snippet")
    return list(dict.fromkeys(block["value"]["snippet"] for block in blocks if block["value"].get("snippet")))


def _longest(inner: dict[str, list[str]], slug: str, above: tuple[str, ...]) -> tuple[str, ...]:
    """The longest way down from ``slug``; one that comes back to itself ends where it does."""
    way = (*above, slug)
    if slug in above:
        return way
    return max((_longest(inner, name, way) for name in inner.get(slug, ())), key=len, default=way)


def with_snippets(bodies: Sequence[str], values: Values) -> list[str]:
    """Rendered bodies with their snippets in place, as a version with the variables ``values`` shows them.

    One query for the snippets of all bodies (a second where they use variables of the version), none where there are
    none.
    """
    wanted = set[str]().union(*map(snippets_in, bodies))
    if not wanted:
        return list(bodies)
    named = Q(slug__in=wanted) | Q(holders__slug__in=wanted) | Q(holders__holders__slug__in=wanted)
    chosen = Snippet.objects.filter(live=True, pk__in=Snippet.objects.filter(named).values("pk"))
    kept = RenderedBody.objects.filter(pk=OuterRef("content_hash"), renderer=RENDERER)
    rows = chosen.annotate(html=Subquery(kept.values("html")), names=Subquery(kept.values("variables")))
    html: dict[str, str] = {}
    others: dict[str, str] = {}
    for slug, content_hash, text, names in rows.values_list("slug", "content_hash", "html", "names"):
        if text is None or values.keys() & names.split():
            others[slug] = content_hash
        else:
            html[slug] = text
    html |= _shown_with(others, values)
    return [fill_snippets(body, html) for body in bodies]


def _shown_with(hashes: dict[str, str], values: Values) -> dict[str, str]:
    """HTML by slug of snippets that look otherwise with ``values``, or are not kept (only after an upgrade)."""
    kept = kept_many(hashes.values(), values) if hashes else {}
    missing = [slug for slug, content_hash in hashes.items() if content_hash not in kept]
    made = {snippet.slug: snippet.rendered(values) for snippet in Snippet.objects.filter(slug__in=missing)}
    return {slug: (made.get(slug) or kept[content_hash]).html for slug, content_hash in hashes.items()}
