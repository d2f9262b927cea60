"""The syntax of MyST around text: fences, directives with options, code spans, labels.  Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

# An option that YAML reads as the same text without quotes.
_PLAIN_OPTION = re.compile(r"[A-Za-z0-9_./(][^\"'\n\r\x00-\x1f:#\\]*(?<! )\Z|[A-Za-z0-9_./(]\Z")
_COLONS = re.compile(r":{3,}")
_TICKS = re.compile(r"`+")
_RUN = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.MULTILINE)


def option(value: Any) -> str:
    """The value of an option: as it is where YAML takes it for that text, else as JSON, which is YAML too."""
    if isinstance(value, bool):
        return ""
    if isinstance(value, str) and _PLAIN_OPTION.match(value):
        return value
    if isinstance(value, int):
        return str(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def directive(
    name: str, argument: str = "", options: Iterable[tuple[str, Any]] = (), body: str = "", *, verbatim: bool = False
) -> str:
    """A directive as MyST writes it; options without a value (False, "", None, empty lists) are left out.

    Content that is Markdown stands between colons, which editors still show as text; ``verbatim`` content (code, TeX)
    between backticks.  The fence is longer than any inside ``body``.
    """
    mark, pattern = ("`", _TICKS) if verbatim else (":", _COLONS)
    longest = max((len(run) for run in pattern.findall(f"{argument}\n{body}")), default=0)
    fence = mark * max(3, longest + 1)
    head = [f"{fence}{{{name}}} {argument}".rstrip(" ")]
    head += [f":{key}: {option(value)}".rstrip(" ") for key, value in options if _is_set(value)]
    if body:
        # Without a blank line a first line such as ":name: x" would be an option, and one that is blank be lost.
        apart = (
            [""]
            if len(head) > 1 or body[0] in ":\n" or body.startswith("---") or not body.split("\n")[0].strip()
            else []
        )
        return "\n".join([*head, *apart, body, fence])
    return "\n".join([*head, fence])


def _is_set(value: Any) -> bool:
    return value is not False and value not in ("", None, [], {})


def fence(language: str, code: str) -> str:
    """A plain code fence, longer than any inside ``code``."""
    longest = max((len(run) for run in _RUN.findall(code) if run[0] == "`"), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{code}\n{ticks}" if code else f"{ticks}{language}\n{ticks}"


def code_span(text: str) -> str | None:
    """``text`` between backticks, or None where a code span cannot hold it."""
    if not text or "\n" in text or "\r" in text:
        return None
    longest = max((len(run) for run in _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padded = text.strip(" ") != "" and ((text[0] in "` " and text[-1] in "` ") or text[0] == "`" or text[-1] == "`")
    return f"{ticks} {text} {ticks}" if padded else f"{ticks}{text}{ticks}"


def label(anchor: str) -> str:
    """A target line: ``(anchor)=``."""
    return f"({anchor})="


def indent(text: str, width: int) -> str:
    """``text`` with its lines moved right, empty ones and the first one excepted."""
    first, *rest = text.split("\n")
    return "\n".join([first, *(" " * width + line if line else line for line in rest)])
