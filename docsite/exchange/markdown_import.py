"""Importing a folder of Markdown into a version of a docset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docsite.exchange.jobs import ImportRefused, ImportReport, Progress, run_import
from docsite.exchange.markdown.tree import BadTree, MarkdownTree


def import_markdown(
    path: Path,
    *,
    docset: str,
    version: str,
    publish: bool = False,
    state: str = "",
    nav: Path | None = None,
    dry_run: bool = False,
    user: Any = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> ImportReport:
    """Import the folder ``path`` into ``version`` of ``docset``, all or nothing.

    The order is that of ``nav`` (a mkdocs.yml), of the one in or beside the folder, of the toctrees from the index on,
    or of the folders; everything else as ``docsite.exchange.jobs.run_import`` says.  Raises ImportRefused.
    """
    try:
        source = MarkdownTree(path, nav)
    except BadTree as error:
        raise ImportRefused(str(error)) from error
    return run_import(
        source, docset=docset, version=version, publish=publish, state=state, dry_run=dry_run, user=user,
        jobs=jobs, progress=progress,
    )  # fmt: skip
