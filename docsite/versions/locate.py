"""From an address to a page and back: the pair everything that reads or writes addresses uses.

An address is ``/<docset>/<segment>/<path>/`` inside a docset and ``/<path>/`` outside.  ``segment`` is a version's own
or an alias
(``stable``, ``latest``, or a row).  Finding a page takes a fixed number of queries at any depth.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from wagtail.models import Site

from docsite.basepage.models import Addressing, BasePage
from docsite.versions.models import LATEST, STABLE, State, Version

if TYPE_CHECKING:
    from django.http import HttpRequest


class DocsetVersions:
    """The versions of one docset that a reader may know of, newest first."""

    def __init__(self, versions: Iterable[Version], *, drafts: bool = False) -> None:
        self.all = [version for version in versions if version.is_public or drafts]

    @cached_property
    def listed(self) -> list[Version]:
        """Those shown in selectors and lists."""
        return [version for version in self.all if not version.hidden]

    @cached_property
    def current(self) -> Version | None:
        """The current version: what ``stable`` leads to."""
        return next((version for version in self.all if version.state == State.CURRENT), None)

    @cached_property
    def latest(self) -> Version | None:
        """The newest public version, preview included: what ``latest`` leads to."""
        return next((version for version in self.listed if version.is_public), None)

    def by_segment(self, segment: str) -> tuple[Version | None, str]:
        """The version that ``segment`` leads to and, where it is an alias, the alias; ``(None, "")`` for no version."""
        for version in self.all:
            if version.segment == segment:
                return version, ""
        if segment == STABLE:
            return self.current, STABLE
        if segment == LATEST:
            return self.latest, LATEST
        for version in self.all:
            if any(alias.segment == segment for alias in version.aliases.all()):
                return version, segment
        return None, ""

    def aliases_of(self, version: Version) -> list[str]:
        """All aliases that lead to ``version``, computed ones first."""
        computed = [name for name, target in ((STABLE, self.current), (LATEST, self.latest)) if target == version]
        return computed + [alias.segment for alias in version.aliases.all()]


def versions_of(docset_url_path: str, *, drafts: bool = False) -> DocsetVersions:
    """The versions of the docset at ``docset_url_path``; with drafts where the reader is an editor.  Two queries."""
    return versions_of_docsets([docset_url_path], drafts=drafts)[docset_url_path]


def versions_of_docsets(url_paths: Iterable[str], *, drafts: bool = False) -> dict[str, DocsetVersions]:
    """The versions of several docsets by the docset's url_path, an empty set where one has none.  Two queries."""
    found: dict[str, list[Version]] = {url_path: [] for url_path in url_paths}
    query = Version.objects.filter(docset__url_path__in=list(found)).select_related("docset", "root")
    for version in query.prefetch_related("aliases"):
        found[version.docset.url_path].append(version)
    return {url_path: DocsetVersions(versions, drafts=drafts) for url_path, versions in found.items()}


@dataclass(frozen=True)
class Location:
    """Where an address leads.

    ``version`` None: not in a version.  ``page`` None: nothing there that this reader may read.  ``rest`` is the path
    inside the version (or
    the site), as asked for, with slashes between segments only.
    """

    site_path: str
    rest: str
    page: BasePage | None
    version: Version | None = None
    alias: str = ""
    versions: DocsetVersions = field(default_factory=lambda: DocsetVersions([]))

    def url(self, url_path: str, *, alias: str | None = None) -> str:
        """Address of the page at ``url_path``, staying under this location's alias where it is in the same version.

        ``alias`` "" asks for the version's own segment, another one for that alias.
        """
        segment = self.alias if alias is None else alias
        if segment and self.version is not None and url_path.startswith(self.version.root.url_path):
            return self.version_url(self.version, url_path, segment)
        return "/" + url_path[len(self.site_path) :]

    def version_url(self, version: Version, url_path: str, segment: str) -> str:
        """Address of the page at ``url_path`` of ``version`` under ``segment``."""
        docset = version.docset.url_path
        return f"/{docset[len(self.site_path) :]}{segment}/{url_path[len(version.root.url_path) :]}"


def may_read_drafts(request: HttpRequest | None) -> bool:
    """Whether ``request`` comes from an editor, who may read draft versions."""
    user = getattr(request, "user", None)
    return user is not None and user.is_active and user.has_perm("wagtailadmin.access_admin")


def normalise_path(path: str) -> str:
    """A request's path as stored addresses are compared: NFC, no slash at either end, and no NUL."""
    return unicodedata.normalize("NFC", path.replace("\0", "\ufffd")).strip("/")


def locate(request: HttpRequest, path: str) -> Location:
    """Find what the address ``path`` (without site, percent-decoded) leads to for the reader of ``request``.

    At most five queries: site, versions, aliases, restrictions, page.
    """
    site = Site.find_for_request(request)
    site_path = site.root_page.url_path if site is not None else "/"
    path = normalise_path(path)
    docset_slug, _slash, inside = path.partition("/")
    versions = (
        versions_of(f"{site_path}{docset_slug}/", drafts=may_read_drafts(request))
        if docset_slug
        else DocsetVersions([])
    )
    segment, _slash, rest = inside.partition("/")
    version, alias = versions.by_segment(segment)
    if version is not None:
        url_path = version.root.url_path + (f"{rest}/" if rest else "")
    else:
        url_path, rest = site_path + (f"{path}/" if path else ""), path
    return Location(site_path, rest, readable_page(request, url_path), version, alias, versions)


def readable_page(request: HttpRequest | None, url_path: str) -> BasePage | None:
    """The page at ``url_path`` that ``request`` may read and that has an address, or None."""
    pages = BasePage.objects.readable(request).exclude(addressing=Addressing.CAPTION)
    return pages.filter(url_path=url_path).first()


def locate_page(request: HttpRequest, page: BasePage) -> Location:
    """The location of a page already known, as for a preview; its own segment, no alias."""
    site = page.get_site()
    site_path = site.root_page.url_path if site is not None else "/"
    version = Version.objects.containing(page.path or "").select_related("docset", "root").first()
    if version is None:
        return Location(site_path, page.url_path[len(site_path) :].strip("/"), page)
    versions = versions_of(version.docset.url_path, drafts=True)
    rest = page.url_path[len(version.root.url_path) :].strip("/")
    return Location(site_path, rest, page, version, "", versions)


def pages_by_source(request: HttpRequest | None, version: Version, source_path: str) -> BasePage | None:
    """The readable page of ``version`` that was imported from ``source_path`` (``notes/faq``), wherever it is now."""
    return (
        BasePage.objects.readable(request)
        .in_subtree(version.root.path)
        .filter(source_path=source_path)
        .order_by("path")
        .first()
    )
