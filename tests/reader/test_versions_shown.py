"""The selector keeps the page, banners say the state, canonical and robots agree."""

import pytest
from django.test import Client
from lxml import html as lxml_html

from docsite.basepage.models import BasePage
from docsite.versions.states import change_state
from tests.factories import make_page, make_version, root_of

pytestmark = pytest.mark.django_db


def fetch(client: Client, address: str) -> lxml_html.HtmlElement:
    response = client.get(address)
    assert response.status_code == 200, address
    return lxml_html.document_fromstring(response.content.decode())


def selector(page: lxml_html.HtmlElement) -> dict[str, str]:
    links = page.xpath("//*[@data-version-select]//li/a")
    return {a.xpath("string(.//bdi)"): a.get("href") for a in links}


def same_page(version, slug: str, like: BasePage | None = None, **fields) -> BasePage:
    lineage = {"lineage": like.lineage} if like is not None else {}
    return make_page(version, slug, **lineage, **fields)


def test_ver_01_selector_keeps_the_page(client: Client) -> None:
    """VER-01: also from an alias, also to the version one is on."""
    new, old = make_version("1.10", "current"), make_version("1.9", "supported")
    guide = make_page(new, "guide")
    install = make_page(guide, "install")
    same_page(same_page(old, "guide", guide), "install", install)
    expected = {"1.10": "/docs/1.10/guide/install/", "1.9": "/docs/1.9/guide/install/"}
    for address in ["/docs/1.9/guide/install/", "/docs/1.10/guide/install/", "/docs/stable/guide/install/"]:
        assert selector(fetch(client, address)) == expected


def test_selector_follows_renamed_pages(client: Client) -> None:
    new, old = make_version("1.10", "current"), make_version("1.9", "supported")
    page = make_page(new, "tensors")
    same_page(old, "tensor-basics", page)
    assert selector(fetch(client, page.url))["1.9"] == "/docs/1.9/tensor-basics/"


def test_ver_02_nearest_page_where_the_version_lacks_it(client: Client) -> None:
    """VER-02: the nearest ancestor, a visible note, nothing permanent."""
    new, old = make_version("1.10", "current"), make_version("1.9", "supported")
    guide = make_page(new, "guide", title="Guide")
    thing = make_page(make_page(guide, "new", title="New"), "thing", title="The thing")
    old_guide = same_page(old, "guide", guide, title="Guide")
    address = selector(fetch(client, thing.url))["1.9"]
    assert address.split("?")[0] == "/docs/1.9/guide/"
    shown = fetch(client, address)
    assert "“The thing” is not in version 1.9" in shown.xpath("string(//*[@data-banner='missing'])")
    old_guide.unpublish()
    address = selector(fetch(client, thing.url))["1.9"]
    assert address.split("?")[0] == "/docs/1.9/"
    assert fetch(client, address).xpath("//*[@data-banner='missing']")


@pytest.mark.parametrize("value", ["x", "<script>", "00000000-0000-0000-0000-000000000000", ""])
def test_a_made_up_missing_page_shows_nothing(client: Client, value: str) -> None:
    make_version("1.10")
    shown = fetch(client, f"/docs/1.10/?missing={value}")
    assert not shown.xpath("//*[@data-banner]")


@pytest.mark.parametrize(
    ("state", "banner", "robots"),
    [
        ("current", [], []),
        ("supported", ["old"], []),
        ("eol", ["eol"], ["noindex"]),
        ("preview", ["preview"], ["noindex"]),
    ],
)
def test_banner_and_robots_say_the_state(client: Client, state: str, banner: list[str], robots: list[str]) -> None:
    if state != "current":
        make_version("1.0", "current")
    version = make_version("0.9", state)
    page = make_page(version, "page")
    shown = fetch(client, page.url)
    assert shown.xpath("//*[@data-banner]/@data-banner") == banner
    assert shown.xpath("//meta[@name='robots']/@content") == robots


def test_banner_links_to_the_same_page_of_the_current_version(client: Client) -> None:
    current, old = make_version("1.10", "current"), make_version("1.9", "supported")
    page = make_page(current, "renamed")
    former = same_page(old, "former", page)
    link = fetch(client, former.url).xpath("//*[@data-banner='old']//a")[0]
    assert link.get("href") == "/docs/1.10/renamed/"


def test_hidden_versions_are_reachable_and_listed_nowhere(client: Client) -> None:
    version = make_version("1.9", "supported")
    change_state(version, "supported", hidden=True)
    page = make_page(make_version("1.10", "current"), "page")
    hidden = make_page(version, "page")
    assert "1.9" not in selector(fetch(client, page.url))
    assert "1.9" not in fetch(client, "/docs/versions/").text_content()
    assert fetch(client, hidden.url).xpath("//meta[@name='robots']/@content") == ["noindex"]


def test_canonical_is_the_stable_address_of_the_lineage(client: Client) -> None:
    current, old = make_version("1.10", "current"), make_version("1.9", "supported")
    page = make_page(current, "p")
    former = same_page(old, "p", page)
    gone = make_page(old, "gone")
    for address in [page.url, former.url, "/docs/stable/p/"]:
        assert fetch(client, address).xpath("//link[@rel='canonical']/@href") == ["http://testserver/docs/stable/p/"]
    assert fetch(client, gone.url).xpath("//link[@rel='canonical']/@href") == [f"http://testserver{gone.url}"]


def test_links_stay_under_the_alias(client: Client) -> None:
    version = make_version("1.10", "current")
    make_page(version, "p")
    shown = fetch(client, "/docs/stable/p/")
    assert "/docs/stable/" in shown.xpath("//nav[@data-nav]//a/@href")
    assert not [href for href in shown.xpath("//nav[@data-nav]//a/@href") if href.startswith("/docs/1.10/")]


def test_version_homes_share_a_lineage() -> None:
    assert root_of(make_version("1.9", "supported")).lineage == root_of(make_version("1.10")).lineage


def test_anonymous_readers_get_no_cookie_and_the_policy(client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    for address in ["/", page.url, "/docs/stable/", "/docs/versions/", "/docs/1.10/search/?q=x", "/nope/"]:
        response = client.get(address)
        assert not response.cookies, address
        policy = response.headers["Content-Security-Policy"]
        assert "unsafe-inline" not in policy
        assert "default-src 'self'" in policy
        content = response.content.decode()
        assert " style=" not in content
        assert " onclick=" not in content
        assert "<style" not in content


@pytest.mark.parametrize(
    "path", ["%00", "a%00b/", "..%2f..%2fetc/", "%ff%fe/", "x" * 3000 + "/", "docs/1.10/%00.html", "docs/nope/x.html"]
)
def test_bad_addresses_are_404(client: Client, path: str) -> None:
    make_version("1.10")
    assert client.get(f"/{path}", follow=True).status_code in (400, 404)
