"""One run of an import, whatever the source: checks, one transaction, a report.  Sources know their format only."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.db import transaction

from docsite.exchange.images import ImageStore
from docsite.exchange.importing import Lineages, Outcome, VersionWriter
from docsite.exchange.placing import Place
from docsite.exchange.preparing import Document, Ready, in_order, prepare
from docsite.exchange.sphinx.html import Problem
from docsite.pages.structure import create_version, ensure_docset
from docsite.versions.models import State, Version
from docsite.versions.states import change_state

Progress = Callable[[int, int, str], None]


class ImportRefused(Exception):
    """The import cannot be done; the message is one plain sentence, and nothing was written."""


@dataclass
class ImportReport:
    """What an import did, or would do: pages by outcome, and everything that could not be mapped."""

    docset: str
    version: str
    state: str
    dry_run: bool
    pages: Outcome = field(default_factory=Outcome)
    images: int = 0
    problems: list[Problem] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For ``--json``."""
        return asdict(self) | {"counts": self.pages.counts()}


class Source(Protocol):
    """A tree of documents in some format."""

    folder: Path
    root_docname: str
    problems: list[Problem]
    # Files that its documents show as pictures; None where only reading them tells, which one process then does.
    images: set[str] | None
    shares_images: bool  # whether images that are on the site already may be used

    def __len__(self) -> int:
        """How many documents it has."""

    def place(self) -> Place:
        """The places of all documents."""

    def learn(self, lineages: Lineages) -> None:
        """Take lineages that the source itself knows into account, before any document is read."""

    def document(self, docname: str, lineages: Lineages, image_for: Callable[[str], int | None]) -> Document:
        """One document as blocks; adds to ``problems``.  Uses no database but through ``image_for``."""


class _RolledBack(Exception):
    """Ends the transaction of a dry run."""


def run_import(
    source: Source,
    *,
    docset: str,
    version: str,
    publish: bool = False,
    state: str = "",
    dry_run: bool = False,
    user: Any = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ImportReport:
    """Write ``source`` into ``version`` of ``docset``, all or nothing.

    Docset and version are made where missing; a new version is a draft without ``publish``, else ``state``, else
    current where the docset has no current version, else supported.  An existing version keeps its state unless
    ``state`` is given.  ``jobs`` processes read the documents.  ``progress(done, total, docname)`` is called for each.
    Raises ImportRefused.
    """
    if state and state not in State.values:
        raise ImportRefused(f"“{state}” is no state of a version; use one of {', '.join(State.values)}.")
    job = _Import(source, publish, user, jobs, progress)
    report = ImportReport(docset, version, "", dry_run)
    try:
        with transaction.atomic():
            job.run(report, state)
            if dry_run:
                raise _RolledBack
    except _RolledBack:
        job.discard()
    except ValidationError as error:
        job.discard()
        raise ImportRefused(" ".join(error.messages)) from error
    except BrokenProcessPool as error:
        job.discard()
        raise ImportRefused(
            "A process that read documents ended, perhaps for want of memory; use fewer --jobs."
        ) from error
    except BaseException:
        job.discard()
        raise
    return report


class _Import:
    """One run, inside a transaction."""

    def __init__(self, source: Source, publish: bool, user: Any, jobs: int, progress: Progress | None) -> None:
        self.source, self.publish, self.user, self.jobs, self.progress = source, publish, user, jobs, progress
        self.images: ImageStore | None = None
        self.done = 0

    def run(self, report: ImportReport, state: str) -> None:
        source = self.source
        docset = ensure_docset(report.docset)
        version = Version.objects.filter(docset=docset, name=report.version).select_related("docset", "root").first()
        if version is None:
            version = create_version(docset, report.version, user=self.user)
            if not state and self.publish:
                has_current = Version.objects.filter(docset=docset, state=State.CURRENT).exists()
                state = State.SUPPORTED if has_current else State.CURRENT
        lineages = Lineages(docset)
        source.learn(lineages)
        if source.root_docname:
            lineages.known[source.root_docname] = version.root.lineage
        self.images = ImageStore(version, source.folder, shared=source.shares_images)
        writer = VersionWriter(version, lineages, publish=self.publish, user=self.user)
        report.pages = self._write(writer, lineages, self.images)
        if state and state != version.state:
            version = change_state(version, state, user=self.user)
        report.state = version.state
        report.images = len(self.images.known)
        missing = [Problem("", "image", f"{path}: {why}") for path, why in sorted(self.images.problems.items())]
        report.problems = [*source.problems, *missing]

    def _write(self, writer: VersionWriter, lineages: Lineages, images: ImageStore) -> Outcome:
        source = self.source
        image_for: Callable[[str], int | None] = images.image_for
        jobs = 1
        if source.images is not None:
            image_for, jobs = {path: images.image_for(path) for path in sorted(source.images)}.get, self.jobs
        top = source.place()
        names = [here.docname for here in top.walk() if here.docname]
        faqs = {name for name in names if writer.is_faq(name)}
        results = in_order(names, partial(self._ready, lineages=lineages, image_for=image_for, faqs=faqs), jobs)

        def ready_of(docname: str) -> list[Ready]:
            ready, problems = next(results)
            source.problems += problems
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, len(names), docname)
            return ready

        return writer.write(top, ready_of)

    def _ready(
        self, docname: str, lineages: Lineages, image_for: Callable[[str], int | None], faqs: set[str]
    ) -> tuple[list[Ready], list[Problem]]:
        """A document made ready to be stored, and what could not be mapped."""
        source, before = self.source, len(self.source.problems)
        document = source.document(docname, lineages, image_for)
        document.is_faq = document.is_faq or (docname in faqs and not document.page_type)
        problems = source.problems[before:]
        del source.problems[before:]
        return prepare(document, is_root=docname == source.root_docname, render=self.publish), problems

    def discard(self) -> None:
        """Remove what a rolled-back run left outside the database."""
        if self.images is not None:
            self.images.discard()
