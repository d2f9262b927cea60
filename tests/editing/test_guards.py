"""The page explorer does not take versions apart."""

import pytest
from django.test import Client
from django.urls import reverse

from docsite.basepage.models import BasePage
from docsite.reader.checking import broken_links
from docsite.versions.models import Version
from tests.factories import doc_link, make_docset, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def test_versions_are_not_copied_as_pages(admin_client: Client) -> None:
    version = make_version("1.10")
    for pk in (version.root_id, version.docset_id):
        response = admin_client.get(reverse("wagtailadmin_pages:copy", args=[pk]), follow=True)
        assert "Add one in Versions" in response.content.decode()


def test_a_version_stays_in_its_docset(admin_client: Client) -> None:
    version, other = make_version("1.10"), make_docset("other")
    address = reverse("wagtailadmin_pages:move_confirm", args=[version.root_id, other.pk])
    assert admin_client.post(address).status_code == 302
    assert root_of(version).get_parent().pk == version.docset_id


def test_pages_move_between_versions(admin_client: Client) -> None:
    page, other = make_page(make_version("1.9", "supported"), "p"), make_version("1.10")
    address = reverse("wagtailadmin_pages:move_confirm", args=[page.pk, other.root_id])
    assert admin_client.post(address).status_code == 302
    assert BasePage.objects.get(pk=page.pk).url_path == "/home/docs/1.10/p/"


def test_a_docset_with_versions_is_not_deleted(admin_client: Client) -> None:
    docset = make_version("1.10").docset
    address = reverse("wagtailadmin_pages:delete", args=[docset.pk])
    assert "Delete them first" in admin_client.post(address, follow=True).content.decode()
    assert BasePage.objects.filter(pk=docset.pk).exists()


def test_a_docset_without_versions_is_deleted(admin_client: Client) -> None:
    docset = make_docset("empty")
    assert admin_client.post(reverse("wagtailadmin_pages:delete", args=[docset.pk])).status_code == 302
    assert not BasePage.objects.filter(pk=docset.pk).exists()


def test_a_version_is_deleted_with_its_root_page(admin_client: Client) -> None:
    version = make_version("1.10")
    page = make_page(version, "p")
    assert admin_client.post(reverse("wagtailadmin_pages:delete", args=[version.root_id])).status_code == 302
    assert not Version.objects.exists()
    assert not BasePage.objects.filter(pk=page.pk).exists()


def test_rt_02_a_link_to_a_page_that_goes(admin_client: Client, client: Client) -> None:
    """RT-02: warned before, readable after, and listed with its words."""
    version = make_version("1.10")
    target = make_page(version, "a", title="A")
    make_page(version, "b", title="My `B`", body=[paragraph(f"<p>See {doc_link(target, 'the words')}.</p>")])
    address = reverse("wagtailadmin_pages:delete", args=[target.pk])
    assert "Links to this page would lead nowhere on: “My B”" in admin_client.get(address).content.decode()
    for take_away in (target.unpublish, target.delete):
        take_away()
        html = client.get("/docs/1.10/b/").content.decode()
        assert '<a class="broken-link">the words</a>' in html
        assert 'href=""' not in html
        assert "None" not in html
        assert [link.words for link in broken_links(version)] == ["the words"]
    lonely = make_page(version, "c")
    assert (
        "lead nowhere" not in admin_client.get(reverse("wagtailadmin_pages:delete", args=[lonely.pk])).content.decode()
    )
