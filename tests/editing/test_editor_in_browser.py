"""The scripts of the editor, in a real browser with Wagtail's own around them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from docsite.pages.models import DocPage
from tests.factories import code, heading, make_page, make_version, paragraph

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SOURCE = "textarea[data-docsite-source]"


@pytest.fixture
def open_editor(open_page: Callable[..., Page]) -> Callable[[DocPage], Page]:
    """``open_editor(page)``: the edit form of ``page``, as a superuser sees it."""

    def open_(page: DocPage) -> Page:
        client = Client()
        client.force_login(User.objects.create_superuser("editor"))
        browser_page = open_page("/healthz")
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        browser_page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": browser_page.url}]
        )
        browser_page.on("pageerror", lambda error: pytest.fail(str(error)))
        browser_page.goto(f"/admin/pages/{page.pk}/edit/")
        return browser_page

    return open_


def value(field: Locator) -> str:
    return field.input_value()


def test_tab_indents_and_escape_leaves(open_editor: Callable[[DocPage], Page]) -> None:
    page = open_editor(make_page(make_version("1.10"), "p", body=[code("a\n\tb")]))
    field = page.locator(SOURCE)
    field.evaluate("f => { f.focus(); f.value = 'one\\ntwo'; f.setSelectionRange(0, 7); }")
    page.keyboard.press("Tab")
    assert value(field) == "    one\n    two"
    page.keyboard.press("Shift+Tab")
    assert value(field) == "one\ntwo"
    page.keyboard.press("Control+z")
    assert value(field) == "    one\n    two"
    field.evaluate("f => { f.value = ''; f.setSelectionRange(0, 0); }")
    page.locator('input[list="docsite-languages"]').fill("make")
    field.focus()
    page.keyboard.press("Tab")
    assert value(field) == "\t"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert value(field) == "\t"
    assert not field.evaluate("f => f === document.activeElement")


def test_suggestions_and_help_are_connected(open_editor: Callable[[DocPage], Page]) -> None:
    page = open_editor(make_page(make_version("1.10"), "p", body=[code("\n".join("x" * 20))]))
    assert page.locator("#docsite-languages option").first.get_attribute("value") == "text"
    assert page.locator("#docsite-admonitions option").count() > 5
    field = page.locator(SOURCE)
    assert int(field.get_attribute("rows")) > 10
    described = field.get_attribute("aria-describedby").split()[-1]
    assert "Escape" in page.locator(f"#{described}").text_content()


def test_the_slug_follows_the_title(open_editor: Callable[[DocPage], Page]) -> None:
    page = open_editor(make_page(make_version("1.10"), "New", title="New", live=False))
    page.locator("#id_title").fill("torch.nn Conv2d")
    page.locator("#id_title").blur()
    from playwright.sync_api import expect

    expect(page.locator("#id_slug")).to_have_value("torch.nn-Conv2d")


def test_a_formula_is_changed_in_its_dialog(open_editor: Callable[[DocPage], Page]) -> None:
    text = '<p>So <span data-math="x^2">x^2</span> holds.</p>'
    page = open_editor(make_page(make_version("1.10"), "p", body=[paragraph(text)]))
    page.locator(".TooltipEntity", has_text="x^2").click()
    page.get_by_role("button", name="Edit", exact=True).click()
    field = page.locator("dialog textarea")
    assert value(field) == "x^2"
    field.fill("y  < z")
    page.locator("dialog").get_by_role("button", name="Save").click()
    page.locator(".TooltipEntity", has_text="y < z").wait_for()
    save(page, "y  < z")
    stored = DocPage.objects.get().get_latest_revision_as_object().body[0].value.source
    assert stored == '<p>So <span data-math="y  &lt; z">y  &lt; z</span> holds.</p>'


def test_a_link_gets_another_anchor_in_its_dialog(open_editor: Callable[[DocPage], Page]) -> None:
    version = make_version("1.10")
    target = make_page(version, "target", title="Target", body=[heading("One"), heading("Two")])
    link = f'<a linktype="doc" lineage="{target.lineage}" anchor="one"><code>x</code> y</a>'
    page = open_editor(make_page(version, "p", body=[paragraph(f"<p>See {link}.</p>")]))
    page.locator(".TooltipEntity").click()
    page.get_by_role("button", name="Edit", exact=True).click()
    dialog = page.locator("dialog")
    assert dialog.locator("h2").text_content() == "Target"
    assert dialog.locator("select").input_value() == "one"
    dialog.locator("select").select_option("two")
    dialog.get_by_role("button", name="Save").click()
    save(page, '"anchor":"two"')
    stored = DocPage.objects.get(slug="p").get_latest_revision_as_object().body[0].value.source
    assert stored == f"<p>See {link.replace('one', 'two')}.</p>"


def test_a_new_link_goes_through_wagtails_chooser(open_editor: Callable[[DocPage], Page]) -> None:
    version = make_version("1.10")
    target = make_page(version, "target", title="Target", body=[heading("One")])
    page = open_editor(make_page(version, "p", body=[paragraph("<p>word</p>")]))
    page.locator(".public-DraftEditor-content").first.click()
    page.keyboard.press("Control+a")
    page.locator('[name="DOCLINK"]').first.click()
    page.locator("#id_q").wait_for()
    page.locator("#id_q").fill("Target")
    page.locator("a.choose-page", has_text="Target").first.click()
    page.locator("dialog select").select_option("one")
    page.locator("dialog").get_by_role("button", name="Save").click()
    save(page, '"anchor":"one"')
    stored = DocPage.objects.get(slug="p").get_latest_revision_as_object().body[0].value.source
    assert stored == f'<p><a linktype="doc" lineage="{target.lineage}" anchor="one">word</a></p>'


def test_a_link_to_elsewhere_starts_with_its_address(open_editor: Callable[[DocPage], Page]) -> None:
    page = open_editor(make_page(make_version("1.10"), "p", body=[paragraph("<p>word</p>")]))
    page.locator(".public-DraftEditor-content").first.click()
    page.keyboard.press("Control+a")
    page.locator('[name="LINK"]').first.click()
    page.locator("#id_external-link-chooser-url").fill("https://example.org/a?b=1&c=%20d#e")
    page.locator('.modal-body button[type="submit"], .modal-body input[type="submit"]').first.click()
    save(page, '"url":"https://example.org/')
    stored = DocPage.objects.get(slug="p").get_latest_revision_as_object().body[0].value.source
    assert stored == '<p><a href="https://example.org/a?b=1&amp;c=%20d#e">word</a></p>'


def save(page: Page, written: str) -> None:
    """Wait until the form holds ``written`` (the editor hands it over a moment later), save, and wait for that."""
    from playwright.sync_api import expect

    fields = page.locator('input[type="hidden"][name^="body-"][name$="-value"]')
    expect(fields.first).to_have_value(re.compile(re.escape(written)))
    with page.expect_navigation():
        page.keyboard.press("Control+s")


def test_a_cross_reference_is_completed_from_the_names_of_the_version(open_editor: Callable[[DocPage], Page]) -> None:
    version = make_version("1.10")
    signature = {"signature": "class pkg.Linear(x)", "anchor": "pkg.Linear", "aliases": [], "source": ""}
    api = {"kind": "class", "domain": "py", "signatures": [signature], "fields": [], "content": []}
    make_page(version, "reference", body=[{"type": "api", "value": api}])
    text = '<p>A <a linktype="xref" role="any" target="old"><code>Linear</code></a>.</p>'
    page = open_editor(make_page(version, "p", body=[paragraph(text)]))
    page.locator(".TooltipEntity", has_text="Linear").click()
    page.get_by_role("button", name="Edit", exact=True).click()
    dialog = page.locator("dialog")
    dialog.locator("[name=target]").fill("lin")
    dialog.locator("datalist option").first.wait_for(state="attached")
    assert dialog.locator("datalist option").evaluate_all("all => all.map(o => [o.value, o.label])") == [
        ["pkg.Linear", "py:class"]
    ]
    dialog.locator("[name=target]").fill("pkg.Linear")
    assert value(dialog.locator("[name=role]")) == "py:class"
    dialog.get_by_role("button", name="Save").click()
    dialog.wait_for(state="detached")
    save(page, "pkg.Linear")
    stored = DocPage.objects.get(slug="p").get_latest_revision_as_object().body[0].value.source
    assert stored == '<p>A <a linktype="xref" role="py:class" target="pkg.Linear"><code>Linear</code></a>.</p>'
