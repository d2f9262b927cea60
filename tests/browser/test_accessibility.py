"""axe finds nothing on any template, in both colour schemes, on phone and desk, closed and open."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe

from docsite.exchange.demo.loader import load_demo

if TYPE_CHECKING:
    from playwright.sync_api import Page

ADDRESSES = [
    "/",
    "/docs/stable/",
    "/docs/1.0/reference/blocks/",
    "/docs/1.0/reference/docsite.versions/",
    "/docs/0.9/faq/",
    "/docs/1.1/writing/",
    "/docs/1.0/search/?q=page",
    "/docs/1.0/search/?q=zzzz",
    "/docs/1.0/genindex/",
    "/docs/versions/",
    "/docs/1.0/no-such-page/",
    "/faq/",
]


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{v['id']}: {node['target']} {node['html'][:120]}" for v in found for node in v["nodes"][:3]]


def test_axe_finds_nothing(open_page: Callable[..., Page]) -> None:
    load_demo()
    found: dict[str, list[str]] = {}
    for width, scheme in itertools.product((390, 1440), ("light", "dark")):
        for address in ADDRESSES:
            page = open_page(address, width=width, color_scheme=scheme)
            page.wait_for_timeout(150)
            found[f"{address} {width} {scheme}"] = violations(page)
            if address == "/docs/1.0/reference/blocks/":
                page.locator("[data-version-select] summary").click()
                if width == 390:
                    page.keyboard.press("Escape")
                    page.locator("[data-drawer-toggle]").click()
                    page.wait_for_timeout(400)
                found[f"{address} {width} {scheme} open"] = violations(page)
            page.context.close()
    assert {where: problems for where, problems in found.items() if problems} == {}
