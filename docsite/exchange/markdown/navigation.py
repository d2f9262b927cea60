"""The order of a folder of Markdown: from mkdocs.yml, from toctrees, or from the folders themselves."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from docsite.exchange.markdown.files import MarkdownFile, read_text
from docsite.exchange.markdown.options import read_directive
from docsite.exchange.markdown.parser import parser
from docsite.exchange.sphinx.html import Problem

_RST_TOCTREE = re.compile(r"^([ \t]*)\.\. toctree::[^\n]*\n((?:\1[ \t]+[^\n]*\n?|[ \t]*\n)*)", re.MULTILINE)
_TITLED = re.compile(r"(.*?)\s*<([^<>]+)>\Z")
MAX_NAV_DEPTH = 20


@dataclass
class Entry:
    """A document in the navigation."""

    docname: str
    children: list[Entry] = field(default_factory=list)
    title: str = ""
    fragment: str = ""
    url: str = ""


@dataclass
class Group:
    """Entries below one caption, "" for none."""

    caption: str = ""
    entries: list[Entry] = field(default_factory=list)


class Navigation:
    """Finds the groups; ``titles`` are the navigation's own words for documents."""

    def __init__(self, files: dict[str, MarkdownFile], folder: Path, problems: list[Problem]) -> None:
        self.files, self.folder, self.problems = files, folder, problems
        self.by_path = {file.path: docname for docname, file in files.items()}
        self.titles: dict[str, str] = {}
        self.placed: set[str] = set()

    def groups(self, nav: Path | None, root: str) -> list[Group]:
        """The groups, from the best source there is; documents that it does not name follow."""
        self.placed = {root}
        configured = self._mkdocs(nav)
        groups = configured if configured is not None else self._toctrees(root)
        if not any(group.entries for group in groups):
            groups = self._folders(root)
        rest = [name for name in self.files if name not in self.placed]
        if rest:
            self.problems.append(
                Problem("", "navigation", f"{len(rest)} documents stand in no navigation; they follow the others")
            )
            for name in rest:
                self.placed.add(name)
            groups.append(Group("", [Entry(name) for name in rest]))
        return groups

    def _place(self, docname: str) -> Entry | None:
        if docname in self.placed or docname not in self.files:
            return None
        self.placed.add(docname)
        return Entry(docname)

    # ------------------------------------------------------------ mkdocs.yml
    def _mkdocs(self, nav: Path | None) -> list[Group] | None:
        file = nav or next(
            (path for path in (self.folder / "mkdocs.yml", self.folder.parent / "mkdocs.yml") if path.is_file()), None
        )
        text = read_text(file, self.problems, file.name) if file is not None else None
        if file is None or text is None:
            return None
        try:
            if "*" in text and any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.BaseLoader)):
                raise yaml.YAMLError("aliases are not followed")
            data = yaml.BaseLoader(text).get_single_data()
        except (yaml.YAMLError, RecursionError) as error:
            self.problems.append(Problem("", "navigation", f"{file.name}: {' '.join(str(error).split())[:200]}"))
            return None
        entries = data.get("nav") if isinstance(data, dict) else data
        if not isinstance(entries, list):
            return None
        groups = [Group()]
        for entry in entries:
            title, target = next(iter(entry.items())) if isinstance(entry, dict) and entry else ("", entry)
            if isinstance(target, list):
                groups += [Group(str(title), self._nav_entries(target, 1)), Group()]
            else:
                groups[-1].entries += self._nav_entries([entry], 0)
        return [group for group in groups if group.entries]

    def _nav_entries(self, entries: list[Any], depth: int) -> list[Entry]:
        found: list[Entry] = []
        for entry in entries:
            title, target = next(iter(entry.items())) if isinstance(entry, dict) and entry else ("", entry)
            if isinstance(target, list) and depth < MAX_NAV_DEPTH:
                found += self._section(str(title), self._nav_entries(target, depth + 1))
            elif isinstance(target, str) and (docname := self.by_path.get(posixpath.normpath(target))) is not None:
                placed = self._place(docname)
                if placed is not None:
                    found.append(placed)
                    if title:
                        self.titles[docname] = str(title)
            else:
                self.problems.append(Problem("", "navigation", f"{str(target)[:100]} is no document of the folder"))
        return found

    def _section(self, title: str, entries: list[Entry]) -> list[Entry]:
        """A section within a section: below its index where it has one, else its pages stand in the outer one."""
        if entries and entries[0].docname.rpartition("/")[2] == "index":
            entries[0].children += entries[1:]
            return entries[:1]
        self.problems.append(
            Problem("", "navigation", f"“{title[:60]}” lies within a section and has no index; its pages moved up")
        )
        return entries

    # ------------------------------------------------------------ toctrees
    def _toctrees(self, root: str) -> list[Group]:
        text = self.files[root].text if root in self.files else ""
        if "toctree" not in text and (self.folder / "index.rst").is_file():
            text = read_text(self.folder / "index.rst", self.problems, "index.rst") or ""
        return self._groups_of(root or "index", text, 0)

    def _groups_of(self, docname: str, text: str, depth: int) -> list[Group]:
        groups: list[Group] = []
        if "toctree" not in text:
            return groups
        rst = text if text.lstrip().startswith("..") or docname not in self.files else ""
        for token in parser().parse(text) if not rst else ():
            directive = read_directive(token.info, token.content) if token.type in ("fence", "colon_fence") else None
            if directive is not None and directive.name == "toctree":
                groups.append(self._toctree(docname, directive.options, directive.content.split("\n"), depth))
            elif directive is not None and directive.name == "eval-rst":
                groups += self._rst_groups(docname, directive.content, depth)
        return groups + self._rst_groups(docname, rst, depth)

    def _rst_groups(self, docname: str, text: str, depth: int) -> list[Group]:
        groups = []
        for found in _RST_TOCTREE.finditer(text):
            lines = [line.strip() for line in found[2].split("\n")]
            options = {match[1]: match[2] for line in lines if (match := re.match(r":([\w-]+):\s*(.*)\Z", line))}
            groups.append(self._toctree(docname, options, [line for line in lines if not line.startswith(":")], depth))
        return groups

    def _toctree(self, docname: str, options: dict[str, str], lines: list[str], depth: int) -> Group:
        group = Group(options.get("caption", ""))
        for line in filter(None, map(str.strip, lines)):
            titled = _TITLED.match(line)
            title, target = (titled[1], titled[2]) if titled else ("", line)
            if target == "self":
                continue
            if re.match(r"[a-z]+://", target):
                self.problems.append(Problem(docname, "navigation", f"the link to {target[:100]} is no document"))
                continue
            for name in self._matching(docname, target, "glob" in options):
                entry = self._place(name)
                if entry is None:
                    continue
                if title:
                    self.titles[name] = title
                group.entries.append(entry)
        if "reversed" in options:
            group.entries.reverse()
        for entry in group.entries:
            if depth < MAX_NAV_DEPTH:
                below = self._groups_of(entry.docname, self.files[entry.docname].text, depth + 1)
                entry.children = [child for inner in below for child in inner.entries]
        return group

    def _matching(self, docname: str, target: str, glob: bool) -> list[str]:
        base = posixpath.dirname(docname)
        path = target[1:] if target.startswith("/") else posixpath.join(base, target)
        path = posixpath.normpath(path)
        if glob and re.search(r"[*?\[]", path):
            return sorted(
                name for name in self.files if fnmatch.fnmatchcase(name, path) and path.count("/") == name.count("/")
            )
        for name in (self.by_path.get(path), path, path.removesuffix(".md"), self.by_path.get(f"{path}.md")):
            if name in self.files:
                return [name]
        if not (self.folder / f"{path}.rst").is_file():
            self.problems.append(Problem(docname, "navigation", f"{target[:100]} is no document of the folder"))
        else:
            self.problems.append(Problem(docname, "skipped", f"{path}.rst is reStructuredText, which is not read"))
        return []

    # ------------------------------------------------------------ folders
    def _folders(self, root: str) -> list[Group]:
        """By name: pages at the top, then a group for each folder, or its index with the folder's pages below."""
        groups: dict[str, Group] = {"": Group()}
        indexes: dict[str, Entry] = {}
        for name in sorted(
            self.files, key=lambda name: (posixpath.dirname(name), posixpath.basename(name) != "index", name)
        ):
            entry = self._place(name)
            if entry is None:
                continue
            folder, _slash, base = name.rpartition("/")
            if base == "index":
                indexes[folder] = entry
                folder = posixpath.dirname(folder)
            while folder and folder not in indexes and "/" in folder:
                folder = posixpath.dirname(folder)
            if folder in indexes:
                indexes[folder].children.append(entry)
            else:
                groups.setdefault(folder, Group(folder.replace("-", " ").replace("_", " "))).entries.append(entry)
        return [group for group in groups.values() if group.entries]
