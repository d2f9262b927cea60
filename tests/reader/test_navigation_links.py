"""Links in the navigation: to other sites, and to a further title of a page."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from lxml import html as lxml_html

from docsite.basepage.models import Addressing, BasePage
from docsite.pages.models import SectionPage, page_link
from tests.factories import heading, make_caption, make_page, make_version

pytestmark = pytest.mark.django_db


def entries(client: Client, address: str) -> list[tuple[str, str, int]]:
    """Words, address and depth of the links of the navigation."""
    nav = lxml_html.fromstring(client.get(address).content).xpath("//nav[@data-nav]")[0]
    return [(a.text_content(), a.get("href"), sum(1 for _ in a.iterancestors("li"))) for a in nav.iter("a")]


def test_an_address_elsewhere_stands_between_the_pages(client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "a", title="A")
    make_caption(version, "Forum", link="https://forum.example/")
    make_page(version, "b", title="B")
    found = entries(client, "/docs/1.10/a/")
    assert found[1:] == [("A", "/docs/1.10/a/", 1), ("Forum", "https://forum.example/", 1), ("B", "/docs/1.10/b/", 1)]


def test_a_further_title_has_its_entry_beside_the_page_once(client: Client) -> None:
    version = make_version("1.10")
    page = make_page(version, "p", title="P", body=[heading("One"), heading("Two"), heading("Part of two", level=3)])
    make_caption(version, "Two", link=page_link(page.lineage, "two"))
    beside = ("Two", "/docs/1.10/p/#two", 1)
    assert beside in entries(client, "/docs/1.10/")
    found = entries(client, "/docs/1.10/p/")
    assert found[1:] == [
        ("P", "/docs/1.10/p/", 1), ("One", "/docs/1.10/p/#one", 2), beside,
        ("Part of two", "/docs/1.10/p/#part-of-two", 2),
    ]  # fmt: skip


def test_a_link_to_a_page_that_is_not_there_is_not_shown(client: Client) -> None:
    version = make_version("1.10")
    draft = make_page(version, "draft", live=False)
    make_caption(version, "Secret", link=page_link(draft.lineage, ""))
    runs = make_caption(version, "Runs", link="https://e.org/")
    BasePage.objects.filter(pk=runs.pk).update(link="javascript:alert(1)")  # past every form
    assert [words for words, _url, _depth in entries(client, "/docs/1.10/")][1:] == []


def section(link: str, addressing: str = Addressing.CAPTION) -> SectionPage:
    """A section as the form makes one."""
    return SectionPage(title="S", slug="s", link=link, addressing=addressing)


def test_what_an_editor_may_write() -> None:
    page = make_page(make_version("1.10"), "p")
    written = section("/docs/1.10/p/#x")
    written.clean()
    assert written.link == page_link(page.lineage, "x")
    section("https://e.org/").clean()
    for wrong in ("javascript:alert(1)", "forum.example", "/docs/1.10/none/"):
        with pytest.raises(ValidationError, match="link"):
            section(wrong).clean()
    with pytest.raises(ValidationError, match="caption only"):
        section("https://e.org/", Addressing.FOLDER).clean()
