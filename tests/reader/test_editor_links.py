"""Editors find the way from a page to its form; nobody else learns that there is one."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import make_page, make_version

pytestmark = pytest.mark.django_db


def test_editors_get_the_address_of_the_form(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    response = admin_client.get(f"/editor-links/{page.lineage}/", {"path": page.url_path})
    assert response.json()["edit_url"] == f"/admin/pages/{page.pk}/edit/"
    assert "no-store" in response.headers["Cache-Control"]


def test_others_get_404(client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    address = f"/editor-links/{page.lineage}/?path={page.url_path}"
    assert client.get(address).status_code == 404
    client.force_login(User.objects.create_user("reader"))
    assert client.get(address).status_code == 404


def test_pages_are_the_same_for_editors_and_readers(client: Client, admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    assert client.get(page.url).content == admin_client.get(page.url).content


def test_the_hint_cookie_comes_with_the_admin_only(client: Client, admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    assert "docsite_editor" in admin_client.get("/admin/").cookies
    assert not client.get("/admin/login/").cookies.get("docsite_editor")
    assert not client.get(page.url).cookies
