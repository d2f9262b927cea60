"""The general index and ``objects.inv`` of a version, the latter read by Sphinx itself."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from lxml import html as lxml_html
from pytest_django.live_server_helper import LiveServer

from docsite.reader import index
from docsite.richtext.inventory import read_inventory
from docsite.versions.models import Version
from tests.factories import heading, make_page, make_version
from tests.pages.test_symbols import api


def reference(version: Version) -> None:
    glossary = {"kind": "glossary", "items": [{"term": "<p>Éclair</p>", "anchor": "term-eclair", "content": []}]}
    body = [
        heading("Part one", anchor="part-one"),
        api("class pkg.Linear(x)", "pkg.Linear", kind="class"),
        api("pkg.Linear.run()", "pkg.Linear.run", kind="method"),
        api("pkg._hidden()", "pkg._hidden"),
        {"type": "definitions", "value": glossary},
    ]
    make_page(version, "reference", title="Reference", body=body, source_path="api/reference")


@pytest.mark.django_db
def test_the_index_by_letter(client: Client) -> None:
    reference(make_version("1.10"))
    page = lxml_html.fromstring(client.get("/docs/stable/genindex/").content)
    shown = {
        section.get("aria-labelledby"): [
            (" ".join(item.text_content().split()), item.find(".//a").get("href")) for item in section.iter("li")
        ]
        for section in page.iter("section")
    }
    assert shown == {
        "E": [("Éclair", "/docs/stable/reference/#term-eclair")],
        "H": [("_hidden function in pkg", "/docs/stable/reference/#pkg._hidden")],
        "L": [("Linear class in pkg", "/docs/stable/reference/#pkg.Linear")],
        "R": [("run pkg.Linear method", "/docs/stable/reference/#pkg.Linear.run")],
    }
    assert [a.get("href") for a in page.find_class("index-letters")[0].iter("a")] == ["#E", "#H", "#L", "#R"]
    assert client.get("/docs/1.10/").content.count(b"/docs/1.10/genindex/") == 1


@pytest.mark.django_db
@pytest.mark.parametrize("old", ["genindex.html", "py-modindex.html", "genindex-A.html", "genindex-all.html"])
def test_old_addresses_of_the_index(client: Client, old: str) -> None:
    make_version("1.10")
    response = client.get(f"/docs/1.10/{old}")
    assert (response.status_code, response.headers["Location"]) == (301, "/docs/1.10/genindex/")


@pytest.mark.django_db
def test_a_large_index_is_a_page_for_each_letter(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    version = make_version("1.10")
    for count in (10, 200):
        body = [api(f"pkg.{letter}{n}()", f"pkg.{letter}{n}") for n in range(count) for letter in "ab"]
        make_page(version, f"p{count}", body=body)
    monkeypatch.setattr(index, "ONE_PAGE", 100)
    first = client.get("/docs/1.10/genindex/").content.decode()
    assert first.count('<section aria-labelledby="A"') == 1
    assert "#pkg.b1" not in first
    with CaptureQueriesContext(connection) as captured:
        second = client.get("/docs/1.10/genindex/?letter=B").content.decode()
    assert "#pkg.b199" in second
    assert len(captured) <= 10
    assert client.get("/docs/1.10/genindex/?letter=%00").status_code == 200


@pytest.mark.django_db
def test_an_empty_version_has_an_index(client: Client) -> None:
    make_version("1.10")
    assert "Nothing in this version" in client.get("/docs/1.10/genindex/").content.decode()
    assert client.get("/docs/9/genindex/").status_code == 404


@pytest.mark.django_db
def test_the_inventory(client: Client) -> None:
    reference(make_version("1.10"))
    response = client.get("/docs/stable/objects.inv")
    inventory = read_inventory(response.content)
    assert (inventory.project, inventory.version) == ("docs", "1.10") or inventory.project == "Docs"
    found = {(item.role, item.name): item.uri for item in inventory.items}
    assert found["py:class", "pkg.Linear"] == "reference/#pkg.Linear"
    assert found["std:label", "part-one"] == "reference/#part-one"
    assert found["std:term", "Éclair"] == "reference/#term-eclair"
    assert found["std:doc", "api/reference"] == "reference/"
    again = client.get("/docs/stable/objects.inv", headers={"If-None-Match": response.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.django_db
def test_nothing_hidden_is_in_it(client: Client, admin_client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "draft", body=[api("secret.f()", "secret.f")], live=False)
    parent = make_page(version, "closed", live=False)
    make_page(parent, "below", body=[api("secret.g()", "secret.g")])
    make_page(make_version("2.0", "draft"), "p", body=[api("secret.h()", "secret.h")])
    for address in ("objects.inv", "genindex/"):
        answer = client.get(f"/docs/1.10/{address}").content
        names = str(read_inventory(answer).items) if address == "objects.inv" else answer.decode()
        assert "secret" not in names
        assert client.get(f"/docs/2.0/{address}").status_code == 404
        assert admin_client.get(f"/docs/2.0/{address}").status_code == 200
    assert client.get("/api/v3/docsets/docs/versions/2.0/symbols/").status_code == 404
    assert client.get("/api/v3/docsets/docs/versions/1.10/symbols/").json() == {"count": 0, "items": []}


@pytest.mark.django_db
def test_symbols_of_the_api(client: Client) -> None:
    reference(make_version("1.10"))
    address = "/api/v3/docsets/docs/versions/stable/symbols/"
    found = client.get(address, {"prefix": "pkg.L"}).json()
    assert [item["name"] for item in found["items"]] == ["pkg.Linear", "pkg.Linear.run"]
    assert client.get(address, {"name": "pkg.Linear"}).json()["items"] == [
        {
            "name": "pkg.Linear",
            "role": "py:class",
            "title": "pkg.Linear",
            "url": "/docs/stable/reference/#pkg.Linear",
        }
    ]
    assert client.get(address, {"limit": "1", "offset": "1"}).json()["count"] == 6


@pytest.mark.django_db(transaction=True)
def test_sphinx_resolves_its_references_here(live_server: LiveServer, tmp_path: Path) -> None:
    reference(make_version("1.10"))
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text(
        "extensions = ['sphinx.ext.intersphinx']\nnitpicky = True\n"
        f"intersphinx_mapping = {{'here': ('{live_server.url}/docs/stable/', None)}}\n"
    )
    (source / "index.rst").write_text(
        "Title\n=====\n\n:py:class:`pkg.Linear` :py:meth:`pkg.Linear.run` :ref:`part <part-one>` :term:`éclair` "
        ":doc:`here:api/reference`\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-b", "html", str(source), str(tmp_path / "out")],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    page = (tmp_path / "out" / "index.html").read_text()
    for place in ("#pkg.Linear", "#pkg.Linear.run", "#part-one", "#term-eclair", ""):
        assert f'href="{live_server.url}/docs/stable/reference/{place}"' in page
