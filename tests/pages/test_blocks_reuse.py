"""Snippets and lists of pages: filled in when a page is shown, at a fixed number of queries."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models
from django.test import Client
from lxml import html as lxml_html

from docsite.pages.models import DocPage, RenderedBody, Snippet
from docsite.pages.placeholders import fill_children, fill_snippets, snippet_placeholder, without_anchors
from docsite.pages.structure import ensure_home
from tests.factories import code, doc_link, heading, make_caption, make_page, make_version, paragraph

pytestmark = pytest.mark.django_db


def uses(slug: str) -> dict[str, Any]:
    return {"type": "snippet", "value": {"snippet": slug}}


def children(depth: int = 1) -> dict[str, Any]:
    return {"type": "children", "value": {"depth": depth}}


def make(slug: str, *body: dict[str, Any], **fields: Any) -> Snippet:
    return Snippet.objects.create(slug=slug, title=slug, body=list(body), **{"live": True} | fields)


def body_of(client: Client, page: Any) -> lxml_html.HtmlElement:
    content = client.get(page.url).content.decode()
    return lxml_html.document_fromstring(content).xpath("//article/div[@class='body']")[0]


# ---------------------------------------------------------------- snippets
def test_links_are_those_of_the_readers_version(client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    target = make_page(old, "t")
    make_page(new, "moved", lineage=target.lineage)
    make("s", paragraph(f"<p>{doc_link(target, 'words', 'x')}</p>"))
    for version, address in ((old, "/docs/1.9/t/#x"), (new, "/docs/1.10/moved/#x")):
        page = make_page(version, "p", body=[uses("s")])
        assert body_of(client, page).xpath(".//div[@class='snippet']//a/@href") == [address]


def test_snippets_of_a_page_are_one_query(client: Client) -> None:
    make("inner", paragraph("<p>innermost</p>"))
    make("middle", uses("inner"))
    make("outer", uses("middle"))
    for number in range(5):
        make(f"s{number}", paragraph(f"<p>number {number}</p>"))
    version = make_version("1.10")
    plain = make_page(version, "plain")
    page = make_page(version, "p", body=[uses(f"s{number}") for number in range(5)] + [uses("outer")])
    client.get(plain.url)
    counts = []
    for one in (plain, page):
        with _counting() as found:
            text = body_of(client, one).text_content()
        counts.append(len(found))
    assert "innermost" in text
    assert "number 4" in text
    assert counts[1] == counts[0] + 1


def _counting() -> Any:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    return CaptureQueriesContext(connection)


def test_anchors_of_a_snippet_are_left_out(client: Client) -> None:
    make("s", heading("One", anchor="one"), code('<a id="kept">', "text"))
    page = make_page(make_version("1.10"), "p", body=[heading("One", anchor="one"), uses("s"), uses("s")])
    body = body_of(client, page)
    assert body.xpath(".//@id") == ["one"]
    assert [figure.text_content().removesuffix("Copy") for figure in body.xpath(".//figure")] == ['<a id="kept">'] * 2
    assert len(body.xpath(".//a[@class='permalink']")) == 1


def test_what_is_not_there_or_not_live_shows_nothing(client: Client) -> None:
    make("draft", paragraph("<p>secret</p>"), live=False)
    page = make_page(make_version("1.10"), "p", body=[uses("draft"), uses("gone"), paragraph("<p>after</p>")])
    assert body_of(client, page).text_content().strip() == "after"


def test_reading_makes_no_rendering(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make("s", code("x = 1\n"))
    page = make_page(make_version("1.10"), "p", body=[uses("s")])

    def refuse(*args: object) -> None:
        raise AssertionError("rendered in a reader's request")

    monkeypatch.setattr("docsite.pages.rendering.highlight_many", refuse)
    assert "x = 1" in body_of(client, page).text_content()


def test_a_snippet_in_use_is_not_deleted() -> None:
    snippet = make("s", paragraph("<p>x</p>"))
    page = make_page(make_version("1.10"), "p", body=[uses("s")])
    with pytest.raises(models.ProtectedError):
        snippet.delete()
    page.unpublish()
    snippet.delete()


def test_a_cycle_that_got_in_ends() -> None:
    texts = {"a": f"a {snippet_placeholder('b')}", "b": f"b {snippet_placeholder('a')}"}
    assert fill_snippets(snippet_placeholder("a"), texts).count("a ") == 2


@pytest.mark.parametrize("html", ["<p>&lt;!--snippet s--&gt;</p>", "<p>x</p>"])
def test_nobody_can_write_a_placeholder(client: Client, html: str) -> None:
    make("s", paragraph("<p>shown</p>"))
    page = make_page(
        make_version("1.10"),
        "p",
        body=[
            paragraph(html + "<!--snippet s-->"),
            {"type": "html", "value": {"html": "<p>y<!--snippet s--></p>", "reason": ""}},
            code("<!--snippet s-->", "html"),
        ],
    )
    assert not body_of(client, page).xpath(".//div[@class='snippet']")


def test_only_tags_lose_their_ids() -> None:
    assert without_anchors('<p id="a" class="b">x id="c"</p>') == '<p class="b">x id="c"</p>'


# ---------------------------------------------------------------- children
def tree(element: lxml_html.HtmlElement) -> list[Any]:
    found: list[Any] = []
    for item in element.xpath("./li"):
        found.append(item.xpath("string(./a | ./span)"))
        found += [tree(inner) for inner in item.xpath("./ul")]
    return found


@pytest.mark.parametrize(
    ("depth", "expected"),
    [(1, ["a", "Group", ["d"]]), (2, ["a", ["b"], "Group", ["d"]]), (3, ["a", ["b", ["c"]], "Group", ["d"]])],
)
def test_pages_below(client: Client, depth: int, expected: list[Any]) -> None:
    version = make_version("1.10")
    page = make_page(version, "p", body=[children(depth)])
    make_page(make_page(make_page(page, "a"), "b"), "c")
    make_page(page, "draft", live=False)
    make_page(make_caption(page, "Group"), "d")
    assert tree(body_of(client, page).xpath(".//ul[@class='pages-below']")[0]) == expected
    assert body_of(client, page).xpath("./ul[@class='pages-below']/li[1]/a/@href") == ["/docs/1.10/p/a/"]


def test_many_pages_below_cost_no_query_each(client: Client) -> None:
    version = make_version("1.10")
    page = make_page(version, "p", body=[children(2)])
    counts = []
    for number in range(2):
        make_page(page, f"c{number}")
        client.get(page.url)
        with _counting() as found:
            client.get(page.url)
        counts.append(len(found))
    assert counts[0] == counts[1]


def test_outside_of_versions_only_what_may_be_read(client: Client) -> None:
    home = ensure_home()
    page = make_page(home, "about", body=[children(2)])
    make_page(make_page(page, "a"), "b")
    make_page(page, "draft", live=False)
    assert tree(body_of(client, page).xpath(".//ul[@class='pages-below']")[0]) == ["a", ["b"]]


def test_without_pages_below_there_is_no_list(client: Client) -> None:
    page = make_page(make_version("1.10"), "p", body=[children()])
    assert not body_of(client, page).xpath(".//ul")
    assert fill_children("<p>x</p>", lambda depth: "y") == "<p>x</p>"


def test_a_preview_shows_both(admin_client: Client) -> None:
    make("s", paragraph("<p>reused</p>"))
    version = make_version("1.10")
    page = make_page(version, "p", body=[uses("s"), children()])
    make_page(page, "below")
    page = DocPage.objects.get(pk=page.pk)
    page.save_revision()
    response = admin_client.get(f"/admin/pages/{page.pk}/view_draft/")
    assert "reused" in response.content.decode()
    assert 'class="pages-below"' in response.content.decode()


def test_the_rendering_is_shared_between_versions() -> None:
    make("s", paragraph("<p>x</p>"))
    pages = [make_page(make_version(name, "supported"), "p", body=[uses("s"), children()]) for name in ("1.9", "1.10")]
    assert pages[0].content_hash == pages[1].content_hash
    assert RenderedBody.objects.get(pk=pages[0].content_hash).snippets == " s "
