"""The demo: every block, links that lead somewhere, and a second run that changes nothing."""

import io
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from wagtail.models import Revision

from docsite.basepage.models import Addressing, BasePage
from docsite.exchange.demo.loader import load_demo
from docsite.pages.blocks import CONTAINERS, LEAVES
from docsite.pages.models import BodyPage, DocPage
from docsite.pages.streams import walk
from docsite.versions.models import Version

pytestmark = pytest.mark.django_db


def all_blocks() -> list[dict]:
    pages = [page for page in BasePage.objects.specific() if isinstance(page, BodyPage)]
    return [block for page in pages for block in walk(list(page.body.raw_data))]


def test_the_demo_is_complete_and_idempotent(client: Client, settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    out = io.StringIO()
    call_command("demo", stdout=out)
    password = out.getvalue().split("Password: ")[1].strip()
    assert client.login(username="admin", password=password)
    client.logout()
    assert (tmp_path / "demo_password").stat().st_mode & 0o077 == 0
    assert {block["type"] for block in all_blocks()} == {*LEAVES, *CONTAINERS}
    assert [(v.name, v.state) for v in Version.objects.all()] == [
        ("2.0", "draft"),
        ("1.1", "preview"),
        ("1.0", "current"),
        ("0.9", "eol"),
    ]
    assert BasePage.find_problems() == ([], [], [], [], [])
    before = list(BasePage.objects.order_by("pk").values_list("pk", "content_hash", "latest_revision"))
    again = load_demo()
    assert (again["created"], again["updated"]) == (0, 0)
    assert list(BasePage.objects.order_by("pk").values_list("pk", "content_hash", "latest_revision")) == before
    out = io.StringIO()
    call_command("demo", stdout=out)
    assert f"Password: {password}" in out.getvalue()
    every_page_answers(client)
    an_editors_change_stays()


def every_page_answers(client: Client) -> None:
    """200 for what is public, 404 for the draft version; no link is broken."""
    pages = BasePage.objects.live().exclude(addressing__in=[Addressing.CAPTION, Addressing.ANCHOR]).filter(depth__gt=2)
    for page in pages:
        response = client.get(page.url, follow=True)
        expected = 404 if page.url_path.startswith("/home/docs/2.0/") else 200
        assert response.status_code == expected, page.url
        if page.url_path.startswith("/home/docs/1."):
            assert "broken-link" not in response.content.decode(), page.url


def an_editors_change_stays() -> None:
    page = DocPage.objects.filter(slug="install").first()
    page.title = "Installing, by an editor"
    page.save_revision().publish()
    revisions = Revision.objects.count()
    load_demo()
    assert Revision.objects.count() == revisions
    assert DocPage.objects.get(pk=page.pk).title == "Installing, by an editor"


def test_a_changed_password_is_left_alone(settings, tmp_path: Path) -> None:
    from docsite.exchange.management.commands.demo import ensure_admin

    settings.VAR_DIR = tmp_path
    assert ensure_admin()
    user = User.objects.get(username="admin")
    user.set_password("mine")
    user.save()
    assert ensure_admin() == ""
    user.refresh_from_db()
    assert user.check_password("mine")
