"""Puts the demo content into the site: once, and again without harm."""

from __future__ import annotations

import copy
import hashlib
import io
import uuid
from collections.abc import Iterable
from typing import Any

from django.core.files.images import ImageFile
from django.db import transaction
from PIL import Image, ImageDraw
from wagtail.images import get_image_model

from docsite.basepage.models import Addressing, BasePage
from docsite.exchange.demo import guide, reference
from docsite.exchange.demo.writing import Page, Question, Questions, Section, lineage_of, p
from docsite.pages.models import BodyPage, DocPage, SectionPage
from docsite.pages.streams import Stream, walk
from docsite.pages.structure import create_version, ensure_docset, ensure_home
from docsite.versions.models import State, Version
from faq.models import FAQEntryPage, FAQPage

DOCSET = "docs"
VERSIONS = [("0.9", State.EOL), ("1.0", State.CURRENT), ("1.1", State.PREVIEW), ("2.0", State.DRAFT)]
TREE: list[Page | Questions | Section] = [
    guide.STARTED,
    guide.WRITING,
    guide.VERSIONS,
    guide.OPERATING,
    reference.REFERENCE,
    guide.FAQ,
]


def load_demo() -> dict[str, int]:
    """Make everything that is missing, change what the demo itself changed, leave alone what an editor changed.

    Returns how many pages were ``created``, ``updated`` and ``unchanged``.  All or nothing.
    """
    with transaction.atomic():
        return _Loader().load()


class _Loader:
    def __init__(self) -> None:
        self.counts = {"created": 0, "updated": 0, "unchanged": 0}
        self.picture = _picture()

    def load(self) -> dict[str, int]:
        home = ensure_home()
        self.write(home, "Documentation", [p("Read about this product, or see what it can do.")])
        docset = ensure_docset(DOCSET, "Docsite")
        if not docset.summary:
            docset.summary = "A documentation site whose content lives in a CMS."
            docset.save()
        for name, state in VERSIONS:
            version = Version.objects.filter(docset=docset, name=name).first()
            version = version or create_version(docset, name, state=state, title=f"Docsite {name}")
            self.version(version)
        self.outside(home)
        return self.counts

    # ------------------------------------------------------------ structure
    def version(self, version: Version) -> None:
        root = version.root.specific
        self.write(root, f"Docsite {version.name}", self.own_words(guide.HOME, version.name))
        for item in TREE:
            self.item(root, item, version.name, "")

    def item(self, parent: BasePage, item: Page | Questions | Section, version: str, prefix: str) -> None:
        if isinstance(item, Section):
            self.section(parent, item, version, prefix)
        elif isinstance(item, Questions):
            self.questions(parent, item, DOCSET)
        elif not item.only or version in item.only or version == "2.0":
            fields = {"summary": item.summary, "nav_title": item.nav_title, **_address(item.docname, prefix)}
            page = self.page(parent, DocPage, lineage_of(DOCSET, item.docname), item.title, item.blocks, **fields)
            for child in item.children:
                self.item(page, child, version, f"{item.docname}/")

    def section(self, parent: BasePage, section: Section, version: str, prefix: str) -> None:
        if section.docname:
            lineage = lineage_of(DOCSET, section.docname)
            fields = _address(section.docname, prefix)
            prefix = f"{section.docname}/"
        else:
            lineage = lineage_of(DOCSET, f"caption {section.caption}")
            fields = {"slug": section.caption.lower().replace(" ", "-"), "addressing": Addressing.CAPTION}
        page = self.page(parent, SectionPage, lineage, section.caption, section.blocks, **fields)
        for item in section.pages:
            self.item(page, item, version, prefix)

    def questions(self, parent: BasePage, faq: Questions, docset: str) -> None:
        lineage = lineage_of(docset, faq.docname)
        page = self.page(parent, FAQPage, lineage, faq.title, faq.introduction, slug=faq.docname)
        for number, entry in enumerate(faq.entries):
            fields = {"topic": entry.topic, "anchor": entry.anchor, "slug": entry.anchor or f"question-{number + 1}"}
            self.page(page, FAQEntryPage, uuid.uuid5(lineage, entry.question), entry.question, entry.answer, **fields)

    def outside(self, home: BasePage) -> None:
        """Pages that belong to no version."""
        entries = [
            Question("Is this the real documentation?", [p("Yes, in small: it documents the product that shows it.")]),
            Question(
                "How do I remove the demo?", [p("Delete the docset in the admin, or start over with an empty `var/`.")]
            ),
        ]
        site_faq = Questions("faq", "About this site", [p("Questions that do not depend on a version.")], entries)
        self.questions(home, site_faq, "site")
        about = [p("This site runs on Docsite: Django, Wagtail, and the pages you are reading.")]
        self.page(home, DocPage, lineage_of("site", "about"), "About", about, slug="about")

    # ------------------------------------------------------------ pages
    def page(
        self, parent: BasePage, model: type[BodyPage], lineage: uuid.UUID, title: str, blocks: Stream, **fields: Any
    ) -> BodyPage:
        """The page of ``lineage`` below ``parent``, made or brought up to date."""
        parent = BasePage.objects.get(pk=parent.pk)
        tree = BasePage.objects.in_subtree(parent.path)
        found = tree.filter(lineage=lineage).first()
        if found is not None:
            page = found.specific
            self.write(page, title, blocks)
            return page
        page = model(title=title, lineage=lineage, live=True, **fields)
        page.body = self.ready(blocks)
        page.prepare()
        page.imported_hash = page.content_hash
        parent.add_child(instance=page)
        self.counts["created"] += 1
        return page

    def write(self, page: BodyPage, title: str, blocks: Stream) -> None:
        """Give an existing page its content, unless an editor changed it since the demo wrote it."""
        latest = page.get_latest_revision_as_object()
        latest.prepare()
        wanted = type(page).objects.get(pk=page.pk)
        wanted.title, wanted.body = title, self.ready(blocks)
        wanted.prepare()
        edited = page.imported_hash and latest.content_hash != page.imported_hash
        if edited or wanted.content_hash == page.imported_hash:
            self.counts["unchanged"] += 1
            return
        wanted.imported_hash = wanted.content_hash
        wanted.save_revision().publish()
        self.counts["updated"] += 1

    def ready(self, blocks: Stream) -> Any:
        """The blocks with names of pictures replaced by the pictures."""
        blocks = copy.deepcopy(blocks)
        for block in walk(blocks):
            if block["type"] == "figure":
                block["value"]["image"] = self.picture
        return blocks

    def own_words(self, blocks: Stream, version: str) -> Stream:
        """The home page says which version it is the home of."""
        return [*blocks, p(f"You are reading the documentation of version {version}.")]


def _address(docname: str, prefix: str) -> dict[str, str]:
    """Slug and folder that give a document its own name as address, below a parent at ``prefix``."""
    parts = docname.removeprefix(prefix).split("/") if docname.startswith(prefix) else docname.split("/")
    return {"slug": parts[-1], "folder": "/".join(parts[:-1])}


def _picture() -> int:
    """A small drawing of the tree of pages; drawn, so that the project carries no picture.  Stored once."""
    image = Image.new("RGB", (640, 260), "white")
    draw = ImageDraw.Draw(image)
    boxes = {"Home": (270, 20), "Docset": (270, 90), "0.9": (70, 160), "1.0": (270, 160), "1.1": (470, 160)}

    def centre(name: str) -> tuple[int, int]:
        x, y = boxes[name]
        return x + 50, y + 20

    for parent, child in (("Home", "Docset"), ("Docset", "0.9"), ("Docset", "1.0"), ("Docset", "1.1")):
        draw.line([centre(parent), centre(child)], fill="#7a8699", width=2)
    for name, (x, y) in boxes.items():
        draw.rounded_rectangle((x, y, x + 100, y + 40), 6, fill="#eef2f8", outline="#4a5a75", width=2)
        draw.text((x + 50, y + 20), name, fill="#1c2636", anchor="mm")
    data = io.BytesIO()
    image.save(data, "PNG")
    digest = hashlib.sha1(data.getvalue(), usedforsecurity=False).hexdigest()
    model = get_image_model()
    known: Iterable[int] = model.objects.filter(file_hash=digest).values_list("pk", flat=True)
    for pk in known:
        return pk
    stored = model(title="Tree of pages", file=ImageFile(data, name="tree-of-pages.png"))
    stored.file_size = len(data.getvalue())
    stored._set_file_hash()
    stored.save()
    return stored.pk
