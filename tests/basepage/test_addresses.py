"""Addresses of pages: dots, captions, folders, renames and moves, and that no two pages share one."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from docsite.basepage.models import Addressing, BasePage
from docsite.basepage.slugs import slug_from, validate_slug
from tests.factories import make_caption, make_page, make_version

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", ["1.10", "torch.nn.Conv2d", "__init__", "c++", "déjà-vu", "安装"])
def test_slugs_of_names_are_allowed(slug: str) -> None:
    validate_slug(slug)


@pytest.mark.parametrize("slug", ["", ".", "..", "a/b", "a b", "(x)", "a?b", "a#b", "<b>"])
def test_slugs_that_break_addresses_are_refused(slug: str) -> None:
    with pytest.raises(ValidationError):
        validate_slug(slug)


@pytest.mark.parametrize(
    ("text", "slug"), [("a b/c", "a-b-c"), ("Conv2d()", "Conv2d"), ("???", "page"), ("..", "page")]
)
def test_slug_from_any_text(text: str, slug: str) -> None:
    assert slug_from(text) == slug


def test_dotted_page_is_served(client: Client) -> None:
    make_page(make_version("1.10"), "torch.nn.Conv2d", title="Conv2d")
    assert client.get("/docs/1.10/torch.nn.Conv2d/").status_code == 200


def test_children_of_a_caption_live_one_level_up(client: Client) -> None:
    version = make_version("1.10")
    caption = make_caption(version, "Notes")
    page = make_page(caption, "faq", title="Questions")
    assert page.url == "/docs/1.10/faq/"
    assert caption.url is None
    assert client.get("/docs/1.10/notes/").status_code == 404
    assert client.get("/docs/1.10/(notes)/").status_code == 404


def test_folder_of_a_caption_prefixes_its_children() -> None:
    caption = make_caption(make_version("1.10"), "Notes", folder="notes")
    assert make_page(caption, "faq").url == "/docs/1.10/notes/faq/"


def test_children_beside_a_page() -> None:
    parent = make_page(make_version("1.10"), "api", addressing=Addressing.BESIDE)
    assert make_page(parent, "torch").url == "/docs/1.10/torch/"


def test_renaming_changes_all_addresses_below(django_assert_max_num_queries) -> None:
    version = make_version("1.10")
    top = make_page(version, "guide")
    middle = make_caption(top, "Part one")
    leaf = make_page(make_page(middle, "install"), "linux")
    top.slug = "manual"
    top.save()
    leaf.refresh_from_db()
    assert leaf.url_path == "/home/docs/1.10/manual/install/linux/"


def test_renaming_a_caption_changes_no_address() -> None:
    caption = make_caption(make_version("1.10"), "Notes")
    page = make_page(caption, "faq")
    caption = caption.specific_class.objects.get(pk=caption.pk)
    caption.slug = "remarks"
    caption.save()
    page.refresh_from_db()
    assert page.url_path == "/home/docs/1.10/faq/"


def test_turning_a_section_into_a_caption_moves_its_children_up() -> None:
    section = make_caption(make_version("1.10"), "Notes")
    page = make_page(section, "faq")
    section = section.specific_class.objects.get(pk=section.pk)
    section.addressing = Addressing.FOLDER
    section.save()
    page.refresh_from_db()
    assert page.url_path == "/home/docs/1.10/notes/faq/"
    section = section.specific_class.objects.get(pk=section.pk)
    section.addressing = Addressing.CAPTION
    section.save()
    page.refresh_from_db()
    assert page.url_path == "/home/docs/1.10/faq/"


def test_moving_a_page_changes_all_addresses_below() -> None:
    version = make_version("1.10")
    leaf = make_page(make_page(version, "a"), "b")
    target = make_page(version, "c")
    BasePage.objects.get(url_path="/home/docs/1.10/a/").specific.move(target, "last-child")
    leaf.refresh_from_db()
    assert leaf.url_path == "/home/docs/1.10/c/a/b/"
    assert BasePage.find_problems() == ([], [], [], [], [])


def test_two_pages_never_share_an_address_even_across_captions() -> None:
    version = make_version("1.10")
    make_page(make_caption(version, "One"), "faq")
    with pytest.raises(ValidationError, match="already in use"):
        make_page(make_caption(version, "Two"), "faq")


def test_decomposed_letters_become_composed() -> None:
    page = make_page(make_version("1.10"), "de\u0301ja\u0300")
    assert page.slug == "d\u00e9j\u00e0"


@pytest.mark.parametrize("path", ["d\u00e9j\u00e0", "de\u0301ja\u0300", "d%C3%A9j%C3%A0", "d%c3%a9j%c3%a0"])
def test_all_encodings_of_an_address_reach_the_page(client: Client, path: str) -> None:
    make_page(make_version("1.10"), "d\u00e9j\u00e0")
    assert client.get(f"/docs/1.10/{path}/").status_code == 200


def test_url_path_is_indexed() -> None:
    assert any("url_path" in constraint.fields for constraint in BasePage._meta.constraints)


@pytest.mark.parametrize("depth", [1, 6])
def test_queries_do_not_grow_with_depth(client: Client, django_assert_max_num_queries, depth: int) -> None:
    parent = make_version("1.10")
    for number in range(depth):
        parent = make_page(parent, f"level-{number}")
    client.get(parent.url)
    with django_assert_max_num_queries(10):
        assert client.get(parent.url).status_code == 200
