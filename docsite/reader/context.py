"""Computes ``view``: everything a page template shows.  Templates query nothing."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language, get_language_bidi, gettext

from docsite.basepage.managers import refused_paths
from docsite.basepage.models import Addressing, BasePage
from docsite.pages import rendering
from docsite.pages.inline import to_html, to_text
from docsite.pages.models import BodyPage, DocsetPage
from docsite.pages.placeholders import fill_children
from docsite.pages.rendered import Values, kept_many
from docsite.pages.snippets import with_snippets
from docsite.pages.variables import substitute, substitute_plain, substitute_toc
from docsite.reader import navigation
from docsite.reader.navigation import Tree, groups_for, tree_of
from docsite.richtext import xrefs
from docsite.versions.locate import Location, locate_page, versions_of_docsets
from docsite.versions.models import STABLE, State, Version
from faq.models import FAQEntryPage, FAQPage

if TYPE_CHECKING:
    from django.http import HttpRequest

# Order and titles of the groups in the version selector.
SELECTOR_GROUPS = [
    (State.CURRENT, "Current"), (State.PREVIEW, "Preview"), (State.SUPPORTED, "Supported"), (State.EOL, "Older"),
    (State.DRAFT, "Drafts"),
]  # fmt: skip


def page_view(page: BasePage, request: HttpRequest) -> dict[str, Any]:
    """The view of ``page`` for the reader of ``request``; a dict, described in the templates that use it.

    ``request.docsite_location`` is where the address led; a preview has none and is located from the page itself.
    """
    location = getattr(request, "docsite_location", None) or locate_page(request, page)
    return PageView(page, location, request).build()


class PageView:
    """Gathers the view of one page."""

    def __init__(self, page: BasePage, location: Location, request: HttpRequest) -> None:
        self.page, self.location, self.request = page, location, request
        self.is_preview = bool(getattr(request, "is_preview", False))
        self.tree: Tree | None = tree_of(location.version, request) if location.version is not None else None
        self.nearest = self.counterparts(location.version) if location.version is not None else {}
        self.values: Values = location.version.variables if location.version is not None else {}

    def url_of(self, url_path: str) -> str:
        """Address of a page of this site, under the reader's alias where it is in the same version."""
        return quote(self.location.url(url_path), safe="/~!$&'()*+,;=:@")

    def build(self) -> dict[str, Any]:
        """Everything the templates show."""
        page, location = self.page, self.location
        view: dict[str, Any] = {
            "page": page,
            "title_html": to_html(substitute_plain(page.title, self.values)),
            "title_text": to_text(substitute_plain(page.title, self.values)),
            "summary": substitute(getattr(page, "summary", ""), self.values),
            "description": substitute(page.search_description or getattr(page, "summary", ""), self.values),
            "lineage": str(page.lineage),
            "updated": page.last_published_at,
            "lang": get_language() or settings.LANGUAGE_CODE,
            "dir": "rtl" if get_language_bidi() else "ltr",
            "robots": self.robots(),
            "canonical": self.request.build_absolute_uri(self.canonical()),
            "source_url": self.source_url(),
            "edit_url": f"/editor-links/{page.lineage}/?path={quote(self.page.url_path)}",
        }
        toc = substitute_toc(self.content(view), self.values)
        view["toc"] = [_toc_entry(entry) for entry in toc]
        view |= self.navigation(toc)
        view |= self.version(location.version)
        if isinstance(page, DocsetPage):
            view["docset"] = {"title": to_text(page.title), "url": self.url_of(page.url_path)}
        if location.version is None:
            view |= self.home()
        return view

    def source_url(self) -> str:
        """The address of the page as Markdown; "" for what has no text of its own."""
        if not isinstance(self.page, BodyPage) or isinstance(self.page, FAQEntryPage):
            return ""
        url = self.url_of(self.page.url_path)
        version = self.location.version
        is_top = url == "/" or (version is not None and self.page.url_path == version.root.url_path)
        return f"{url}index.md" if is_top else f"{url.rstrip('/')}.md"

    # ------------------------------------------------------------ content
    def content(self, view: dict[str, Any]) -> list[dict[str, Any]]:
        """Adds ``body_html`` (and the topics of a FAQ); returns the contents of the page."""
        page = self.page
        if not isinstance(page, BodyPage):
            view["body_html"] = ""
            return []
        if isinstance(page, FAQEntryPage):
            parent = page.get_parent().specific
            return self.faq(view, parent, preview=page)
        if isinstance(page, FAQPage):
            return self.faq(view, page)
        view["body_html"] = self.filled([self.html_of(page)])[0]
        return page.toc

    def html_of(self, page: BodyPage) -> str:
        """Rendered body: the kept one for readers, a fresh one for a preview."""
        return page.render(self.values)["html"] if self.is_preview else page.rendered(self.values).html

    def faq(self, view: dict[str, Any], page: FAQPage, preview: FAQEntryPage | None = None) -> list[dict[str, Any]]:
        """Adds ``faq_topics``; returns the contents: the FAQ page's own headings, then one entry a question."""
        entries = list(
            FAQEntryPage.objects.readable(self.request).in_subtree(page.path, inclusive=False).order_by("path")
        )
        if preview is not None:
            entries = [preview if entry.pk == preview.pk else entry for entry in entries]
            if preview.pk not in {entry.pk for entry in entries}:
                entries.append(preview)
        kept = kept_many([entry.content_hash for entry in entries], self.values)
        bodies = [
            kept[entry.content_hash].html
            if entry.content_hash in kept and entry is not preview
            else self.html_of(entry)
            for entry in entries
        ]
        own, *bodies = self.filled([self.html_of(page), *bodies])
        topics: dict[str, dict[str, Any]] = {}
        for entry, body in zip(entries, bodies, strict=True):
            title = to_html(substitute_plain(entry.topic, self.values))
            question = substitute_plain(entry.title, self.values)
            topic = topics.setdefault(entry.topic, {"title_html": title, "entries": []})
            topic["entries"].append(
                {
                    "question_html": to_html(question),
                    "question_text": to_text(question),
                    "anchor": entry.anchor,
                    "aliases": entry.anchor_aliases,
                    "lineage": str(entry.lineage),
                    "body_html": body,
                }
            )
        view["body_html"], view["faq_topics"] = own, list(topics.values())
        questions = [
            {"level": 2, "anchor": entry.anchor, "text": entry.title, "nav_only": False, "children": entry.toc}
            for entry in entries
        ]
        return [*page.toc, *questions]

    def filled(self, bodies: list[str]) -> list[str]:
        """The bodies with what each reader gets anew: snippets, lists of pages, addresses of links."""
        bodies = with_snippets(bodies, self.values)
        bodies = [fill_children(body, self.pages_below) for body in bodies]
        return self.links_filled(self.xrefs_filled(bodies))

    def xrefs_filled(self, bodies: list[str]) -> list[str]:
        """The bodies with their cross-references by name resolved, where they lead anywhere."""
        version, wanted = self.location.version, set[xrefs.Xref]().union(*map(xrefs.xrefs_in, bodies))
        if version is None or self.tree is None or not wanted:
            return bodies
        root_url, known = self.url_of(version.root.url_path), self.tree.xrefs
        asked = wanted - known.keys()
        if asked:
            pages = BasePage.objects.readable(self.request).in_subtree(version.root.path)
            known.update(dict.fromkeys(asked, "") | xrefs.resolve(asked, pages, version.docset_id))
        own = {xref: root_url + below for xref in wanted if (below := xrefs.generated(xref)) is not None}
        return [xrefs.fill_xrefs(body, known | own) for body in bodies]

    def pages_below(self, depth: int) -> str:
        """The list of the readable pages below this one, ``depth`` levels of them."""
        tree = self.tree
        if tree is None:
            tree = Tree(self.page.path, refused_paths(self.request), depth=self.page.depth + depth)
        node = tree.by_path.get(self.page.path)
        entries = navigation.entries_below(node, depth, self.url_of) if node is not None else []
        return render_to_string("includes/pages_below.html", {"entries": entries}) if entries else ""

    def links_filled(self, bodies: list[str]) -> list[str]:
        """The bodies with the addresses of their page links: from the version's tree, else one query for all of
        them.
        """
        address_of = self.address_finder(set[tuple[str, str]]().union(*map(rendering.linked_pages, bodies)))
        return [rendering.resolve_links(html, address_of) for html in bodies]

    def address_finder(self, wanted: set[tuple[str, str]]) -> Callable[[str, str, str], str | None]:
        """A function ``(lineage, version, anchor)`` that gives the address, without fragment, of pages among ``wanted``
        (lineages, each with the version it is pinned to or ""); None where the reader has no such page.
        """
        elsewhere = self.pages_elsewhere(
            {lineage for lineage, version in wanted if version or not self.in_tree(lineage)}
        )

        def address_of(lineage: str, version: str, anchor: str) -> str | None:
            node = self.tree.by_lineage.get(lineage) if self.tree is not None and not version else None
            if node is None:
                return self.address_elsewhere(elsewhere.get(lineage, []), version)
            if node.addressing == Addressing.ANCHOR and node.parent is not None:
                return self.url_of(node.parent.url_path)
            return self.url_of(node.url_path) if node.has_page else None

        return address_of

    def in_tree(self, lineage: str) -> bool:
        """Whether the reader's version has the lineage."""
        return self.tree is not None and lineage in self.tree.by_lineage

    def pages_elsewhere(self, lineages: set[str]) -> dict[str, list[BasePage]]:
        """Readable pages of ``lineages`` anywhere on the site."""
        found: dict[str, list[BasePage]] = {}
        if lineages:
            pages = BasePage.objects.readable(self.request).filter(lineage__in=lineages)
            for page in pages.only("lineage", "path", "url_path", "addressing", "slug"):
                found.setdefault(str(page.lineage), []).append(page)
        return found

    def address_elsewhere(self, pages: list[BasePage], segment: str) -> str | None:
        """Address of the best of ``pages`` of one lineage: the pinned version, else outside versions, else the current
        version.
        """
        if not pages:
            return None
        docset_paths = {page.pk: "/".join(page.url_path.split("/")[:3]) + "/" for page in pages}
        docsets = versions_of_docsets(set(docset_paths.values()))
        ranked: list[tuple[int, str]] = []
        for page in pages:
            versions = docsets[docset_paths[page.pk]]
            owner = next((v for v in versions.all if page.path.startswith(v.root.path)), None)
            if segment and (owner is None or owner.segment != segment):
                continue
            rank = 0 if owner is None or owner == versions.current else 1
            if rank == 0 and owner is not None and not segment:
                url_path = self.location.version_url(owner, page.url_path, STABLE)
            else:
                url_path = "/" + page.url_path[len(self.location.site_path) :]
            ranked.append((rank, url_path))
        return min(ranked)[1] if ranked else None

    # ------------------------------------------------------------ around the content
    def navigation(self, toc: list[dict[str, Any]]) -> dict[str, Any]:
        """Tree, breadcrumbs, previous and next."""
        if self.tree is None:
            return {"nav": [], "breadcrumbs": [], "previous": None, "next": None}
        path = self.page.path
        if isinstance(self.page, FAQEntryPage):
            path = path[: -BasePage.steplen]
        before, after = self.tree.neighbours(path)
        return {
            "nav": groups_for(self.tree, path, toc, self.url_of),
            "breadcrumbs": [navigation.link(node, self.url_of) for node in self.tree.breadcrumbs(path)],
            "previous": navigation.link(before, self.url_of),
            "next": navigation.link(after, self.url_of),
        }

    def version(self, version: Version | None) -> dict[str, Any]:
        """Label, selector, banner."""
        if version is None:
            return {"version": None, "versions": [], "version_groups": [], "banner": None, "alias": ""}
        location, docset = self.location, version.docset
        choices = self.choices(version)
        groups = [
            {"label": gettext(label), "versions": [choice for choice in choices if choice["state"] == state]}
            for state, label in SELECTOR_GROUPS
        ]
        root_url = self.url_of(version.root.url_path)
        return {
            "docset": {"title": to_text(docset.title), "url": "/" + docset.url_path[len(location.site_path) :]},
            "version": {
                "name": version.name,
                "segment": location.alias or version.segment,
                "state": version.state,
                "state_label": version.get_state_display(),
                "hidden": version.hidden,
                "url": root_url,
                "root_title": to_text(substitute_plain(version.root.title, self.values)),
            },
            "alias": location.alias,
            "versions": choices,
            "version_groups": [group for group in groups if group["versions"]],
            "search_url": f"{root_url}search/",
            "banner": self.missing_banner(version) or self.state_banner(version, choices),
        }

    def counterparts(self, version: Version) -> dict[int, BasePage]:
        """By version id, the page of this lineage in every version or the nearest one above it.  One query for all
        versions.
        """
        lineages = [node.lineage for node in self.tree.breadcrumbs(self.page.path)] if self.tree is not None else []
        lineages.append(str(self.page.lineage))
        pages = BasePage.objects.readable(self.request).in_subtree(version.docset.path)
        pages = pages.filter(lineage__in=lineages).exclude(addressing=Addressing.CAPTION)
        by_root: dict[str, dict[str, BasePage]] = {}
        for page in pages.only("lineage", "path", "url_path", "title", "nav_title", "addressing", "slug"):
            by_root.setdefault(page.path[: len(version.root.path)], {})[str(page.lineage)] = page
        nearest = {}
        for other in self.location.versions.all:
            found = by_root.get(other.root.path, {})
            nearest[other.pk] = next((found[lineage] for lineage in reversed(lineages) if lineage in found), other.root)
        return nearest

    def choices(self, version: Version) -> list[dict[str, Any]]:
        """The entries of the version selector, newest first, each leading to this page or the nearest one above it."""
        location = self.location
        shown = [other for other in location.versions.all if other == version or not other.hidden]
        if version not in shown:
            shown.insert(0, version)
        choices = []
        for other in shown:
            target = self.nearest.get(other.pk, other.root)
            missing = target.lineage != self.page.lineage
            url = quote("/" + target.url_path[len(location.site_path) :])
            choices.append(
                {
                    "name": other.name,
                    "segment": other.segment,
                    "url": f"{url}?missing={self.page.lineage}" if missing else url,
                    "state": other.state,
                    "state_label": other.get_state_display(),
                    "current": other.state == State.CURRENT,
                    "selected": other == version,
                    "missing": missing,
                    "nearest_title": to_text(substitute_plain(target.title, other.variables)) if missing else "",
                    "aliases": location.versions.aliases_of(other),
                }
            )
        return choices

    def state_banner(self, version: Version, choices: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The line that warns of a version that is not the current one; None for the current one."""
        current = next((choice for choice in choices if choice["current"]), None)
        texts = {
            State.PREVIEW: ("preview", gettext("Version %s is not released yet.")),
            State.DRAFT: ("preview", gettext("Version %s is a draft; only editors see it.")),
            State.SUPPORTED: ("old", gettext("This is version %s, not the current one.")),
            State.EOL: ("eol", gettext("Version %s is no longer supported.")),
        }
        if version.state not in texts or (version.state == State.SUPPORTED and current is None):
            return None
        kind, text = texts[State(version.state)]
        url = link_text = ""
        if current is not None:
            url = current["url"]
            link_text = (
                gettext("Go to the current version, %s") % current["name"]
                if current["missing"]
                else gettext("Read this page in the current version, %s") % current["name"]
            )
        return {"kind": kind, "text": text % version.name, "url": url, "link_text": link_text}

    def missing_banner(self, version: Version) -> dict[str, Any] | None:
        """Says that the page the reader came from is not in this version; the selector's links carry its lineage."""
        try:
            lineage = uuid.UUID(self.request.GET.get("missing", ""))
        except ValueError:
            return None
        pages = BasePage.objects.readable(self.request).in_subtree(version.docset.path).filter(lineage=lineage)
        page = pages.only("title", "path", "slug").order_by("-path").first()
        if page is None or page.path.startswith(version.root.path):
            return None
        text = gettext("“%(title)s” is not in version %(version)s; this is the nearest page.")
        return {
            "kind": "missing",
            "text": text % {"title": to_text(page.title), "version": version.name},
            "url": "",
            "link_text": "",
        }

    def home(self) -> dict[str, Any]:
        """Docsets and pages outside docsets, for pages outside versions."""
        pages = BasePage.objects.readable(self.request).filter(depth=3, url_path__startswith=self.location.site_path)
        pages = list(pages.specific())
        all_versions = versions_of_docsets(page.url_path for page in pages)
        docsets, others = [], []
        for page in pages:
            entry = {"title": to_text(page.title), "title_html": to_html(page.title), "url": self.url_of(page.url_path)}
            if not isinstance(page, DocsetPage):
                others.append(entry | {"current": page.pk == self.page.pk})
                continue
            versions = all_versions[page.url_path]
            shown = versions.current or versions.latest
            if shown is not None:
                docsets.append(
                    entry | {"summary": page.summary, "version_name": shown.name, "versions": len(versions.listed)}
                )
        return {"docsets": docsets, "pages": others}

    # ------------------------------------------------------------ head
    def robots(self) -> str:
        """``noindex`` for what search engines should not show: preview, end-of-life, draft and hidden versions."""
        version = self.location.version
        if self.is_preview or (
            version is not None and (version.hidden or version.state in (State.DRAFT, State.PREVIEW, State.EOL))
        ):
            return "noindex"
        return ""

    def canonical(self) -> str:
        """The page of the same lineage in the current version at its ``stable`` address if it is there, else the page
        itself.
        """
        version, versions = self.location.version, self.location.versions
        own = quote("/" + self.page.url_path[len(self.location.site_path) :])
        current = versions.current
        if version is None or current is None:
            return own
        if version == current:
            return quote(self.location.version_url(current, self.page.url_path, STABLE))
        page = self.nearest.get(current.pk)
        if page is None or page.lineage != self.page.lineage:
            return own
        return quote(self.location.version_url(current, page.url_path, STABLE))


def _toc_entry(entry: dict[str, Any]) -> dict[str, Any]:
    return {
        "anchor": entry["anchor"],
        "title_html": to_html(entry["text"]),
        "children": [_toc_entry(child) for child in entry["children"]],
    }
