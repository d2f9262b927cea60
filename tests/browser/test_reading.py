"""What readers do in a browser, on real pages of a live server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from docsite.pages.highlighting import copy_text
from docsite.pages.structure import ensure_home
from faq.models import FAQEntryPage, FAQPage
from tests.factories import code, heading, make_page, make_version, paragraph, root_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Scrolling to an anchor is smooth, so it takes a while.
IN_VIEW = "id => { const {top} = document.getElementById(id).getBoundingClientRect(); return top >= 0 && top < 900; }"

OpenPage = Callable[..., "Page"]


def copied(page: Page, number: int = 0) -> str:
    """What the copy button of a listing puts on the clipboard."""
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copiedText = text; return Promise.resolve(); }")
    page.locator("[data-copy]").nth(number).click(force=True)
    page.wait_for_function("window.copiedText !== undefined")
    return page.evaluate("window.copiedText")


SESSION = '>>> rows = [\n...     1,\n...\n...     2,\n... ]\n>>> print(rows)\n[1, 2]\n>>>\n>>> s = ">>> not a prompt"\n'


def test_code_01_prompts_and_output_are_not_copied(open_page: OpenPage) -> None:
    """CODE-01."""
    make_page(make_version("1.10"), "p", body=[code(SESSION, "pycon"), code(SESSION, "text")])
    page = open_page("/docs/1.10/p/")
    expected = 'rows = [\n    1,\n\n    2,\n]\nprint(rows)\n\ns = ">>> not a prompt"\n'
    assert copied(page) == copy_text(SESSION, "pycon") == expected
    page.evaluate("delete window.copiedText")
    assert copied(page, 1) == SESSION


def test_code_03_05_copied_and_selected_text_is_the_stored_text(open_page: OpenPage) -> None:
    """CODE-03, CODE-05: no line number, tabs kept, long lines unbroken."""
    text = "if x:\n\ty()\n\n" + "z" * 2000 + "\n"
    make_page(make_version("1.10"), "p", body=[code(text, line_numbers=True, start_line=9)])
    page = open_page("/docs/1.10/p/")
    assert copied(page) == text
    selected = page.evaluate(
        "getSelection().selectAllChildren(document.querySelector('pre')), getSelection().toString()"
    )
    assert not set(selected) & set("0123456789")
    numbers = page.evaluate(
        "[...document.querySelectorAll('.line')].map(line => getComputedStyle(line, '::before').content)"
    )
    assert numbers == ['"9"', '"10"', '"11"', '"12"']


def test_nav_03_odd_anchors_work_without_errors(open_page: OpenPage) -> None:
    """NAV-03."""
    body = [heading("1. Setup"), heading("2.0 changes"), heading('C:\\temp & "x"'), heading("3D", anchor="3d-plots")]
    body = [block for head in body for block in (head, paragraph("<p>" + "words " * 400 + "</p>"))]
    make_page(make_version("1.10"), "p", body=body)
    page = open_page("/docs/1.10/p/")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.goto("/docs/1.10/p/#1-setup")
    links = page.locator("aside [data-toc] a")
    for number in range(4):
        links.nth(number).click()
        anchor = links.nth(number).get_attribute("href").removeprefix("#")
        page.wait_for_function(IN_VIEW, arg=anchor)
        page.wait_for_selector(f'aside [data-toc] a[href="#{anchor}"][aria-current="location"]')
    assert errors == []


def test_nav_07_the_current_entry_is_in_view(open_page: OpenPage) -> None:
    """NAV-07."""
    version = make_version("1.10")
    pages = [make_page(version, f"page-{number:02}", title=f"Page {number:02}") for number in range(1, 81)]
    make_page(pages[69], "child", title="Page 70a")
    page = open_page("/docs/1.10/", width=1200, height=700)
    for link in ("Page 70", "Page 70a"):
        page.locator("nav[data-nav] a", has_text=link).first.click(force=True) if link == "Page 70" else page.goto(
            "/docs/1.10/page-70/child/"
        )
        page.wait_for_load_state()
        current = page.locator("nav[data-nav] a[aria-current=page]")
        assert current.count() == 1
        box = current.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= 700 - box["height"]


def test_nav_07_the_branch_is_open_without_javascript(open_page: OpenPage) -> None:
    version = make_version("1.10")
    parent = make_page(version, "parent")
    make_page(parent, "child", title="The child")
    page = open_page("/docs/1.10/parent/child/", java_script_enabled=False)
    assert page.locator("nav[data-nav] a[aria-current=page]").is_visible()


def test_faq_01_links_to_an_entry_show_it(open_page: OpenPage) -> None:
    """FAQ-01."""
    faq = ensure_home().add_child(instance=FAQPage(title="FAQ", slug="faq", live=True))
    for number in range(30):
        name = "why-slow" if number == 20 else f"q{number}"
        answer = f'<p>Answer {number}. <a href="#why-slow">see</a> {"word " * 80}</p>'
        faq.add_child(
            instance=FAQEntryPage(
                title=f"Question {number}?", anchor=name, slug=name, body=[paragraph(answer)], live=True
            )
        )
        faq.refresh_from_db()
    page = open_page("/faq/#why-slow")
    page.wait_for_function(IN_VIEW, arg="why-slow")
    header = page.locator("header.site-header").bounding_box()
    place = page.locator("#why-slow h2").bounding_box()
    assert header is not None
    assert place is not None
    assert header["y"] + header["height"] <= place["y"] < 900
    assert page.get_by_text("Answer 20.").is_visible()
    page.goto("/faq/#q3")
    page.locator("#q3 .body a").first.click()
    page.wait_for_function("location.hash === '#why-slow'")
    page.go_back()
    page.wait_for_function("location.hash === '#q3'")
    page.goto("/faq/#no-such")
    assert page.get_by_text("Answer 3.").is_visible()


def wide_page() -> None:
    cell = {"header": False, "colspan": 1, "rowspan": 1, "align": "", "content": [paragraph("<p>wide_cell_text</p>")]}
    table = {"caption": "", "anchor": "", "header_rows": 0, "rows": [[cell] * 12]}
    long_name = "torch.nn.utils.parametrizations.orthogonal_something_very_long"
    url = "https://example.org/" + "x" * 70
    make_page(
        make_version("2026.12.01-very-long-name", "current", segment="long"),
        "p",
        title=long_name,
        body=[
            code("x" * 300 + "\n"),
            code("short\n"),
            {"type": "table", "value": table},
            paragraph(f'<p><code>{"y" * 120}</code> <a href="{url}">{url}</a></p>'),
            heading(long_name),
            code("z" * 2000 + "\n"),
        ],
    )


@pytest.mark.parametrize("width", [1200, 390])
def test_a11_01_what_scrolls_takes_focus(open_page: OpenPage, width: int) -> None:
    """A11-01."""
    wide_page()
    page = open_page("/docs/long/p/", width=width)
    page.wait_for_timeout(200)
    boxes = page.locator("pre, .table-scroll")
    states = [boxes.nth(n).get_attribute("tabindex") for n in range(boxes.count())]
    assert states[0] == "0"
    assert states[1] is None
    assert states[-1] == "0"
    first = boxes.nth(0)
    assert first.get_attribute("aria-label")
    first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('pre').scrollLeft > 0")
    assert page.url.endswith("/docs/long/p/")
    assert page.locator("[data-copy]").first.get_attribute("aria-label")


@pytest.mark.parametrize("width", [360, 320])
def test_a11_02_the_page_never_scrolls_sideways(open_page: OpenPage, width: int) -> None:
    """A11-02."""
    wide_page()
    page = open_page("/docs/long/p/", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert copied(page, 2) == "z" * 2000 + "\n"


def test_the_drawer_opens_and_closes_by_keyboard(open_page: OpenPage) -> None:
    make_page(make_version("1.10"), "p")
    page = open_page("/docs/1.10/p/", width=390)
    toggle = page.locator("[data-drawer-toggle]")
    assert not page.locator("nav[data-nav]").is_visible()
    toggle.focus()
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    assert page.locator("nav[data-nav]").is_visible()
    page.keyboard.press("Escape")
    page.wait_for_timeout(400)
    assert not page.locator("nav[data-nav]").is_visible()


def test_slash_goes_to_the_search(open_page: OpenPage) -> None:
    make_page(make_version("1.10"), "p")
    page = open_page("/docs/1.10/p/")
    page.keyboard.press("/")
    page.keyboard.type("quokka")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search/?q=quokka")


def test_the_chosen_colours_are_remembered(open_page: OpenPage) -> None:
    make_page(make_version("1.10"), "p")
    page = open_page("/docs/1.10/p/")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    for _ in range(3):
        page.locator("[data-theme-toggle]").click()
        if page.evaluate("getComputedStyle(document.body).backgroundColor") != before:
            break
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert dark != before
    page.reload()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark


def test_editors_are_offered_to_edit(open_page: OpenPage, live_server, admin_user, client) -> None:
    page_model = make_page(make_version("1.10"), "p")
    client.force_login(admin_user)
    page = open_page("/docs/1.10/p/")
    assert page.locator("[data-page-actions] a").count() == 0
    session = client.cookies["sessionid"].value
    cookies = [("sessionid", session), ("docsite_editor", "1")]
    page.context.add_cookies([{"name": name, "value": value, "url": live_server.url} for name, value in cookies])
    page.reload()
    page.wait_for_selector("[data-page-actions] a")
    assert page.locator("[data-page-actions] a").get_attribute("href") == f"/admin/pages/{page_model.pk}/edit/"


def test_nothing_comes_from_elsewhere(open_page: OpenPage, live_server) -> None:
    make_page(make_version("1.10"), "p", body=[code("x\n"), paragraph("<p>x</p>")])
    page = open_page("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs/1.10/p/")
    page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith(live_server.url) for url in asked)


def test_version_root_has_no_page_errors(open_page: OpenPage) -> None:
    root = root_of(make_version("1.10"))
    page = open_page("/")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"/docs/{root.slug}/")
    assert errors == []
