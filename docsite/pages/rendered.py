"""Rendered bodies as they are kept: made at save, shared by everything with the same content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Q, Value
from django.db.models.functions import Coalesce, NullIf

from docsite.pages import rendering, streams
from docsite.pages.placeholders import snippets_in
from docsite.pages.symbols import MAX_NAME, key_of, symbols_of
from docsite.pages.variables import substitute_stream, used_names

if TYPE_CHECKING:
    from wagtail.blocks import StreamValue

BATCH = 500
Values = Mapping[str, str]
Finish = Callable[[str], str]


class RenderedBody(models.Model):
    """HTML and words of a body, made at save and shared by all pages with the same content.

    The key is the content hash.  A body that refers to variables has a further row for each set of values it is shown
    with, whose ``source`` is the content hash; ``variables`` and ``snippets`` name what it refers to.
    """

    content_hash = models.CharField(max_length=64, primary_key=True)
    source = models.CharField(max_length=64, blank=True, default="", db_index=True)
    renderer = models.PositiveSmallIntegerField()
    html = models.TextField()
    text = models.TextField()
    # Names between blanks, a blank at either end, so that one can be asked for; empty for most.
    variables = models.TextField(blank=True, default="")
    snippets = models.TextField(blank=True, default="")

    def __str__(self) -> str:
        return self.content_hash

    def key_for(self, values: Values) -> str:
        """The key of this body as shown with ``values``: its own where it uses none of them."""
        used = {name: values[name] for name in self.variables.split() if name in values}
        return streams.content_hash(self.content_hash, used) if used else self.content_hash


class Symbol(models.Model):
    """A name that content can be linked to by (docsite.pages.symbols); kept once for all pages with that content.

    A version's symbols are those of the content its readable pages show: drafts, other versions and restrictions need
    no thought here.
    """

    content_hash = models.CharField(max_length=64, db_index=True)
    domain = models.CharField(max_length=32)
    type = models.CharField(max_length=64)
    name = models.CharField(max_length=MAX_NAME)
    key = models.CharField(max_length=255, db_index=True)
    anchor = models.CharField(max_length=1000)
    display = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"{self.domain}:{self.type} {self.name}"


def render(body: StreamValue, values: Values, finish: Finish = str) -> dict[str, Any]:
    """The fields of RenderedBody but its key, and ``symbols``, made now (slow: highlights code); for saving and for
    previews.
    """
    raw = list(body.raw_data)
    used = used_names(raw)
    if used & values.keys():
        raw = substitute_stream(raw, values)
        body = body.stream_block.to_python(raw)
    html = finish(rendering.render_body(body))
    return {
        "renderer": rendering.RENDERER,
        "html": html,
        "text": streams.plain_text(raw),
        "variables": _listed(used),
        "snippets": _listed(snippets_in(html)),
        "symbols": symbols_of(raw),
    }


def _listed(names: Iterable[str]) -> str:
    return f" {' '.join(sorted(names))} " if names else ""


def rendered(
    body: StreamValue, content_hash: str, values_of: Callable[[], Values], finish: Finish = str
) -> RenderedBody:
    """The kept rendering of ``body``, made and kept first where it is missing or of an older renderer.

    ``values_of()`` gives the variables of the version it is shown in; asked only where the body refers to any.
    """
    plain = _kept(content_hash) or _keep(content_hash, render(body, {}, finish))
    key = plain.key_for(values_of()) if plain.variables else content_hash
    if key == content_hash:
        return plain
    return _kept(key) or _keep(key, render(body, values_of(), finish) | {"source": content_hash})


def _kept(key: str) -> RenderedBody | None:
    return RenderedBody.objects.filter(pk=key, renderer=rendering.RENDERER).first()


def _keep(key: str, fields: dict[str, Any]) -> RenderedBody:
    keep_many({key: fields})
    return RenderedBody.objects.get(pk=key)


def keep_many(renderings: Mapping[str, dict[str, Any]]) -> None:
    """Keep what ``render`` gave, by key, with the symbols of each content; replaces what was kept before."""
    rows, symbols, replaced = [], [], []
    for key, fields in renderings.items():
        names = fields.pop("symbols")
        rows.append(RenderedBody(content_hash=key, **fields))
        if not fields.get("source"):  # with other values of variables it is the same content
            replaced.append(key)
            symbols += [Symbol(content_hash=key, key=key_of(name.name), **name._asdict()) for name in names]
    updated = [field.name for field in RenderedBody._meta.concrete_fields if not field.primary_key]
    with transaction.atomic():
        RenderedBody.objects.bulk_create(
            rows, batch_size=BATCH, update_conflicts=True, unique_fields=["content_hash"], update_fields=updated
        )
        for start in range(0, len(replaced), BATCH):
            Symbol.objects.filter(content_hash__in=replaced[start : start + BATCH]).delete()
        Symbol.objects.bulk_create(symbols, batch_size=BATCH)


def kept_many(hashes: Iterable[str], values: Values) -> dict[str, RenderedBody]:
    """Kept renderings by content hash as shown with ``values``; without those that are not kept.  At most two
    queries.
    """
    plain = RenderedBody.objects.filter(renderer=rendering.RENDERER).in_bulk(list(hashes))
    keys = {content_hash: row.key_for(values) for content_hash, row in plain.items()}
    wanted = [key for content_hash, key in keys.items() if key != content_hash]
    others = RenderedBody.objects.filter(renderer=rendering.RENDERER).in_bulk(wanted) if wanted else {}
    found = {content_hash: plain[key] if key == content_hash else others.get(key) for content_hash, key in keys.items()}
    return {content_hash: row for content_hash, row in found.items() if row is not None}


def shown_bodies(hashes: Any, values: Values) -> models.QuerySet[Any, Any]:
    """Kept renderings of contents as a version with ``values`` shows them, each with the content hash it is
    ``shown_for``.  ``hashes``: content hashes, or a query for them.
    """
    rows = RenderedBody.objects.all()
    others: dict[str, str] = {}
    if values:
        for row in rows.filter(source="", pk__in=hashes).exclude(variables="").only("content_hash", "variables"):
            key = row.key_for(values)
            if key != row.content_hash:
                others[row.content_hash] = key
    rows = rows.filter(Q(source="") | Q(pk__in=others.values())).exclude(pk__in=others)
    return rows.annotate(shown_for=Coalesce(NullIf("source", Value("")), "content_hash"))
