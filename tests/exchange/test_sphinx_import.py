"""Importing trees into versions: addresses, lineages, FAQ, again, all or nothing, and real documentation."""

import io
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from lxml import html as lxml_html
from PIL import Image as PillowImage
from wagtail.images import get_image_model

from docsite.basepage.models import BasePage
from docsite.exchange.sphinx_import import ImportRefused, import_sphinx
from docsite.pages.models import DocPage
from docsite.pages.streams import walk
from docsite.versions.models import Version
from faq.models import FAQEntryPage, FAQPage
from tests.exchange.sphinx_samples import PKG_BODY, write_tree

pytestmark = pytest.mark.django_db


def run(folder: Path, version: str = "1.0", **options):
    options.setdefault("publish", True)
    options.setdefault("faq", ["notes/faq"])
    return import_sphinx(folder, docset="docs", version=version, **options)


def png(colour: str) -> bytes:
    data = io.BytesIO()
    PillowImage.new("RGB", (1, 1), colour).save(data, "PNG")
    return data.getvalue()


def fetch(client: Client, address: str) -> lxml_html.HtmlElement:
    response = client.get(address)
    assert response.status_code == 200, address
    return lxml_html.document_fromstring(response.content.decode())


def test_pages_order_groups_and_addresses(client: Client, tmp_path: Path) -> None:
    report = run(write_tree(tmp_path))
    assert report.state == "current"
    page = fetch(client, "/docs/1.0/notes/faq/")
    assert page.xpath("//nav[@data-nav]//p[@class='caption']/text()") == ["Notes", "Package "]
    pages = [href for href in page.xpath("//nav[@data-nav]//li[@class!='entry open']/div/a/@href") if "#" not in href]
    assert pages == ["/docs/1.0/", "/docs/1.0/notes/faq/", "/docs/1.0/pkg/", "/docs/1.0/pkg/pkg.sub/"] or pages[
        -1
    ].endswith("pkg.sub/")
    assert fetch(client, "/docs/1.0/").xpath("string(//h1)") == "Welcome"
    assert BasePage.find_problems() == ([], [], [], [], [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("index.html", "/docs/1.0/"),
        ("notes/faq.html", "/docs/1.0/notes/faq/"),
        ("pkg.html?x=1", "/docs/1.0/pkg/?x=1"),
        ("search.html?q=a", "/docs/1.0/search/?q=a"),
    ],
)
def test_old_addresses_redirect(client: Client, tmp_path: Path, old: str, new: str) -> None:
    run(write_tree(tmp_path))
    response = client.get(f"/docs/1.0/{old}")
    assert (response.status_code, response.headers["location"]) == (301, new)


def test_old_addresses_follow_moved_pages(client: Client, tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    page = DocPage.objects.get(source_path="pkg")
    page.slug = "package"
    page.save_revision().publish()
    assert client.get("/docs/1.0/pkg.html").headers["location"] == "/docs/1.0/package/"


def test_faq_documents_become_entries(client: Client, tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    assert [(e.title, e.anchor, e.anchor_aliases) for e in FAQEntryPage.objects.order_by("path")] == [
        ("Why `x`?", "why", ["label-why"]),
        ("How?", "how", []),
    ]
    page = fetch(client, "/docs/1.0/notes/faq/")
    assert page.xpath("//section[contains(@class, 'faq-entry')]/@id") == ["why", "how"]
    assert page.xpath("//section[@id='why']//a/@href")[-1] == "/docs/1.0/pkg/#pkg.f"
    assert page.xpath("//section[@id='how']//a[text()='above']/@href") == ["/docs/1.0/notes/faq/#why"]


def test_versions_share_lineages_and_links_stay_inside(client: Client, tmp_path: Path) -> None:
    run(write_tree(tmp_path), "1.0")
    report = run(write_tree(tmp_path), "1.1")
    assert report.state == "supported"
    for source in ("index", "notes/faq", "pkg", "pkg.sub"):
        assert len(set(BasePage.objects.filter(source_path=source).values_list("lineage", flat=True))) == 1
    assert fetch(client, "/docs/1.1/").xpath("//div[@class='body']//a/@href") == ["/docs/1.1/notes/faq/"]


def test_importing_again_changes_nothing(tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    before = list(BasePage.objects.order_by("pk").values_list("pk", "latest_revision", "content_hash", "url_path"))
    report = run(write_tree(tmp_path))
    assert report.pages.counts() == {"created": 0, "updated": 0, "unchanged": 6, "kept": 0, "missing": 0}
    assert (
        list(BasePage.objects.order_by("pk").values_list("pk", "latest_revision", "content_hash", "url_path")) == before
    )


def test_importing_again_updates_what_changed_as_a_revision(client: Client, tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    report = run(write_tree(tmp_path, pkg=PKG_BODY.replace("Adds.", "Adds two numbers.")))
    assert report.pages.updated == ["pkg"]
    assert "Adds two numbers." in client.get("/docs/1.0/pkg/").content.decode()
    page = DocPage.objects.get(source_path="pkg")
    texts = [str(revision.content["body"]) for revision in page.revisions.order_by("pk")]
    assert "Adds." in texts[0]
    assert "Adds two numbers." in texts[-1]


def test_an_editors_change_is_left_alone_and_listed(client: Client, tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    page = DocPage.objects.get(source_path="pkg")
    page.title = "Edited"
    page.save_revision().publish()
    report = run(write_tree(tmp_path, pkg=PKG_BODY.replace("Adds.", "Adds two numbers.")))
    assert report.pages.kept == ["pkg"]
    assert fetch(client, "/docs/1.0/pkg/").xpath("string(//h1)") == "Edited"


def test_an_editors_draft_is_left_alone_too(tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    page = DocPage.objects.get(source_path="pkg")
    page.title = "Draft of an editor"
    page.save_revision()
    report = run(write_tree(tmp_path, pkg=PKG_BODY.replace("Adds.", "Adds two numbers.")))
    assert report.pages.kept == ["pkg"]
    assert DocPage.objects.get(pk=page.pk).get_latest_revision_as_object().title == "Draft of an editor"


def test_pages_gone_from_the_source_stay_and_are_listed(tmp_path: Path) -> None:
    run(write_tree(tmp_path))
    (tmp_path / "pkg.sub.html").unlink()
    assert run(tmp_path).pages.missing == ["pkg.sub"]
    assert DocPage.objects.get(source_path="pkg.sub").live


def test_without_publish_everything_is_a_draft(client: Client, tmp_path: Path) -> None:
    report = run(write_tree(tmp_path), publish=False)
    assert report.state == "draft"
    assert not BasePage.objects.exclude(source_path="").exclude(source_path="index").filter(live=True).exists()
    assert client.get("/docs/1.0/pkg/").status_code == 404
    report = run(write_tree(tmp_path), publish=False)
    assert report.pages.counts()["unchanged"] == 6


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    before = BasePage.objects.count()
    report = run(write_tree(tmp_path, image=png("red")), dry_run=True)
    assert report.pages.counts()["created"] == 5
    assert BasePage.objects.count() == before
    assert not Version.objects.exists()
    assert not get_image_model().objects.exists()


def test_a_failure_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from docsite.exchange import sphinx_import

    def fail(body: object, *, docname: str, **options: object) -> None:
        if docname == "pkg.sub":
            raise RuntimeError("broken")
        return convert(body, docname=docname, **options)

    convert = sphinx_import.convert_body
    monkeypatch.setattr(sphinx_import, "convert_body", fail)
    before = BasePage.objects.count()
    with pytest.raises(RuntimeError, match="broken"):
        run(write_tree(tmp_path, image=png("red")))
    assert BasePage.objects.count() == before
    assert not get_image_model().objects.exists()


def test_imp_10_images_of_one_name_in_two_versions(client: Client, tmp_path: Path) -> None:
    """IMP-10: each version shows its own bytes; equal bytes are stored once."""
    for name, colour in (("1.9", "red"), ("1.10", "blue"), ("1.10", "blue")):
        run(write_tree(tmp_path / name, image=png(colour)), name)
    assert get_image_model().objects.count() == 2
    for name, colour in (("1.9", "red"), ("1.10", "blue")):
        image = fetch(client, f"/docs/{name}/pkg/").xpath("//div[@class='body']//img")[0]
        assert image.get("alt") == "Setup"
        assert b"".join(client.get(image.get("src")).streaming_content) == png(colour)


def test_missing_images_and_broken_links_are_reported(tmp_path: Path) -> None:
    problems = {(problem.docname, problem.kind) for problem in run(write_tree(tmp_path)).problems}
    assert {("pkg", "image"), ("pkg", "link"), ("genindex", "skipped")} <= problems


def test_one_saved_page(client: Client, tmp_path: Path) -> None:
    write_tree(tmp_path)
    report = run(tmp_path / "notes" / "faq.html")
    assert report.pages.created[0] == "notes/faq"
    assert fetch(client, "/docs/1.0/notes/faq/").xpath("//section[@id='why']")


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    folder = write_tree(tmp_path / "tree")
    (tmp_path / "secret.html").write_text("<html><body><h1>Secret</h1></body></html>")
    os.symlink(tmp_path / "secret.html", folder / "secret.html")
    report = run(folder)
    assert "secret" not in report.pages.created
    assert any("leads out" in problem.message for problem in report.problems)


@pytest.mark.parametrize("name", ["..", "a b", "stable", "x" * 40])
def test_bad_version_names_are_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(ImportRefused):
        run(write_tree(tmp_path), name)
    assert not Version.objects.exists()


def test_what_is_no_sphinx_tree_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportRefused, match="no page"):
        run(tmp_path)
    with pytest.raises(ImportRefused, match="nothing at"):
        run(tmp_path / "nowhere")
    with pytest.raises(ImportRefused, match="notes/other"):
        run(write_tree(tmp_path), faq=["notes/other"])


def test_the_command_reports_and_fails_plainly(tmp_path: Path) -> None:
    out = io.StringIO()
    arguments = [str(write_tree(tmp_path)), "--docset", "docs", "--version", "1.0", "--publish"]
    call_command("import_sphinx", *arguments, "--json", stdout=out)
    assert json.loads(out.getvalue())["counts"]["created"] == 3
    out = io.StringIO()
    call_command("import_sphinx", *arguments, stdout=out)
    assert "0 new, 0 updated, 4 unchanged" in out.getvalue()
    with pytest.raises(CommandError, match="nothing at"):
        call_command("import_sphinx", str(tmp_path / "x"), "--docset", "docs", "--version", "1.0")


# ---------------------------------------------------------------- real documentation
def test_a_real_tree_in_one_go(client: Client, corpora: Path) -> None:
    """Counts of the tree's own truth file: nothing lost, nothing invented, nothing as HTML."""
    truth = json.loads((corpora / "pytorch-0.4.1" / "TRUTH.json").read_text())
    assert truth
    report = run(corpora / "pytorch-0.4.1" / "html", "0.4.1")
    assert len([name for name in report.pages.created + report.pages.updated if "#" not in name]) == 31
    bodies = [page.body.raw_data for page in DocPage.objects.all()]
    bodies += [page.body.raw_data for model in (FAQPage, FAQEntryPage) for page in model.objects.all()]
    kinds = [block["type"] for body in bodies for block in walk(list(body))]
    assert kinds.count("html") == 0
    assert kinds.count("code") >= 530
    assert kinds.count("admonition") == 210
    page = fetch(client, "/docs/0.4.1/nn/")
    assert len(page.xpath("//dl[@class='api']/dt[@id]")) > 250
    assert len(page.xpath("//math[.//annotation]")) > 500


def test_the_seed_page_imports_alone(client: Client, corpora: Path) -> None:
    import_sphinx(corpora / "pytorch-0.4.0-seed", docset="docs", version="0.4.0", publish=True, faq=["notes/faq"])
    response = client.get("/docs/0.4.0/notes/faq.html")
    assert response.status_code == 301
    assert len(fetch(client, response.headers["location"]).xpath("//section[contains(@class, 'faq-entry')]")) == 4
