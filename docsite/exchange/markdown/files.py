"""The files of a folder of Markdown: found without leaving it, decoded, with their front matter."""

from __future__ import annotations

import os
import re
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from docsite.exchange.markdown import frontmatter
from docsite.exchange.markdown.parser import clean
from docsite.exchange.sphinx.html import Problem

SUFFIXES = (".md", ".markdown")
MAX_FILES = 20_000
MAX_BYTES = 2 * 1024 * 1024
_SKIPPED_FOLDERS = re.compile(r"\.|__pycache__\Z|node_modules\Z|_build\Z|_images\Z|_static\Z")
_FIRST_HEADING = re.compile(r"^#{1,2}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_LABEL = re.compile(r"^\(([^\n]+)\)=[ \t]*$", re.MULTILINE)
_HEADING_AFTER = re.compile(r"(?:\s*\([^\n]+\)=[ \t]*\n|\s*\n)*#{1,6}[ \t]+([^\n]+?)[ \t#]*(?:\n|\Z)")


@dataclass
class MarkdownFile:
    """A document: ``path`` within the tree, ``docname`` its name, ``text`` without the front matter ``meta``."""

    path: str
    docname: str
    text: str
    meta: dict[str, Any] = field(default_factory=dict)
    lineage: str = ""
    kept: str = ""  # front matter that could not be read

    @property
    def is_exported(self) -> bool:
        """Whether docsite.markdown wrote it: it then says its lineage."""
        return bool(self.lineage)

    @property
    def title(self) -> str:
        """The title as far as it can be told without reading the document."""
        found = _FIRST_HEADING.search(self.text)
        return str(self.meta.get("title") or (found[1] if found else self.docname.rpartition("/")[2]))

    def labels(self) -> dict[str, str]:
        """The labels in it, each with the heading after it or ""."""
        labels = {}
        for found in _LABEL.finditer(self.text):
            heading = _HEADING_AFTER.match(self.text, found.end())
            labels[found[1]] = heading[1] if heading else ""
        return labels


def read_files(folder: Path) -> tuple[dict[str, MarkdownFile], list[Problem]]:
    """The documents of ``folder`` by docname, in order of their paths, and what could not be read of it."""
    problems: list[Problem] = []
    paths = _paths(folder, problems)
    taken: dict[str, MarkdownFile] = {}
    for path in paths:
        file = _read(folder, path, problems)
        if file is None:
            continue
        if file.docname in taken:  # README.md beside index.md
            file.docname = path.rpartition(".")[0]
        if file.docname in taken:
            problems.append(Problem(file.docname, "skipped", f"{path} has the same name as {taken[file.docname].path}"))
            continue
        taken[file.docname] = file
    _one_lineage_each(taken, problems)
    return taken, problems


def _paths(folder: Path, problems: list[Problem]) -> list[str]:
    found: list[str] = []
    root = folder.resolve()
    for place, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not _SKIPPED_FOLDERS.match(name))
        for name in folders:
            if (Path(place) / name).is_symlink():
                problems.append(Problem("", "skipped", f"the folder {name} is a symbolic link, and was not followed"))
        for name in names:
            if not name.lower().endswith(SUFFIXES):
                continue
            path = (Path(place) / name).relative_to(folder).as_posix()
            if not (Path(place) / name).resolve().is_relative_to(root):
                problems.append(Problem(path, "skipped", "a link that leads out of the folder was not followed"))
            elif len(found) < MAX_FILES:
                found.append(path)
            else:
                problems.append(Problem(path, "skipped", f"the folder has more than {MAX_FILES} documents"))
    # The index of a folder first, so that a README beside it gets the other name.
    return sorted(
        found,
        key=lambda path: (path.rpartition("/")[0], not path.rpartition("/")[2].lower().startswith("index."), path),
    )


def read_text(file: Path, problems: list[Problem], name: str) -> str | None:
    """The text of a file, None where it is too large or cannot be opened; both reported."""
    try:
        size = file.stat().st_size
        data = file.read_bytes() if size <= MAX_BYTES else b""
    except OSError as error:
        problems.append(Problem(name, "skipped", f"cannot be read: {error.strerror}"))
        return None
    if size > MAX_BYTES:
        problems.append(Problem(name, "skipped", f"larger than {MAX_BYTES // 1024 // 1024} MB"))
        return None
    try:
        return clean(data.decode())
    except UnicodeDecodeError:
        problems.append(Problem(name, "encoding", "not UTF-8; what could not be decoded was replaced"))
        return clean(data.decode(errors="replace"))


def _read(folder: Path, path: str, problems: list[Problem]) -> MarkdownFile | None:
    text = read_text(folder / path, problems, path)
    if text is None:
        return None
    stem = path.rpartition(".")[0]
    place, _slash, name = stem.rpartition("/")
    if name.lower() in ("index", "readme"):
        stem = f"{place}/index" if place else "index"
    head, body = frontmatter.split(text)
    file = MarkdownFile(path, stem, body)
    try:
        file.meta = frontmatter.load(head) if head else {}
    except frontmatter.BadFrontMatter as error:
        problems.append(Problem(stem, "front matter", f"{error}; it was kept as a listing"))
        file.kept = head
    lineage = file.meta.get("lineage")
    if isinstance(lineage, str):
        try:
            file.lineage = str(uuid.UUID(lineage))
        except ValueError:
            problems.append(Problem(stem, "front matter", f"“{lineage[:60]}” is no lineage"))
    return file


def _one_lineage_each(files: dict[str, MarkdownFile], problems: list[Problem]) -> None:
    owners: dict[str, str] = {}
    for file in files.values():
        if file.lineage and owners.setdefault(file.lineage, file.docname) != file.docname:
            problems.append(
                Problem(file.docname, "front matter", f"has the lineage of {owners[file.lineage]}; it gets its own")
            )
            file.lineage = ""
