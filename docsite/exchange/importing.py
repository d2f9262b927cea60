"""Writing an imported tree into a version: all or nothing, and again without harm.

Knows nothing of any source format: takes documents as blocks with a place each (docsite.exchange.placing) and makes
pages of them.
An existing page is changed only where its source changed since the last import, as a new revision, and only where no
editor changed it
in between; those are listed.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from wagtail.models import Revision

from docsite.basepage.models import Addressing, BasePage
from docsite.basepage.slugs import slug_from
from docsite.exchange.placing import Place
from docsite.pages import streams
from docsite.pages.inline import to_text
from docsite.pages.models import BodyPage, DocPage, SectionPage, page_link
from docsite.versions.models import Version
from faq.models import FAQEntryPage, FAQPage


@dataclass
class Document:
    """One document ready to be stored."""

    docname: str
    title: str
    blocks: streams.Stream
    is_faq: bool = False


@dataclass
class Outcome:
    """What happened to the pages, by the documents' names (``name#anchor`` for FAQ entries)."""

    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """How many of each."""
        return {name: len(names) for name, names in vars(self).items()}


class Lineages:
    """The lineage of every document of a docset: that of the page already imported from it anywhere, else made from its
    name.
    """

    def __init__(self, docset: BasePage) -> None:
        self.docset_lineage = docset.lineage
        pages = BasePage.objects.in_subtree(docset.path).exclude(source_path="").order_by("path")
        self.known = dict(pages.values_list("source_path", "lineage"))

    def of(self, docname: str) -> uuid.UUID:
        """The lineage of ``docname``; the same in every version, whether or not the document exists there."""
        return self.known.get(docname) or uuid.uuid5(self.docset_lineage, docname)


class VersionWriter:
    """Stores documents as pages of one version.  Use inside a transaction."""

    def __init__(
        self,
        version: Version,
        lineages: Lineages,
        *,
        publish: bool,
        user: Any = None,
        on_page: Callable[[str], None] | None = None,
    ) -> None:
        self.version, self.lineages, self.publish, self.user = version, lineages, publish, user
        self.on_page = on_page or (lambda docname: None)
        self.outcome = Outcome()
        self.now = timezone.now()
        root = BasePage.objects.get(pk=version.root_id)
        pages = BasePage.objects.in_subtree(root.path)
        self.existing = {page.lineage: page.pk for page in pages.only("lineage", "slug", "path")}
        self.seen: set[uuid.UUID] = set()

    def write(self, top: Place, document_of: Callable[[str], Document]) -> Outcome:
        """Make the version's tree equal ``top`` as far as editors left it alone; returns what happened."""
        root = self.version.root.specific
        if top.docname:
            self.on_page(top.docname)
            self._update(root, document_of(top.docname), source_path=top.docname)
        self._children(root, top, document_of)
        gone = BasePage.objects.in_subtree(root.path).exclude(source_path="").exclude(lineage__in=self.seen)
        self.outcome.missing = list(gone.values_list("source_path", flat=True))
        return self.outcome

    # ------------------------------------------------------------ tree
    def _children(self, parent: BasePage, place: Place, document_of: Callable[[str], Document]) -> None:
        before: BasePage | None = None
        for child in place.children:
            page = self._page(parent, child, before, document_of)
            self._children(page, child, document_of)
            before = page

    def _page(
        self, parent: BasePage, place: Place, before: BasePage | None, document_of: Callable[[str], Document]
    ) -> BasePage:
        if not place.docname:
            return self._caption(parent, place, before)
        document = document_of(place.docname)
        self.on_page(place.docname)
        lineage = self.lineages.of(place.docname)
        if lineage in self.existing:
            page = BasePage.objects.get(pk=self.existing[lineage]).specific
            self._update(page, document, source_path=place.docname)
        else:
            model = FAQPage if document.is_faq else DocPage
            page = model(
                lineage=lineage, source_path=place.docname, folder=_folder(place.folder), addressing=place.addressing
            )
            self._create(parent, before, page, document, slug=place.slug)
        if document.is_faq:
            self._entries(page, document)
        return page

    def _caption(self, parent: BasePage, place: Place, before: BasePage | None) -> BasePage:
        link = place.url
        if place.target is not None:
            link = page_link(self.lineages.of(place.target[0]), place.target[1])
        name = f"link {link}" if link else f"caption {place.caption}"
        lineage = uuid.uuid5(self.lineages.docset_lineage, name)
        self.seen.add(lineage)
        if lineage in self.existing:
            return BasePage.objects.get(pk=self.existing[lineage]).specific
        page = SectionPage(lineage=lineage, folder=_folder(place.folder), addressing=Addressing.CAPTION, link=link)
        self._insert(parent, before, page, place.caption, [], slug_from(to_text(place.caption).lower(), "section"))
        return page

    def _entries(self, page: FAQPage, document: Document) -> None:
        """The questions of a FAQ document as pages below ``page``."""
        _intro, entries = split_questions(document.blocks)
        before: BasePage | None = None
        page = BasePage.objects.get(pk=page.pk)
        for heading, blocks in entries:
            anchor = heading["anchor"]
            lineage = uuid.uuid5(page.lineage, anchor)
            answer = Document(f"{document.docname}#{anchor}", heading["text"], blocks)
            if lineage in self.existing:
                entry = BasePage.objects.get(pk=self.existing[lineage]).specific
                self._update(entry, answer, source_path="")
            else:
                aliases = streams.items_of(heading.get("aliases"))
                entry = FAQEntryPage(lineage=lineage, anchor=anchor, anchor_aliases=aliases)
                self._create(page, before, entry, answer, slug=slug_from(anchor))
            before = entry

    # ------------------------------------------------------------ pages
    def _create(
        self, parent: BasePage, before: BasePage | None, page: BodyPage, document: Document, *, slug: str
    ) -> None:
        self.seen.add(page.lineage)
        self._insert(parent, before, page, document.title, self._own_blocks(page, document), slug_from(slug))
        self.outcome.created.append(document.docname)

    def _insert(
        self, parent: BasePage, before: BasePage | None, page: BodyPage, title: str, blocks: streams.Stream, slug: str
    ) -> None:
        parent = BasePage.objects.get(pk=parent.pk)
        page.title, page.owner, page.live = _title(title), self.user, self.publish
        page.body = blocks  # type: ignore[assignment]  # Wagtail makes a StreamValue of it
        page.has_unpublished_changes = not self.publish
        page.slug = _free_slug(parent, page, slug)
        page.prepare()
        page.imported_hash = page.content_hash
        if self.publish:
            page.first_published_at = page.last_published_at = self.now
        if before is not None:
            BasePage.objects.get(pk=before.pk).add_sibling("right", instance=page)
        elif parent.numchild:
            parent.get_first_child().add_sibling("left", instance=page)
        else:
            parent.add_child(instance=page)

    def _update(self, page: BodyPage, document: Document, *, source_path: str) -> None:
        self.seen.add(page.lineage)
        latest = page.get_latest_revision_as_object() if page.latest_revision_id else page
        latest.prepare()
        fresh = type(page).objects.get(pk=page.pk)
        fresh.title, fresh.body = _title(document.title), self._own_blocks(page, document)
        fresh.prepare()
        if fresh.content_hash == page.imported_hash:
            self.outcome.unchanged.append(document.docname)
        elif page.imported_hash and latest.content_hash not in (page.imported_hash, fresh.content_hash):
            self.outcome.kept.append(document.docname)
        else:
            if not page.latest_revision_id:
                page.save_revision(user=self.user, changed=False, clean=False)  # the old text stays in the history
            latest.title, latest.body = fresh.title, fresh.body
            latest.imported_hash, latest.source_path = fresh.content_hash, source_path
            revision: Revision = latest.save_revision(user=self.user, log_action=True)
            # Also on the row: a draft's revision alone would make the next import see an editor's change.
            BasePage.objects.filter(pk=page.pk).update(imported_hash=fresh.content_hash, source_path=source_path)
            if self.publish:
                revision.publish(user=self.user)
            self.outcome.updated.append(document.docname)

    def _own_blocks(self, page: BodyPage, document: Document) -> streams.Stream:
        """What stands on the page itself: of a FAQ the introduction only."""
        return split_questions(document.blocks)[0] if isinstance(page, FAQPage) else document.blocks


def split_questions(blocks: streams.Stream) -> tuple[streams.Stream, list[tuple[dict[str, Any], streams.Stream]]]:
    """A FAQ document as introduction and ``(heading, answer)`` pairs: each heading of the highest level there is
    asks a question.
    """
    levels = [block["value"]["level"] for block in blocks if block["type"] == "heading"]
    top = min(levels, default=0)
    intro: streams.Stream = []
    entries: list[tuple[dict[str, Any], streams.Stream]] = []
    for block in blocks:
        if block["type"] == "heading" and block["value"]["level"] == top:
            entries.append((block["value"], []))
        else:
            (entries[-1][1] if entries else intro).append(block)
    return intro, entries


def _folder(folder: str) -> str:
    return "/".join(slug_from(segment) for segment in folder.split("/")) if folder else ""


def _title(title: str) -> str:
    """A title as it fits the field; longer ones are cut at a word."""
    title = title.strip() or "Untitled"
    return title if len(title) <= 255 else title[:254].rsplit(" ", 1)[0] + "…"


def _free_slug(parent: BasePage, page: BasePage, slug: str) -> str:
    """``slug``, or with the first number that makes its address free."""
    candidates: Iterator[str] = (slug if n == 1 else f"{slug}-{n}" for n in range(1, 10_000))
    return next(candidate for candidate in candidates if BasePage._slug_is_available(candidate, parent, page))
