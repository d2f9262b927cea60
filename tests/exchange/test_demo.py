"""Loading the demo: again without harm, beside the work of others, all or nothing; the command; the small language."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from wagtail.images import get_image_model
from wagtail.models import Revision

from docsite.basepage.models import BasePage
from docsite.exchange.demo import content
from docsite.exchange.demo.loader import load_demo
from docsite.exchange.demo.outline import Page, Question, Questions, Section, Span, select, since, until
from docsite.exchange.demo.writing import figure, note, p, rich, table, terms, with_ids
from docsite.exchange.management.commands.demo import ensure_admin, site_address
from docsite.pages.models import DocPage, HomePage
from docsite.pages.sanitising import clean_rich
from docsite.pages.structure import create_version, ensure_home
from docsite.versions.models import Version
from tests.factories import make_docset, make_page, make_version, paragraph, root_of

SMALL = [
    Section("Start", [Page("intro", "Intro", [p("In."), figure("tree", "A tree")]), Page("next", "Next", [p("On.")])]),
    Section(
        "Guide",
        [
            Page("guide/one", "One", [p("1")], summary="First.", children=[Page("guide/one/deep", "Deep", [])]),
            Page("guide/two", "Two", [p("2"), *since("1.1", p("More."))]),
            Page("guide/new", "New", [], span=Span(since="1.1")),
        ],
        docname="guide",
    ),
    Questions("faq", "FAQ", [], [Question("why", "", "Why?", [p("So.")])]),
]


@pytest.fixture(autouse=True)
def _small_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few pages in place of the real ones, which test_demo_content loads."""
    monkeypatch.setattr(content, "TREE", SMALL)


@pytest.fixture
def demo(db: None) -> dict[str, int]:
    """The small demo, loaded."""
    return load_demo()


def everything() -> list[Any]:
    pages = BasePage.objects.order_by("pk").values_list("pk", "url_path", "content_hash", "latest_revision", "live")
    return [list(pages), Revision.objects.count(), Version.objects.count(), get_image_model().objects.count()]


def addresses(version: str) -> list[str]:
    pages = BasePage.objects.in_subtree(Version.objects.get(name=version).root.path, inclusive=False).order_by("path")
    return [path.split(f"/{version}/")[1] for path in pages.values_list("url_path", flat=True)]


# ---------------------------------------------------------------- once and again
def test_pages_of_a_version(demo: dict[str, int]) -> None:
    expected = ["(start)/", "intro/", "next/", "guide/", "guide/one/", "guide/one/deep/", "guide/two/"]
    assert addresses("1.0") == [*expected, "faq/", "faq/why/"]
    assert addresses("1.1") == [*expected, "guide/new/", "faq/", "faq/why/"]
    page = DocPage.objects.get(url_path="/home/docs/1.0/guide/one/")
    assert page.summary == "First."
    assert page.revisions.count() == 1
    assert page.live_revision_id == page.latest_revision_id
    assert not page.has_unpublished_changes
    newest = DocPage.objects.get(url_path="/home/docs/1.1/guide/two/")
    assert [block["value"] for block in newest.body.raw_data] == ["<p>2</p>", "<p>More.</p>"]


def test_what_an_editor_did_stays(demo: dict[str, int]) -> None:
    version = root_of(Version.objects.get(name="1.0"))
    pages = DocPage.objects.in_subtree(version.path)
    changed, drafted, unpublished, moved = (pages.get(slug=slug) for slug in ("intro", "next", "two", "deep"))
    changed.title = "Introduction, by an editor"
    changed.save_revision().publish()
    drafted.summary = "Better words"
    drafted.save_revision()
    unpublished.unpublish()
    moved.move(version, pos="last-child")
    home = HomePage.objects.get()
    home.title = "Our documentation"
    home.save_revision().publish()
    before = everything()
    again = load_demo()
    assert (again["created"], again["updated"], again["kept"]) == (0, 0, 4)
    assert everything() == before


def test_a_missing_page_comes_back_in_its_place_with_all_below_it(demo: dict[str, int]) -> None:
    before = addresses("1.0")
    DocPage.objects.get(url_path="/home/docs/1.0/guide/one/").delete()
    DocPage.objects.get(url_path="/home/docs/1.0/next/").delete()
    again = load_demo()
    assert (again["created"], again["updated"], again["kept"]) == (3, 0, 0)
    assert addresses("1.0") == before


def test_new_words_and_pages_arrive_as_revisions(demo: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    changed = Page("guide/one", "Number one", [p("One.")], summary="The first.")
    more = Page("guide/half", "Half", [p("1/2")])
    guide = Section("Guide", [changed, more, *SMALL[1].pages[1:]], docname="guide")
    monkeypatch.setattr(content, "TREE", [SMALL[0], guide, SMALL[2]])
    again = load_demo()
    assert (again["created"], again["updated"], again["kept"]) == (4, 4, 0)
    page = DocPage.objects.get(url_path="/home/docs/1.0/guide/one/")
    assert (page.title, page.summary, page.revisions.count()) == ("Number one", "The first.", 2)
    assert addresses("1.0")[4:7] == ["guide/one/", "guide/one/deep/", "guide/half/"]
    assert (load_demo()["created"], load_demo()["updated"]) == (0, 0)


# ---------------------------------------------------------------- beside the work of others
@pytest.mark.django_db
def test_versions_of_others_are_left_alone() -> None:
    theirs = make_version("1.0")
    make_page(theirs, "intro", body=[paragraph("<p>Ours.</p>")])
    assert load_demo()["kept"] == 1
    assert addresses("1.0") == ["intro/"]
    home = root_of(theirs).specific
    assert (home.title, list(home.body)) == ("Docs 1.0", [])


@pytest.mark.django_db
def test_the_current_version_of_others_stays_current() -> None:
    make_version("7")
    load_demo()
    states = {version.name: version.state for version in Version.objects.all()}
    assert states == {"7": "current", "2.0": "draft", "1.1": "preview", "1.0": "supported", "0.9": "eol"}


@pytest.mark.django_db
def test_a_home_page_and_addresses_of_others_are_left_alone() -> None:
    home = ensure_home()
    home.body = [paragraph("<p>Welcome.</p>")]
    home.save_revision().publish()
    taken = make_page(home, "about", title="About us")
    assert load_demo()["kept"] == 2
    assert "Welcome." in json.dumps(list(HomePage.objects.get().body.raw_data))
    assert DocPage.objects.get(url_path="/home/about/").pk == taken.pk


@pytest.mark.django_db
def test_an_empty_version_of_that_name_is_filled_and_keeps_its_state() -> None:
    create_version(make_docset(), "1.0", state="supported")
    load_demo()
    assert Version.objects.get(name="1.0").state == "supported"
    assert "intro/" in addresses("1.0")


@pytest.mark.django_db
def test_a_failing_run_leaves_nothing(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path
    before = everything()
    seen: list[Path] = []

    def stop(number: int, title: str) -> None:
        seen.extend(path for path in tmp_path.rglob("*") if path.is_file())
        if seen:
            raise RuntimeError("the disk is full")

    with pytest.raises(RuntimeError):
        load_demo(stop)
    assert seen
    assert everything() == before
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


# ---------------------------------------------------------------- the command
@pytest.mark.django_db
def test_the_command_prints_where_to_go(client: Client, settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    out = io.StringIO()
    call_command("demo", stdout=out)
    printed = dict(line.split(":", 1) for line in out.getvalue().splitlines())
    assert printed["Site"].strip() == f"{site_address()}/"
    assert printed["Admin"].strip() == f"{site_address()}/admin/"
    password = printed["Password"].strip()
    assert client.login(username=printed["User"].strip(), password=password)
    assert client.get("/admin/").status_code == 200
    assert (tmp_path / "demo_password").stat().st_mode & 0o077 == 0
    out = io.StringIO()
    call_command("demo", "--json", stdout=out)
    result = json.loads(out.getvalue())
    assert result["password"] == password
    assert (result["pages"]["created"], result["pages"]["updated"]) == (0, 0)


@pytest.mark.django_db
def test_a_changed_password_is_left_alone(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    assert ensure_admin()
    user = User.objects.get(username="admin")
    user.set_password("mine")
    user.save()
    assert ensure_admin() == ""
    user.refresh_from_db()
    assert user.check_password("mine")


@pytest.mark.django_db
def test_a_new_database_gets_a_new_password_in_a_file_for_the_owner_only(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    path = tmp_path / "demo_password"
    path.write_text("of another database")
    path.chmod(0o644)
    password = ensure_admin()
    assert path.read_text() == password != "of another database"
    assert path.stat().st_mode & 0o077 == 0


def test_the_address_follows_the_environment(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.WAGTAILADMIN_BASE_URL = "https://docs.example.org"
    monkeypatch.delenv("SITE_URL", raising=False)
    monkeypatch.setenv("PORT", "9000")
    assert site_address() == "http://127.0.0.1:9000"
    monkeypatch.setenv("SITE_URL", "https://docs.example.org")
    assert site_address() == "https://docs.example.org"


# ---------------------------------------------------------------- writing
@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("a < b & *c*", "a &lt; b &amp; <i>c</i>"),
        ("`a*b*c $x$`", "<code>a*b*c $x$</code>"),
        ("`` a `b` ``", "<code>a `b`</code>"),
        ("**bold `code`**", "<b>bold <code>code</code></b>"),
        ("$a < b$", '<span data-math="a &lt; b">a &lt; b</span>'),
        ("{kbd}`Tab` {sub}`2`", "<kbd>Tab</kbd> <sub>2</sub>"),
        ("{abbr}`CMS (content system)`", '<abbr title="content system">CMS</abbr>'),
        ("[`x`](https://a.org/?b=1&c)", '<a href="https://a.org/?b=1&amp;c"><code>x</code></a>'),
        ("[x](ref:m.x)", '<a linktype="xref" role="any" target="m.x">x</a>'),
    ],
)
def test_inline_markup(text: str, stored: str) -> None:
    assert rich(text) == stored
    assert clean_rich(f"<p>{stored}</p>") == (f"<p>{stored}</p>", [])


def test_versions_of_a_block() -> None:
    blocks = [p("all"), *since("1.0", p("new")), *until("0.9", p("old"))]
    words = {version: [block["value"] for block in select(blocks, version)] for version in ("0.9", "1.0", "2.0")}
    assert words == {
        "0.9": ["<p>all</p>", "<p>old</p>"],
        "1.0": ["<p>all</p>", "<p>new</p>"],
        "2.0": ["<p>all</p>", "<p>new</p>"],
    }
    assert "1.0" in Span(since="1.0", until="1.0")
    assert "1.1" not in Span(since="1.0", until="1.0")


def test_ids_follow_from_page_content_and_place() -> None:
    page, other = DocPage().lineage, DocPage().lineage
    stream = [p("twice"), p("twice"), note("note", "inside"), table(["a"], ["b"]), terms(("t", "", "d"))]
    first, again = with_ids(stream, page), with_ids(stream, page)
    assert first == again
    ids = re.findall(r'"id": "([^"]+)"', json.dumps(first))
    assert len(ids) == len(set(ids)) > len(stream)
    assert first != with_ids(stream, other)
    assert with_ids([*stream, p("more")], page)[: len(stream)] == first
