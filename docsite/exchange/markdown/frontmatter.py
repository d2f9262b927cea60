"""The YAML at the top of a Markdown file.  Pure."""

from __future__ import annotations

import re
from typing import Any

import yaml

MAX_BYTES = 64 * 1024
MAX_DEPTH = 20
_BLOCK = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


class BadFrontMatter(Exception):
    """The front matter cannot be read; the message is one plain clause."""


def split(text: str) -> tuple[str, str]:
    """The front matter of ``text`` without its fences, "" where there is none, and the rest."""
    found = _BLOCK.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def load(text: str) -> dict[str, Any]:
    """A mapping of YAML; every scalar is a string, as nothing here needs YAML's guesses.

    Raises BadFrontMatter for what is no mapping, and for what could grow: anchors with aliases, deep nesting, length.
    """
    if len(text) > MAX_BYTES:
        raise BadFrontMatter(f"the front matter is longer than {MAX_BYTES // 1024} KB")
    try:
        depth = 0
        for event in yaml.parse(text, yaml.BaseLoader):
            if isinstance(event, yaml.AliasEvent):
                raise BadFrontMatter("the front matter uses YAML aliases")
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > MAX_DEPTH:
                raise BadFrontMatter("the front matter is nested too deep")
        data = yaml.BaseLoader(text).get_single_data()
    except yaml.YAMLError as error:
        raise BadFrontMatter(f"the front matter is no YAML: {' '.join(str(error).split())[:200]}") from error
    if data is None or data == "":
        return {}
    if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
        raise BadFrontMatter("the front matter is no mapping of names")
    return data
