"""Writing an imported tree into a version: all or nothing, and again without harm.

Knows nothing of any source format: takes documents made ready (docsite.exchange.preparing) with a place each
(docsite.exchange.placing) and makes pages of them.  An existing page is changed only where its source changed since the
last import, as a new revision, and only where no editor changed it in between; those are listed.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils import timezone
from wagtail.models import Revision

from docsite.basepage.bulk import BATCH, PageInserter
from docsite.basepage.models import Addressing, BasePage
from docsite.basepage.slugs import slug_from
from docsite.exchange.placing import Place
from docsite.exchange.preparing import Ready, fitting_title
from docsite.pages.inline import to_text
from docsite.pages.models import BodyPage, SectionPage, page_link
from docsite.pages.rendered import keep_many
from docsite.versions.models import Version
from docsite.versions.states import touch


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
        self.captions: dict[str, uuid.UUID] = {}

    def of(self, docname: str) -> uuid.UUID:
        """The lineage of ``docname``; the same in every version, whether or not the document exists there."""
        if docname not in self.known:
            self.known[docname] = uuid.uuid5(self.docset_lineage, docname)
        return self.known[docname]

    def of_caption(self, caption: str, link: str) -> uuid.UUID:
        """The lineage of a caption in the navigation, or of a link there."""
        name = f"link {link}" if link else f"caption {caption}"
        return self.captions.get(caption) or uuid.uuid5(self.docset_lineage, name)


class VersionWriter:
    """Stores documents as pages of one version.  Use inside a transaction."""

    def __init__(self, version: Version, lineages: Lineages, *, publish: bool, user: Any = None) -> None:
        self.version, self.lineages, self.publish, self.user = version, lineages, publish, user
        self.outcome = Outcome()
        self.now = timezone.now()
        self.root = BasePage.objects.get(pk=version.root_id).specific
        pages = BasePage.objects.in_subtree(self.root.path)
        rows = pages.values_list("lineage", "pk", "imported_hash", "content_type__model")
        self.existing = {lineage: _Existing(*rest) for lineage, *rest in rows}
        self.addresses = set(pages.values_list("url_path", flat=True))
        self.seen: set[uuid.UUID] = set()
        self.referring: set[uuid.UUID] = set()
        self.inserter = PageInserter(user=user, refers=lambda page: page.lineage in self.referring)
        self.renderings: dict[str, dict[str, Any]] = {}
        # Pages that readers see with variables of the version or with snippets, which the database must be asked for.
        self.shown_otherwise: list[BodyPage] = []

    def is_faq(self, docname: str) -> bool:
        """Whether the page that a document has already is a FAQ."""
        known = self.existing.get(self.lineages.of(docname))
        return known is not None and known.model == "faqpage"

    def write(self, top: Place, ready_of: Callable[[str], list[Ready]]) -> Outcome:
        """Make the version's tree equal ``top`` as far as editors left it alone; returns what happened.

        ``ready_of(docname)`` is asked once for each document, in the order of ``top.walk()``.
        """
        if top.docname:
            self._update(self.root.lineage, ready_of(top.docname)[0], source_path=top.docname)
        self._children(self.root, top, ready_of)
        self.inserter.flush()
        self._keep_renderings()
        for page in self.shown_otherwise:
            page.make_renderings()
        touch(self.root.path)
        gone = BasePage.objects.in_subtree(self.root.path).exclude(source_path="").exclude(lineage__in=self.seen)
        self.outcome.missing = list(gone.values_list("source_path", flat=True))
        return self.outcome

    # ------------------------------------------------------------ tree
    def _children(self, parent: BasePage, place: Place, ready_of: Callable[[str], list[Ready]]) -> None:
        before: BasePage | None = None
        for child in place.children:
            page = self._page(parent, child, before, ready_of)
            self._children(page, child, ready_of)
            before = page

    def _page(
        self, parent: BasePage, place: Place, before: BasePage | None, ready_of: Callable[[str], list[Ready]]
    ) -> BasePage:
        if not place.docname:
            return self._caption(parent, place, before)
        ready, *entries = ready_of(place.docname)
        lineage = self.lineages.of(place.docname)
        page = self._update(lineage, ready, source_path=place.docname)
        if page is None:
            page = ready.page(lineage=lineage, source_path=place.docname, folder=_folder(place.folder))
            if page.addressing != Addressing.ANCHOR:  # an entry of a FAQ has no address
                page.addressing = place.addressing
            self._create(parent, before, page, ready, place.slug)
        self._entries(page, entries)
        return page

    def _caption(self, parent: BasePage, place: Place, before: BasePage | None) -> BasePage:
        link = place.url
        if place.target is not None:
            link = page_link(self.lineages.of(place.target[0]), place.target[1])
        lineage = self.lineages.of_caption(place.caption, link)
        if lineage in self.seen:  # the same once more, elsewhere
            lineage = uuid.uuid5(lineage, str(parent.lineage))
        self.seen.add(lineage)
        if lineage in self.existing:
            return BasePage.objects.get(pk=self.existing[lineage].pk).specific
        page = SectionPage(
            title=fitting_title(place.caption),
            lineage=lineage,
            folder=_folder(place.folder),
            addressing=Addressing.CAPTION,
            link=link,
        )
        page.prepare()
        page.imported_hash = page.content_hash
        self._insert(parent, before, page, slug_from(to_text(place.caption).lower(), "section"))
        return page

    def _entries(self, page: BasePage, entries: list[Ready]) -> None:
        """The questions of a FAQ document as pages below ``page``."""
        before: BasePage | None = None
        for ready in entries:
            anchor = ready.fields["anchor"]
            lineage = uuid.uuid5(page.lineage, anchor)
            entry = self._update(lineage, ready, source_path="")
            if entry is None:
                entry = ready.page(lineage=lineage)
                self._create(page, before, entry, ready, anchor)
            before = entry

    # ------------------------------------------------------------ pages
    def _create(self, parent: BasePage, before: BasePage | None, page: BodyPage, ready: Ready, slug: str) -> None:
        self.seen.add(page.lineage)
        page.imported_hash = ready.content_hash
        if ready.refers:
            self.referring.add(page.lineage)
        self._insert(parent, before, page, slug_from(slug))
        if self.publish:
            rendering = ready.rendering or page.render({})
            self.renderings[ready.content_hash] = rendering
            if rendering["snippets"] or set(rendering["variables"].split()) & self.version.variables.keys():
                self.shown_otherwise.append(page)
            if len(self.renderings) >= BATCH:
                self._keep_renderings()
        self.outcome.created.append(ready.name)

    def _insert(self, parent: BasePage, before: BasePage | None, page: BodyPage, slug: str) -> None:
        """Put a new page in its place: in bulk where its siblings are new, else between those that are there."""
        page.owner, page.live, page.has_unpublished_changes = self.user, self.publish, not self.publish
        if self.publish:
            page.first_published_at = page.last_published_at = self.now
        page.slug = self._free_slug(parent, page, slug)
        self.addresses.add(page.address_below(parent, page.slug))
        if parent.lineage not in self.existing or parent.numchild == 0:
            self.inserter.append(page, parent)
            return
        self.inserter.flush()
        parent = BasePage.objects.get(pk=parent.pk)
        if before is not None:
            BasePage.objects.get(pk=before.pk).add_sibling("right", instance=page)
        else:
            parent.get_first_child().add_sibling("left", instance=page)

    def _update(self, lineage: uuid.UUID, ready: Ready, *, source_path: str) -> BasePage | None:
        """The page of ``lineage``, brought up to its source; None where there is none yet."""
        known = self.existing.get(lineage)
        if known is None:
            return None
        self.seen.add(lineage)
        if known.imported_hash == ready.content_hash:
            self.outcome.unchanged.append(ready.name)
            return BasePage.objects.get(pk=known.pk)
        page = BasePage.objects.get(pk=known.pk).specific
        latest = page.get_latest_revision_as_object() if page.latest_revision_id else page
        latest.prepare()
        fresh = type(page).objects.get(pk=page.pk)
        _set(fresh, ready)
        fresh.prepare()
        if fresh.content_hash == page.imported_hash:
            self.outcome.unchanged.append(ready.name)
        elif fresh.content_hash == latest.content_hash and not (self.publish and page.has_unpublished_changes):
            # Equal without having been imported, as what was exported and comes back.
            BasePage.objects.filter(pk=page.pk).update(imported_hash=fresh.content_hash)
            self.outcome.unchanged.append(ready.name)
        elif page.imported_hash and latest.content_hash not in (page.imported_hash, fresh.content_hash):
            self.outcome.kept.append(ready.name)
        else:
            if not page.latest_revision_id:
                page.save_revision(user=self.user, changed=False, clean=False)  # the old text stays in the history
            _set(latest, ready)
            latest.imported_hash, latest.source_path = fresh.content_hash, source_path
            revision: Revision = latest.save_revision(user=self.user, log_action=True)
            # Also on the row: a draft's revision alone would make the next import see an editor's change.
            BasePage.objects.filter(pk=page.pk).update(imported_hash=fresh.content_hash, source_path=source_path)
            if self.publish:
                revision.publish(user=self.user)
            self.outcome.updated.append(ready.name)
        return BasePage.objects.get(pk=known.pk)

    def _keep_renderings(self) -> None:
        """Store the renderings that wait; equal ones of other versions are there already, or replaced by newer ones."""
        keep_many(self.renderings)
        self.renderings = {}

    def _free_slug(self, parent: BasePage, page: BasePage, slug: str) -> str:
        """``slug``, or with the first number that makes its address free."""
        candidates: Iterator[str] = (slug if n == 1 else f"{slug}-{n}" for n in range(1, 10_000))
        return next(name for name in candidates if page.address_below(parent, name) not in self.addresses)


class _Existing(NamedTuple):
    """What is known of a page before it is loaded."""

    pk: int
    imported_hash: str
    model: str


def _set(page: BodyPage, ready: Ready) -> None:
    """Give ``page`` what the source says; what else its type has stays."""
    page.title = ready.title
    page.body = ready.body  # type: ignore[assignment]  # Wagtail makes a StreamValue of it
    for name, value in ready.fields.items():
        if hasattr(page, name):
            setattr(page, name, value)


def _folder(folder: str) -> str:
    return "/".join(slug_from(segment) for segment in folder.split("/")) if folder else ""
