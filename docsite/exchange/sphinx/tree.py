"""A Sphinx HTML output folder, or one saved page, as documents with their order and groups.

The order is that of Sphinx's toctrees.  Themes with a full navigation on every page show it there; others show one
level or nothing, and
the toctrees in the bodies of the pages complete it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from docsite.exchange.sphinx.html import Element, Problem, Unreadable, find_body, parse, plain_of, split_href
from docsite.exchange.sphinx.math import is_math
from docsite.exchange.sphinx.navigation import ROOTS, Entry, Group, NavigationReader

MAX_FILE = 20 * 1024 * 1024
MAX_FILES = 50_000

SPECIAL = {"genindex", "search", "404", "py-modindex", "modindex"}
SPECIAL_FOLDERS = (
    "_modules",
    "_static",
    "_sources",
    "_images",
    "_downloads",
    "_panels_static",
    "_sphinx_design_static",
)
_REFRESH = re.compile(rb"<meta[^>]+http-equiv=.?refresh", re.IGNORECASE)
_SOURCE = re.compile(r"(?:\.\./)*_sources/([\w./-]+?)(?:\.(?:rst|md|ipynb))?\.txt")


class SourceError(Exception):
    """The source cannot be read; the message is one plain sentence."""


@dataclass
class SourcePage:
    """One content page; parsed when asked, so that a large tree never stands in memory whole."""

    docname: str
    file: Path
    title: str = ""

    def parse(self) -> Element:
        """The document as an lxml tree, without scripts of the page kept anywhere else."""
        return parse(self.file.read_bytes())


@dataclass
class SourceTree:
    """Everything an import starts from.

    ``groups`` holds every page but the root exactly once, in reading order; ``root_docname`` is "" where the source has
    no root page.  ``problems`` tells what was left out of the tree, and why; ``images`` are the files its pages show.
    """

    folder: Path
    root_docname: str
    pages: dict[str, SourcePage]
    groups: list[Group] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    images: set[str] = field(default_factory=set)


def read_tree(path: Path) -> SourceTree:
    """Read the folder or page at ``path``.  Raises SourceError where it is neither."""
    path = Path(path)
    if path.is_file():
        return _single(path)
    if not path.is_dir():
        raise SourceError(f"There is nothing at {path}.")
    tree = SourceTree(path.resolve(), "", {})
    for file in _files(tree.folder, tree.problems):
        _add_page(tree, file)
    reader = NavigationReader(set(tree.pages))
    for page in list(tree.pages.values()):
        try:
            root = page.parse()
        except (Unreadable, OSError) as error:
            tree.problems.append(Problem(page.docname, "skipped", f"cannot be read: {error}"))
            del tree.pages[page.docname]
            continue
        body = find_body(root)
        page.title = _title(body)
        tree.images.update(_images(page.docname, body))
        reader.read(page.docname, root, body)
    if not tree.pages:
        raise SourceError(f"{path} holds no page of Sphinx documentation.")
    # Without an index the version's home is not among the pages.
    tree.root_docname = next((name for name in ROOTS if name in tree.pages), "")
    tree.groups, orphans = reader.groups(tree.root_docname, {name: page.title for name, page in tree.pages.items()})
    tree.problems += [
        Problem(docname, "orphan", "in no toctree: placed at the end of the navigation") for docname in orphans
    ]
    return tree


def _single(path: Path) -> SourceTree:
    if path.stat().st_size > MAX_FILE:
        raise SourceError(f"{path} is larger than {MAX_FILE // 1024 // 1024} MB.")
    data = path.read_bytes()
    try:
        root = parse(data)
    except Unreadable as error:
        raise SourceError(f"{path} cannot be read: {error}.") from error
    docname, folder = _origin(path.resolve(), data, root)
    if not root.xpath("//h1"):
        raise SourceError(f"{path} is not a page of Sphinx documentation: it has no heading.")
    body = find_body(root)
    page = SourcePage(docname, path.resolve(), _title(body))
    groups = [Group("", [Entry(docname, page.title)])]
    return SourceTree(folder, "", {docname: page}, groups, images=set(_images(docname, body)))


def _images(docname: str, body: Element) -> Iterator[str]:
    """The pictures of a page that are files of the tree; formulas drawn as pictures are none."""
    for image in body.iter("img", "object"):
        target = split_href(docname, image.get("src") or image.get("data") or "")
        if target.kind == "internal" and not is_math(image):
            yield target.path


def _origin(path: Path, data: bytes, root: Element) -> tuple[str, Path]:
    """The name that a single page had in its tree, and the folder that stands for the top of the tree.

    Sphinx writes the way back to the top into every page, and mostly a link to the page's source.
    """
    match = re.search(rb"URL_ROOT:\s*'([^']*)'", data) or re.search(rb'data-content_root="([^"]*)"', data)
    depth = match[1].decode(errors="replace").count("../") if match else 0
    here = "/".join(path.with_suffix("").parts[-(depth + 1) :])
    for href in root.xpath("//a[starts-with(@href, '_sources/') or starts-with(@href, '../')]/@href"):
        source = _SOURCE.fullmatch(href)
        if source and source[1].count("/") == depth and ".." not in source[1] and source[1] != here:
            return source[1], path.parent  # saved elsewhere, or under another name
    return here, path.parents[min(depth, len(path.parents) - 1)]


def _files(folder: Path, problems: list[Problem]) -> Iterator[Path]:
    """HTML files of the folder, sorted; nothing outside it, whatever links say."""
    count = 0
    left_out: Counter[str] = Counter()
    for place, folders, names in os.walk(folder, followlinks=False):
        inside = Path(place).relative_to(folder)
        special = inside.parts[0] if inside.parts and inside.parts[0] in SPECIAL_FOLDERS else ""
        for name in sorted(folders):
            if (Path(place) / name).is_symlink():
                problems.append(Problem((inside / name).as_posix(), "skipped", "a link to a folder is not followed"))
        folders.sort()
        for name in sorted(names, key=lambda name: (name.endswith(".htm"), name)):
            if not name.endswith((".html", ".htm")):
                continue
            if special:
                left_out[special] += 1
                continue
            file = Path(place) / name
            reason = _refusal(file, folder)
            if reason:
                shown = (inside / name).as_posix().encode("utf-8", "replace").decode()
                problems.append(Problem(shown, "skipped", reason))
                continue
            count += 1
            if count > MAX_FILES:
                raise SourceError(f"{folder} holds more than {MAX_FILES} pages.")
            yield file
    problems += [
        Problem(name, "skipped", f"{number} pages made by Sphinx or its extensions, no documents")
        for name, number in sorted(left_out.items())
    ]


def _refusal(file: Path, folder: Path) -> str:
    """Why a file is not read, "" where it is."""
    try:
        file.name.encode()
        if file.is_symlink() and not file.resolve(strict=True).is_relative_to(folder):
            return "the link leads out of the folder"
        if not file.is_file():
            return "no ordinary file"
        if file.stat().st_size > MAX_FILE:
            return "the file is larger than 20 MB"
        if not os.access(file, os.R_OK):
            return "the file may not be read"
    except UnicodeEncodeError:
        return "the name of the file is not in UTF-8"
    except (OSError, RuntimeError):  # RuntimeError: a link that leads to itself, before Python 3.13
        return "the link leads nowhere"
    return ""


def _add_page(tree: SourceTree, file: Path) -> None:
    docname = file.relative_to(tree.folder).with_suffix("").as_posix()
    last = docname.rsplit("/", 1)[-1]
    if (
        docname in SPECIAL
        or last.startswith(("genindex", "search"))
        or last.endswith("-modindex")
        or "/_modules/" in docname
    ):
        tree.problems.append(Problem(docname, "skipped", "made by Sphinx, not written: the site makes its own"))
        return
    with file.open("rb") as handle:
        head = handle.read(4000)
    if _REFRESH.search(head):
        tree.problems.append(Problem(docname, "skipped", "only leads on to another page"))
        return
    if docname in tree.pages:
        tree.problems.append(Problem(docname, "skipped", f"{file.name} has the name of another page"))
        return
    tree.pages[docname] = SourcePage(docname, file)


def _title(body: Element) -> str:
    """The first heading; "" for a page without one, which is then named after its document."""
    heading = body.find(".//h1")
    return plain_of(heading) if heading is not None else ""
