"""Links of a version that lead nowhere: to pages or places that are gone, and names that nothing is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any
from urllib.parse import unquote

from django.db.models import Q

from docsite.basepage.managers import subtree_q
from docsite.basepage.models import BasePage
from docsite.pages.rendered import RenderedBody, Symbol
from docsite.pages.rendering import RENDERER
from docsite.richtext.xrefs import Xref, generated, resolve
from docsite.versions.models import Version
from faq.models import FAQEntryPage

MAX_TARGETS = 100
_LINK = re.compile(
    r'<a (?:href="doc:(?P<lineage>[0-9a-f-]{36})(?:@(?P<version>[^"#]*))?(?:#(?P<anchor>[^"]*))?"'
    r'|class="xref" data-role="(?P<role>[^"]*)" data-target="(?P<target>[^"]*)")>(?P<words>.*?)</a>',
    re.DOTALL,
)
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class BrokenLink:
    """A link that leads nowhere: on which page, its words, what it should lead to, and why it does not."""

    page: BasePage
    words: str
    target: str
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "page": self.page.url_path,
            "title": self.page.title,
            "words": self.words,
            "target": self.target,
            "reason": self.reason,
        }


def broken_links(version: Version) -> Iterator[BrokenLink]:
    """The links of the published pages of ``version`` that lead nowhere, in the order of the tree.

    A fixed number of queries, but one for each page whose rendering is not kept.
    """
    pages = BasePage.objects.live().in_subtree(version.root.path)
    shown = list(pages.exclude(content_hash="").order_by("path"))
    links = {page.pk: list(_links_of(html)) for page, html in _bodies(shown)}
    targets = _Targets(
        version, shown, {link["lineage"] for found in links.values() for link in found if link["lineage"]}
    )
    names = {_xref(link) for found in links.values() for link in found if not link["lineage"]}
    known = resolve(names, pages, version.docset_id)
    for page in shown:
        for link in links[page.pk]:
            words = unescape(_TAG.sub("", link["words"])).strip()
            if not link["lineage"]:
                xref = _xref(link)
                if xref not in known and generated(xref) is None:
                    yield BrokenLink(page, words, f"{xref.role} {xref.target}".strip(), "no such name")
                continue
            anchor = unquote(unescape(link["anchor"] or ""))
            reason = targets.problem(link["lineage"], unescape(link["version"] or ""), anchor)
            if reason:
                yield BrokenLink(page, words, f"{link['lineage']}#{anchor}".rstrip("#"), reason)


def pages_linking_to(page: BasePage) -> list[BasePage]:
    """The published pages that would have a broken link without ``page`` and the pages below it: those of its version
    that link there.  Looks at the first hundred of those pages.
    """
    version = Version.objects.containing(page.path).select_related("root").first()
    lineages = BasePage.objects.in_subtree(page.path).order_by("path").values_list("lineage", flat=True)[:MAX_TARGETS]
    linked = Q()
    for lineage in lineages:
        linked |= Q(html__contains=f'href="doc:{lineage}')
    hashes = RenderedBody.objects.filter(linked).values("content_hash")
    pages = BasePage.objects.live().filter(content_hash__in=hashes).exclude(subtree_q(page.path))
    if version is not None:
        pages = pages.in_subtree(version.root.path)
    return list(pages.order_by("path"))


def _bodies(pages: list[BasePage]) -> Iterator[tuple[BasePage, str]]:
    hashes = list({page.content_hash for page in pages})
    kept: dict[str, str] = {}
    for start in range(0, len(hashes), 500):
        rows = RenderedBody.objects.filter(pk__in=hashes[start : start + 500], renderer=RENDERER)
        kept |= dict(rows.values_list("content_hash", "html"))
    for page in pages:
        yield page, kept.get(page.content_hash) or page.specific.rendered().html


def _links_of(html: str) -> Iterator[dict[str, Any]]:
    return (match.groupdict() for match in _LINK.finditer(html))


def _xref(link: dict[str, Any]) -> Xref:
    return Xref(unescape(link["role"]), unescape(link["target"]))


class _Targets:
    """The pages and anchors that links may lead to."""

    def __init__(self, version: Version, shown: list[BasePage], lineages: set[str]) -> None:
        self.root = version.root.path
        self.pages: dict[str, list[BasePage]] = {}
        for page in shown:
            self.pages.setdefault(str(page.lineage), []).append(page)
        elsewhere = BasePage.objects.live().filter(lineage__in=lineages - self.pages.keys())
        for page in elsewhere.only("path", "lineage", "content_hash", "slug"):
            self.pages.setdefault(str(page.lineage), []).append(page)
        self.segments = dict(Version.objects.values_list("segment", "root__path"))
        self.anchors: dict[str, set[str]] = {}
        hashes = {page.content_hash for pages in self.pages.values() for page in pages}
        rows = Symbol.objects.filter(content_hash__in=hashes) if len(hashes) < 500 else Symbol.objects.all()
        for content_hash, anchor in rows.values_list("content_hash", "anchor").iterator(chunk_size=5000):
            if content_hash in hashes:
                self.anchors.setdefault(content_hash, set()).add(anchor)
        # A FAQ shows its entries, whose anchors are a field of their own.
        self.entries: dict[str, set[str]] = {}
        entries = FAQEntryPage.objects.live().values_list("path", "anchor", "anchor_aliases", "content_hash")
        for path, anchor, aliases, content_hash in entries:
            places = {anchor, *aliases} | self.anchors.get(content_hash, set())
            self.entries.setdefault(path[: -BasePage.steplen], set()).update(places)

    def problem(self, lineage: str, segment: str, anchor: str) -> str:
        """Why a link leads nowhere; "" for one that does."""
        pages = self.pages.get(lineage, [])
        if segment and segment in self.segments:
            pages = [page for page in pages if page.path.startswith(self.segments[segment])]
        if not pages:
            return "the page is gone or not published"
        if anchor and not any(self._has(page, anchor) for page in pages):
            return f"the page has no place called {anchor}"
        return ""

    def _has(self, page: BasePage, anchor: str) -> bool:
        return anchor in self.anchors.get(page.content_hash, ()) or anchor in self.entries.get(page.path, ())
