"""Documents made ready to be stored: everything that saving a page would compute, computed apart from the database.

So it can be done in other processes (``in_order``) while one writes: converting, highlighting and rendering is nearly
all the work of an import.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.db.backends.base.base import BaseDatabaseWrapper

from docsite.pages import streams
from docsite.pages.models import BodyPage, DocPage, SectionPage, VersionPage
from faq.models import FAQEntryPage, FAQPage

Result = TypeVar("Result")
PAGE_TYPES: dict[str, type[BodyPage]] = {
    "doc": DocPage,
    "section": SectionPage,
    "faq": FAQPage,
    "faq-entry": FAQEntryPage,
}
"""Types of pages by the names that documents use."""

# Names of fields that hold the key of something in the database.
_REFERENCES = ("image", "document", "snippet")


@dataclass
class Document:
    """One document of a source: what it says, as blocks."""

    docname: str
    title: str
    blocks: streams.Stream
    is_faq: bool = False  # a FAQ whose headings are the questions
    page_type: str = ""  # one of PAGE_TYPES, "" for the usual one
    fields: dict[str, Any] = field(default_factory=dict)  # further fields of the page, where its type has them


@dataclass
class Ready:
    """A page to be.

    ``name`` is the document's, ``docname#anchor`` for an FAQ entry; ``rendering`` the fields of RenderedBody, None
    where they must be made with the database at hand; ``fields`` what the page type has besides title and body.
    """

    name: str
    model: str
    title: str
    body: streams.Stream
    toc: list[Any]
    content_hash: str
    rendering: dict[str, Any] | None
    refers: bool
    fields: dict[str, Any] = field(default_factory=dict)

    def page(self, **values: Any) -> BodyPage:
        """A new page of the type, computed fields set."""
        model = apps.get_model(self.model)
        return model(
            title=self.title, body=self.body, toc=self.toc, content_hash=self.content_hash, **self.fields, **values
        )


def prepare(document: Document, *, is_root: bool = False, render: bool = True) -> list[Ready]:
    """The page of a document; of a FAQ, its introduction and then its questions, each a page of its own.

    ``is_root`` says that it is a version's home; ``render`` that the page will be live.
    """
    if not document.is_faq:
        model = VersionPage if is_root else PAGE_TYPES.get(document.page_type, DocPage)
        return [_ready(document.docname, model, document.title, document.blocks, render, document.fields)]
    intro, entries = split_questions(document.blocks)
    found = [_ready(document.docname, FAQPage, document.title, intro, render)]
    for heading, blocks in entries:
        fields = {"anchor": heading["anchor"], "anchor_aliases": streams.items_of(heading.get("aliases"))}
        name = f"{document.docname}#{heading['anchor']}"
        found.append(_ready(name, FAQEntryPage, heading["text"], blocks, render, fields))
    return found


def _ready(
    name: str,
    model: type[BodyPage],
    title: str,
    blocks: streams.Stream,
    render: bool,
    fields: dict[str, Any] | None = None,
) -> Ready:
    own = {name: value for name, value in (fields or {}).items() if hasattr(model, name)}
    page = model(title=fitting_title(title), body=blocks, **own)
    page.prepare()
    body = list(page.body.raw_data)
    refers = any(_refers(block) for block in streams.walk(body))
    rendering = page.render({}) if render and not refers else None
    return Ready(name, model._meta.label, page.title, body, page.toc, page.content_hash, rendering, refers, own)


def _refers(block: streams.Block) -> bool:
    value = block["value"]
    if isinstance(value, dict):
        return any(value.get(name) for name in _REFERENCES)
    return 'linktype="page"' in value or 'linktype="document"' in value


def split_questions(blocks: streams.Stream) -> tuple[streams.Stream, list[tuple[dict[str, Any], streams.Stream]]]:
    """A FAQ document as introduction and ``(heading, answer)`` pairs: each heading of the highest level there is
    asks a question.
    """
    levels = [block["value"]["level"] for block in blocks if block["type"] == "heading"]
    top = min(levels, default=0)
    intro: streams.Stream = []
    entries: list[tuple[dict[str, Any], streams.Stream]] = []
    for block in blocks:
        if block["type"] == "heading" and block["value"]["level"] == top:
            entries.append((block["value"], []))
        else:
            (entries[-1][1] if entries else intro).append(block)
    return intro, entries


def fitting_title(title: str) -> str:
    """A title as it fits the field; longer ones are cut at a word."""
    title = title.strip() or "Untitled"
    return title if len(title) <= 255 else title[:254].rsplit(" ", 1)[0] + "…"


# ---------------------------------------------------------------- in other processes
_given: list[Callable[[str], Any]] = []  # in a process of its own: what it was started for


def in_order(names: Iterable[str], work: Callable[[str], Result], jobs: int) -> Iterator[Result]:
    """``work(name)`` for each of ``names``, in their order, done by ``jobs`` processes a little ahead.

    The processes are forks, so ``work`` may be any callable; it must not need the database.  With one job, or where
    there is no fork, everything happens here.  Raises what ``work`` raises, and BrokenProcessPool where a process died.
    """
    if jobs < 2 or "fork" not in multiprocessing.get_all_start_methods():
        yield from map(work, names)
        return
    ContentType.objects.get_for_models(*apps.get_models())  # kept by Django: the forks cannot ask
    context = multiprocessing.get_context("fork")
    waiting: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start, initargs=(work,)) as pool:
        for name in names:
            waiting.append(pool.submit(_run, name))
            if len(waiting) > 4 * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _start(work: Callable[[str], Any]) -> None:
    """In the new process.  Its copies of the open connections belong to the parent: using one would garble both."""
    _given[:] = [work]

    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("A process that prepares documents has no database.")

    for name in ("connect", "ensure_connection", "_cursor", "close"):
        setattr(BaseDatabaseWrapper, name, refuse)


def _run(name: str) -> Any:
    return _given[0](name)
