"""Large sites for benchmarks and for tests of query counts, made in bulk."""

from __future__ import annotations

from typing import Any

from django.db.models.sql import InsertQuery

from docsite.basepage.models import BasePage
from docsite.pages.models import DocPage
from docsite.pages.structure import create_version, ensure_docset

SECTIONS = 30


def big_version(count: int, docset: str) -> DocPage:
    """A version of ``docset`` with ``count`` live pages in 30 sections; returns a page in the middle."""
    root = BasePage.objects.get(pk=create_version(ensure_docset(docset), "1.0", state="current").root_id)
    sections = [_add_section(root, number) for number in range(SECTIONS)]
    each = count // SECTIONS
    rows = [_row(section, number) for section in sections for number in range(each)]
    BasePage.objects.bulk_create(rows, batch_size=500)
    made = BasePage.objects.in_subtree(root.path).filter(depth=root.depth + 2).values_list("pk", flat=True)
    _insert_pages(list(made))
    BasePage.objects.filter(pk__in=[section.pk for section in sections]).update(numchild=each)
    return DocPage.objects.get(url_path=f"{sections[SECTIONS // 2].url_path}page-{each // 2}/")


def _add_section(root: BasePage, number: int) -> DocPage:
    root = BasePage.objects.get(pk=root.pk)
    return root.add_child(instance=DocPage(title=f"Section {number}", slug=f"section-{number:02}", body=[], live=True))


def _row(section: DocPage, number: int) -> BasePage:
    return BasePage(
        path=BasePage._get_path(section.path, section.depth + 1, number + 1),
        depth=section.depth + 1,
        title=f"Page {number}",
        draft_title=f"Page {number}",
        slug=f"page-{number}",
        url_path=f"{section.url_path}page-{number}/",
        live=True,
        locale=section.locale,
        content_type=section.content_type,
        content_hash=section.content_hash,
    )


def _insert_pages(keys: list[int]) -> None:
    """The DocPage rows of base pages that are there: Django's bulk_create refuses multi-table children."""
    fields: list[Any] = list(DocPage._meta.local_concrete_fields)
    for start in range(0, len(keys), 200):
        query = InsertQuery(DocPage)
        pages: list[Any] = [DocPage(basepage_ptr_id=key, body=[], summary="") for key in keys[start : start + 200]]
        query.insert_values(fields, pages, raw=True)
        query.get_compiler(using="default").execute_sql()
