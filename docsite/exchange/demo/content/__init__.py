"""The words of the demo: documentation of this product.  One module a part; this one puts them together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docsite.exchange.demo.content import operating, reference, site, started, text, versions, writing
from docsite.exchange.demo.content.faq import FAQ
from docsite.exchange.demo.outline import Item, Questions, Section
from docsite.exchange.demo.writing import p
from docsite.pages.streams import Stream

TITLE = "Docsite"
SUMMARY = "A documentation site whose content lives in a CMS: writing, versions, operating, reference."

WRITING = Section("Writing", [text.PAGES, writing.FAQ_PAGES, writing.DRAFTS, writing.IMPORT])
TREE: list[Item] = [started.STARTED, WRITING, versions.VERSIONS, operating.OPERATING, reference.REFERENCE, FAQ]
SITE: list[Item] = [site.FAQ, site.ABOUT]
SITE_HOME = site.HOME


def home(version: str) -> Stream:
    """The first page of a version, which says which version it is."""
    return [*started.HOME, p(f"You are reading the documentation of version {version}.")]


def docnames(items: Iterable[Item]) -> Iterator[str]:
    """The names of all documents of the docset, in any version."""
    for item in items:
        if item.docname:
            yield item.docname
        if isinstance(item, Section):
            yield from docnames(item.pages)
        elif not isinstance(item, Questions):
            yield from docnames(item.children)
