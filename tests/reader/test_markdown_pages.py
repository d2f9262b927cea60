"""Pages as Markdown: by address and by Accept, through the one door."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from docsite.pages.models import Snippet
from faq.models import FAQEntryPage, FAQPage
from tests.factories import code, doc_link, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def test_a_page_by_address_and_by_accept(client: Client) -> None:
    version = make_version("1.10")
    other = make_page(version, "other")
    body = [
        paragraph(f"<p>See {doc_link(other, 'the <b>other</b>', 'part')}.</p>"),
        heading("Run `it`"), code("pip install x\n", "console"), {"type": "children", "value": {"depth": 1}},
    ]  # fmt: skip
    make_page(version, "page", title="My `page`", body=body)
    text = (
        "# My `page`\n\nSee [the **other**](/docs/stable/other/#part).\n\n## Run `it`\n\n"
        "```console\npip install x\n```\n"
    )
    by_address = client.get("/docs/stable/page.md")
    assert by_address.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert by_address.content.decode() == text
    by_accept = client.get("/docs/stable/page/", headers={"Accept": "text/markdown"})
    assert by_accept.content == by_address.content
    html = client.get("/docs/stable/page/", headers={"Accept": "text/html,*/*;q=0.8"})
    assert html.headers["Content-Type"].startswith("text/html")
    for response in (html, by_accept):
        assert "Accept" in response.headers["Vary"]
    assert 'href="/docs/stable/page.md"' in html.content.decode()


def test_the_home_of_a_version_and_of_the_site(client: Client) -> None:
    make_version("1.10")
    assert client.get("/docs/1.10/index.md").content.startswith(b"# ")
    assert client.get("/index.md").status_code == 200
    assert 'href="/docs/1.10/index.md"' in client.get("/docs/1.10/").content.decode()


@pytest.mark.parametrize("name", ["guide/page.rst.txt", "guide/page.md.txt", "guide/page.txt"])
def test_addresses_of_sphinx_sources(client: Client, name: str) -> None:
    response = client.get(f"/docs/1.10/_sources/{name}?x=1")
    assert (response.status_code, response.headers["Location"]) == (301, "/docs/1.10/guide/page.md?x=1")


def test_a_faq_with_its_answers(client: Client) -> None:
    faq = root_of(make_version("1.10")).add_child(instance=FAQPage(title="FAQ", slug="faq", live=True))
    faq.add_child(instance=FAQEntryPage(title="Why?", anchor="why", slug="why", body=[paragraph("<p>So.</p>")]))
    draft = FAQEntryPage(title="Secret?", anchor="s", slug="s", body=[paragraph("<p>No.</p>")], live=False)
    faq.add_child(instance=draft)
    assert client.get("/docs/1.10/faq.md").content.decode() == "# FAQ\n\n## Why?\n\nSo.\n"


def test_variables_and_snippets_are_filled_in(client: Client) -> None:
    version = make_version("1.10")
    version.variables = {"release": "1.10.4"}
    version.save()
    Snippet.objects.create(slug="note", title="N", body=[paragraph("<p>Shared {{ release }}.</p>")])
    make_page(version, "p", title="P {{ release }}", body=[{"type": "snippet", "value": {"snippet": "note"}}])
    assert client.get("/docs/1.10/p.md").content.decode() == "# P 1.10.4\n\nShared 1.10.4.\n"


def test_nothing_hidden_is_given(client: Client, admin_client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "draft", live=False)
    make_page(make_version("2.0", "draft"), "p")
    for address in ("/docs/1.10/draft", "/docs/2.0/p", "/docs/1.10/none", "/nothing", "/docs"):
        assert client.get(f"{address}.md").status_code == 404
        assert client.get(f"{address}/", headers={"Accept": "text/markdown"}).status_code in (404, 302)
    assert admin_client.get("/docs/2.0/p.md").status_code == 200
    assert client.get("/docs/1.10/%00.md").status_code == 404


def test_queries_do_not_grow_with_the_links(client: Client) -> None:
    def queries(count: int) -> int:
        version = make_version(f"1.{count}", "supported")
        pages = [make_page(version, f"p{number}") for number in range(count)]
        make_page(version, "all", body=[paragraph("<p>" + " ".join(doc_link(page) for page in pages) + "</p>")])
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/docs/1.{count}/all.md").content.count(b"](/docs/") == count
        return len(captured)

    queries(1)
    assert queries(20) == queries(2) <= 12
