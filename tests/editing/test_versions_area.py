"""The Versions area: forms posted as a release manager posts them."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from docsite.versions.models import Alias, State, Version
from tests.factories import make_docset, make_page, make_version, paragraph

pytestmark = pytest.mark.django_db

LIST = "/admin/versions/"


def values(name: str, **fields: str) -> dict[str, str]:
    empty = {"segment": "", "state": "draft", "hidden": "", "released_on": "", "eol_on": "", "own_aliases": ""}
    return empty | {"name": name} | fields


def edit(client: Client, version: Version, **fields: str):
    data = values(version.name, segment=version.segment, state=version.state) | fields
    return client.post(reverse("docsite_versions:edit", args=[version.pk]), data)


def test_ver_06_the_list_is_in_natural_order_with_counts(admin_client: Client) -> None:
    """VER-06 in the admin."""
    for name in ["1.9", "v2.0.0-rc1", "1.10"]:
        version = make_version(name, "supported")
        make_page(version, "a")
        make_page(version, "b", live=False)
    content = admin_client.get(LIST).content.decode()
    positions = [
        content.index(f">{name}<") if f">{name}<" in content else content.index(name)
        for name in ["v2.0.0-rc1", "1.10", "1.9"]
    ]
    assert positions == sorted(positions)


def test_the_list_needs_no_query_per_version(admin_client: Client, django_assert_max_num_queries) -> None:
    for number in range(12):
        make_version(f"1.{number}", "supported")
    admin_client.get(LIST)
    with django_assert_max_num_queries(14):
        admin_client.get(LIST)


def test_add_a_version(admin_client: Client, client: Client) -> None:
    docset = make_docset()
    data = values("1.10", state="current", docset=str(docset.pk), own_aliases="lts, newest")
    assert admin_client.post(reverse("docsite_versions:add"), data).status_code == 302
    version = Version.objects.get()
    assert (version.segment, version.state, version.root.url_path) == ("1.10", "current", "/home/docs/1.10/")
    for segment in ("1.10", "stable", "latest", "lts", "newest"):
        assert client.get(f"/docs/{segment}/").status_code == 200


@pytest.mark.parametrize("segment", ["stable", "..", "a b"])
def test_bad_segments_are_form_errors(admin_client: Client, segment: str) -> None:
    data = values("1.10", segment=segment, docset=str(make_docset().pk))
    response = admin_client.post(reverse("docsite_versions:add"), data)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert not Version.objects.exists()


def test_a_taken_segment_is_a_form_error(admin_client: Client) -> None:
    make_version("1.10")
    response = admin_client.post(reverse("docsite_versions:add"), values("1.10", docset=str(make_docset().pk)))
    assert response.status_code == 200
    assert Version.objects.count() == 1


def test_change_state_through_the_form(admin_client: Client) -> None:
    old, new = make_version("1.9", "current"), make_version("1.10", "preview")
    assert edit(admin_client, new, state="current").status_code == 302
    assert list(Version.objects.values_list("name", "state")) == [("1.10", "current"), ("1.9", "supported")]
    assert Version.objects.get(pk=new.pk).released_on is not None
    assert old.pk != new.pk


def test_change_aliases_through_the_form(admin_client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    edit(admin_client, old, own_aliases="lts")
    assert edit(admin_client, new, own_aliases="lts, x").status_code == 302
    assert list(Alias.objects.values_list("segment", "version__name")) == [("lts", "1.10"), ("x", "1.10")]
    response = edit(admin_client, new, own_aliases="stable")
    assert "own_aliases" in response.context["form"].errors
    response = edit(admin_client, new, own_aliases="1.9")
    assert "already a version" in str(response.context["form"].errors["own_aliases"])
    edit(admin_client, new, own_aliases="")
    assert not Alias.objects.exists()


def test_rename_a_segment_moves_all_addresses(admin_client: Client, client: Client) -> None:
    version = make_version("1.10")
    make_page(make_page(version, "a"), "b")
    assert edit(admin_client, version, segment="v1.10").status_code == 302
    assert client.get("/docs/v1.10/a/b/").status_code == 200
    assert client.get("/docs/stable/a/b/").status_code == 200


def test_every_step_needs_its_permission(client: Client) -> None:
    version = make_version("1.10", "preview")
    user = User.objects.create_user("editor")
    user.user_permissions.add(Permission.objects.get(codename="access_admin"))
    client.force_login(user)
    assert client.get(LIST).status_code == 302
    assert client.get(reverse("docsite_versions:add")).status_code == 302
    edit(client, version, state="current")
    version.refresh_from_db()
    assert version.state == State.PREVIEW


def test_versions_are_not_deleted_here(admin_client: Client) -> None:
    version = make_version("1.10")
    assert admin_client.post(reverse("docsite_versions:delete", args=[version.pk])).status_code in (302, 404)
    assert Version.objects.filter(pk=version.pk).exists()


def test_drafts_and_history_follow_a_renamed_segment(admin_client: Client) -> None:
    version = make_version("1.10")
    root = version.root.specific
    root.title = "Draft title"
    revision = root.save_revision()
    assert edit(admin_client, version, segment="v1.10").status_code == 302
    revision.refresh_from_db()
    revision.publish()
    root.refresh_from_db()
    assert (root.title, root.slug, root.url_path) == ("Draft title", "v1.10", "/home/docs/v1.10/")


def test_each_row_leads_to_readers_and_to_pages(admin_client: Client) -> None:
    version = make_version("1.10")
    content = admin_client.get(LIST).content.decode()
    assert version.root.get_url() in content
    assert reverse("wagtailadmin_explore", args=[version.root_id]) in content


def test_the_list_is_filtered_by_docset(admin_client: Client) -> None:
    here, there = make_version("1.10"), make_version("7.7", docset="other")
    content = admin_client.get(LIST, {"docset": there.docset_id}).content.decode()
    assert reverse("docsite_versions:edit", args=[there.pk]) in content
    assert reverse("docsite_versions:edit", args=[here.pk]) not in content


def test_variables_are_edited_as_lines(admin_client: Client, client: Client) -> None:
    version = make_version("1.10")
    page = make_page(version, "p", body=[paragraph("<p>{{ release }} {{ os-name }}</p>")])
    lines = "release = 1.10.2\r\nos-name = a = b\r\n"
    assert edit(admin_client, version, variable_lines=lines).status_code == 302
    assert Version.objects.get().variables == {"release": "1.10.2", "os-name": "a = b"}
    assert "<p>1.10.2 a = b</p>" in client.get(page.url).content.decode()
    form = admin_client.get(reverse("docsite_versions:edit", args=[version.pk])).context["form"]
    assert form["variable_lines"].value() == "os-name = a = b\nrelease = 1.10.2"
    assert edit(admin_client, version).status_code == 302
    assert Version.objects.get().variables["release"] == "1.10.2", "a form without the field changes nothing"
    assert edit(admin_client, version, variable_lines="").status_code == 302
    assert Version.objects.get().variables == {}


@pytest.mark.parametrize("lines", ["Release = 1", "release", "a = 1\na = 2"])
def test_bad_variables_are_form_errors(admin_client: Client, lines: str) -> None:
    version = make_version("1.10")
    response = edit(admin_client, version, variable_lines=lines)
    assert response.status_code == 200
    assert response.context["form"].errors["variable_lines"]
    assert Version.objects.get().variables == {}
