"""The tree, breadcrumbs, neighbours; the same without JavaScript, and in a fixed number of queries."""

import pytest
from django.test import Client
from lxml import html as lxml_html

from docsite.basepage.models import BasePage
from docsite.pages.models import DocPage
from tests.bench.sites import big_version
from tests.factories import heading, make_caption, make_page, make_version

pytestmark = pytest.mark.django_db


def fetch(client: Client, address: str) -> lxml_html.HtmlElement:
    response = client.get(address)
    assert response.status_code == 200
    return lxml_html.document_fromstring(response.content.decode())


def nav_links(page: lxml_html.HtmlElement) -> list[str]:
    return [a.get("href") for a in page.xpath("//nav[@data-nav]//a")]


def test_captions_group_pages_and_headings_stand_below_their_page(client: Client) -> None:
    version = make_version("1.10")
    notes = make_caption(version, "Notes", folder="notes")
    page = make_page(notes, "faq", title="FAQ", body=[heading("Why?", anchor="why"), heading("`Deep`", level=3)])
    make_page(make_caption(version, "Reference"), "torch", title="`torch`")
    shown = fetch(client, page.url)
    assert [p.text_content() for p in shown.xpath("//nav[@data-nav]//p[@class='caption']")] == ["Notes", "Reference"]
    assert nav_links(shown) == [
        "/docs/1.10/",
        "/docs/1.10/notes/faq/",
        "/docs/1.10/notes/faq/#why",
        "/docs/1.10/notes/faq/#deep",
        "/docs/1.10/torch/",
    ]
    assert shown.xpath("//nav[@data-nav]//a[@href='/docs/1.10/torch/']/code/text()") == ["torch"]


def test_exactly_one_entry_is_current_and_its_branch_open(client: Client) -> None:
    """NAV-07: 80 siblings, a child below one of them."""
    version = make_version("1.10")
    pages = [make_page(version, f"page-{number:02}", title=f"Page {number:02}") for number in range(1, 81)]
    make_page(pages[0], "child", title="Page 01a")
    child = make_page(pages[69], "child", title="Page 70a")
    shown = fetch(client, child.url)
    assert [a.get("href") for a in shown.xpath("//nav[@data-nav]//a[@aria-current='page']")] == [child.url]
    assert shown.xpath("//nav[@data-nav]//li[.//a[@aria-current='page']]//details[@open]")
    first = shown.xpath("//nav[@data-nav]//li[div/a[@href='/docs/1.10/page-01/']]")[0]
    assert first.xpath("./details")
    assert not first.xpath("./details[@open]")


@pytest.mark.parametrize("address", ["/docs/1.10/", "/docs/1.10/a/", "/docs/stable/a/b/"])
def test_every_page_marks_itself_current_once(client: Client, address: str) -> None:
    make_page(make_page(make_version("1.10"), "a"), "b")
    links = fetch(client, address).xpath("//nav[@data-nav]//a[@aria-current='page']/@href")
    assert links == [address]


def test_breadcrumbs_go_through_captions(client: Client) -> None:
    version = make_version("1.10", title="Docs 1.10")
    page = make_page(make_page(make_caption(version, "Notes"), "guide", title="Guide"), "install", title="Install")
    crumbs = fetch(client, page.url).xpath("//nav[@aria-label='Breadcrumb']//li")
    assert [crumb.text_content().strip() for crumb in crumbs] == ["Docs 1.10", "Notes", "Guide", "Install"]
    assert [a.get("href") for crumb in crumbs for a in crumb.xpath(".//a")] == ["/docs/1.10/", "/docs/1.10/guide/"]


def test_previous_and_next_follow_the_tree_in_body_and_head(client: Client) -> None:
    version = make_version("1.10")
    one = make_page(make_caption(version, "First"), "one")
    inner = make_page(one, "inner")
    make_page(version, "draft", live=False)
    two = make_page(make_caption(version, "Second"), "two")
    shown = fetch(client, inner.url)
    for tag in ("a", "link"):
        assert shown.xpath(f"//{tag}[@rel='prev']/@href") == [one.url]
        assert shown.xpath(f"//{tag}[@rel='next']/@href") == [two.url]
    assert not fetch(client, two.url).xpath("//a[@rel='next']")


def test_navigation_only_headings_are_in_the_tree(client: Client) -> None:
    page = make_page(make_version("1.10"), "nn", body=[heading("Linear", nav_only=True), heading("Shown")])
    assert f"{page.url}#linear" in nav_links(fetch(client, page.url))


def test_nav_01_equal_headings_get_distinct_anchors(client: Client) -> None:
    """NAV-01: generated anchors collide neither with each other nor with natural ones."""
    texts = ["Example", "Example", "Example 2", "Example", "example"]
    page = make_page(make_version("1.10"), "p", body=[heading(text) for text in texts])
    shown = fetch(client, page.url)
    ids = [h.get("id") for h in shown.xpath("//article//h2")]
    assert len(set(ids)) == 5
    assert ids[0] == "example"
    assert shown.xpath("//aside//nav[@data-toc]//a/@href") == [f"#{anchor}" for anchor in ids]


def test_nav_05_code_and_markup_in_headings(client: Client) -> None:
    """NAV-05: contents show the words, markup never becomes elements."""
    page = make_page(make_version("1.10"), "p", body=[heading("Using `<Tabs>` well"), heading("`--flag`")])
    shown = fetch(client, page.url)
    assert [a.text_content() for a in shown.xpath("//aside//nav[@data-toc]//a")] == ["Using <Tabs> well", "--flag"]
    assert not shown.xpath("//tabs")
    assert all(h.get("id") for h in shown.xpath("//article//h2"))


def test_nav_03_anchors_hold_no_blank_or_quote(client: Client) -> None:
    """NAV-03: ids that start with a digit are kept and blanks or quotes never get into one."""
    body = [heading("1. Setup"), heading("2.0 changes"), heading('C:\\temp & "x"'), heading("3D", anchor="3d-plots")]
    page = make_page(make_version("1.10"), "p", body=body)
    ids = fetch(client, page.url).xpath("//article//h2/@id")
    assert ids[0] == "1-setup"
    assert ids[3] == "3d-plots"
    assert not any(set(anchor) & set(" \"'") for anchor in ids)


def test_a_page_of_3000_needs_at_most_ten_queries(client: Client, django_assert_max_num_queries) -> None:
    page = big_version(3000, "big")
    assert BasePage.find_problems() == ([], [], [], [], [])
    with django_assert_max_num_queries(11):  # one more than later: the tree is read once per change
        first = client.get(page.url)
    with django_assert_max_num_queries(10):
        second = client.get(page.url)
    assert first.content == second.content
    assert len(second.content) < 100_000


def test_a_change_is_seen_on_the_next_request(client: Client) -> None:
    version = make_version("1.10")
    page = make_page(version, "one", title="First")
    make_page(version, "two", title="Second")
    assert "Second" in client.get(page.url).content.decode()
    other = DocPage.objects.get(slug="two")
    other.title = "Renamed"
    other.save_revision().publish()
    assert "Renamed" in client.get(page.url).content.decode()
    other.unpublish()
    assert "Renamed" not in client.get(page.url).content.decode()
