"""Variables of a version: what readers see follows the version, what is stored does not."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.test import Client
from lxml import html as lxml_html

from docsite.pages.models import DocPage, RenderedBody, Snippet
from docsite.pages.structure import set_variables
from docsite.versions.models import Version
from tests.factories import code, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db

BODY = [
    heading("Install `tool` {{ release }}"),
    paragraph("<p>Version <b>{{ release }}</b>, {{ unknown }}.</p>"),
    code("pip install tool=={{ release }}\n", "console", caption="For {{ release }}"),
]


def document(client: Client, address: str) -> lxml_html.HtmlElement:
    response = client.get(address)
    assert response.status_code == 200
    return lxml_html.document_fromstring(response.content.decode())


def test_values_everywhere_and_stored_text_unchanged(client: Client) -> None:
    version = set_variables(make_version("1.10"), {"release": "1.10.2"})
    page = make_page(version, "p", title="Tool {{ release }}", body=BODY)
    child = make_page(page, "c")
    shown = document(client, page.url)
    assert shown.xpath("string(//h1)") == "Tool 1.10.2"
    assert shown.xpath("string(//title)").startswith("Tool 1.10.2")
    assert shown.xpath("string(//h2)") == "Install tool 1.10.2"
    assert shown.xpath("//h2/@id") == ["install-tool-release"]
    assert "Version 1.10.2, {{ unknown }}." in shown.xpath("string(//div[@class='body'])")
    assert shown.xpath("string(//figure//code)") == "pip install tool==1.10.2\n"
    assert shown.xpath("string(//figcaption)") == "For 1.10.2"
    assert "Install tool 1.10.2" in shown.xpath("string(//nav[@data-toc])")
    assert "Tool 1.10.2" in shown.xpath("string(//nav[@data-nav])")
    assert "Tool 1.10.2" in document(client, child.url).xpath("string(//nav[@aria-label='Breadcrumb'])")
    stored = DocPage.objects.get(pk=page.pk)
    assert "{{ release }}" in stored.title
    assert "1.10.2" not in str(list(stored.body.raw_data))


def test_each_version_has_its_own_rendering_of_the_same_content(client: Client) -> None:
    old, new, none = make_version("1.9", "supported"), make_version("1.10"), make_version("1.8", "supported")
    set_variables(old, {"release": "1.9.7", "unused": "x"})
    set_variables(new, {"release": "1.10.2"})
    pages = [make_page(version, "p", body=BODY) for version in (old, new, none)]
    assert len({page.content_hash for page in pages}) == 1
    for page, words in zip(pages, ("Version 1.9.7", "Version 1.10.2", "Version {{ release }}"), strict=True):
        assert words in document(client, page.url).xpath("string(//div[@class='body'])")
    rows = RenderedBody.objects.filter(source=pages[0].content_hash)
    assert rows.count() == 2
    assert pages[2].rendered().pk == pages[0].content_hash


def test_a_body_without_variables_keeps_the_plain_key() -> None:
    version = set_variables(make_version("1.10"), {"release": "1.10.2"})
    page = make_page(version, "p", body=[paragraph("<p>{{ other }} and { release }</p>")])
    assert page.rendered().pk == page.content_hash


def test_changing_a_value_renders_at_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    version = set_variables(make_version("1.10"), {"release": "1"})
    Snippet.objects.create(slug="s", title="s", live=True, body=[code("snippet {{ release }}\n")])
    page = make_page(version, "p", body=[*BODY, {"type": "snippet", "value": {"snippet": "s"}}])
    before = Version.objects.get(pk=version.pk).generation
    set_variables(version, {"release": "2"})
    assert Version.objects.get(pk=version.pk).generation > before

    def refuse(*args: Any) -> None:
        raise AssertionError("highlighted in a reader's request")

    monkeypatch.setattr("docsite.pages.rendering.highlight_many", refuse)
    text = document(client, page.url).xpath("string(//div[@class='body'])")
    assert "tool==2" in text
    assert "snippet 2" in text


def test_values_are_escaped(client: Client) -> None:
    version = set_variables(make_version("1.10"), {"release": "<script>alert(1)</script>`x`&"})
    page = make_page(version, "p", title="{{ release }}", body=BODY)
    content = client.get(page.url).content.decode()
    assert "<script>alert" not in content
    assert document(client, page.url).xpath("string(//h1)") == "<script>alert(1)</script>`x`&"


def test_search_finds_the_value_in_its_version_only(client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    set_variables(old, {"release": "nine"})
    set_variables(new, {"release": "ten"})
    for version in (old, new):
        make_page(version, "p", title="About {{ release }}", body=BODY)
    shown = document(client, "/docs/1.10/search/?q=tool%3D%3Dten")
    assert [link.text_content() for link in shown.xpath("//ol[@data-results]//a")] == ["About ten"]
    assert "tool==ten" in shown.xpath("string(//ol[@data-results])")
    assert document(client, "/docs/1.10/search/?q=About+ten").xpath("//ol[@data-results]//a")
    assert not document(client, "/docs/1.10/search/?q=nine").xpath("//ol[@data-results]//a")


def test_a_preview_shows_values(admin_client: Client) -> None:
    version = set_variables(make_version("1.10"), {"release": "1.10.2"})
    page = make_page(version, "p", body=BODY)
    page.save_revision()
    assert "tool==1.10.2" in document(admin_client, f"/admin/pages/{page.pk}/view_draft/").text_content()


@pytest.mark.parametrize("variables", [{"Upper": "x"}, {"1": "x"}, {"a": "x\ny"}, {"a": "x" * 501}])
def test_bad_variables_are_refused(variables: dict[str, str]) -> None:
    version = make_version("1.10")
    with pytest.raises(ValidationError):
        set_variables(version, variables)
    assert Version.objects.get().variables == {}


def test_permission_is_needed(django_user_model: Any) -> None:
    with pytest.raises(PermissionDenied):
        set_variables(make_version("1.10"), {"a": "x"}, user=django_user_model.objects.create_user("u"))


def test_outside_of_versions_text_stays(client: Client) -> None:
    page = make_page(root_of(make_version("1.10")).get_parent().get_parent(), "about", body=BODY)
    assert "{{ release }}" in document(client, page.url).xpath("string(//div[@class='body'])")
