"""The process that runs Pygments, apart from the site so that it can be killed.

Pygments gives no promise about time: most lexers are quadratic on some input and a few hang on sixty bytes. A
regular expression in the middle of a match cannot be interrupted from another thread, but a process can be
ended. `docsite.pages.highlighting` starts this module as `python -m docsite.pages.highlight_worker`, writes
requests to its standard input and reads replies from its standard output, one JSON object a line:

    {"code": "x = 1\\n", "lexer": "python", "strict": false, "limit": 5}
    {"lines": ["x <span class=\\"o\\">=</span> ..."]}     or     {"error": "syntax"}

Lines of a reply are self-contained HTML, each with its line end; the text in them is the code, byte for byte.
Nothing of Django is imported here.
"""

from __future__ import annotations

import ast
import json
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from typing import Any, NamedTuple

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES, Comment, Error, Keyword, Literal, Name, _TokenType

SESSIONS = {"pycon": "python", "console": "bash"}
"""Recorded sessions, which mix prompts, input and output, with the lexer of their input."""

_CLASSES = dict[Any, str](STANDARD_TYPES)

# Left without a span: they would be most of the HTML and have no colour of their own. Errors are no errors
# here: code of a later version of its language is not to be shown in red.
_BARE_CLASSES = frozenset(["", "err", "esc", "l", "ld", "n", "p", "w", "x"])

# Kinds of tokens that a lexer for Python does not find in just any text.
_EVIDENCE = (Comment, Keyword, Literal, Name.Builtin, Name.Class, Name.Decorator, Name.Function)

_PYTHON_PROMPT = re.compile(r"[ \t]*>>>(?:[ \t]|(?=\n?\Z))")
_PYTHON_CONTINUATION = re.compile(r"[ \t]*\.\.\.(?:[ \t]|(?=\n?\Z))")
# `$ `, `(env) % `, `user@host:~/x$ `, `[root@host x]# `
_SHELL_PROMPT = re.compile(
    r"(?:\([^()\s]{1,64}\)[ ]?)?"
    r"(?:\[[^\]\n]{1,128}\][ ]?|[\w.-]{1,64}@[\w.-]{1,64}(?:[: ][^\s$#%]{0,128})?[ ]?)?"
    r"[$#%](?:[ \t]|(?=\n?\Z))"
)
_SHELL_CONTINUATION = re.compile(r">(?:[ \t]|(?=\n?\Z))")
_HERE_DOCUMENT = re.compile(r"<<-?[ \t]*([\"']?)(\w+)\1")


class SessionLine(NamedTuple):
    """A line of a recorded session: its prompt, what follows it (line end included), and which it is."""

    prompt: str
    text: str
    is_input: bool


def session_lines(code: str, language: str) -> list[SessionLine] | None:
    """Split a session into its lines; `language` is a key of `SESSIONS`.

    Returns None if there is no prompt at all: then the code is a plain listing under a wrong name.
    """
    lines = split_lines(code)
    parsed = list(_python_session(lines) if language == "pycon" else _shell_session(lines))
    return parsed if any(line.prompt for line in parsed) else None


def split_lines(code: str) -> list[str]:
    """Split at line feeds only, keeping them. (`str.splitlines` splits at form feeds and others too.)"""
    lines = [line + "\n" for line in code.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def plain_lines(code: str) -> list[str]:
    """Return the lines of a listing as HTML without colours."""
    return split_lines(escape(code, quote=False))


def highlighted_lines(code: str, lexer: str, *, strict: bool = False) -> list[str]:
    """Return the lines of a listing as HTML with Pygments' short class names.

    `strict` is for unmarked listings, tried as Python. Raises ValueError if such a listing is not Python, or
    if a lexer does not give back the code it was given.
    """
    parsed = session_lines(code, lexer) if lexer in SESSIONS else None
    if parsed is None:
        return list(_html_lines(_tokens(code, SESSIONS.get(lexer, lexer), strict=strict)))
    lines: list[str] = []
    for block in _statements(parsed):
        if not block[0].is_input:
            # An empty span marks a blank line as output, for the copy button.
            lines += [_span("go", line.text.removesuffix("\n")) + _line_end(line.text) for line in block]
            continue
        source = "".join(line.text for line in block)
        inner = list(_html_lines(_tokens(source, SESSIONS[lexer], strict=False)))
        inner += [""] * (len(block) - len(inner))
        lines += [
            (_span("gp", line.prompt) if line.prompt else "") + html for line, html in zip(block, inner, strict=True)
        ]
    return lines


def main() -> None:
    """Answer requests until standard input is closed."""
    # Ctrl-C in a terminal is for the site, which then closes our input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lexer("python")
    _write({"ready": True})
    for line in sys.stdin.buffer:
        request = json.loads(line)
        # The site ends this process when a listing takes too long. Should the site itself be gone by then,
        # the alarm does it: nobody handles the signal, so the system ends us even inside a match.
        signal.setitimer(signal.ITIMER_REAL, request["limit"])
        reply = _answer(request)
        signal.setitimer(signal.ITIMER_REAL, 0)
        _write(reply)


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"lines": highlighted_lines(request["code"], request["lexer"], strict=request["strict"])}
    except ValueError:
        return {"error": "syntax"}
    except Exception as error:  # noqa: BLE001 - a fault in any of Pygments' lexers must not end the worker
        return {"error": f"{type(error).__name__}: {error}"}


def _write(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
    sys.stdout.buffer.flush()


@cache
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name)


def _tokens(code: str, lexer: str, *, strict: bool) -> Iterator[tuple[str, str]]:
    """Yield `(class, text)` pairs, neighbours of one class joined, that add up to `code`."""
    # Lexers expect a final line end. `get_tokens` would add it too, but also drop blank lines and marks.
    ended = code.endswith("\n")
    tokens = [
        (kind, text) for _, kind, text in _lexer(lexer).get_tokens_unprocessed(code if ended else code + "\n") if text
    ]
    if strict and not _is_python(code, {kind for kind, _ in tokens}):
        raise ValueError("not in the language")
    if not ended and tokens:
        kind, text = tokens.pop()
        tokens.append((kind, text.removesuffix("\n")))
    if "".join(text for _, text in tokens) != code:
        raise ValueError("the lexer changed the code")
    css_class, run = "", ""
    for kind, text in tokens:
        following = _css_class(kind)
        if following != css_class and run:
            yield css_class, run
            run = ""
        css_class, run = following, run + text
    if run:
        yield css_class, run


def _is_python(code: str, kinds: set[_TokenType]) -> bool:
    """Tell whether an unmarked listing is Python, or close to it: fragments of documentation seldom parse."""
    if any(kind in Error for kind in kinds):
        return False
    if any(kind in evidence for kind in kinds for evidence in _EVIDENCE):
        return True
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


@cache
def _css_class(kind: _TokenType) -> str:
    """Return the short class of a kind of token, or "" where it needs none."""
    while kind not in _CLASSES and kind.parent is not None:
        kind = kind.parent
    name = _CLASSES[kind]
    return "" if name in _BARE_CLASSES else name


def _html_lines(tokens: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Turn tokens into one piece of HTML for each line, closing spans at line ends."""
    current = ""
    for css_class, text in tokens:
        for line in split_lines(text):
            words = line.removesuffix("\n")
            current += _span(css_class, words) if css_class and words else escape(words, quote=False)
            if line.endswith("\n"):
                yield current + "\n"
                current = ""
    if current:
        yield current


def _span(css_class: str, text: str) -> str:
    return f'<span class="{css_class}">{escape(text, quote=False)}</span>'


def _line_end(text: str) -> str:
    return "\n" if text.endswith("\n") else ""


def _python_session(lines: Iterable[str]) -> Iterator[SessionLine]:
    after_input = False
    for line in lines:
        prompt = _PYTHON_PROMPT.match(line) or (_PYTHON_CONTINUATION.match(line) if after_input else None)
        after_input = prompt is not None
        end = prompt.end() if prompt else 0
        yield SessionLine(line[:end], line[end:], after_input)


def _shell_session(lines: list[str]) -> Iterator[SessionLine]:
    prompts = [_SHELL_PROMPT.match(line) for line in lines]
    # Where commands follow `$`, a line that starts with `# ` is a comment and not the prompt of root.
    has_user_prompt = any(prompt and prompt[0][0] != "#" for prompt in prompts)
    continued, here_document = False, ""
    for line, primary in zip(lines, prompts, strict=True):
        inside = continued or bool(here_document)
        if not inside and primary is None:
            yield SessionLine("", line, False)
            continue
        prompt = _SHELL_CONTINUATION.match(line) if inside else primary
        if prompt and has_user_prompt and prompt[0][0] == "#":
            prompt = None
        end = prompt.end() if prompt else 0
        yield SessionLine(line[:end], line[end:], True)
        command = line[end:].rstrip("\n")
        if here_document:
            here_document = "" if command.strip() == here_document else here_document
        else:
            continued = command.endswith("\\")
            opening = _HERE_DOCUMENT.search(command)
            here_document = opening[2] if opening else ""


def _statements(lines: list[SessionLine]) -> Iterator[list[SessionLine]]:
    """Group lines of output, and lines of input that belong to one statement."""
    block: list[SessionLine] = []
    for line in lines:
        continues = bool(block) and line.is_input == block[0].is_input
        if continues and line.is_input:
            continues = line.prompt.lstrip(" \t")[:1] in ("", ".", ">") and ">>>" not in line.prompt
        if block and not continues:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


if __name__ == "__main__":
    main()
