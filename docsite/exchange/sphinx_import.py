"""Importing a Sphinx HTML tree, or one saved page, into a version of a docset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction

from docsite.exchange.images import ImageStore
from docsite.exchange.importing import Lineages, Outcome, VersionWriter
from docsite.exchange.placing import Place, place
from docsite.exchange.preparing import Document, Ready, in_order, prepare
from docsite.exchange.sphinx.body import convert_body
from docsite.exchange.sphinx.html import Problem, find_body
from docsite.exchange.sphinx.tree import SourceError, SourceTree, read_tree
from docsite.pages.models import DocPage, VersionPage
from docsite.pages.structure import create_version, ensure_docset
from docsite.versions.models import State, Version
from docsite.versions.states import change_state


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


class _RolledBack(Exception):
    """Ends the transaction of a dry run."""


def import_sphinx(
    path: Path,
    *,
    docset: str,
    version: str,
    publish: bool = False,
    state: str = "",
    faq: list[str] | None = None,
    dry_run: bool = False,
    user: Any = None,
    jobs: int = 1,
    progress: Callable[[int, int, str], None] | None = None,
) -> ImportReport:
    """Import the Sphinx output at ``path`` (a folder or one page) into ``version`` of ``docset``, all or nothing.

    Docset and version are made where missing; a new version is a draft without ``publish``, else ``state``, else
    current where the docset
    has no current version, else supported.  An existing version keeps its state unless ``state`` is given.  ``faq``
    names documents to be
    FAQ pages.  ``jobs`` processes convert the pages.  ``progress(done, total, docname)`` is called for each page.
    Raises ImportRefused.
    """
    try:
        tree = read_tree(path)
    except SourceError as error:
        raise ImportRefused(str(error)) from error
    questions = {name.removesuffix(".html") for name in faq or []}
    unknown = questions - set(tree.pages)
    if unknown:
        raise ImportRefused(f"--faq names {', '.join(sorted(unknown))}, which the source does not have.")
    if state and state not in State.values:
        raise ImportRefused(f"“{state}” is no state of a version; use one of {', '.join(State.values)}.")
    job = _Import(tree, questions, publish, user, jobs, progress)
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
            "A process that converted pages ended, perhaps for want of memory; use fewer --jobs."
        ) from error
    except BaseException:
        job.discard()
        raise
    return report


class _Import:
    """One run, inside a transaction."""

    def __init__(
        self,
        tree: SourceTree,
        questions: set[str],
        publish: bool,
        user: Any,
        jobs: int,
        progress: Callable[[int, int, str], None] | None,
    ) -> None:
        self.tree, self.questions, self.publish, self.user = tree, questions, publish, user
        self.jobs, self.progress = jobs, progress
        self.images: ImageStore | None = None
        self.problems = list(tree.problems)
        self.done = 0

    def run(self, report: ImportReport, state: str) -> None:
        docset = ensure_docset(report.docset)
        version = Version.objects.filter(docset=docset, name=report.version).select_related("docset", "root").first()
        if version is None:
            version = create_version(docset, report.version, user=self.user)
            if not state and self.publish:
                has_current = Version.objects.filter(docset=docset, state=State.CURRENT).exists()
                state = State.SUPPORTED if has_current else State.CURRENT
        self.lineages = Lineages(docset)
        root = self.tree.root_docname
        if root:
            self.lineages.known[root] = version.root.lineage
        self.images = ImageStore(version, self.tree.folder)
        images = {path: self.images.image_for(path) for path in sorted(self.tree.images)}
        writer = VersionWriter(version, self.lineages, publish=self.publish, user=self.user)
        self.questions |= {docname for docname in self.tree.pages if writer.is_faq(docname)}
        report.pages = self._write(writer, place(self.tree.groups, root), images)
        if state and state != version.state:
            version = change_state(version, state, user=self.user)
        report.state = version.state
        report.images = len(self.images.known)
        self.problems += [Problem("", "image", f"{path}: {why}") for path, why in sorted(self.images.problems.items())]
        report.problems = self.problems

    def _write(self, writer: VersionWriter, top: Place, images: Mapping[str, int | None]) -> Outcome:
        names = [here.docname for here in top.walk() if here.docname]
        results = in_order(names, partial(self._ready, images=images), self.jobs)

        def ready_of(docname: str) -> list[Ready]:
            ready, problems = next(results)
            self.problems += problems
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, len(names), docname)
            return ready

        return writer.write(top, ready_of)

    def _ready(self, docname: str, images: Mapping[str, int | None]) -> tuple[list[Ready], list[Problem]]:
        """The document made ready to be stored, and what could not be mapped.  Needs no database."""
        page = self.tree.pages[docname]
        converted = convert_body(
            find_body(page.parse()),
            docname=docname,
            lineage=str(self.lineages.of(docname)),
            lineage_of=lambda name: str(self.lineages.of(name)) if name in self.tree.pages else None,
            image_for=images.get,
            title_hint=page.title,
        )
        document = Document(docname, converted.title or docname, converted.blocks, docname in self.questions)
        model = VersionPage if docname == self.tree.root_docname else DocPage
        return prepare(document, model=model, render=self.publish), converted.problems

    def discard(self) -> None:
        """Remove what a rolled-back run left outside the database."""
        if self.images is not None:
            self.images.discard()
