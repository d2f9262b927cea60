"""Variables of a version: ``{{ name }}`` in text shows the version's value.  Pure.

Stored text keeps the name; the value is put in when a page is rendered or its title is shown.  A value is plain text:
whatever it holds, it is shown as it is, and never becomes markup, code marks or another variable.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from docsite.pages import inline
from docsite.pages.streams import Stream, walk
from docsite.pages.texts import EXACT, HTML, PLAIN, RICH, change_texts, items_of, texts

NAME = re.compile(r"[a-z][a-z0-9_-]*")
MAX_LENGTH = 500
"""Longest value."""

_REFERENCE = re.compile(r"\{\{ ?([a-z][a-z0-9_-]*) ?\}\}")
# Formulas are TeX, whose own braces mean something else; tags are no text.
_MARKUP = re.compile(r'(<span data-math="[^"]*">[^<]*</span>|<[^>]*>)')

Values = Mapping[str, str]


def names_in(text: str) -> set[str]:
    """The names that ``text`` refers to, defined or not."""
    return set(_REFERENCE.findall(text)) if "{{" in text else set()


def substitute(text: str, values: Values) -> str:
    """``text`` with the values of the names that ``values`` has; the others stay as written."""
    if "{{" not in text or not values:
        return text
    return _REFERENCE.sub(lambda match: values.get(match[1], match[0]), text)


def substitute_plain(text: str, values: Values) -> str:
    """The same for text in which backticks mark code: a backtick in a value is an ordinary character."""
    if not names_in(text) & values.keys():
        return text
    return inline.from_parts((substitute(part.text, values), part.is_code) for part in inline.to_parts(text))


def substitute_markup(html: str, values: Values) -> str:
    """The same for rich text and HTML: values are escaped, and stand in text only, never in attributes or formulas."""
    if not names_in(html) & values.keys():
        return html
    escaped = {name: escape(value, quote=False) for name, value in values.items()}
    return "".join(part if number % 2 else substitute(part, escaped) for number, part in enumerate(_MARKUP.split(html)))


_SUBSTITUTE = {RICH: substitute_markup, HTML: substitute_markup, PLAIN: substitute_plain, EXACT: substitute}


def used_names(stream: Stream) -> set[str]:
    """The names that a raw stream refers to anywhere in its text."""
    return {name for block in walk(stream) for _kind, text in texts(block) for name in names_in(text)}


def substitute_stream(stream: Stream, values: Values) -> Stream:
    """A copy of a raw stream as the version with ``values`` shows it."""
    stream = copy.deepcopy(stream)
    for block in walk(stream):
        if block["type"] == "code":
            _move_links(block["value"], "code", values)
        elif block["type"] == "api":
            for signature in items_of(block["value"].get("signatures")):
                _move_links(signature, "signature", values)
        change_texts(block, lambda kind, text: _SUBSTITUTE[kind](text, values))
    return stream


def substitute_toc(entries: Iterable[Any], values: Values) -> list[Any]:
    """The contents of a page (docsite.pages.headings.TocEntry) with values in the text."""
    return [
        entry
        | {
            "text": substitute_plain(entry["text"], values),
            "children": substitute_toc(entry["children"], values),
        }
        for entry in entries
    ]


def _move_links(part: dict[str, Any], field: str, values: Values) -> None:
    """Linked words follow the text that values before them make longer or shorter."""
    text = part.get(field) or ""
    if not part.get("links") or not names_in(text) & values.keys():
        return
    found = [match for match in _REFERENCE.finditer(text) if match[1] in values]

    def moved(offset: int) -> int:
        return offset + sum(len(values[m[1]]) - len(m[0]) for m in found if m.end() <= offset)

    for link in items_of(part["links"]):
        start, end = link["start"], link["start"] + link["length"]
        link["link"] = substitute_markup(link["link"], values)
        link["start"], link["length"] = moved(start), moved(end) - moved(start)


def problems(variables: Mapping[str, str]) -> list[str]:
    """What is wrong with names and values, one sentence each; empty for usable ones."""
    found = [
        f"“{name}” is no name: use lower case letters, digits, hyphens and underscores, a letter first."
        for name in variables
        if not NAME.fullmatch(name)
    ]
    for name, value in variables.items():
        if "\n" in value or any(ord(character) < 32 for character in value):
            found.append(f"The value of “{name}” holds a line end or another control character.")
        elif len(value) > MAX_LENGTH:
            found.append(f"The value of “{name}” is longer than {MAX_LENGTH} characters.")
    return found


def parse_variables(text: str) -> dict[str, str]:
    """Lines ``name = value`` as variables; blank lines are nothing.  Raises ValueError saying what is wrong."""
    variables: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        name, separator, value = (part.strip() for part in line.partition("="))
        if not line.strip():
            continue
        if not separator:
            raise ValueError(f"Line {number} has no “=”: write name = value.")
        if name in variables:
            raise ValueError(f"“{name}” is defined twice.")
        variables[name] = value
    wrong = problems(variables)
    if wrong:
        raise ValueError(" ".join(wrong))
    return variables


def write_variables(variables: Mapping[str, str]) -> str:
    """Variables as the lines that ``parse_variables`` reads, by name: databases keep no order."""
    return "\n".join(f"{name} = {value}" for name, value in sorted(variables.items()))
