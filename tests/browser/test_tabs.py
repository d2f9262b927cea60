"""Tabs in a browser: keys, groups that switch together, places in hidden panels, paper, no script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.files.base import ContentFile
from wagtail.documents import get_document_model

from docsite.exchange.demo.files import FILES
from tests.factories import code, heading, make_page, make_version, paragraph

if TYPE_CHECKING:
    from playwright.sync_api import Page

OpenPage = Callable[..., "Page"]


def group(sync: str = "", prefix: str = "") -> dict[str, Any]:
    items = [
        {"label": label, "anchor": f"{prefix}{label.lower()}" if prefix else "", "content": [*content]}
        for label, content in (
            ("Linux", [code("apt install x\n", "text")]),
            ("macOS", [paragraph(f"<p>{prefix} brew</p>"), heading(f"Deep {prefix}", level=3)]),
            ("Windows", [paragraph(f"<p>{prefix} winget</p>")]),
        )
    ]
    return {"type": "tabs", "value": {"sync": sync, "items": items}}


@pytest.fixture
def url(live_server: Any) -> str:
    body = [group("os", "a-"), group("os", "b-"), group("", "c-"), paragraph("<p>x</p>" * 60), group("os", "d-")]
    make_page(version := make_version("1.10"), "p", body=body)
    make_page(version, "q", body=[group("os", "e-")])
    return "/docs/1.10/p/"


def chosen(page: Page) -> list[str]:
    return page.locator("[role=tab][aria-selected=true]").all_text_contents()


def shown(page: Page) -> list[str]:
    return page.locator(".tab-panel:not([hidden])").evaluate_all("all => all.map(one => one.id)")


def test_without_scripts_every_panel_can_be_read(open_page: OpenPage, url: str) -> None:
    page = open_page(url, java_script_enabled=False)
    assert page.locator(".tab-panel").count() == 12
    assert all(panel.is_visible() for panel in page.locator(".tab-panel").all())
    assert page.locator(".tab-label").first.is_visible()
    assert page.locator("[role=tab]").count() == 0


def test_groups_switch_together_and_are_remembered(open_page: OpenPage, url: str) -> None:
    page = open_page(url)
    assert chosen(page) == ["Linux"] * 4
    page.get_by_role("tab", name="macOS").last.click()
    assert chosen(page) == ["macOS", "macOS", "Linux", "macOS"]
    assert page.context.cookies() == []
    page.goto("/docs/1.10/q/")
    assert chosen(page) == ["macOS"]
    page.reload()
    assert shown(page) == ["e-macos"]


def test_what_was_clicked_stays_where_it_is(open_page: OpenPage, url: str) -> None:
    page = open_page(url)
    tab = page.get_by_role("tab", name="Windows").last
    tab.scroll_into_view_if_needed()
    before = tab.bounding_box()
    tab.click()
    after = tab.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) <= 1


def test_keys(open_page: OpenPage, url: str) -> None:
    page = open_page(url)
    tabs = page.locator(".tabs").nth(2).get_by_role("tab")
    assert tabs.evaluate_all("all => all.map(tab => tab.tabIndex)") == [0, -1, -1]
    tabs.first.focus()
    for key, expected in (("ArrowRight", 1), ("End", 2), ("ArrowRight", 0), ("ArrowLeft", 2), ("Home", 0)):
        page.keyboard.press(key)
        assert tabs.nth(expected).evaluate("tab => tab === document.activeElement && tab.ariaSelected === 'true'")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "tabpanel"


@pytest.mark.parametrize(("anchor", "panel"), [("d-windows", "d-windows"), ("deep-d", "d-macos")])
def test_an_anchor_in_a_hidden_panel_opens_it(open_page: OpenPage, url: str, anchor: str, panel: str) -> None:
    page = open_page(f"{url}#{anchor}")
    page.wait_for_function("() => window.scrollY > 200")
    assert panel in shown(page)
    page.evaluate("location.hash = '#c-windows'")
    page.wait_for_function("() => !document.getElementById('c-windows').hidden")
    assert page.locator("#c-windows").is_visible()


def test_the_browsers_search_opens_a_panel(open_page: OpenPage, url: str) -> None:
    page = open_page(url)
    panel = page.locator("#c-windows")
    assert panel.get_attribute("hidden") == "until-found"
    panel.evaluate("panel => panel.dispatchEvent(new Event('beforematch'))")
    assert "c-windows" in shown(page)
    assert chosen(page)[2] == "Windows"


def test_paper_shows_all(open_page: OpenPage, url: str) -> None:
    page = open_page(url)
    page.emulate_media(media="print")
    heights = page.locator(".tab-panel").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert min(heights) > 20
    assert page.locator(".tab-label").last.is_visible()
    assert not page.locator(".tab-list").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1440])
def test_axe_finds_nothing(open_page: OpenPage, url: str, scheme: str, width: int) -> None:
    page = open_page(url, width=width, color_scheme=scheme)
    page.wait_for_timeout(150)
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:150]}" for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_film_plays(open_page: OpenPage, live_server: Any, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    data = FILES["states.webm"][1]()
    film = get_document_model().objects.create(title="Film", file=ContentFile(data, name="film.webm"))
    value = {"document": film.pk, "caption": "", "width": "", "source": ""}
    make_page(make_version("1.10"), "p", body=[{"type": "video", "value": value}])
    page = open_page("/docs/1.10/p/")
    page.wait_for_function("() => document.querySelector('video').readyState >= 1")
    assert page.evaluate("Math.round(document.querySelector('video').duration)") == 4
    page.evaluate("document.querySelector('video').currentTime = 3")
    page.wait_for_function(
        "() => !document.querySelector('video').seeking && document.querySelector('video').currentTime >= 3"
    )
