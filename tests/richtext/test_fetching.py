"""Fetching inventories: what is fetched, what is refused, and that nothing known is lost."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, ClassVar

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command

from docsite.richtext import fetching
from docsite.richtext.fetching import FetchError, fetch
from docsite.richtext.inventory import Inventory, Item, write_inventory
from docsite.richtext.models import ExternalInventory
from tests.factories import make_docset

INVENTORY = write_inventory(Inventory("Other", "1", [Item("pkg.f", "py:function", 1, "a.html#pkg.f", "pkg.f")]))


class Answers(BaseHTTPRequestHandler):
    """A small site of another project."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path == "/moved/objects.inv":
            self.answer(302, b"", {"Location": "/objects.inv"})
        elif self.path == "/loop":
            self.answer(302, b"", {"Location": "/loop"})
        elif self.path == "/inside":
            self.answer(302, b"", {"Location": "file:///etc/passwd"})
        elif self.path == "/large":
            self.answer(200, b"x" * 2000)
        elif self.path == "/page":
            self.answer(200, b"<html>")
        elif not self.path.endswith("/objects.inv"):
            self.answer(404, b"")
        elif self.headers.get("If-None-Match") == '"1"':
            self.answer(304, b"")
        else:
            self.answer(200, INVENTORY, {"ETag": '"1"'})

    def answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: Any) -> None:
        """Not in the output of the tests."""


@pytest.fixture
def other(settings: Any) -> Iterator[str]:
    settings.DOCSITE_FETCH_PRIVATE = True
    server = HTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


def inventory(address: str) -> ExternalInventory:
    return ExternalInventory.objects.create(docset_id=make_docset().pk, name="other", base_url=f"{address}/")


@pytest.mark.django_db
def test_an_inventory_is_fetched_kept_and_not_fetched_twice(other: str, capsys: pytest.CaptureFixture[str]) -> None:
    kept = inventory(f"{other}/moved")
    call_command("fetch_inventories", "docs")
    assert capsys.readouterr().out == "docs other: 1 names\n"
    kept.refresh_from_db()
    assert (kept.items.get().address, kept.error) == (f"{other}/moved/a.html#pkg.f", "")
    call_command("fetch_inventories")
    assert "not changed" in capsys.readouterr().out
    call_command("fetch_inventories", force=True)
    assert "not changed" not in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "problem"),
    [
        ("/absent", "answered 404"),
        ("/loop", "redirects more than"),
        ("/inside", "no address that starts with https"),
        ("/page", "no Sphinx inventory"),
        ("/large", "larger than"),
    ],
)
def test_what_goes_wrong_is_said_and_nothing_is_lost(
    other: str, path: str, problem: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetching, "MAX_BYTES", 1000)
    kept = inventory(other)
    call_command("fetch_inventories")
    kept.inventory_url = other + path
    kept.save()
    with pytest.raises(SystemExit) as stopped:
        call_command("fetch_inventories")
    assert stopped.value.code == 1
    assert problem in capsys.readouterr().err
    kept.refresh_from_db()
    assert problem in kept.error
    assert kept.items.count() == 1


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/objects.inv", "http://localhost/x", "http://[::1]/x", "http://10.0.0.1/x",
        "http://169.254.169.254/latest", "file:///etc/passwd", "ftp://example.org/x", "http://", "http://[/x",
        "http://host:port/x", "http://224.0.0.1/x", "http://[64:ff9b::7f00:1]/x", "http://[2002:7f00:1::]/x",
    ],
)  # fmt: skip
def test_the_own_network_is_out_of_reach(address: str) -> None:
    with pytest.raises(FetchError):
        fetch(address)


@pytest.mark.django_db
def test_from_a_file(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    kept = inventory("https://other.example")
    file = tmp_path / "objects.inv"
    file.write_bytes(INVENTORY)
    call_command("fetch_inventories", "docs", from_file=file)
    assert kept.items.get().name == "pkg.f"
    file.write_bytes(b"nothing")
    with pytest.raises(CommandError, match="no Sphinx inventory"):
        call_command("fetch_inventories", "docs", from_file=file)
    assert kept.items.count() == 1
    with pytest.raises(CommandError, match="no such inventory"):
        call_command("fetch_inventories", "nothing")


@pytest.mark.django_db
def test_addresses_of_inventories_are_web_addresses() -> None:
    entry = ExternalInventory(docset_id=make_docset().pk, name="x", base_url="https://e.org/docs")
    entry.full_clean()
    assert entry.address == "https://e.org/docs/objects.inv"
    entry.base_url = "ftp://e.org/"
    with pytest.raises(ValidationError):
        entry.full_clean()
