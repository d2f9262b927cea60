"""Puts the demo content into the site: once, and again without harm."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from docsite.basepage.models import Addressing, BasePage
from docsite.exchange.demo import content
from docsite.exchange.demo.content.arranging import SNIPPETS, VARIABLES
from docsite.exchange.demo.files import FileStore
from docsite.exchange.demo.outline import DOCSET, VERSIONS, Item, Questions, Section, lineage_of, select
from docsite.exchange.demo.pictures import PictureStore
from docsite.exchange.demo.writing import with_ids
from docsite.pages.models import BodyPage, DocPage, DocsetPage, SectionPage, Snippet
from docsite.pages.streams import Stream, walk
from docsite.pages.structure import create_version, ensure_docset, ensure_home, set_variables
from docsite.versions.models import State, Version
from docsite.versions.states import change_state
from faq.models import FAQEntryPage, FAQPage

STATES = {"0.9": State.EOL, "1.0": State.CURRENT, "1.1": State.PREVIEW, "2.0": State.DRAFT}
RELEASED = {"0.9": dt.date(2026, 2, 2), "1.0": dt.date(2026, 6, 1)}
ENDED = {"0.9": dt.date(2026, 9, 1)}

Progress = Callable[[int, str], None]


def load_demo(progress: Progress | None = None) -> dict[str, int]:
    """Make everything that is missing, change what the demo itself changed, leave alone what an editor changed.

    A version, page or address of the demo's that somebody else made first is left alone with all below it.  Returns
    how many pages were ``created``, ``updated``, ``unchanged`` and ``kept`` (left alone).  All or nothing.
    ``progress(number, title)`` is called for each page.
    """
    loader = _Loader(progress or (lambda number, title: None))
    try:
        with transaction.atomic():
            loader.load()
    except BaseException:
        loader.pictures.discard()
        loader.files.discard()
        raise
    return loader.counts


class _Loader:
    """One run, inside a transaction."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.pictures = PictureStore()
        self.files = FileStore()
        self.counts = {"created": 0, "updated": 0, "unchanged": 0, "kept": 0}

    def load(self) -> None:
        home = ensure_home()
        docset = DocsetPage.objects.child_of(home).filter(slug=DOCSET).first()
        if docset is None:
            docset = ensure_docset(DOCSET, content.TITLE)
            docset.summary = content.SUMMARY
            docset.save_revision().publish()
        self.snippets()
        for name in VERSIONS:
            version = Version.objects.filter(Q(name=name) | Q(segment=name), docset=docset).first()
            version = version or self.new_version(docset, name)
            _Branch(self, version.root.specific, name).load_version()
        _Branch(self, home, VERSIONS[-1]).load_site()

    def new_version(self, docset: DocsetPage, name: str) -> Version:
        """An empty version in its state; a docset's own current version stays the current one."""
        state = STATES[name]
        if state == State.CURRENT and Version.objects.filter(docset=docset, state=State.CURRENT).exists():
            state = State.SUPPORTED
        version = create_version(docset, name, title=f"{content.TITLE} {name}")
        version.released_on, version.eol_on = RELEASED.get(name), ENDED.get(name)
        version.save(update_fields=["released_on", "eol_on"])
        set_variables(version, VARIABLES[name])
        return change_state(Version.objects.get(pk=version.pk), state)

    def snippets(self) -> None:
        """The reusable texts; one that is there already is somebody's to change."""
        for slug, title, blocks in SNIPPETS:
            if not Snippet.objects.filter(slug=slug).exists():
                body = with_ids(blocks, lineage_of(DOCSET, f"snippet {slug}"))
                Snippet.objects.create(slug=slug, title=title, body=body, live=True)


class _Branch:
    """Writes the pages below ``root``: a version, or the site outside of docsets."""

    def __init__(self, loader: _Loader, root: BodyPage, version: str) -> None:
        self.loader, self.root, self.version = loader, root, version
        below = BasePage.objects.in_subtree(root.path)
        self.existing = {page.lineage: page.pk for page in below.only("lineage", "slug", "path")}

    def load_version(self) -> None:
        """The version's home and tree; a version of this name with pages that are not the demo's is left alone."""
        own = {lineage_of(DOCSET, docname) for docname in content.docnames(content.TREE)}
        if self.root.numchild and not own & set(self.existing):
            self.count("kept", self.root)
            return
        self.update(self.root, content.home(self.version), title=f"{content.TITLE} {self.version}")
        self.items(self.root, content.TREE, "")

    def load_site(self) -> None:
        """Home, and the pages that belong to no version."""
        self.update(self.root, content.SITE_HOME)
        before = BasePage.objects.child_of(self.root).order_by("path").last()
        for item in content.SITE:
            before = self.item(self.root, before, item, "", docset="site") or before

    # ------------------------------------------------------------ structure
    def items(self, parent: BasePage, items: list[Item], prefix: str) -> None:
        """The children of ``parent`` in order; ``prefix`` is the address of the parent with a slash, or empty."""
        before: BasePage | None = None
        for item in items:
            before = self.item(parent, before, item, prefix) or before

    def item(
        self, parent: BasePage, before: BasePage | None, item: Item, prefix: str, docset: str = DOCSET
    ) -> BodyPage | None:
        if isinstance(item, Section):
            return self.section(parent, before, item, prefix)
        if isinstance(item, Questions):
            return self.questions(parent, before, item, docset)
        if self.version not in item.span:
            return None
        wanted = DocPage(
            lineage=lineage_of(docset, item.docname),
            title=item.title,
            summary=item.summary,
            nav_title=item.nav_title,
            **_address(item.docname, prefix),
        )
        page = self.page(parent, before, wanted, item.blocks)
        if page is not None:
            self.items(page, list(item.children), f"{item.docname}/")
        return page

    def section(self, parent: BasePage, before: BasePage | None, section: Section, prefix: str) -> BodyPage | None:
        if section.docname:
            lineage, fields = lineage_of(DOCSET, section.docname), _address(section.docname, prefix)
            prefix = f"{section.docname}/"
        else:
            lineage = lineage_of(DOCSET, f"caption {section.caption}")
            fields = {"slug": section.caption.lower().replace(" ", "-"), "addressing": Addressing.CAPTION}
        wanted = SectionPage(lineage=lineage, title=section.caption, **fields)
        page = self.page(parent, before, wanted, section.blocks)
        if page is not None:
            self.items(page, section.pages, prefix)
        return page

    def questions(self, parent: BasePage, before: BasePage | None, faq: Questions, docset: str) -> BodyPage | None:
        lineage = lineage_of(docset, faq.docname)
        wanted = FAQPage(lineage=lineage, title=faq.title, slug=faq.docname)
        page = self.page(parent, before, wanted, faq.introduction)
        if page is None:
            return None
        last: BasePage | None = None
        for entry in faq.entries:
            if self.version in entry.span:
                fields = {"title": entry.question, "topic": entry.topic, "anchor": entry.anchor, "slug": entry.anchor}
                question = FAQEntryPage(lineage=uuid.uuid5(lineage, entry.anchor), **fields)
                last = self.page(page, last, question, entry.answer) or last
        return page

    # ------------------------------------------------------------ pages
    def page(self, parent: BasePage, before: BasePage | None, wanted: BodyPage, blocks: Stream) -> BodyPage | None:
        """The page like ``wanted`` with ``blocks``, made after ``before`` or brought up to date.

        None where its address is taken by a page that is not the demo's.
        """
        if wanted.lineage in self.existing:
            page = BasePage.objects.get(pk=self.existing[wanted.lineage]).specific
            own = ("title", "nav_title", "summary", "topic")
            self.update(page, blocks, **{name: getattr(wanted, name) for name in own if hasattr(wanted, name)})
            return page
        parent = BasePage.objects.get(pk=parent.pk)
        if BasePage.objects.filter(url_path=wanted.address_below(parent, wanted.slug)).exists():
            self.count("kept", wanted)
            return None
        wanted.body = self.ready(blocks, wanted.lineage)
        wanted.live = True
        wanted.first_published_at = wanted.last_published_at = timezone.now()
        wanted.prepare()
        wanted.imported_hash = wanted.content_hash
        # An editor may have moved the page before to another parent.
        if before is not None and BasePage.objects.child_of(parent).filter(pk=before.pk).exists():
            BasePage.objects.get(pk=before.pk).add_sibling("right", instance=wanted)
        elif before is None and parent.numchild:
            parent.get_first_child().add_sibling("left", instance=wanted)
        else:
            parent.add_child(instance=wanted)
        # The first entry of its history, so that an editor can always come back to it.
        revision = wanted.save_revision(clean=False, changed=False)
        BasePage.objects.filter(pk=wanted.pk).update(live_revision=revision)
        self.count("created", wanted)
        return wanted

    def update(self, page: BodyPage, blocks: Stream, **fields: str) -> None:
        """Give an existing page its content, unless an editor changed or unpublished it."""
        latest = page.get_latest_revision_as_object()
        latest.prepare()
        if page.imported_hash:
            untouched = latest.content_hash == page.imported_hash
        else:  # an empty home is the demo's to fill; anything else without the mark is somebody's
            untouched = not page.latest_revision_id and not page.body
        wanted = type(page).objects.get(pk=page.pk)
        wanted.body = self.ready(blocks, page.lineage)
        for name, value in fields.items():
            setattr(wanted, name, value)
        wanted.prepare()
        if not untouched or not page.live:
            self.count("kept", page)
        elif wanted.content_hash == page.imported_hash:
            self.count("unchanged", page)
        else:
            wanted.imported_hash = wanted.content_hash
            wanted.save_revision().publish()
            self.count("updated", page)

    def ready(self, blocks: Stream, lineage: uuid.UUID) -> Any:
        """The blocks of this version with ids, and with names of pictures replaced by the pictures."""
        stream = with_ids(select(blocks, self.version), lineage)
        for block in walk(stream):
            if block["type"] == "figure":
                block["value"]["image"] = self.loader.pictures.image_for(block["value"]["image"])
            elif block["type"] in ("video", "download"):
                block["value"]["document"] = self.loader.files.document_for(block["value"]["document"])
        return stream

    def count(self, outcome: str, page: BasePage) -> None:
        self.loader.counts[outcome] += 1
        self.loader.progress(sum(self.loader.counts.values()), page.title)


def _address(docname: str, prefix: str) -> dict[str, str]:
    """Slug and folder that give a document its own name as address, below a parent at ``prefix``."""
    *folders, slug = docname.removeprefix(prefix).split("/")
    return {"slug": slug, "folder": "/".join(folders)}
