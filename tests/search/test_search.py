"""The search page: any query gets an answer, results stay in the version, snippets are escaped."""

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from docsite.search.query import MAX_LENGTH, MAX_TERMS, clean_query, snippet
from tests.factories import code, make_page, make_version, paragraph

HOSTILE = [
    '"unbalanced', '"C++', 'a "b', "\\", "-Data", "Data-X.2", "a & b", "a | !b", "NEAR(", "--flag", "title:x", "*", "'",
    "%",
    "💙", "a" * 5000, "\0", "", " ", "_", "x" * 300 + " " + "y " * 50,
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("query", HOSTILE)
def test_sea_04_every_query_is_answered(client: Client, query: str) -> None:
    """SEA-04."""
    version = make_version("1.10")
    make_page(version, "p", title="Page", body=[code("run --flag unbalanced\n", "console")])
    response = client.get("/docs/1.10/search/", {"q": query})
    assert response.status_code == 200
    if query in ('"unbalanced', "--flag"):
        assert "/docs/1.10/p/" in response.content.decode()


@pytest.mark.django_db
def test_results_stay_in_the_version_and_under_the_alias(client: Client) -> None:
    for name, state in [("1.9", "supported"), ("1.10", "current"), ("2.0", "draft")]:
        make_page(make_version(name, state), "p", title=f"Quokka {name}", body=[paragraph("<p>quokka</p>")])
    page = lxml_html.document_fromstring(client.get("/docs/1.9/search/?q=QUOKKA").content.decode())
    assert page.xpath("//ol[@data-results]/li/a/@href") == ["/docs/1.9/p/"]
    page = lxml_html.document_fromstring(client.get("/docs/stable/search/?q=quokka").content.decode())
    assert page.xpath("//ol[@data-results]/li/a/@href") == ["/docs/stable/p/"]


@pytest.mark.django_db
def test_titles_come_first_and_all_words_count(client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "a", title="Other", body=[paragraph("<p>tensor view</p>")])
    make_page(version, "b", title="Tensor view")
    make_page(version, "c", title="Tensor")
    page = lxml_html.document_fromstring(client.get("/docs/1.10/search/?q=tensor+view").content.decode())
    assert page.xpath("//ol[@data-results]/li/a/@href") == ["/docs/1.10/b/", "/docs/1.10/a/"]


@pytest.mark.django_db
def test_old_sphinx_search_address(client: Client) -> None:
    make_version("1.10")
    response = client.get("/docs/1.10/search.html?q=x&check_keywords=yes&area=default")
    assert (response.status_code, response.headers["location"]) == (
        301,
        "/docs/1.10/search/?q=x&check_keywords=yes&area=default",
    )


def test_snippets_are_escaped_before_they_are_marked() -> None:
    query = clean_query("<b> alert")
    assert snippet("<script>alert(1)</script> <b>", query) == (
        "&lt;script&gt;<mark>alert</mark>(1)&lt;/script&gt; <mark>&lt;b&gt;</mark>"
    )


@given(st.text(max_size=600))
def test_any_text_becomes_a_usable_query(text: str) -> None:
    query = clean_query(text)
    assert len(query.text) <= MAX_LENGTH
    assert len(query.terms) <= MAX_TERMS
    assert "\0" not in query.text
    query.text.encode()
    assert "<script" not in snippet(text, query).lower()
