"""Small sites for tests: plain functions, everything visible in the test that calls them."""

from __future__ import annotations

from typing import Any

from docsite.basepage.models import Addressing, BasePage
from docsite.pages.models import DocPage, DocsetPage, SectionPage
from docsite.pages.structure import create_version, ensure_docset
from docsite.versions.models import Version


def make_docset(slug: str = "docs", title: str = "Docs") -> DocsetPage:
    """A docset below home."""
    return ensure_docset(slug, title)


def make_version(name: str = "1.10", state: str = "current", docset: str = "docs", **options: Any) -> Version:
    """A version of the docset, which is made where missing."""
    return create_version(make_docset(docset), name, state=state, **options)


def root_of(version: Version) -> BasePage:
    """The version's root page, fresh from the database."""
    return BasePage.objects.get(pk=version.root_id)


def make_page(
    parent: BasePage | Version, slug: str, *, title: str = "", body: list[dict[str, Any]] | None = None, **fields: Any
) -> DocPage:
    """A live page below ``parent``."""
    parent = root_of(parent) if isinstance(parent, Version) else BasePage.objects.get(pk=parent.pk)
    fields.setdefault("live", True)
    return parent.add_child(instance=DocPage(title=title or slug, slug=slug, body=body or [], **fields))


def make_caption(parent: BasePage | Version, title: str, **fields: Any) -> SectionPage:
    """A live caption below ``parent``."""
    parent = root_of(parent) if isinstance(parent, Version) else BasePage.objects.get(pk=parent.pk)
    slug = title.lower().replace(" ", "-")
    return parent.add_child(
        instance=SectionPage(title=title, slug=slug, addressing=Addressing.CAPTION, live=True, **fields)
    )


def paragraph(html: str) -> dict[str, Any]:
    """A text block."""
    return {"type": "paragraph", "value": html}


def heading(text: str, level: int = 2, anchor: str = "", **value: Any) -> dict[str, Any]:
    """A heading block."""
    return {
        "type": "heading",
        "value": {"text": text, "level": level, "anchor": anchor, "aliases": [], "nav_only": False} | value,
    }


def code(text: str, language: str = "python", **value: Any) -> dict[str, Any]:
    """A code block."""
    return {
        "type": "code",
        "value": {
            "language": language,
            "code": text,
            "caption": "",
            "filename": "",
            "line_numbers": False,
            "start_line": 1,
            "emphasize_lines": "",
        }
        | value,
    }


def doc_link(page: BasePage, text: str = "link", anchor: str = "", version: str = "") -> str:
    """Rich text that links to ``page`` by its lineage."""
    attributes = f' anchor="{anchor}"' if anchor else ""
    attributes += f' version="{version}"' if version else ""
    return f'<a linktype="doc" lineage="{page.lineage}"{attributes}>{text}</a>'
