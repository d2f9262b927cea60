"""Invariant 1: what is not public cannot be reached, by page, navigation, neighbours, search or links."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Group, Permission, User
from django.test import Client
from wagtail.models import PageViewRestriction

from docsite.basepage.models import BasePage
from docsite.versions.states import change_state
from tests.factories import doc_link, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db

SECRET = "zqsecretword"


def unpublish_parent(page: BasePage) -> None:
    page.get_parent().specific.unpublish()


def unpublish(page: BasePage) -> None:
    page.unpublish()


def make_private(page: BasePage) -> None:
    PageViewRestriction.objects.create(page=page, restriction_type="login")


def make_parent_private(page: BasePage) -> None:
    PageViewRestriction.objects.create(page=page.get_parent(), restriction_type="login")


def make_version_draft(page: BasePage) -> None:
    from docsite.versions.models import Version

    change_state(Version.objects.containing(page.path).get(), "draft")


HIDING: list[Callable[[BasePage], None]] = [
    unpublish,
    unpublish_parent,
    make_private,
    make_parent_private,
    make_version_draft,
]


@pytest.mark.parametrize("hide", HIDING, ids=lambda f: f.__name__)
def test_a_hidden_page_is_nowhere(client: Client, hide: Callable[[BasePage], None]) -> None:
    make_version("1.10", "current")
    version = make_version("1.9", "supported")
    parent = make_page(version, "parent", title="Parent")
    page = make_page(parent, "child", title=f"Title {SECRET}", body=[paragraph(f"<p>Text {SECRET}</p>")])
    other = make_page(version, "other", title="Other", body=[paragraph(f"<p>See {doc_link(page, 'there')}.</p>")])
    assert SECRET in client.get(page.url).content.decode()
    assert SECRET in client.get(other.url).content.decode()
    hide(page.specific)
    assert client.get("/docs/1.9/parent/child/").status_code == 404
    for address in [
        "/",
        "/docs/1.9/",
        "/docs/1.9/parent/",
        "/docs/1.9/other/",
        "/docs/1.9/search/?q=zqsecret",
        "/docs/1.9/child.html",
    ]:
        assert SECRET not in client.get(address, follow=True).content.decode(), address


def test_a_hidden_and_an_absent_page_answer_alike(client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "hidden", live=False)
    hidden = client.get("/docs/1.10/hidden/")
    absent = client.get("/docs/1.10/absent/")
    assert hidden.status_code == absent.status_code == 404
    assert len(hidden.content) == len(absent.content)


def test_publishing_the_parent_again_shows_the_child(client: Client) -> None:
    version = make_version("1.10")
    parent = make_page(version, "parent")
    make_page(parent, "child")
    parent.refresh_from_db()
    parent.unpublish()
    assert client.get("/docs/1.10/parent/child/").status_code == 404
    parent.save_revision().publish()
    assert client.get("/docs/1.10/parent/child/").status_code == 200


def test_moving_below_an_unpublished_page_hides_and_moving_back_shows(client: Client) -> None:
    version = make_version("1.10")
    draft = make_page(version, "draft", live=False)
    page = make_page(version, "page")
    make_page(page, "below")
    page.refresh_from_db()
    page.move(draft, "last-child")
    assert client.get("/docs/1.10/draft/page/").status_code == 404
    assert client.get("/docs/1.10/draft/page/below/").status_code == 404
    page.refresh_from_db()
    page.move(root_of(version), "last-child")
    assert client.get("/docs/1.10/page/below/").status_code == 200


def test_wagtails_own_live_agrees() -> None:
    version = make_version("1.10")
    parent = make_page(version, "parent")
    child = make_page(parent, "child")
    parent.refresh_from_db()
    parent.unpublish()
    assert not BasePage.objects.live().filter(pk=child.pk).exists()


def editor(name: str = "editor", *, admin: bool = True) -> User:
    user = User.objects.create_user(name, password="pw")
    if admin:
        group = Group.objects.create(name="Editors of drafts")
        group.permissions.add(Permission.objects.get(codename="access_admin"))
        user.groups.add(group)
    return user


def test_draft_version_is_open_to_editors_only(client: Client) -> None:
    user = editor()
    version = make_version("2.0", "draft")
    make_page(version, "page", title="Draft page")
    assert client.get("/docs/2.0/page/").status_code == 404
    client.force_login(editor("reader", admin=False))
    assert client.get("/docs/2.0/page/").status_code == 404
    client.force_login(user)
    assert client.get("/docs/2.0/page/").status_code == 200


def test_editors_groups_made_later_read_drafts_too(client: Client) -> None:
    version = make_version("2.0", "draft")
    make_page(version, "page")
    client.force_login(editor())
    assert client.get("/docs/2.0/page/").status_code == 200


def test_draft_version_is_not_in_the_selector(client: Client) -> None:
    make_version("2.0", "draft")
    page = make_page(make_version("1.10"), "page")
    assert "2.0" not in client.get(page.url).content.decode()
