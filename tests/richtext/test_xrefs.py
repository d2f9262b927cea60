"""Cross-references by name: resolved in the reader's version, then outside, in a number of queries that stays."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from docsite.richtext.inventory import Inventory, Item
from docsite.richtext.models import ExternalInventory
from docsite.versions.models import Version
from tests.factories import heading, make_page, make_version, paragraph
from tests.pages.test_symbols import api

pytestmark = pytest.mark.django_db


def xref(role: str, target: str, words: str = "words") -> str:
    return f'<a linktype="xref" role="{role}" target="{target}">{words}</a>'


def referring(version: Version, *refs: str) -> Any:
    return make_page(version, "refs", body=[paragraph(f"<p>{' '.join(refs)}</p>")])


def reference(version: Version) -> Any:
    glossary = {"kind": "glossary", "items": [{"term": "<p>Thing</p>", "anchor": "term-Thing", "content": []}]}
    body = [
        heading("My part", aliases=["my-label"]),
        api("class pkg.nn.Linear(x)", "pkg.nn.Linear", kind="class"),
        api("pkg.nn.Linear.forward(x)", "pkg.nn.Linear.forward", kind="method"),
        api("pkg.other.Linear.forward(x)", "pkg.other.Linear.forward", kind="method"),
        {"type": "definitions", "value": glossary},
    ]
    return make_page(version, "reference", body=body, source_path="api/reference")


@pytest.mark.parametrize(
    ("role", "target", "href"),
    [
        ("py:class", "pkg.nn.Linear", "/docs/1.10/reference/#pkg.nn.Linear"),
        ("py:class", "~pkg.nn.Linear", "/docs/1.10/reference/#pkg.nn.Linear"),
        ("py:obj", "nn.Linear", "/docs/1.10/reference/#pkg.nn.Linear"),
        ("py:meth", "Linear.forward()", None),  # two classes have one
        ("py:meth", "nn.Linear.forward()", "/docs/1.10/reference/#pkg.nn.Linear.forward"),
        ("py:func", "nn.Linear", None),  # a class; only its whole name says so whatever the role
        ("py:func", "pkg.nn.Linear", "/docs/1.10/reference/#pkg.nn.Linear"),
        ("py:class", "near", None),
        ("c:func", "pkg.nn.Linear", None),
        ("any", "pkg.nn.Linear", "/docs/1.10/reference/#pkg.nn.Linear"),
        ("std:ref", "my-label", "/docs/1.10/reference/#my-label"),
        ("ref", "My_Label", "/docs/1.10/reference/#my-label"),
        ("std:term", "thing", "/docs/1.10/reference/#term-Thing"),
        ("std:doc", "api/reference", "/docs/1.10/reference/"),
        ("std:ref", "genindex", "/docs/1.10/genindex/"),
        ("std:ref", "modindex", "/docs/1.10/genindex/"),
        ("std:ref", "search", "/docs/1.10/search/"),
        ("py:class", "outside.Thing", "https://other.example/api.html#outside.Thing"),
        ("py:class", "nowhere", None),
    ],
)
def test_where_a_reference_leads(client: Client, role: str, target: str, href: str | None) -> None:
    version = make_version("1.10")
    reference(version)
    referring(version, xref(role, target))
    outside(version)
    html = client.get("/docs/1.10/refs/").content.decode()
    words = html[html.index('class="xref"') :].split("</a>")[0]
    assert words.endswith(">words")
    assert (f'href="{href}"' in words) if href else ("href" not in words)


def outside(version: Version) -> ExternalInventory:
    inventory = ExternalInventory.objects.create(
        docset_id=version.docset_id, name="other", base_url="https://other.example/"
    )
    item = Item("outside.Thing", "py:class", 1, "api.html#outside.Thing", "outside.Thing")
    inventory.keep(Inventory("Other", "1", [item]))
    return inventory


def test_the_readers_version_decides(client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    for version in (old, new):
        referring(version, xref("py:func", "pkg.f"))
    make_page(old, "here", body=[api("pkg.f()", "pkg.f")])
    make_page(new, "there", body=[api("pkg.f()", "pkg.f")])
    assert 'href="/docs/1.9/here/#pkg.f"' in client.get("/docs/1.9/refs/").content.decode()
    assert 'href="/docs/stable/there/#pkg.f"' in client.get("/docs/stable/refs/").content.decode()


def test_what_changes_shows_at_once(client: Client) -> None:
    version = make_version("1.10")
    page = referring(version, xref("py:func", "pkg.f"))
    assert "#pkg.f" not in client.get("/docs/1.10/refs/").content.decode()
    target = make_page(version, "target", body=[api("pkg.f()", "pkg.f")])
    assert 'href="/docs/1.10/target/#pkg.f"' in client.get("/docs/1.10/refs/").content.decode()
    target.unpublish()
    assert "#pkg.f" not in client.get("/docs/1.10/refs/").content.decode()
    assert page.live


def test_a_draft_version_or_page_is_no_target(client: Client) -> None:
    version = make_version("1.10")
    referring(version, xref("py:func", "secret.f"))
    make_page(version, "draft", body=[api("secret.f()", "secret.f")], live=False)
    make_page(make_version("2.0", "draft"), "p", body=[api("secret.f()", "secret.f")])
    assert "#secret.f" not in client.get("/docs/1.10/refs/").content.decode()


def test_a_thousand_references_cost_as_many_queries_as_one(client: Client) -> None:
    def queries(count: int) -> int:
        version = make_version(f"1.{count}", "supported")
        make_page(version, "target", body=[api(f"pkg.f{n}()", f"pkg.f{n}") for n in range(count)])
        referring(version, *(xref("py:func", f"pkg.f{n}") for n in range(count)), xref("py:func", "nowhere"))
        with CaptureQueriesContext(
            connection,
        ) as captured:
            html = client.get(f"/docs/1.{count}/refs/").content.decode()
        assert html.count("/target/#pkg.f") == count
        return len(captured)

    queries(2)  # fills caches of Django
    assert queries(1000) == queries(1)
    client.get("/docs/1.1000/refs/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/docs/1.1000/refs/")
    assert len(captured) <= 10
    assert not [query for query in captured.captured_queries if "_symbol" in query["sql"]]  # known now
