"""FAQ pages: one page for readers, one page per entry for editors."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from lxml import html as lxml_html

from docsite.basepage.models import BasePage
from docsite.pages.structure import ensure_home
from faq.models import FAQEntryPage, FAQPage
from tests.factories import doc_link, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def make_faq(parent: BasePage, slug: str = "faq") -> FAQPage:
    return parent.add_child(
        instance=FAQPage(title="Questions", slug=slug, live=True, body=[paragraph("<p>Intro.</p>")])
    )


def make_entry(faq: FAQPage, question: str, answer: str = "<p>Because.</p>", **fields) -> FAQEntryPage:
    fields.setdefault("live", True)
    faq = FAQPage.objects.get(pk=faq.pk)
    return faq.add_child(instance=FAQEntryPage(title=question, body=[paragraph(answer)], **fields))


@pytest.fixture
def faq() -> FAQPage:
    return make_faq(root_of(make_version("1.10")))


def fetch(client: Client, address: str) -> lxml_html.HtmlElement:
    response = client.get(address)
    assert response.status_code == 200
    return lxml_html.document_fromstring(response.content.decode())


def test_entries_are_sections_of_one_page(client: Client, faq: FAQPage) -> None:
    make_entry(faq, "Why `slow`?", "<p>It computes.</p>", topic="Speed")
    make_entry(faq, "How to install?", topic="Set-up")
    make_entry(faq, "Why so fast?", topic="Speed")
    page = fetch(client, faq.url)
    sections = page.xpath("//section[contains(@class, 'faq-entry')]")
    assert [section.get("id") for section in sections] == ["why-slow", "why-so-fast", "how-to-install"]
    assert sections[0].xpath("string(.//h2 | .//h3)") == "Why slow?"
    assert sections[0].xpath(".//a[@class='permalink']/@href") == ["#why-slow"]
    assert "It computes." in sections[0].text_content()
    index = page.xpath("//nav[contains(@class, 'faq-index')]//a/@href")
    assert index == ["#why-slow", "#why-so-fast", "#how-to-install"]


def test_the_address_of_an_entry_leads_to_its_anchor(client: Client, faq: FAQPage) -> None:
    entry = make_entry(faq, "Why slow?")
    response = client.get(f"{entry.url}?x=1")
    assert (response.status_code, response.headers["location"]) == (301, "/docs/1.10/faq/?x=1#why-slow")
    response = client.get("/docs/stable/faq/why-slow/")
    assert (response.status_code, response.headers["location"]) == (302, "/docs/stable/faq/#why-slow")


def test_drafts_are_not_shown(client: Client, faq: FAQPage) -> None:
    make_entry(faq, "Secret question?", live=False)
    assert "Secret" not in client.get(faq.url).content.decode()
    assert client.get("/docs/1.10/faq/Secret-question/").status_code == 404


def test_anchors_are_unique_and_keep_when_the_question_changes(faq: FAQPage) -> None:
    first, second = make_entry(faq, "Why?", slug="a"), make_entry(faq, "Why?", slug="b")
    assert (first.anchor, second.anchor) == ("why", "why_2")
    first.title = "Why not?"
    first.save()
    assert first.anchor == "why"


def test_an_anchor_taken_is_refused(faq: FAQPage) -> None:
    make_entry(faq, "Why?", slug="a")
    with pytest.raises(ValidationError, match="Another entry"):
        make_entry(faq, "Other?", slug="b", anchor="why")


def test_entries_stand_in_the_navigation_and_contents_not_among_the_pages(client: Client, faq: FAQPage) -> None:
    make_entry(faq, "Why?")
    after = make_page(make_version("1.10-x", "supported", docset="other"), "x")
    assert after
    page = fetch(client, faq.url)
    assert f"{faq.url}#why" in page.xpath("//nav[@data-nav]//a/@href")
    assert "#why" in page.xpath("//aside//nav[@data-toc]//a/@href")
    assert not page.xpath("//a[@rel='next']")


def test_links_to_an_entry_lead_to_its_anchor(client: Client, faq: FAQPage) -> None:
    entry = make_entry(faq, "Why?")
    page = make_page(
        root_of(make_version("1.11", "supported")), "p", body=[paragraph(f"<p>{doc_link(faq, 'x', 'why')}</p>")]
    )
    assert "/docs/stable/faq/#why" in fetch(client, page.url).xpath("//div[@class='body']//a/@href")
    assert entry.get_parent().pk == faq.pk


@pytest.mark.parametrize("count", [2, 12])
def test_queries_do_not_grow_with_entries(
    client: Client, faq: FAQPage, django_assert_max_num_queries, count: int
) -> None:
    for number in range(count):
        make_entry(faq, f"Question {number}?", body_note := "<p>x</p>")
    assert body_note
    client.get(faq.url)
    with django_assert_max_num_queries(12):
        client.get(faq.url)


def test_faq_outside_versions(client: Client) -> None:
    faq = make_faq(ensure_home())
    make_entry(faq, "Why?")
    page = fetch(client, "/faq/")
    assert page.xpath("//section[@id='why']")
    assert page.xpath("//nav[@data-nav]//a[@aria-current='page']/@href") == ["/faq/"]
    assert client.get("/faq/why/").headers["location"] == "/faq/#why"


def test_headings_inside_answers_keep_their_anchors(client: Client, faq: FAQPage) -> None:
    entry = make_entry(faq, "Why?")
    entry.body = [heading("Detail", level=3), paragraph("<p>x</p>")]
    entry.save()
    assert fetch(client, faq.url).xpath("//section[@id='why']//h3[@id='detail']")
