"""Directives as they are written: name, argument, options, content.  Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from docsite.exchange.markdown.frontmatter import BadFrontMatter, load

_INFO = re.compile(r"\{([^\s{}]+)\}[ \t]*(.*)", re.DOTALL)
_OPTION = re.compile(r":([A-Za-z][\w-]*):(?:[ \t]+(.*))?\Z")


@dataclass
class Directive:
    """A directive; ``options`` as strings, a flag as ""."""

    name: str
    argument: str
    options: dict[str, str] = field(default_factory=dict)
    content: str = ""
    problem: str = ""

    def flag(self, name: str) -> bool:
        """Whether an option is there at all."""
        return name in self.options

    def json(self, name: str, default: Any) -> Any:
        """The value of an option that holds JSON; ``default`` where it is missing, none, or of another kind."""
        try:
            value = json.loads(self.options[name]) if name in self.options else default
        except (ValueError, RecursionError):
            return default
        return value if isinstance(value, type(default)) else default


def split_info(info: str) -> tuple[str, str] | None:
    """Name and argument of ``{name} argument``, or None for a fence that is no directive."""
    found = _INFO.fullmatch(info.strip())
    return (found[1], found[2].strip()) if found else None


def read_directive(info: str, content: str) -> Directive | None:
    """The directive of a fence with this info and content; None for a plain fence."""
    head = split_info(info)
    if head is None:
        return None
    directive = Directive(*head)
    lines = content.removesuffix("\n").split("\n") if content else []
    if lines and lines[0].strip() == "---":
        lines = _yaml_options(directive, lines)
    else:
        while lines and (found := _OPTION.match(lines[0].rstrip())):
            directive.options[found[1]] = _value(found[2] or "")
            lines.pop(0)
    if lines and not lines[0].strip():
        lines.pop(0)
    directive.content = "\n".join(lines)
    return directive


def _yaml_options(directive: Directive, lines: list[str]) -> list[str]:
    """Options between two lines of dashes; returns the lines after them."""
    end = next((number for number, line in enumerate(lines[1:], start=1) if line.strip() == "---"), 0)
    if not end:
        return lines
    try:
        options = load("\n".join(lines[1:end]))
    except BadFrontMatter as error:
        directive.problem = str(error).replace("front matter", "option block")
        return lines
    directive.options = {key: value if isinstance(value, str) else json.dumps(value) for key, value in options.items()}
    return lines[end + 1 :]


def _value(text: str) -> str:
    """The text of an option: quoted as JSON quotes it, or as it stands."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            value = json.loads(text)
        except ValueError:
            return text
        return value if isinstance(value, str) else text
    return text
