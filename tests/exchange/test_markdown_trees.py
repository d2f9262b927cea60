"""Exports and imports of whole trees through the commands: round trips, order, real documentation, hostile input."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from docsite.basepage.models import BasePage
from docsite.exchange.demo.loader import load_demo
from docsite.exchange.demo.outline import DOCSET
from docsite.exchange.sphinx_import import import_sphinx
from docsite.pages.models import BodyPage
from tests.factories import make_page, make_version

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
