"""Link types of rich text: to a page by lineage and anchor, and to a symbol or label not resolved yet."""

from __future__ import annotations

import re
from urllib.parse import quote

from django.utils.html import escape
from wagtail.rich_text import LinkHandler

from docsite.basepage.models import BasePage

_LINEAGE = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class DocLinkHandler(LinkHandler):
    """``<a linktype="doc" lineage="…" anchor="…" version="…">``: a page of this site.

    Written as ``doc:LINEAGE@VERSION#ANCHOR``, which docsite.pages.rendering.resolve_links turns into an address in the
    reader's version.  No query here, so a page of a thousand links costs none.
    """

    identifier = "doc"

    @staticmethod
    def get_model() -> type[BasePage]:
        return BasePage

    @classmethod
    def expand_db_attributes_many(cls, attrs_list: list[dict[str, str]]) -> list[str]:
        return [cls._open_tag(attrs) for attrs in attrs_list]

    @classmethod
    def expand_db_attributes(cls, attrs: dict[str, str]) -> str:
        return cls._open_tag(attrs)

    @staticmethod
    def _open_tag(attrs: dict[str, str]) -> str:
        if not _LINEAGE.fullmatch(attrs.get("lineage", "")):
            return '<a class="broken-link">'
        version = f"@{escape(attrs['version'])}" if attrs.get("version") else ""
        # Percent-encoded, as an address wants it; "/" and the like may stand in a fragment.
        anchor = f"#{escape(quote(attrs['anchor'], safe='/?:@!$&()*+,;=~'))}" if attrs.get("anchor") else ""
        return f'<a href="doc:{attrs["lineage"]}{version}{anchor}">'

    @classmethod
    def extract_references(cls, attrs: dict[str, str]):  # type: ignore[no-untyped-def]  # untyped in Wagtail
        """Nothing: Wagtail's reference index wants the key of one page, a lineage is a page of every version."""
        return iter(())


class XrefHandler(LinkHandler):
    """``<a linktype="xref" role="py:class" target="…">``: a cross-reference nothing has resolved; shown as styled
    text.
    """

    identifier = "xref"

    @classmethod
    def expand_db_attributes_many(cls, attrs_list: list[dict[str, str]]) -> list[str]:
        return [cls.expand_db_attributes(attrs) for attrs in attrs_list]

    @classmethod
    def expand_db_attributes(cls, attrs: dict[str, str]) -> str:
        role, target = escape(attrs.get("role", "")), escape(attrs.get("target", ""))
        return f'<a class="xref" data-role="{role}" data-target="{target}">'

    @classmethod
    def extract_references(cls, attrs: dict[str, str]):  # type: ignore[no-untyped-def]  # untyped in Wagtail
        return iter(())
