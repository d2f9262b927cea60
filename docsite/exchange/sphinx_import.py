"""Importing a Sphinx HTML tree, or one saved page, into a version of a docset."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from docsite.exchange.importing import Lineages
from docsite.exchange.jobs import ImportRefused, ImportReport, Progress, run_import
from docsite.exchange.placing import Place, place
from docsite.exchange.preparing import Document
from docsite.exchange.sphinx.body import convert_body
from docsite.exchange.sphinx.html import Problem, find_body
from docsite.exchange.sphinx.tree import SourceError, SourceTree, read_tree


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
    progress: Progress | None = None,
) -> ImportReport:
    """Import the Sphinx output at ``path`` (a folder or one page) into ``version`` of ``docset``, all or nothing.

    ``faq`` names documents to be FAQ pages; everything else as ``docsite.exchange.jobs.run_import`` says.  Raises
    ImportRefused.
    """
    try:
        tree = read_tree(path)
    except SourceError as error:
        raise ImportRefused(str(error)) from error
    questions = {name.removesuffix(".html") for name in faq or []}
    unknown = questions - set(tree.pages)
    if unknown:
        raise ImportRefused(f"--faq names {', '.join(sorted(unknown))}, which the source does not have.")
    source = SphinxSource(tree, questions)
    return run_import(
        source, docset=docset, version=version, publish=publish, state=state, dry_run=dry_run, user=user,
        jobs=jobs, progress=progress,
    )  # fmt: skip


class SphinxSource:
    """A Sphinx tree as ``run_import`` takes it."""

    shares_images = False

    def __init__(self, tree: SourceTree, questions: set[str]) -> None:
        self.tree, self.questions = tree, questions
        self.folder, self.root_docname = tree.folder, tree.root_docname
        self.images: set[str] | None = tree.images
        self.problems: list[Problem] = list(tree.problems)

    def __len__(self) -> int:
        return len(self.tree.pages)

    def place(self) -> Place:
        """As the tree's navigation says."""
        return place(self.tree.groups, self.root_docname)

    def learn(self, lineages: Lineages) -> None:
        """HTML knows no lineages."""

    def document(self, docname: str, lineages: Lineages, image_for: Callable[[str], int | None]) -> Document:
        """The document as blocks."""
        page = self.tree.pages[docname]
        converted = convert_body(
            find_body(page.parse()),
            docname=docname,
            lineage=str(lineages.of(docname)),
            lineage_of=lambda name: str(lineages.of(name)) if name in self.tree.pages else None,
            image_for=image_for,
            title_hint=page.title,
        )
        self.problems += converted.problems
        return Document(docname, converted.title or docname, converted.blocks, docname in self.questions)
