"""Invariant 4 on real pages: what was imported and is published unchanged is the same afterwards, whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from docsite.basepage.models import BasePage
from docsite.exchange.sphinx_import import import_sphinx
from docsite.pages.models import BodyPage
from docsite.pages.streams import without_ids
from tests.editing.editor_form import post_edit

pytestmark = pytest.mark.django_db


def test_every_page_of_a_real_tree_published_unchanged_stays_equal(admin_client: Client, corpora: Path) -> None:
    import_sphinx(corpora / "pytorch-0.4.1" / "html", docset="docs", version="0.4.1", publish=True, faq=["notes/faq"])
    pages = [
        page
        for page in BasePage.objects.live().order_by("path").specific()
        if isinstance(page, BodyPage) and page.depth > 3
    ]
    assert len(pages) > 30
    for page in pages:
        response = post_edit(admin_client, page)
        assert response.status_code == 302, (page.url_path, response.context["form"].errors)
        after = type(page).objects.get(pk=page.pk)
        assert (after.content_hash, after.title, after.slug, after.url_path, after.toc) == (
            page.content_hash, page.title, page.slug, page.url_path, page.toc,
        ), page.url_path  # fmt: skip
        assert without_ids(list(after.body.raw_data)) == without_ids(list(page.body.raw_data)), page.url_path
        assert [block["id"] for block in after.body.raw_data] == [block["id"] for block in page.body.raw_data]
        revision = after.latest_revision.as_object()
        comparisons = [
            make(page, revision)
            for make in page.get_edit_handler().get_bound_panel(instance=page, request=None, form=None).get_comparison()
        ]
        assert not [c.field_label() for c in comparisons if c.has_changed()], page.url_path
