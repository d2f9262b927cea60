"""States, aliases and the rules the database keeps."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.test import Client
from wagtail.models import PageLogEntry, PageViewRestriction

from docsite.versions.models import Alias, State, Version
from docsite.versions.states import change_state
from tests.factories import make_docset, make_page, make_version

pytestmark = pytest.mark.django_db


def test_making_current_demotes_the_former_one() -> None:
    old = make_version("1.9", "current")
    make_version("1.10", "current")
    old.refresh_from_db()
    assert old.state == State.SUPPORTED


def test_the_database_allows_one_current_version() -> None:
    make_version("1.9", "current")
    other = make_version("1.10", "supported")
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(pk=other.pk).update(state=State.CURRENT)


def test_the_database_allows_a_segment_once() -> None:
    version = make_version("1.9")
    other = make_version("1.10", "supported")
    with pytest.raises(IntegrityError), transaction.atomic():
        Version.objects.filter(pk=other.pk).update(segment=version.segment)


@pytest.mark.parametrize("segment", ["stable", "latest", "..", "a b", "-x", "x" * 33, "ver/sion"])
def test_bad_segments_are_refused(segment: str) -> None:
    with pytest.raises(ValidationError):
        make_version("1.9", segment=segment)


def test_an_alias_cannot_be_a_versions_segment_nor_reserved() -> None:
    version = make_version("1.9")
    for segment in ["1.9", "stable"]:
        with pytest.raises(ValidationError):
            Alias(docset=version.docset, version=version, segment=segment).full_clean()


def test_a_version_cannot_take_the_segment_of_an_alias() -> None:
    Alias.objects.create(version=make_version("1.9"), segment="lts")
    with pytest.raises(ValidationError):
        make_version("lts")


def test_state_changes_need_the_permission() -> None:
    version = make_version("1.9", "preview")
    with pytest.raises(PermissionDenied):
        change_state(version, "current", user=User.objects.create_user("reader"))


def test_state_changes_are_logged_with_both_states() -> None:
    version = make_version("1.9", "preview")
    user = User.objects.create_superuser("boss")
    change_state(version, "current", user=user)
    entry = PageLogEntry.objects.filter(action="docsite.version_state").latest("timestamp")
    assert (entry.user, entry.data) == (user, {"before": "preview", "after": "current"})


def test_unknown_state_is_refused() -> None:
    with pytest.raises(ValueError, match="retired"):
        change_state(make_version("1.9"), "retired")


def test_own_restriction_of_a_page_survives_release() -> None:
    version = make_version("2.0", "draft")
    page = make_page(version, "page")
    PageViewRestriction.objects.create(page=page, restriction_type="login")
    change_state(version, "current")
    assert PageViewRestriction.objects.count() == 1


def test_stable_and_latest_follow_at_once(client: Client) -> None:
    old, new = make_version("1.9", "current"), make_version("1.10", "draft")
    for version in (old, new):
        make_page(version, "page", title=f"Page of {version.name}")
    assert "Page of 1.9" in client.get("/docs/stable/page/").content.decode()
    assert "Page of 1.9" in client.get("/docs/latest/page/").content.decode()
    change_state(new, "preview")
    assert "Page of 1.9" in client.get("/docs/stable/page/").content.decode()
    assert "Page of 1.10" in client.get("/docs/latest/page/").content.decode()
    change_state(new, "current")
    assert "Page of 1.10" in client.get("/docs/stable/page/").content.decode()


def test_own_alias_leads_to_its_version(client: Client) -> None:
    version = make_version("1.9")
    make_page(version, "page", title="Page of 1.9")
    Alias.objects.create(version=version, segment="lts")
    response = client.get("/docs/lts/page/")
    assert response.status_code == 200
    assert 'href="/docs/lts/"' in response.content.decode()


def test_docset_leads_to_stable_else_to_the_newest_public_version(client: Client) -> None:
    make_version("1.9", "preview")
    make_version("2.0", "draft")
    assert client.get("/docs/?x=1").headers["location"] == "/docs/1.9/?x=1"
    make_version("1.8", "current")
    response = client.get("/docs/")
    assert (response.status_code, response.headers["location"]) == (302, "/docs/stable/")


def test_docset_without_public_version_is_404(client: Client) -> None:
    make_version("2.0", "draft")
    assert client.get("/docs/").status_code == 404


def test_ver_06_versions_are_in_natural_order_everywhere(client: Client) -> None:
    """VER-06: creation order and primary key have no influence."""
    for name in ["1.9", "v2.0.0-rc1", "1.2.10", "main", "1.10", "2.0.0", "1.2.9"]:
        make_version(name, "supported")
    expected = ["main", "2.0.0", "v2.0.0-rc1", "1.10", "1.9", "1.2.10", "1.2.9"]
    assert [version.name for version in Version.objects.all()] == expected
    make_version("10.0", "supported")
    names = [version.name for version in Version.objects.filter(docset=make_docset())]
    assert names.index("10.0") < names.index("2.0.0")
    page = client.get("/docs/versions/").content.decode()
    positions = [page.index(f"<bdi>{name}</bdi>") for name in expected]
    assert positions == sorted(positions)
