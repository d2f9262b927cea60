"""Reusable texts: made, published, used and guarded through the screens of the admin."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from wagtail.models import ReferenceIndex
from wagtail.test.utils.form_data import nested_form_data, rich_text, streamfield

from docsite.pages.models import DocPage, Snippet
from docsite.versions.models import Version
from tests.editing.editor_form import post_edit
from tests.factories import make_page, make_version, paragraph

pytestmark = pytest.mark.django_db


def url(name: str, *args: int) -> str:
    return reverse(Snippet.snippet_viewset.get_url_name(name), args=args)


def form(slug: str, blocks: list[tuple[str, Any]], *, title: str = "Text", publish: bool = True) -> dict[str, Any]:
    data = nested_form_data({"title": title, "slug": slug, "body": streamfield(blocks)})
    return data | ({"action-publish": "action-publish"} if publish else {})


def text(words: str) -> tuple[str, Any]:
    return ("paragraph", rich_text(f"<p>{words}</p>"))


def uses(slug: str) -> dict[str, Any]:
    return {"type": "snippet", "value": {"snippet": slug}}


def make(slug: str, *body: dict[str, Any]) -> Snippet:
    return Snippet.objects.create(slug=slug, title=slug, body=list(body), live=True)


def test_one_source_many_pages(admin_client: Client, client: Client) -> None:
    """A draft is nobody's business; publishing shows at once, on pages that nobody saved, and raises generations."""
    assert admin_client.post(url("add"), form("notice", [text("first words")])).status_code == 302
    snippet = Snippet.objects.get()
    version, other = make_version("1.10"), make_version("1.9", "supported")
    pages = [make_page(version, "a", body=[uses("notice")]), make_page(other, "b", body=[uses("notice")])]
    unrelated = make_version("1.8", "supported")
    assert all("first words" in client.get(page.url).content.decode() for page in pages)
    before = dict(Version.objects.values_list("name", "generation"))

    draft = form("notice", [text("second words")], publish=False)
    assert admin_client.post(url("edit", snippet.pk), draft).status_code == 302
    assert all("first words" in client.get(page.url).content.decode() for page in pages)

    assert admin_client.post(url("edit", snippet.pk), form("notice", [text("second words")])).status_code == 302
    assert all("second words" in client.get(page.url).content.decode() for page in pages)
    after = dict(Version.objects.values_list("name", "generation"))
    assert after["1.10"] > before["1.10"]
    assert after["1.9"] > before["1.9"]
    assert after["1.8"] == before["1.8"]
    assert unrelated.name == "1.8"


def test_usage_is_shown_and_deleting_is_refused(admin_client: Client) -> None:
    snippet = make("notice", paragraph("<p>x</p>"))
    page = make_page(make_version("1.10"), "a", title="The page that uses it", body=[uses("notice")])
    ReferenceIndex.create_or_update_for_object(page)
    usage = admin_client.get(url("usage", snippet.pk)).content.decode()
    assert "The page that uses it" in usage
    assert "Docs 1.10" in usage
    response = admin_client.post(url("delete", snippet.pk), follow=True)
    assert "cannot be deleted" in response.content.decode()
    assert Snippet.objects.exists()
    page.delete()
    assert admin_client.post(url("delete", snippet.pk)).status_code == 302
    assert not Snippet.objects.exists()


def test_a_cycle_is_refused_with_one_sentence(admin_client: Client) -> None:
    make("a", paragraph("<p>x</p>"))
    make("b", uses("a"))
    snippet = Snippet.objects.get(slug="a")
    response = admin_client.post(url("edit", snippet.pk), form("a", [("snippet", {"snippet": "b"})]))
    assert response.status_code == 200
    assert response.context["form"].errors["body"] == ["This text would show itself: a → b → a."]
    assert Snippet.objects.get(slug="a").body.raw_data[0]["type"] == "paragraph"


def test_four_deep_is_refused(admin_client: Client) -> None:
    make("c", paragraph("<p>x</p>"))
    make("b", uses("c"))
    make("a", uses("b"))
    response = admin_client.post(url("add"), form("top", [("snippet", {"snippet": "a"})]))
    assert response.context["form"].errors["body"] == [
        "Texts can stand in each other three deep, and this makes more: top → a → b → c."
    ]


def test_the_slug_stays(admin_client: Client) -> None:
    snippet = make("notice", paragraph("<p>x</p>"))
    response = admin_client.post(url("edit", snippet.pk), form("other", [text("x")]))
    assert response.status_code == 200
    assert Snippet.objects.get().slug == "notice"


def test_a_page_that_uses_it_is_edited(admin_client: Client) -> None:
    make("notice", paragraph("<p>x</p>"))
    page = make_page(make_version("1.10"), "a", body=[uses("notice")])
    assert post_edit(admin_client, page).status_code == 302
    after = DocPage.objects.get(pk=page.pk)
    assert after.content_hash == page.content_hash
    assert after.body.raw_data[0]["value"] == {"snippet": "notice"}
    assert "notice" in admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).content.decode()


def test_a_chosen_snippet_must_exist(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "a", body=[uses("gone")])
    response = post_edit(admin_client, page)
    assert response.status_code == 200
    assert "gone is not one of the available choices" in response.content.decode()
