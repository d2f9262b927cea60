"""What the link dialog of the editor learns of a page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import heading, make_page, make_version

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/docsite/link-target/"


def test_a_page_with_its_version_and_all_its_anchors(admin_client: Client) -> None:
    target = {"type": "target", "value": {"anchors": ["more"]}}
    body = [heading("First `x`"), heading("Second", level=3), target]
    page = make_page(make_version("1.10"), "p", title="Using `p`", body=body)
    assert admin_client.get(reverse("docsite_lineage", args=[page.pk])).json() == {
        "lineage": str(page.lineage),
        "title": "Using p",
        "version": "1.10",
        "version_name": "1.10",
        "anchors": [
            {"anchor": "first-x", "text": "First x", "depth": 0},
            {"anchor": "second", "text": "Second", "depth": 1},
            {"anchor": "more", "text": "more", "depth": 0},
        ],
    }


def test_a_lineage_means_the_page_of_the_edited_version_or_of_the_one_named(admin_client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    first = make_page(old, "p", title="Old")
    make_page(new, "p", title="New", lineage=first.lineage)
    near = make_page(old, "q")
    query = {"lineage": str(first.lineage)}
    assert admin_client.get(ADDRESS, query | {"near": str(near.pk)}).json()["title"] == "Old"
    assert admin_client.get(ADDRESS, query | {"version": "1.10", "near": str(near.pk)}).json()["title"] == "New"
    assert admin_client.get(ADDRESS, query).status_code == 200


@pytest.mark.parametrize("query", [{}, {"lineage": "x"}, {"lineage": "0" * 32}])
def test_no_such_page(admin_client: Client, query: dict[str, str]) -> None:
    assert admin_client.get(ADDRESS, query).status_code == 404


def test_only_editors_may_ask(client: Client) -> None:
    page = make_page(make_version("1.10"), "p")
    assert client.get(ADDRESS, {"lineage": str(page.lineage)}).status_code == 302
