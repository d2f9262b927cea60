"""New pages in bulk: a fixed number of queries for a hundred of them, instead of some thirty for each.

Writes what saving one page after the other would write: the rows of the base table and of each page type, the place in
the tree, the log, the search index and the reference index.  Django's ``bulk_create`` refuses models with a parent
table, hence the insert of the type's own columns.  No signal is sent for each page: the caller says once that the
version changed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.models import sql
from django.utils import timezone
from wagtail.models import PageLogEntry, ReferenceIndex
from wagtail.search.backends import get_search_backend

from docsite.basepage.models import BasePage

BATCH = 100


class PageInserter:
    """Appends new pages to the tree, in batches.  Use inside a transaction, and end with ``flush``.

    ``refers(page)`` says whether a page may refer to images, documents or snippets: those are entered in Wagtail's
    reference index, at a price the others need not pay.
    """

    def __init__(self, *, user: Any = None, refers: Callable[[BasePage], bool] = lambda page: True) -> None:
        self.user, self.refers = user, refers
        self.waiting: list[BasePage] = []
        self.children: dict[str, int] = {}  # by the path of the parent: how many it has with those appended here
        self.last_steps: dict[str, int] = {}

    def append(self, page: BasePage, parent: BasePage) -> None:
        """Give ``page`` (new, slug and content set, its address free) its place as the last child of ``parent``, which
        was saved or appended before.  It has a primary key after the next ``flush``.
        """
        if parent.path not in self.last_steps:
            paths = [] if parent.pk is None else _children_paths(parent.path)
            self.last_steps[parent.path] = _step_of(paths[-1]) if paths else 0
            self.children[parent.path] = len(paths)
        self.last_steps[parent.path] += 1
        self.children[parent.path] += 1
        page.depth = parent.depth + 1
        page.path = BasePage._get_path(parent.path, page.depth, self.last_steps[parent.path])
        page.set_url_path(parent)
        page.locale_id, page.draft_title = parent.locale_id, page.title
        page.ancestors_live = parent.live and parent.ancestors_live
        self.waiting.append(page)
        if len(self.waiting) >= BATCH:
            self._write()

    def flush(self) -> None:
        """Write what waits, and how many children each parent has now."""
        self._write()
        by_count: dict[int, list[str]] = defaultdict(list)
        for path, count in self.children.items():
            by_count[count].append(path)
        for count, paths in by_count.items():
            for start in range(0, len(paths), 500):  # SQLite limits the number of parameters
                BasePage.objects.filter(path__in=paths[start : start + 500]).update(numchild=count)
        self.children, self.last_steps = {}, {}

    def _write(self) -> None:
        pages, self.waiting = self.waiting, []
        if not pages:
            return
        fields = BasePage._meta.concrete_fields
        rows = [BasePage(**{field.attname: getattr(page, field.attname) for field in fields}) for page in pages]
        BasePage.objects.bulk_create(rows, batch_size=BATCH)
        by_model: dict[type[BasePage], list[BasePage]] = defaultdict(list)
        for page, row in zip(pages, rows, strict=True):
            page.pk = page.id = row.pk
            page._state.adding = False
            by_model[type(page)].append(page)
        for model, group in by_model.items():
            _insert_own_columns(model, group)
            get_search_backend().add_bulk(model, group)
        self._log(pages)
        for page in pages:
            if self.refers(page):
                ReferenceIndex.create_or_update_for_object(page)

    def _log(self, pages: list[BasePage]) -> None:
        now = timezone.now()
        PageLogEntry.objects.bulk_create(
            [
                PageLogEntry(
                    page_id=page.pk,
                    content_type_id=page.content_type_id,
                    label=page.get_admin_display_title()[:255],
                    action="wagtail.create",
                    user=self.user,
                    timestamp=now,
                    content_changed=True,
                )
                for page in pages
            ],
            batch_size=BATCH,
        )


def _insert_own_columns(model: type[BasePage], pages: list[BasePage]) -> None:
    """Insert the row of each page in the table of its type, whose parent row is there."""
    fields = model._meta.local_concrete_fields
    size = max(1, min(BATCH, (connection.features.max_query_params or 10_000) // len(fields)))
    for start in range(0, len(pages), size):
        query = sql.InsertQuery(model)
        query.insert_values(fields, list(pages[start : start + size]))
        query.get_compiler(connection=connection).execute_sql()


def _children_paths(path: str) -> list[str]:
    depth = len(path) // BasePage.steplen + 1
    below = BasePage.objects.in_subtree(path, inclusive=False).filter(depth=depth)
    return list(below.order_by("path").values_list("path", flat=True))


def _step_of(path: str) -> int:
    return BasePage._str2int(path[-BasePage.steplen :])
