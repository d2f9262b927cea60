"""The API's docsets and versions say what the site says, and nothing about drafts."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from wagtail.api.querysets import get_public_pages_queryset
from wagtail.models import Site

from docsite.versions.states import change_state
from tests.factories import make_page, make_version

pytestmark = pytest.mark.django_db


def names(client: Client) -> list[str]:
    return [item["name"] for item in client.get("/api/v3/docsets/docs/versions/").json()["items"]]


def test_ver_06_natural_order(client: Client) -> None:
    """VER-06 in the API."""
    for name in ["1.9", "v2.0.0-rc1", "1.2.10", "main", "1.10", "2.0.0", "1.2.9"]:
        make_version(name, "supported")
    assert names(client) == ["main", "2.0.0", "v2.0.0-rc1", "1.10", "1.9", "1.2.10", "1.2.9"]
    make_version("10.0", "supported")
    assert names(client).index("10.0") < names(client).index("2.0.0")


def test_drafts_and_hidden_versions_are_not_listed(client: Client) -> None:
    make_version("2.0", "draft")
    change_state(make_version("1.9", "supported"), "supported", hidden=True)
    make_version("1.10", "current")
    assert names(client) == ["1.10"]


def test_docsets_without_a_public_version_are_not_listed(client: Client) -> None:
    make_version("1.0", "current", docset="docs")
    make_version("1.0", "draft", docset="secret")
    answer = client.get("/api/v3/docsets/").json()
    assert [(item["slug"], item["current"]) for item in answer["items"]] == [("docs", "1.0")]


def test_unknown_docset_is_a_problem_document(client: Client) -> None:
    response = client.get("/api/v3/docsets/nope/versions/")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.json()["status"] == 404


def test_wagtails_own_surfaces_see_no_draft_version(rf) -> None:
    """A draft version carries a view restriction, which Wagtail's API, sitemap and search views honour."""
    draft = make_page(make_version("2.0", "draft"), "draft-page")
    public = make_page(make_version("1.10", "current"), "page")
    request = rf.get("/", headers={"host": "localhost"})
    request.session = {}
    request.user = AnonymousUser()
    Site.find_for_request(request)
    found = set(get_public_pages_queryset(request).values_list("pk", flat=True))
    assert public.pk in found
    assert draft.pk not in found


@pytest.mark.parametrize("count", [1, 6])
def test_queries_do_not_grow_with_docsets(client: Client, django_assert_max_num_queries, count: int) -> None:
    for number in range(count):
        make_version("1.0", "current", docset=f"docs{number}")
    client.get("/api/v3/docsets/")
    with django_assert_max_num_queries(8):
        assert client.get("/api/v3/docsets/").json()["count"] == count
