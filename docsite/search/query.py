"""Finding pages by words, the same on every database, and safe against anything typed."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Case, F, IntegerField, Q, Value, When
from django.db.models.functions import Replace
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from docsite.basepage.models import Addressing, BasePage
from docsite.pages.rendered import kept_many, shown_bodies

if TYPE_CHECKING:
    from django.http import HttpRequest

    from docsite.versions.models import Version

MAX_LENGTH = 255
MAX_TERMS = 12
SNIPPET = 180

_UNUSABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")


@dataclass(frozen=True)
class Query:
    """What a reader typed, cleaned: ``text`` to show back, ``terms`` that must all be found."""

    text: str
    terms: tuple[str, ...]


def clean_query(text: str) -> Query:
    """A usable query from anything: no control characters, at most 255 characters and 12 terms, quotes dropped."""
    text = " ".join(_UNUSABLE.sub(" ", unicodedata.normalize("NFKC", text)).split())[:MAX_LENGTH]
    terms = [term.removesuffix("()") for term in text.replace('"', " ").split()]
    return Query(text, tuple(dict.fromkeys(term for term in terms if term))[:MAX_TERMS])


def find(
    request: HttpRequest | None, version: Version, query: Query, *, limit: int
) -> tuple[list[tuple[BasePage, str]], int]:
    """The first ``limit`` readable pages of ``version`` that hold every term, each with its text, and how many there
    are.

    Pages with the terms in the title come first, then those with them in the text, in the order of the tree.
    """
    if not query.terms:
        return [], 0
    pages = BasePage.objects.readable(request).in_subtree(version.root.path)
    bodies = shown_bodies(pages.values("content_hash"), version.variables)
    holding, in_title = Q(), Q()
    for term in query.terms:
        texts = bodies.filter(text__icontains=term).values("shown_for")
        holding &= Q(shown_title__icontains=term) | Q(content_hash__in=texts)
        in_title &= Q(shown_title__icontains=term)
    pages = pages.exclude(addressing=Addressing.CAPTION).annotate(shown_title=_shown_title(version)).filter(holding)
    rank = Case(
        When(shown_title__iexact=" ".join(query.terms), then=Value(0)),
        When(in_title, then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )
    found = list(pages.annotate(rank=rank).order_by("rank", "path")[:limit])
    total = len(found) if len(found) < limit else pages.count()
    kept = kept_many([page.content_hash for page in found], version.variables)
    return [(page, kept[page.content_hash].text if page.content_hash in kept else "") for page in found], total


def _shown_title(version: Version) -> Any:
    """The title of a page with the variables of the version in it."""
    title: Any = F("title")
    for name, value in version.variables.items():
        for written in (f"{{{{ {name} }}}}", f"{{{{{name}}}}}"):
            title = Replace(title, Value(written), Value(value))
    return title


def snippet(text: str, query: Query) -> SafeString:
    """A piece of ``text`` around the first term found, escaped first and then marked with ``<mark>``."""
    pattern = re.compile(
        "|".join(re.escape(term) for term in sorted(query.terms, key=len, reverse=True)), re.IGNORECASE
    )
    match = pattern.search(text) if query.terms else None
    start = max(0, match.start() - SNIPPET // 3) if match is not None and len(text) > SNIPPET else 0
    piece = text[start : start + SNIPPET]
    parts: list[str] = ["…"] if start else []
    position = 0
    for match in pattern.finditer(piece) if query.terms else ():
        parts += [escape(piece[position : match.start()]), "<mark>", escape(match[0]), "</mark>"]
        position = match.end()
    parts.append(escape(piece[position:]))
    if start + SNIPPET < len(text):
        parts.append("…")
    return mark_safe("".join(parts))
