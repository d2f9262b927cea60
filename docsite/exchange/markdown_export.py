"""Writing a version as a folder of MyST Markdown that import_markdown reads back to the same pages."""

from __future__ import annotations

import json
import os
import posixpath
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from wagtail.images import get_image_model

from docsite.basepage.models import Addressing, BasePage
from docsite.exchange.markdown.reading import Goal, read_markdown
from docsite.exchange.preparing import PAGE_TYPES
from docsite.markdown.fences import directive
from docsite.markdown.inline import Links, plain
from docsite.markdown.writing import FALLBACK, write_stream
from docsite.pages.models import BodyPage, SectionPage
from docsite.pages.streams import Stream, content_hash, normalise
from docsite.versions.models import Version
from faq.models import FAQEntryPage

IMAGES = "_images"


class ExportRefused(Exception):
    """The export cannot be done; the message is one plain sentence, and nothing was written."""


@dataclass
class ExportReport:
    """What an export wrote; ``as_json`` names the documents with blocks that MyST cannot say."""

    pages: int = 0
    images: int = 0
    as_json: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def export_markdown(
    version: Version, out: Path, *, drafts: bool = False, progress: Callable[[int, int, str], None] | None = None
) -> ExportReport:
    """Write ``version`` to the new or empty folder ``out``: one file a page, pictures in ``_images``.

    Only what everybody may read; with ``drafts`` every page, as it was last saved.  The folder appears whole or not at
    all.  Raises ExportRefused.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ExportRefused(f"{out} is not an empty folder.")
    export = _Export(version, drafts)
    if not export.pages:
        raise ExportRefused(f"{version.name} has no page that everybody may read; --drafts exports what editors see.")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    except OSError as error:
        raise ExportRefused(f"Cannot write beside {out}: {error.strerror}.") from error
    try:
        export.write(temporary, progress or (lambda done, total, name: None))
        temporary.chmod(0o755)
        os.replace(temporary, out)
    except OSError as error:
        raise ExportRefused(f"Cannot write {out}: {error.strerror}.") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return export.report


class _Export:
    """One run: names first, as links need them, then one file after the other."""

    def __init__(self, version: Version, drafts: bool) -> None:
        self.report = ExportReport()
        self.root = BasePage.objects.get(pk=version.root_id)
        found = BasePage.objects.all() if drafts else BasePage.objects.readable(None)
        pages = found.in_subtree(self.root.path).order_by("path").specific()
        self.pages: list[BodyPage] = [
            page.get_latest_revision_as_object() if drafts and page.latest_revision_id else page
            for page in pages
            if isinstance(page, BodyPage)
        ]
        self.captions = {page.pk for page in self.pages if self.is_caption(page)}
        self.docnames: dict[int, str] = {}
        for page in self.pages:
            if page.pk not in self.captions:
                self.docnames[page.pk] = self.docname_of(page)
        self.by_lineage = {str(page.lineage): self.docnames[page.pk] for page in self.pages if page.pk in self.docnames}
        self.lineages = {docname: lineage for lineage, docname in self.by_lineage.items()}
        self.image_files: dict[str, Any] = {}
        self.image_names: dict[int, str] = {}

    def is_caption(self, page: BodyPage) -> bool:
        """Whether a page is a caption of the home's toctrees and nothing else."""
        return (
            isinstance(page, SectionPage)
            and page.addressing == Addressing.CAPTION
            and page.depth == self.root.depth + 1
            and not len(page.body)
            and not page.nav_title
        )

    def docname_of(self, page: BodyPage) -> str:
        """The name a page was imported under, else its address; each once."""
        if page.pk == self.root.pk:
            return "index"
        address = page.url_path[len(self.root.url_path) :].strip("/").replace("(", "").replace(")", "")
        taken = set(self.docnames.values()) | {"index"}
        source = page.source_path
        safe = posixpath.normpath(source) == source and not source.startswith(("/", "..", "_")) if source else False
        names = [source] if safe else []
        names += [address, *(f"{address}-{number}" for number in range(2, 10_000))]
        return next(name for name in names if name.lower() not in {other.lower() for other in taken})

    # ------------------------------------------------------------ files
    def write(self, folder: Path, progress: Callable[[int, int, str], None]) -> None:
        for page in self.pages:
            docname = self.docnames.get(page.pk)
            if docname is None:
                continue
            file = folder / f"{docname}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(self.document(page, docname), encoding="utf-8", newline="\n")
            self.report.pages += 1
            progress(self.report.pages, len(self.docnames), docname)
        for name, image in self.image_files.items():
            (folder / IMAGES).mkdir(exist_ok=True)
            try:
                with image.file.open("rb") as source, (folder / IMAGES / name).open("wb") as target:
                    shutil.copyfileobj(source, target)
                self.report.images += 1
            except FileNotFoundError:
                self.report.missing.append(name)

    def document(self, page: BodyPage, docname: str) -> str:
        """One file."""
        stream = list(page.body.raw_data)
        body = write_stream(stream, self.links(docname), lambda text, blocks: self.is_read_as(docname, text, blocks))
        if f"{{{FALLBACK}}}" in body:
            self.report.as_json.append(docname)
        parts = [self.front_matter(page), f"# {plain(page.title)}", body, *self.toctrees(page, docname)]
        return "\n\n".join(part for part in parts if part) + "\n"

    def front_matter(self, page: BodyPage) -> str:
        """Everything of a page that is not its text."""
        is_root = page.pk == self.root.pk
        kind = next((name for name, model in PAGE_TYPES.items() if type(page) is model), "version")
        values: dict[str, Any] = {
            "title": page.title,
            "nav_title": page.nav_title,
            "summary": getattr(page, "summary", ""),
        }
        values |= {"type": kind, "lineage": str(page.lineage)}
        if not is_root:
            values |= {"slug": page.slug, "folder": page.folder}
            values["addressing"] = page.addressing if page.addressing != Addressing.FOLDER else ""
        else:
            values["captions"] = {
                caption.title: {"lineage": str(caption.lineage), "folder": caption.folder, "slug": caption.slug}
                for caption in self.pages
                if caption.pk in self.captions
            }
        if isinstance(page, FAQEntryPage):
            values |= {
                "anchor": page.anchor,
                "anchor_aliases": page.anchor_aliases,
                "topic": page.topic,
                "addressing": "",
            }
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in values.items() if value]
        return "\n".join(["---", *lines, "---"])

    def toctrees(self, page: BodyPage, docname: str) -> list[str]:
        """The pages below a page, in order; below the home grouped by captions."""
        groups: list[tuple[str, list[str]]] = []
        for child in self.children(page):
            if child.pk in self.captions:
                groups.append((child.title, [self.docnames[inner.pk] for inner in self.children(child)]))
            elif groups and not groups[-1][0]:
                groups[-1][1].append(self.docnames[child.pk])
            else:
                groups.append(("", [self.docnames[child.pk]]))
        hidden = page.pk != self.root.pk
        return [
            directive(
                "toctree", "", [("caption", caption), ("hidden", hidden)],
                "\n".join(_relative(docname, name) for name in names), verbatim=True,
            )
            for caption, names in groups
            if names
        ]  # fmt: skip

    def children(self, page: BodyPage) -> list[BodyPage]:
        return [child for child in self.pages if child.path.startswith(page.path) and child.depth == page.depth + 1]

    # ------------------------------------------------------------ links and pictures
    def links(self, docname: str) -> Links:
        """Relative links; what lies elsewhere by lineage."""

        def page(lineage: str, anchor: str, version: str) -> str:
            fragment = f"#{quote(anchor, safe='/?:@!$&*+,;=~')}" if anchor else ""
            target = self.by_lineage.get(lineage) if not version else None
            if target is None:
                return f"doc:{lineage}{'@' + quote(version, safe='') if version else ''}{fragment}"
            return f"{_relative(docname, target)}.md{fragment}"

        def image(pk: int | None, source: str) -> str:
            name = self.image_name(pk) if pk is not None else ""
            return _relative(docname, f"{IMAGES}/{name}") if name else source

        return Links(page, image)

    def image_name(self, pk: int) -> str:
        """The name of an image's file, the same for the same image; "" where there is no such image."""
        if pk not in self.image_names:
            image = get_image_model().objects.filter(pk=pk).first()
            name = posixpath.basename(image.file.name) if image is not None else ""
            if name in self.image_files:
                name = f"{pk}-{name}"
            if image is not None:
                self.image_files[name] = image
            self.image_names[pk] = name
        return self.image_names[pk]

    def is_read_as(self, docname: str, text: str, blocks: Stream) -> bool:
        """Whether Markdown is read back to the same blocks: what decides between words and JSON."""
        read = read_markdown(f"# x\n\n{text}", docname=docname, lineage=self.lineages[docname], tree=self, exact=True)
        return content_hash(normalise(read.blocks)) == content_hash(normalise(blocks))

    # ------------------------------------------------------------ surroundings of a document
    def goal(self, docname: str, href: str) -> Goal | None:
        """As the import will find it."""
        path, _hash, fragment = href.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(docname), unquote(path))).removesuffix(".md")
        lineage = self.lineages.get(target) if path.endswith(".md") else None
        return Goal(lineage, unquote(fragment)) if lineage is not None else None

    def label(self, name: str) -> Goal | None:
        """Exported links name documents."""
        return None

    def image(self, docname: str, path: str) -> int | None:
        """As the import will find it."""
        full = posixpath.normpath(posixpath.join(posixpath.dirname(docname), unquote(path)))
        image = self.image_files.get(full.removeprefix(f"{IMAGES}/")) if full.startswith(f"{IMAGES}/") else None
        return image.pk if image is not None else None

    def include(self, docname: str, path: str) -> str | None:
        """Exported documents include nothing."""
        return None


def _relative(docname: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(docname) or ".")
