"""What tests share: sample documentation, a headless Chromium, a live server whose database is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from django.core.cache import cache
from django.db import connection, connections

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page
    from pytest_django.live_server_helper import LiveServer

PROJECT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--disable-gpu",
    # Chromium calls home at every start; on a machine without a way out each of these is a time-out.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def unavailable(reason: str) -> NoReturn:
    """Skip the test, or fail it where DOCSITE_REQUIRE_SERVICES=1 promises that everything is there."""
    if os.environ.get("DOCSITE_REQUIRE_SERVICES") == "1":
        pytest.fail(f"DOCSITE_REQUIRE_SERVICES is set, but {reason}")
    pytest.skip(reason)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked ``database("…")`` for another database than this run's."""
    elsewhere = [
        item
        for item in items
        if (marker := item.get_closest_marker("database")) and marker.args != (connection.vendor,)
    ]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Empty the cache after each test: a rollback undoes rows, but not what was cached of them."""
    yield
    cache.clear()


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real documentation trees: DOCSITE_CORPORA, or ``shared/corpora`` beside the project."""
    path = Path(os.environ.get("DOCSITE_CORPORA") or PROJECT.parent / "shared" / "corpora")
    if not path.is_dir():
        unavailable("there is no folder of sample documentation (DOCSITE_CORPORA)")
    return path


@pytest.fixture
def live_server(live_server: LiveServer, django_db_serialized_rollback: None) -> LiveServer:
    """pytest-django's live server, with the rows that migrations made (root page, site, locale) every time.

    The server's threads need committed rows, so its tests end with emptied tables instead of a rollback.
    """
    return live_server


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A headless Chromium, the system's own: nothing is downloaded."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        unavailable("playwright is not installed")
    executable = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if executable is None:
        unavailable("there is no Chromium on PATH")
    # Chromium's sandbox refuses to run as root, which is what containers and CI are.
    flags = [*CHROMIUM_FLAGS, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    # Playwright keeps an event loop in this thread.  It stands still while a test runs its own code, but
    # Django sees it: it refuses queries beside it, and would open a second connection, which lacks what the
    # test runner noted on the first one.
    before = {alias: connections[alias] for alias in connections}
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        for alias, same in before.items():
            connections[alias] = same
        browser = playwright.chromium.launch(executable_path=executable, args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, live_server: LiveServer) -> Iterator[Callable[..., Page]]:
    """``open_page(path, width=1440, height=900, **options)``: a page of the live server in a new profile.

    ``options`` are those of Playwright's ``new_context``: ``color_scheme``, ``java_script_enabled``, …
    """
    contexts: list[BrowserContext] = []

    def open_(path: str = "/", *, width: int = 1440, height: int = 900, **options: Any) -> Page:
        context = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
