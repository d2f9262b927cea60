"""A folder of Markdown as a source of an import: documents, their places, and where their links lead."""

from __future__ import annotations

import posixpath
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from docsite.basepage.models import Addressing
from docsite.exchange.importing import Lineages
from docsite.exchange.markdown.files import MarkdownFile, read_files, read_text
from docsite.exchange.markdown.navigation import Navigation
from docsite.exchange.markdown.reading import Goal, read_markdown
from docsite.exchange.placing import Place, place
from docsite.exchange.preparing import PAGE_TYPES, Document
from docsite.exchange.sphinx.html import Problem
from docsite.pages.streams import Stream

KNOWN_META = {"title", "nav_title", "summary", "description", "lineage", "slug", "type", "folder", "addressing",
              "anchor", "anchor_aliases", "topic", "captions"}  # fmt: skip
_DOC = re.compile(r"doc:([0-9a-f-]{36})(?:#(.*))?", re.DOTALL)


class BadTree(Exception):
    """The folder cannot be imported; the message is one plain sentence."""


class MarkdownTree:
    """The documents of a folder.  Raises BadTree where there are none."""

    shares_images = True  # an export that comes back changes no picture
    images: set[str] | None = None

    def __init__(self, folder: Path, nav: Path | None = None) -> None:
        if not folder.is_dir():
            raise BadTree(f"There is no folder at {folder}.")
        if nav is not None and not nav.is_file():
            raise BadTree(f"There is no file at {nav}.")
        self.folder = folder
        self.files, self.problems = read_files(folder)
        if not self.files:
            raise BadTree(f"There is no Markdown in {folder}.")
        self.root_docname = "index" if "index" in self.files else ""
        navigation = Navigation(self.files, folder, self.problems)
        self.groups = navigation.groups(nav, self.root_docname)
        self.titles = navigation.titles
        self.by_path = {file.path: docname for docname, file in self.files.items()}
        self.by_lower = {path.lower(): docname for path, docname in self.by_path.items()}
        self.labels: dict[str, tuple[str, str]] = {}
        for docname, file in self.files.items():
            for name, title in file.labels().items():
                self.labels.setdefault(name, (docname, title))
        self.lineages: Lineages | None = None
        self.image_for: Callable[[str], int | None] = lambda path: None

    def __len__(self) -> int:
        return len(self.files)

    def place(self) -> Place:
        """As the navigation says; exported documents know their part of the address themselves."""
        top = place(self.groups, self.root_docname)
        for here in top.walk():
            file = self.files.get(here.docname)
            if file is not None and file.is_exported and here is not top:
                here.slug = _text(file, "slug") or here.slug
                here.folder = _text(file, "folder")
                addressing = _text(file, "addressing")
                here.addressing = addressing if addressing in Addressing.values else Addressing.FOLDER
        captions = self._captions()
        for group in top.children:
            if not group.docname and group.caption in captions:
                _lineage, group.folder, group.slug = captions[group.caption]
        return top

    def learn(self, lineages: Lineages) -> None:
        """Documents and captions keep the lineages they were exported with."""
        self.lineages = lineages
        for docname, file in self.files.items():
            if file.lineage:
                lineages.known[docname] = uuid.UUID(file.lineage)
        lineages.captions |= {caption: known[0] for caption, known in self._captions().items()}

    def _captions(self) -> dict[str, tuple[uuid.UUID, str, str]]:
        """The captions that an exported home knows, each with its lineage, folder and slug."""
        given = self.files[self.root_docname].meta.get("captions") if self.root_docname else None
        found = {}
        for caption, known in given.items() if isinstance(given, dict) else ():
            if isinstance(known, dict):
                try:
                    lineage = uuid.UUID(str(known.get("lineage")))
                    found[caption] = (lineage, str(known.get("folder") or ""), str(known.get("slug") or ""))
                except ValueError:
                    self.problems.append(Problem("", "front matter", f"the caption “{caption[:60]}” has no lineage"))
        return found

    # ------------------------------------------------------------ documents
    def document(self, docname: str, lineages: Lineages, image_for: Callable[[str], int | None]) -> Document:
        """One document as blocks."""
        self.image_for = image_for
        file = self.files[docname]
        page = read_markdown(
            file.text, docname=docname, lineage=str(lineages.of(docname)), tree=self, exact=file.is_exported
        )
        self.problems += page.problems
        blocks = [*_listing(file.kept), *page.blocks] if file.kept else page.blocks
        title = _text(file, "title")
        if title and file.is_exported and page.title and page.title != title:
            self.problems.append(
                Problem(docname, "title", f"the front matter says “{title[:60]}”, the heading “{page.title[:60]}”")
            )
        others = sorted(set(file.meta) - KNOWN_META)
        if others:
            self.problems.append(Problem(docname, "front matter", f"not imported: {', '.join(others)[:200]}"))
        kind = _text(file, "type")
        if kind and kind not in PAGE_TYPES and docname != self.root_docname:
            self.problems.append(Problem(docname, "front matter", f"“{kind[:60]}” is no type of a page"))
        title = title if title and (file.is_exported or not page.title) else page.title or file.title
        return Document(docname, title, blocks, page_type=kind, fields=self._fields(file, title))

    def _fields(self, file: MarkdownFile, title: str) -> dict[str, Any]:
        nav_title = _text(file, "nav_title") or self.titles.get(file.docname, "")
        fields: dict[str, Any] = {"nav_title": nav_title[:255] if nav_title != title or file.is_exported else ""}
        summary = _text(file, "summary") or _text(file, "description")
        if summary or file.is_exported:
            fields["summary"] = summary
        if _text(file, "type") == "faq-entry":
            aliases = file.meta.get("anchor_aliases")
            fields |= {"anchor": _text(file, "anchor")[:255], "topic": _text(file, "topic")[:255]}
            fields["anchor_aliases"] = (
                [name for name in aliases if isinstance(name, str)] if isinstance(aliases, list) else []
            )
        return fields

    # ------------------------------------------------------------ surroundings of a document
    def goal(self, docname: str, href: str) -> Goal | None:
        """Where an address on a document leads: a document, an anchor, or a label anywhere in the tree."""
        if found := _DOC.fullmatch(href):
            return self._named(found[1], found[2] or "")
        href = re.sub(r"\A(?:project|path):", "", href)
        path, _hash, fragment = href.partition("#")
        path, fragment = unquote(path.partition("?")[0]), unquote(fragment)
        if not path:
            owner = self.labels.get(fragment)
            if owner is not None and owner[0] != docname:
                return self.label(fragment)
            return self._goal(docname, fragment) if fragment else None
        target = self._document_at(docname, path)
        if target is not None:
            return self._goal(target, fragment)
        return self.label(path) if not fragment else None

    def label(self, name: str) -> Goal | None:
        """Where a label of the tree stands."""
        owner = self.labels.get(name) or self.labels.get(name.lower())
        if owner is None:
            return None
        goal = self._goal(owner[0], name)
        return Goal(goal.lineage, name, owner[1] or goal.title)

    def image(self, docname: str, path: str) -> int | None:
        """The image of a file, as an address on a document names it."""
        return self.image_for(_joined(docname, unquote(path)))

    def include(self, docname: str, path: str) -> str | None:
        """The text of a file of the tree; None, and reported, where there is no such file."""
        file = (self.folder / _joined(docname, path)).resolve()
        if not file.is_relative_to(self.folder.resolve()) or not file.is_file():
            return None
        return read_text(file, self.problems, docname)

    def _goal(self, docname: str, fragment: str) -> Goal:
        lineage = str(self.lineages.of(docname)) if self.lineages is not None else ""
        title = self.files[docname].title if docname in self.files else ""
        named = self.labels.get(fragment)
        return Goal(lineage, fragment, named[1] if named and named[0] == docname and named[1] else title)

    def _named(self, lineage: str, anchor: str) -> Goal | None:
        docname = next((name for name in self.files if self._goal(name, "").lineage == lineage), None)
        return self._goal(docname, anchor) if docname is not None else None

    def _document_at(self, docname: str, path: str) -> str | None:
        full = _joined(docname, path)
        stem = re.sub(r"\.html?\Z", "", full)
        inside = "" if full == "." else f"{full}/"
        for name in (full, f"{stem}.md", f"{inside}index.md", f"{inside}README.md", f"{inside}readme.md", f"{full}.md"):
            found = self.by_path.get(name) or self.by_lower.get(name.lower())
            if found is not None:
                return found
        return stem if stem in self.files else None


def _joined(docname: str, path: str) -> str:
    base = "" if path.startswith("/") else posixpath.dirname(docname)
    return posixpath.normpath(posixpath.join(base, path.lstrip("/")))


def _text(file: MarkdownFile, name: str) -> str:
    value = file.meta.get(name)
    return value if isinstance(value, str) else ""


def _listing(source: str) -> Stream:
    value = {
        "language": "yaml",
        "code": source.removesuffix("\n"),
        "caption": "",
        "filename": "",
        "line_numbers": False,
    }
    return [{"type": "code", "value": value | {"start_line": 1, "emphasize_lines": ""}}]
