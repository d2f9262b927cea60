"""Every screen of the editor opens for every page type, and an unchanged save changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from docsite.basepage.models import BasePage
from docsite.pages.models import DocPage, HomePage
from faq.models import FAQEntryPage, FAQPage
from tests.editing.editor_form import page_data, post_edit
from tests.factories import (
    code,
    doc_link,
    heading,
    make_caption,
    make_docset,
    make_page,
    make_version,
    paragraph,
    root_of,
)

pytestmark = pytest.mark.django_db

CODE = "\n\tdef f():\n\t    return 1   \n\n        \n# ünï \U0001f389 <b>&amp;</b>\n\n"
KINDS = ["home", "docset", "version", "section", "doc", "faq", "entry"]


@pytest.fixture
def pages() -> dict[str, BasePage]:
    """A page of every type."""
    version = make_version("1.10")
    faq = root_of(version).add_child(instance=FAQPage(title="FAQ", slug="faq"))
    return {
        "home": HomePage.objects.get(),
        "docset": make_docset().specific,
        "version": root_of(version).specific,
        "section": make_caption(version, "Notes"),
        "doc": make_page(version, "p", body=[paragraph("<p>x</p>")]),
        "faq": faq,
        "entry": faq.add_child(instance=FAQEntryPage(title="Why?", slug="why", body=[paragraph("<p>x</p>")])),
    }


def every_block(page: BasePage) -> list[dict[str, Any]]:
    """One block of every type, containers with blocks inside."""
    link = doc_link(page, "<b>bold</b> link", "a")
    inner = [paragraph(f"<p>In {link}, <code>xy</code></p>"), code(CODE)]
    cell = {"header": True, "colspan": 2, "rowspan": 1, "align": "", "content": inner}
    figure = {"image": None, "alt": "alt", "caption": "<p>c</p>", "width": "50%", "height": "", "link": ""}
    signature = {"signature": "class A(b)", "anchor": "m.A", "aliases": ["A"], "source": ""}
    note = {"type": "admonition", "value": {"kind": "note", "title": "", "content": inner}}
    return [
        paragraph("<p>Text with <kbd>Tab</kbd></p><ul><li>one</li></ul>"),
        heading("One `x`", aliases=["old-one"]),
        code(CODE, caption="A `b`", line_numbers=True, emphasize_lines="2,4-6"),
        {"type": "math", "value": {"tex": "\\frac{a}{b}\n", "anchor": "eq", "number": "1"}},
        {"type": "admonition", "value": {"kind": "own-kind", "title": "", "content": inner}},
        {"type": "list", "value": {"ordered": True, "start": 3, "items": [inner, inner]}},
        {
            "type": "definitions",
            "value": {"kind": "", "items": [{"term": "<p><code>t</code></p>", "anchor": "t", "content": inner}]},
        },
        {"type": "table", "value": {"caption": "", "anchor": "", "header_rows": 1, "rows": [[cell]]}},
        {"type": "figure", "value": {**figure, "align": "", "inline": False, "source": "a.png"}},
        {"type": "quote", "value": {"content": inner, "attribution": ""}},
        {"type": "target", "value": {"anchors": ["t1", "t 2"]}},
        {"type": "html", "value": {"html": "<p>x</p>\n", "reason": "r"}},
        {"type": "version_note", "value": {"kind": "deprecated", "version": "1.8", "content": inner}},
        {
            "type": "api",
            "value": {
                "kind": "class",
                "domain": "py",
                "signatures": [signature],
                "fields": [{"name": "Parameters", "content": inner}],
                "content": [note],
            },
        },
    ]


def page_with_every_block() -> DocPage:
    page = make_page(make_version("1.10"), "torch.nn.Conv2d")
    page.body = json.dumps(every_block(page))
    page.save()
    return DocPage.objects.get(pk=page.pk)


@pytest.mark.parametrize("kind", KINDS)
def test_the_form_opens_and_publishes(admin_client: Client, pages: dict[str, BasePage], kind: str) -> None:
    page = pages[kind]
    assert admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).status_code == 200
    response = post_edit(admin_client, page, title="Changed title")
    assert response.status_code == 302, response.context["form"].errors
    page.refresh_from_db()
    assert page.title == page.draft_title == "Changed title"


@pytest.mark.parametrize("kind", KINDS)
def test_a_draft_saves(admin_client: Client, pages: dict[str, BasePage], kind: str) -> None:
    page = pages[kind]
    assert post_edit(admin_client, page, publish=False, title="Draft").status_code == 302
    page.refresh_from_db()
    assert (page.draft_title, page.get_latest_revision_as_object().title) == ("Draft", "Draft")


@pytest.mark.parametrize("kind", KINDS)
def test_other_screens_open(admin_client: Client, pages: dict[str, BasePage], kind: str) -> None:
    page = pages[kind]
    assert admin_client.get(reverse("wagtailadmin_explore", args=[page.pk])).status_code == 200
    for view in ["history", "usage", "unpublish", "workflow_history", "move", "set_privacy"]:
        assert admin_client.get(reverse(f"wagtailadmin_pages:{view}", args=[page.pk])).status_code == 200, view


@pytest.mark.parametrize("kind", ["section", "doc", "faq", "entry"])
def test_pages_are_copied_with_any_slug(admin_client: Client, pages: dict[str, BasePage], kind: str) -> None:
    page = pages[kind]
    address = reverse("wagtailadmin_pages:copy", args=[page.pk])
    assert admin_client.get(address).status_code == 200
    data = {"new_title": "Copy", "new_slug": "torch.nn.Copy", "new_parent_page": page.get_parent().pk}
    assert admin_client.post(address, data).status_code == 302
    assert BasePage.objects.get(slug="torch.nn.Copy").title == "Copy"


def test_a_copy_with_a_bad_slug_is_a_form_error(admin_client: Client, pages: dict[str, BasePage]) -> None:
    page = pages["doc"]
    data = {"new_title": "Copy", "new_slug": "a b", "new_parent_page": page.get_parent().pk}
    response = admin_client.post(reverse("wagtailadmin_pages:copy", args=[page.pk]), data)
    assert "new_slug" in response.context["form"].errors


def test_an_unchanged_save_changes_nothing(admin_client: Client) -> None:
    """Invariant 4, with every block there is."""
    page = page_with_every_block()
    response = post_edit(admin_client, page)
    assert response.status_code == 302, response.context["form"].errors
    after = DocPage.objects.get(pk=page.pk)
    assert (after.toc, after.content_hash) == (page.toc, page.content_hash)
    assert [block["id"] for block in after.body.raw_data] == [block["id"] for block in page.body.raw_data]


def test_code_05_through_the_form_with_the_line_ends_of_a_browser(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p", body=[code("x")])
    data = page_data(page) | {"body-0-value-code": CODE.replace("\n", "\r\n"), "action-publish": "x"}
    assert admin_client.post(reverse("wagtailadmin_pages:edit", args=[page.pk]), data).status_code == 302
    assert DocPage.objects.get(pk=page.pk).body[0].value["code"] == CODE


def test_revisions_with_every_block_are_compared(admin_client: Client) -> None:
    page = page_with_every_block()
    first = page.save_revision()
    page.body = json.dumps(every_block(page)[:5])
    second = page.save_revision()
    address = reverse("wagtailadmin_pages:revisions_compare", args=[page.pk, first.pk, second.pk])
    assert admin_client.get(address).status_code == 200


def test_the_form_with_every_block_stays_small(
    admin_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("wagtailadmin_pages:edit", args=[page_with_every_block().pk])
    admin_client.get(address)
    with django_assert_max_num_queries(80):
        response = admin_client.get(address)
    assert len(response.content) < 1_000_000


def test_menus_are_no_setting_of_a_page(admin_client: Client, pages: dict[str, BasePage]) -> None:
    for page in pages.values():
        response = admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk]))
        assert "show_in_menus" not in response.context["form"].fields


def test_the_editor_loads_its_scripts(admin_client: Client, pages: dict[str, BasePage]) -> None:
    html = admin_client.get(reverse("wagtailadmin_pages:edit", args=[pages["doc"].pk])).content.decode()
    for needed in ['id="docsite-suggestions"', "editing/source.js", "editing/draftail.js", "page-chooser-modal.js"]:
        assert needed in html
