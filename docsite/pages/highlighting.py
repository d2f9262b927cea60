"""Code listings as HTML with Pygments' CSS classes, one piece of HTML for each line.

Never raises because of what it is given: an unknown language, a listing that is too long or a lexer that
takes too long gives plain text and a note that says why. The work is done in a process of its own
(`docsite.pages.highlight_worker`), at save or publish and never while a reader waits.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from docsite.pages.highlight_worker import SESSIONS, plain_lines, session_lines
from docsite.pages.languages import (
    LANGUAGES,
    TEXT,
    is_known_language,
    lexers,
    normalise,
    usual_language,
    usual_names,
)

__all__ = [
    "LANGUAGES",
    "Highlighted",
    "copy_text",
    "highlight",
    "highlight_many",
    "is_known_language",
    "usual_language",
]

logger = logging.getLogger(__name__)

SIZE_LIMIT = 64 * 1024
"""Longest listing that is highlighted, in bytes of UTF-8."""

TIME_LIMIT = 2.0
"""Seconds that one listing may take."""

START_LIMIT = 20.0
"""Seconds that the worker may take to start, on a busy machine."""


class Highlighted(NamedTuple):
    """A listing ready to be shown.

    `lines` are pieces of safe HTML, each with its line end inside, whose text adds up to the code exactly.
    `language` is the usual name of the language, for `data-language`. `note` says why the listing is plain
    where colours were asked for, else it is empty.
    """

    lines: list[str]
    language: str
    note: str


class _Job(NamedTuple):
    """What is to be done with a listing. No lexer means plain text; `shown` is the language that readers are told."""

    code: str
    language: str
    shown: str
    lexer: str
    strict: bool
    note: str


def highlight(code: str, language: str, default: str = "") -> Highlighted:
    """Return `code` as HTML lines. See `highlight_many`."""
    return highlight_many([(code, language)], default)[0]


def highlight_many(listings: Iterable[tuple[str, str]], default: str = "") -> list[Highlighted]:
    """Return the HTML of many `(code, language)` pairs in order; much faster than one call for each.

    An empty language, or `default`, means the site's: `default`. If that is empty too, the listing is tried
    as Python and shown plain, without a note, if it is not: Sphinx's rule for unmarked listings.
    """
    jobs = [_job(code, language, default) for code, language in listings]
    replies = iter(_worker.run([job for job in jobs if job.lexer]))
    return [_finish(job, next(replies) if job.lexer else None) for job in jobs]


def copy_text(code: str, language: str, default: str = "") -> str:
    """Return what the copy button gives: of recorded sessions the input without prompts, else the code.

    The button itself works on the HTML by the same rule: it leaves out `.gp`, and lines that hold `.go`.
    """
    job = _job(code, language, default)
    parsed = session_lines(job.code, job.language) if job.language in SESSIONS else None
    if parsed is None:
        return job.code
    return "".join(line.text for line in parsed if line.is_input)


class _Worker:
    """The process that runs Pygments: started when first needed, ended and replaced when it stalls.

    Threads take turns. A forked process forgets the worker of its parent and starts its own.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def run(self, jobs: Sequence[_Job]) -> list[dict[str, Any]]:
        """Return one reply for each job: `{"lines": […]}` or `{"error": "…"}`."""
        replies: list[dict[str, Any]] = []
        with self._lock:
            while len(replies) < len(jobs):
                try:
                    self._start()
                except (OSError, EOFError) as error:
                    logger.exception("The highlighter cannot be started.")
                    self._stop()
                    return replies + [{"error": str(error)}] * (len(jobs) - len(replies))
                try:
                    # One by one, to keep those that come before an error.
                    for reply in self._exchange(jobs[len(replies) :]):
                        replies.append(reply)
                except TimeoutError:
                    replies.append({"error": "timeout"})
                    self._stop()
                except (OSError, EOFError, ValueError) as error:
                    replies.append({"error": f"the worker ended: {error}"})
                    self._stop()
        return replies

    def close(self) -> None:
        """End the process, if there is one. A later call of `run` starts another."""
        with self._lock:
            self._stop()

    def forget(self) -> None:
        """Leave the process alone, in a child that inherited it."""
        self._lock = threading.Lock()
        process, self._process = self._process, None
        if process is not None:
            # Held open here, the pipe would keep the worker waiting after its owner is gone.
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()
            process.returncode = 0  # not ours to wait for

    def _start(self) -> None:
        if self._process is not None and self._process.poll() is None:
            return
        self._stop()
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "docsite.pages.highlight_worker"],
            cwd=Path(__file__).resolve().parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                os.set_blocking(stream.fileno(), False)
        for _ in _converse(process, b"", 1, START_LIMIT):
            pass

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            # Closes the pipes as well.
            process.communicate()

    def _exchange(self, jobs: Sequence[_Job]) -> Iterator[dict[str, Any]]:
        """Send jobs and yield replies as they come. Raises TimeoutError if one takes too long."""
        if self._process is None:
            raise EOFError("not started")
        requests = b"".join(
            json.dumps({"code": job.code, "lexer": job.lexer, "strict": job.strict, "limit": TIME_LIMIT * 2}).encode()
            + b"\n"
            for job in jobs
        )
        yield from _converse(self._process, requests, len(jobs), TIME_LIMIT)


def _converse(process: subprocess.Popen[bytes], requests: bytes, count: int, limit: float) -> Iterator[dict[str, Any]]:
    """Write `requests` while reading `count` replies, each within `limit` seconds of the one before."""
    if process.stdin is None or process.stdout is None:
        raise EOFError("no pipes")
    outgoing, received = memoryview(requests), b""
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        if outgoing:
            selector.register(process.stdin, selectors.EVENT_WRITE)
        deadline = time.monotonic() + limit
        while count:
            ready = selector.select(max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            for key, _ in ready:
                if key.fileobj is process.stdin:
                    outgoing = outgoing[os.write(key.fd, outgoing[:SIZE_LIMIT]) :]
                    if not outgoing:
                        selector.unregister(process.stdin)
                    continue
                data = os.read(key.fd, SIZE_LIMIT)
                if not data:
                    raise EOFError("no reply")
                *complete, received = (received + data).split(b"\n")
                for line in complete:
                    yield json.loads(line)
                    count -= 1
                    deadline = time.monotonic() + limit


_worker = _Worker()
atexit.register(_worker.close)
os.register_at_fork(after_in_child=_worker.forget)


def _job(code: str, language: str, default: str) -> _Job:
    """Decide how a listing is to be highlighted."""
    code = code.replace("\r\n", "\n").replace("\r", "\n")
    wanted = normalise(language) or normalise(default)
    # Unmarked listings are Python if they can be read as Python.
    name = usual_names().get(wanted, "") if wanted else "python"
    if not name:
        note = f"“{language or default}” cannot be highlighted; the code is shown as plain text."
        return _Job(code, TEXT, TEXT, "", False, note)
    shown = name
    if name == "python" and code.startswith(">>>"):
        # A session under the name of the language keeps that name, as in Sphinx.
        name, shown = "pycon", name if wanted else "pycon"
    if len(code) > SIZE_LIMIT or len(code.encode("utf-8", "surrogatepass")) > SIZE_LIMIT:
        note = f"Code longer than {SIZE_LIMIT // 1024} KB is shown as plain text." if name != TEXT else ""
        return _Job(code, name, shown, "", False, note)
    lexer = lexers()[name] if code and name != TEXT else ""
    return _Job(code, name, shown, lexer, not wanted, "")


def _finish(job: _Job, reply: dict[str, Any] | None) -> Highlighted:
    """Turn the worker's reply into a result, plain text if there is none or it failed."""
    if reply is None:
        return Highlighted(plain_lines(job.code), job.shown, job.note)
    lines = reply.get("lines")
    if lines is not None:
        return Highlighted(lines, job.shown, "")
    if job.strict and reply["error"] == "syntax":
        return Highlighted(plain_lines(job.code), TEXT, "")
    if reply["error"] == "timeout":
        note = "Highlighting took too long; the code is shown as plain text."
    else:
        note = "Highlighting failed; the code is shown as plain text."
        logger.warning("Highlighting as %s failed: %s", job.language, reply["error"])
    return Highlighted(plain_lines(job.code), job.shown, note)
