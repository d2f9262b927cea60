"""Exports and imports of whole trees through the commands: round trips, order, real documentation, hostile input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import Image as PillowImage
from wagtail.images import get_image_model

from docsite.basepage.models import BasePage
from docsite.exchange.demo.loader import load_demo
from docsite.exchange.demo.outline import DOCSET
from docsite.exchange.sphinx_import import import_sphinx
from docsite.pages.models import BodyPage, DocPage, SectionPage
from faq.models import FAQEntryPage, FAQPage
from tests.factories import doc_link, heading, make_page, make_version, paragraph, root_of

pytestmark = pytest.mark.django_db


def export(version: str, out: Path, *options: str) -> dict[str, Any]:
    written = io.StringIO()
    call_command("export_markdown", version, str(out), "--json", *options, stdout=written)
    return json.loads(written.getvalue())


def import_(
    folder: Path, docset: str = "docs", version: str = "1.0", *options: str, publish: bool = True
) -> dict[str, Any]:
    written = io.StringIO()
    arguments = [str(folder), "--docset", docset, "--version", version, "--json", *options]
    call_command("import_markdown", *arguments, *(["--publish"] if publish else []), stdout=written)
    return json.loads(written.getvalue())


def pages_of(docset: str, version: str) -> dict[str, tuple[Any, ...]]:
    """What the pages of a version are, by their address in it."""
    top = f"/{docset}/{version}/"
    found = {}
    for page in BasePage.objects.filter(url_path__contains=top).order_by("path").specific():
        assert isinstance(page, BodyPage)
        address = page.url_path.partition(top)[2]
        found[address] = (
            type(page).__name__, page.title if address else "", page.nav_title, getattr(page, "summary", ""), str(page.lineage),
            page.addressing, page.slug if address else "", page.content_hash if address else "",
        )  # fmt: skip
    return found


def test_the_demo_content_comes_back_unchanged_and_makes_an_equal_version(tmp_path: Path) -> None:
    load_demo()
    report = export(f"{DOCSET}/1.0", tmp_path / "out")
    assert report["as_json"] == []
    before = list(BasePage.objects.order_by("pk").values_list("pk", "content_hash", "latest_revision", "url_path"))
    again = import_(tmp_path / "out", DOCSET, "1.0")
    assert again["problems"] == []
    assert again["counts"] == {"created": 0, "updated": 0, "unchanged": report["pages"], "kept": 0, "missing": 0}
    assert (
        list(BasePage.objects.order_by("pk").values_list("pk", "content_hash", "latest_revision", "url_path")) == before
    )
    import_(tmp_path / "out", DOCSET, "7.0")
    assert pages_of(DOCSET, "7.0") == pages_of(DOCSET, "1.0")
    assert list(pages_of(DOCSET, "7.0")) == list(pages_of(DOCSET, "1.0"))


def test_a_sphinx_tree_comes_back_unchanged(tmp_path: Path, corpora: Path) -> None:
    import_sphinx(corpora / "pytorch-0.4.1" / "html", docset="docs", version="0.4.1", publish=True, faq=["notes/faq"])
    report = export("docs/0.4.1", tmp_path / "out")
    again = import_(tmp_path / "out", "docs", "0.4.1")
    assert again["counts"] == {"created": 0, "updated": 0, "unchanged": report["pages"], "kept": 0, "missing": 0}
    assert report["as_json"] == []
    export("docs/0.4.1", tmp_path / "again")
    first = {path.relative_to(tmp_path / "out"): path.read_bytes() for path in (tmp_path / "out").rglob("*.md")}
    assert first == {
        path.relative_to(tmp_path / "again"): path.read_bytes() for path in (tmp_path / "again").rglob("*.md")
    }


def test_an_export_needs_an_empty_folder_and_a_version(tmp_path: Path) -> None:
    make_page(make_version("1.0"), "a")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x").write_text("")
    with pytest.raises(CommandError, match="not an empty folder"):
        export("docs/1.0", tmp_path / "out")
    with pytest.raises(CommandError, match="no version"):
        export("docs/77", tmp_path / "new")
    make_version("2.0", "draft")
    with pytest.raises(CommandError, match="no page that everybody may read"):
        export("docs/2.0", tmp_path / "new")
    assert not (tmp_path / "new").exists()
    assert export("docs/2.0", tmp_path / "new", "--drafts")["pages"] == 1


# ---------------------------------------------------------------- folders that others wrote
FILES = {
    "index.md": "# Home\n\n[go](a.md#there)\n\n```{toctree}\n:caption: Notes\n\na\nb\n```\n",
    "a.md": "# A `x`\n\n## There\n\n![A dot](dot.png)\n",
    "b.md": "# B\n\n[Home](index.md)\n",
}


FIGURE = [
    {
        "type": "figure",
        "value": {
            "image": None, "alt": "Gone", "caption": "", "width": "", "height": "", "link": "", "align": "", "inline": False,
            "source": "gone.png",
        },
    }
]  # fmt: skip


def write(folder: Path, **changed: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (FILES | {f"{stem}.md": text for stem, text in changed.items()}).items():
        (folder / name).write_text(text)
    data = io.BytesIO()
    PillowImage.new("RGB", (1, 1), "red").save(data, "PNG")
    (folder / "dot.png").write_bytes(data.getvalue())
    return folder


def test_a_folder_becomes_pages(client: Client, tmp_path: Path) -> None:
    report = import_(write(tmp_path))
    assert (report["state"], report["problems"], report["images"]) == ("current", [], 1)
    assert [page.url_path.partition("/docs/1.0/")[2] for page in DocPage.objects.order_by("path")] == ["a/", "b/"]
    assert 'href="/docs/1.0/a/#there"' in client.get("/docs/1.0/").content.decode()
    found = client.get("/docs/1.0/a/").content.decode()
    assert 'id="there"' in found
    assert 'alt="A dot"' in found
    assert client.get("/docs/1.0/a.html").headers["location"] == "/docs/1.0/a/"
    assert SectionPage.objects.get().title == "Notes"
    assert BasePage.find_problems() == ([], [], [], [], [])


def test_again_changes_only_what_changed_and_no_editors_page(client: Client, tmp_path: Path) -> None:
    import_(write(tmp_path))
    assert import_(tmp_path)["counts"] == {"created": 0, "updated": 0, "unchanged": 3, "kept": 0, "missing": 0}
    page = DocPage.objects.get(source_path="b")
    page.title = "Edited"
    page.save_revision().publish()
    report = import_(write(tmp_path, a="# A\n\nNew words.\n", b="# B\n\nOther words.\n"))
    assert (report["pages"]["updated"], report["pages"]["kept"]) == (["a"], ["b"])
    assert "New words." in client.get("/docs/1.0/a/").content.decode()
    (tmp_path / "b.md").unlink()
    assert import_(tmp_path)["pages"]["missing"] == ["b"]


def test_drafts_dry_runs_and_failures(client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = BasePage.objects.count()
    assert import_(write(tmp_path), "docs", "1.0", "--dry-run")["counts"]["created"] == 2
    assert (BasePage.objects.count(), get_image_model().objects.count()) == (before, 0)
    from docsite.exchange.markdown import tree

    def fail(text: str, *, docname: str, **options: Any) -> Any:
        if docname == "b":
            raise RuntimeError("broken")
        return read(text, docname=docname, **options)

    read = tree.read_markdown
    with monkeypatch.context() as patch:
        patch.setattr(tree, "read_markdown", fail)
        with pytest.raises(RuntimeError, match="broken"):
            import_(tmp_path)
    assert (BasePage.objects.count(), get_image_model().objects.count()) == (before, 0)
    assert import_(tmp_path, publish=False)["state"] == "draft"
    assert client.get("/docs/1.0/a/").status_code == 404
    assert client.get("/docs/1.0/a.md").status_code == 404


def test_refusals_are_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder, options in (
        (tmp_path / "missing", ()),
        (tmp_path / "empty", ()),
        (write(tmp_path / "t"), ("--nav", str(tmp_path / "no.yml"))),
    ):
        with pytest.raises(CommandError, match=r"^There is no [^\n]+\.$"):
            import_(folder, "docs", "1.0", *options)
    with pytest.raises(CommandError):
        import_(tmp_path / "t", "docs", "..")


def test_only_what_may_be_read_is_exported(tmp_path: Path) -> None:
    version = make_version("1.0")
    draft = make_page(version, "draft", title="Secret", live=False)
    make_page(version, "open", body=[paragraph(f"<p>{doc_link(draft, 'words')}</p>")])
    export("docs/1.0", tmp_path / "out")
    written = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert sorted(written) == ["index.md", "open.md"]
    assert "Secret" not in "".join(written.values())
    assert export("docs/1.0", tmp_path / "all", "--drafts")["pages"] == 3
    assert (tmp_path / "all" / "draft.md").exists()


def test_questions_stay_questions(tmp_path: Path) -> None:
    page = root_of(make_version("1.0")).add_child(
        instance=FAQPage(title="Questions", slug="faq", live=True, body=[paragraph("<p>Ask.</p>")])
    )
    for title in ("Why `x`?", "How?"):
        page.add_child(
            instance=FAQEntryPage(
                title=title, live=True, topic="Basics", anchor_aliases=["old"], body=[heading("Part"), *FIGURE]
            )
        )
        page.refresh_from_db()
    export("docs/1.0", tmp_path / "out")
    report = import_(tmp_path / "out", "docs", "2.0")
    assert pages_of("docs", "2.0") == pages_of("docs", "1.0")
    entries = [
        (entry.title, entry.anchor, entry.topic, entry.anchor_aliases)
        for entry in FAQEntryPage.objects.order_by("path")
    ]
    assert entries[:2] == entries[2:]
    assert {problem["kind"] for problem in report["problems"]} == {"image"}
