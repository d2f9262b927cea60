"""Editors create and change pages with the real forms of the admin."""

import pytest
from django.test import Client
from django.urls import reverse
from wagtail.models import Revision
from wagtail.test.utils.form_data import inline_formset, nested_form_data, rich_text, streamfield

from docsite.basepage.models import BasePage
from docsite.pages.models import DocPage
from faq.models import FAQEntryPage, FAQPage
from tests.factories import code, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def form_data(title: str, slug: str, blocks: list[tuple[str, object]], **fields: object) -> dict[str, object]:
    return nested_form_data(
        {
            "title": title,
            "slug": slug,
            "summary": "",
            "nav_title": "",
            "folder": "",
            "addressing": "folder",
            "seo_title": "",
            "search_description": "",
            "body": streamfield(blocks),
            "comments": inline_formset([]),
        }
        | fields
    )


def code_value(text: str, language: str = "python", **fields: object) -> dict[str, object]:
    return {
        "language": language,
        "code": text,
        "caption": "",
        "filename": "",
        "line_numbers": "",
        "start_line": "1",
        "emphasize_lines": "",
    } | fields


def heading_value(text: str, level: str = "2") -> dict[str, object]:
    return {"text": text, "level": level, "anchor": "", "aliases": streamfield([]), "nav_only": ""}


def add(client: Client, parent: BasePage, model: str, data: dict[str, object], **extra: str) -> BasePage:
    app, name = model.split(".")
    response = client.post(reverse("wagtailadmin_pages:add", args=[app, name, parent.pk]), data | extra)
    assert response.status_code == 302, response.context["form"].errors
    return BasePage.objects.order_by("-pk").first()


def test_create_preview_and_publish_a_page_with_code(client: Client, admin_client: Client) -> None:
    version = make_version("1.10")
    reader = make_page(version, "reader")
    text = "all:\n\techo hi  \n\n  x\n"
    data = form_data(
        "New `page`", "torch.nn", [("heading", heading_value("First part")), ("code", code_value(text, "make"))]
    )
    preview = reverse("wagtailadmin_pages:preview_on_add", args=["pages", "docpage", version.root_id])
    assert admin_client.post(preview, data).json()["is_valid"]
    shown = admin_client.get(preview).content.decode()
    assert 'id="first-part"' in shown
    assert 'class="line"' in shown
    page = add(admin_client, root_of(version), "pages.docpage", data, **{"action-publish": "1"})
    assert page.specific.body[1].value["code"] == text
    assert page.url == "/docs/1.10/torch.nn/"
    assert client.get(page.url).status_code == 200
    assert "/docs/1.10/torch.nn/" in client.get(reader.url).content.decode()


@pytest.mark.parametrize(
    ("text", "stored"),
    [("a\tb", "a\tb"), ("\n  x = 1\n", "\n  x = 1\n"), ("  \nx  ", "  \nx  "), ("a\r\nb\r\n", "a\nb\n")],
)
def test_code_05_code_is_stored_byte_for_byte(admin_client: Client, text: str, stored: str) -> None:
    """CODE-05: only line ends become LF."""
    root = root_of(make_version("1.10"))
    page = add(admin_client, root, "pages.docpage", form_data("P", "p", [("code", code_value(text, "text"))]))
    assert page.specific.get_latest_revision_as_object().body[0].value["code"] == stored


def test_a_draft_is_not_shown_until_published(client: Client, admin_client: Client) -> None:
    root = root_of(make_version("1.10"))
    page = add(admin_client, root, "pages.docpage", form_data("P", "p", []))
    assert client.get("/docs/1.10/p/").status_code == 404
    edit = reverse("wagtailadmin_pages:edit", args=[page.pk])
    admin_client.post(edit, form_data("P", "p", []) | {"action-publish": "1"})
    assert client.get("/docs/1.10/p/").status_code == 200


@pytest.mark.parametrize("slug", ["a b", "..", "a/b", "(x)"])
def test_a_bad_slug_is_a_form_error_and_keeps_the_text(admin_client: Client, slug: str) -> None:
    root = root_of(make_version("1.10"))
    url = reverse("wagtailadmin_pages:add", args=["pages", "docpage", root.pk])
    response = admin_client.post(url, form_data("Title kept", slug, []))
    assert response.status_code == 200
    assert "slug" in response.context["form"].errors
    assert "Title kept" in response.content.decode()


def test_an_address_in_use_is_a_form_error(admin_client: Client) -> None:
    version = make_version("1.10")
    make_page(version, "taken")
    url = reverse("wagtailadmin_pages:add", args=["pages", "docpage", version.root_id])
    response = admin_client.post(url, form_data("P", "taken", []))
    assert "already in use" in str(response.context["form"].errors["slug"])


def test_wrong_emphasised_lines_are_a_form_error(admin_client: Client) -> None:
    root = root_of(make_version("1.10"))
    data = form_data("P", "p", [("code", code_value("x", emphasize_lines="two"))])
    url = reverse("wagtailadmin_pages:add", args=["pages", "docpage", root.pk])
    assert "2,4-6" in admin_client.post(url, data | {"action-publish": "1"}).content.decode()


@pytest.mark.parametrize("model", ["pages.docpage", "pages.sectionpage", "faq.faqpage"])
def test_every_page_type_can_be_added_and_opened(admin_client: Client, model: str) -> None:
    root = root_of(make_version("1.10"))
    page = add(admin_client, root, model, form_data("New", "new", []))
    assert admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).status_code == 200


def test_faq_entries_are_added_below_their_page(client: Client, admin_client: Client) -> None:
    root = root_of(make_version("1.10"))
    faq = root.add_child(instance=FAQPage(title="FAQ", slug="faq", live=True))
    data = form_data("Why?", "why", [("paragraph", rich_text("<p>Because.</p>"))], topic="General", anchor="")
    entry = add(admin_client, faq, "faq.faqentrypage", data, **{"action-publish": "1"}).specific
    assert isinstance(entry, FAQEntryPage)
    assert entry.anchor == "why"
    assert "Because." in client.get("/docs/1.10/faq/").content.decode()


@pytest.mark.parametrize("path", ["/", "pages/"])
def test_admin_opens(admin_client: Client, path: str) -> None:
    assert admin_client.get(f"/admin/{path}".replace("//", "/")).status_code == 200


@pytest.mark.parametrize("view", ["edit", "history", "move", "delete", "copy", "usage", "workflow_history"])
def test_every_view_of_a_page_opens(admin_client: Client, view: str) -> None:
    page = make_page(make_version("1.10"), "p", body=[heading("A"), paragraph("<p>x</p>"), code("x\n", "jsonx")])
    page.save_revision()
    assert admin_client.get(reverse(f"wagtailadmin_pages:{view}", args=[page.pk])).status_code == 200


def test_two_revisions_are_compared(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p", body=[paragraph("<p>one</p>"), code("x\n")])
    first = page.save_revision()
    page.body = [paragraph("<p>two</p>"), code("y\n")]
    second = page.save_revision()
    url = reverse("wagtailadmin_pages:revisions_compare", args=[page.pk, first.pk, second.pk])
    assert admin_client.get(url).status_code == 200


def test_saving_a_page_unchanged_keeps_its_content_hash(admin_client: Client) -> None:
    """Invariant 4: the form posted as it was shown changes nothing."""
    version = make_version("1.10")
    body = [heading("One"), paragraph("<p>a <b>b</b></p>"), code("\n\tx\n", line_numbers=True, emphasize_lines="1-2")]
    page = make_page(version, "p", title="P", body=body)
    blocks = [
        ("heading", {**heading_value("One"), "anchor": "one"}),
        ("paragraph", rich_text("<p>a <b>b</b></p>")),
        ("code", code_value("\n\tx\n", line_numbers="on", emphasize_lines="1-2")),
    ]
    data = form_data("P", "p", blocks) | {"action-publish": "1"}
    assert admin_client.post(reverse("wagtailadmin_pages:edit", args=[page.pk]), data).status_code == 302
    assert DocPage.objects.get(pk=page.pk).content_hash == page.content_hash


def test_the_editor_with_many_levels_stays_small(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    content = admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).content
    assert len(content) < 1_000_000


def test_lineage_of_a_chosen_page(admin_client: Client, client: Client) -> None:
    page = make_page(make_version("1.10"), "p", title="`P`", body=[heading("One"), heading("Two", level=3)])
    answer = admin_client.get(reverse("docsite_lineage", args=[page.pk])).json()
    assert answer["lineage"] == str(page.lineage)
    assert [anchor["anchor"] for anchor in answer["anchors"]] == ["one", "two"]
    assert client.get(reverse("docsite_lineage", args=[page.pk])).status_code == 302


def test_moving_in_the_admin_moves_addresses(admin_client: Client, client: Client) -> None:
    version = make_version("1.10")
    target, page = make_page(version, "a"), make_page(version, "b")
    make_page(page, "c")
    url = reverse("wagtailadmin_pages:move_confirm", args=[page.pk, target.pk])
    assert admin_client.post(url).status_code == 302
    assert client.get("/docs/1.10/a/b/c/").status_code == 200
    assert Revision.objects.count() == 0
