"""Links that lead nowhere are listed: by command, and for editors."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from docsite.reader.checking import broken_links
from faq.models import FAQEntryPage, FAQPage
from tests.factories import doc_link, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def test_pages_places_and_names_that_are_gone() -> None:
    version = make_version("1.10")
    target = make_page(version, "target", body=[heading("Here", aliases=["old"])])
    gone = make_page(version, "gone")
    links = [
        doc_link(target, "fine"), doc_link(target, "fine", "here"), doc_link(target, "fine", "old"),
        doc_link(target, "no place", "there"), doc_link(gone, "no page"),
        doc_link(target, "another version", version="0.1"),
        '<a linktype="xref" role="py:class" target="no.Name"><code>Name</code></a>',
        '<a linktype="xref" role="std:ref" target="genindex">index</a>', '<a href="https://e.org/">web</a>',
    ]  # fmt: skip
    make_page(version, "p", body=[paragraph(f"<p>{' '.join(links)}</p>")])
    gone.delete()
    found = [(link.words, link.reason) for link in broken_links(version)]
    assert found[:3] == [
        ("no place", "the page has no place called there"),
        ("no page", "the page is gone or not published"),
        ("Name", "no such name"),
    ]
    assert len(found) == 3


def test_places_of_faq_entries() -> None:
    version = make_version("1.10")
    faq = root_of(version).add_child(instance=FAQPage(title="FAQ", slug="faq", live=True))
    faq.add_child(instance=FAQEntryPage(title="Why?", slug="why", anchor="why", live=True))
    make_page(version, "p", body=[paragraph(f"<p>{doc_link(faq, 'a', 'why')} {doc_link(faq, 'b', 'how')}</p>")])
    assert [link.words for link in broken_links(version)] == ["b"]


def test_queries_do_not_grow_with_the_pages() -> None:
    def queries(count: int) -> int:
        version = make_version(f"1.{count}", "supported")
        for number in range(count):
            make_page(
                version,
                f"p{number}",
                body=[paragraph(f'<p><a linktype="xref" role="any" target="x{number}">x</a></p>')],
            )
        with CaptureQueriesContext(connection) as captured:
            assert len(list(broken_links(version))) == count
        return len(captured)

    assert queries(12) == queries(2)


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    make_page(make_version("1.10"), "p", body=[paragraph('<p><a linktype="xref" role="any" target="x">w</a></p>')])
    make_version("1.9", "supported")
    with pytest.raises(SystemExit):
        call_command("check_links", "docs", as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert [link["words"] for link in found["1.10"]] == ["w"]
    assert found["1.9"] == []
    call_command("check_links", "docs", target="1.9")
    assert "0 links lead nowhere" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no version"):
        call_command("check_links", "docs", target="7")
    with pytest.raises(CommandError, match="no docset"):
        call_command("check_links", "nothing")


def test_editors_see_them(admin_client: Client, client: Client) -> None:
    version = make_version("1.10")
    page = make_page(
        version, "p", title="My `page`", body=[paragraph('<p><a linktype="xref" role="any" target="x<y">w</a></p>')]
    )
    answer = admin_client.get("/admin/reports/broken-links/").content.decode()
    assert f"/admin/pages/{page.pk}/edit/" in answer
    assert "no such name" in answer
    assert "x&lt;y" in answer
    assert admin_client.get("/admin/reports/broken-links/?version=x").status_code == 200
    assert client.get("/admin/reports/broken-links/").status_code == 302


def test_names_for_the_editor(admin_client: Client, client: Client) -> None:
    from tests.pages.test_symbols import api

    version = make_version("1.10")
    page = make_page(
        version, "p", body=[api("class pkg.Linear(x)", "pkg.Linear", kind="class"), heading("Linear things")]
    )
    query = {"q": "lin", "near": str(page.pk)}
    found = admin_client.get("/admin/docsite/symbols/", query).json()["symbols"]
    assert {"role": "py:class", "target": "pkg.Linear", "where": ""} in found
    assert {"role": "std:ref", "target": "linear-things", "where": ""} in found
    assert admin_client.get("/admin/docsite/symbols/", {"q": "lin"}).json() == {"symbols": []}
    assert client.get("/admin/docsite/symbols/", query).status_code == 302


def test_inventories_are_edited_in_the_admin(admin_client: Client) -> None:
    version = make_version("1.10")
    data = {"docset": version.docset_id, "name": "python", "base_url": "https://docs.python.org/3", "inventory_url": ""}
    assert admin_client.post("/admin/inventories/new/", data).status_code == 302
    assert "https://docs.python.org/3/" in admin_client.get("/admin/inventories/").content.decode()
    refused = admin_client.post("/admin/inventories/new/", data | {"name": "x y"})
    assert refused.status_code == 200
