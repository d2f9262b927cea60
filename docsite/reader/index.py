"""What a version offers to be linked to: the general index for people, ``objects.inv`` for Sphinx."""

from __future__ import annotations

import hashlib
import string
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import gettext
from django.views.decorators.http import condition, require_safe

from docsite.basepage.managers import refused_paths
from docsite.basepage.models import Addressing, BasePage
from docsite.pages.inline import to_text
from docsite.pages.rendered import Symbol
from docsite.pages.surroundings import surroundings
from docsite.pages.symbols import LABEL, TERM
from docsite.reader.navigation import FRAGMENT, tree_of
from docsite.richtext.inventory import Inventory, Item, write_inventory
from docsite.versions.locate import Location, locate
from docsite.versions.models import Version

# Up to this many entries the whole index is one page; a larger one has a page for each letter.
ONE_PAGE = 1_000
SYMBOLS = "Symbols"


class Named(NamedTuple):
    """A symbol of a version, and where it is: the url_path of its page, and the anchor there."""

    domain: str
    type: str
    name: str
    display: str
    url_path: str
    anchor: str


def named_in(request: HttpRequest | None, version: Version, *, labels: bool = True) -> Iterator[Named]:
    """The symbols of the pages of ``version`` that the request may read.  Two queries."""
    pages = BasePage.objects.readable(request).in_subtree(version.root.path)
    shown = pages.exclude(addressing=Addressing.CAPTION).exclude(content_hash="").order_by("path")
    url_paths: dict[str, str] = {}
    for content_hash, url_path, addressing in shown.values_list("content_hash", "url_path", "addressing"):
        # An entry of a FAQ is shown on the page above it.
        shown_at = url_path.rstrip("/").rsplit("/", 1)[0] + "/" if addressing == Addressing.ANCHOR else url_path
        url_paths.setdefault(content_hash, shown_at)
    rows = Symbol.objects.filter(content_hash__in=pages.values("content_hash")).order_by("id")
    if not labels:
        rows = rows.exclude(type=LABEL)
    fields = rows.values_list("domain", "type", "name", "display", "content_hash", "anchor")
    for domain, type_, name, display, content_hash, anchor in fields.iterator(chunk_size=2000):
        if content_hash in url_paths:
            yield Named(domain, type_, name, display, url_paths[content_hash], anchor)


def _version_of(request: HttpRequest, docset: str, segment: str) -> tuple[Location, Version]:
    location = locate(request, f"{docset}/{segment}/")
    if location.version is None or location.page is None:
        raise Http404
    return location, location.version


# ---------------------------------------------------------------- objects.inv
def inventory_of(request: HttpRequest | None, version: Version) -> Inventory:
    """The Sphinx inventory of a version, as a reader may know it."""
    root = version.root.url_path
    inventory = Inventory(to_text(version.docset.title), version.name)
    seen: set[tuple[str, str]] = set()
    for symbol in named_in(request, version):
        role = f"{symbol.domain}:{symbol.type}"
        if (role, symbol.name) not in seen:
            seen.add((role, symbol.name))
            priority = -1 if symbol.domain == "std" else 1
            uri = f"{symbol.url_path[len(root) :]}#{symbol.anchor}"
            inventory.items.append(Item(symbol.name, role, priority, uri, symbol.display or symbol.name))
    for node in tree_of(version, request).pages:
        path = node.url_path[len(root) :]
        name = node.source_path or path.rstrip("/") or "index"
        inventory.items.append(Item(name, "std:doc", -1, path or "./", to_text(node.title)))
    return inventory


def _etag(request: HttpRequest, docset: str, segment: str) -> str | None:
    version = locate(request, f"{docset}/{segment}/").version
    if version is None:
        return None
    seen = f"{version.pk} {version.generation} {version.name} {refused_paths(request)}"
    return quote_etag(hashlib.sha256(seen.encode()).hexdigest()[:32])


@require_safe
@condition(etag_func=_etag)
def objects_inv(request: HttpRequest, docset: str, segment: str) -> HttpResponse:
    """``objects.inv`` of a version, for intersphinx."""
    _location, version = _version_of(request, docset, segment)
    response = HttpResponse(write_inventory(inventory_of(request, version)), content_type="application/octet-stream")
    if not request.COOKIES:
        patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
    return response


# ---------------------------------------------------------------- genindex
@require_safe
def genindex(request: HttpRequest, docset: str, segment: str) -> HttpResponse:
    """The general index of a version: everything but mere labels, by letter."""
    location, version = _version_of(request, docset, segment)
    by_letter: dict[str, list[dict[str, Any]]] = {}
    for symbol in sorted(named_in(request, version, labels=False), key=lambda symbol: _sorted_by(symbol.name)):
        name = symbol.name if symbol.type in (TERM, "module") else symbol.name.rsplit(".", 1)[-1]
        entry = {
            "name": name,
            "about": _about(symbol),
            "url": f"{location.url(symbol.url_path)}#{_quoted(symbol.anchor)}",
            "is_code": symbol.type != TERM,
        }
        by_letter.setdefault(letter_of(name), []).append(entry)
    letters = sorted(by_letter, key=lambda letter: (letter != SYMBOLS, letter))
    wanted = request.GET.get("letter", "")
    whole = sum(map(len, by_letter.values())) <= ONE_PAGE
    shown = letters if whole else [wanted if wanted in by_letter else letters[0]]
    root_url = f"/{docset}/{segment}/"
    view: dict[str, Any] = {
        "title_text": gettext("Index"),
        "letters": [
            {
                "letter": letter,
                "url": f"#{letter}" if whole else f"{root_url}genindex/?letter={letter}#{letter}",
                "current": not whole and letter in shown,
            }
            for letter in letters
        ],
        "groups": [{"letter": letter, "entries": by_letter[letter]} for letter in shown],
    }
    view |= surroundings(location, version, segment, "genindex/")
    return render(request, "search/genindex.html", {"view": view})


def letter_of(name: str) -> str:
    """The letter of the index that a name is under: without accents, in capitals; Symbols for all that is no letter."""
    first = unicodedata.normalize("NFKD", name.lstrip("_"))[:1].upper()
    return first if first and (first in string.ascii_uppercase or first.isalpha()) else SYMBOLS


def _sorted_by(name: str) -> tuple[str, str]:
    last = name.rsplit(".", 1)[-1]
    return last.lstrip("_").casefold(), name


def _about(symbol: Named) -> str:
    """What stands after a name in the index: ``class in torch.nn``, ``torch.nn.Module method``, ``module``."""
    owner = symbol.name.rpartition(".")[0] if symbol.domain == "py" else ""
    if symbol.type == TERM:
        return ""
    if symbol.type in ("method", "classmethod", "staticmethod", "attribute", "property") and owner:
        return gettext("%(owner)s %(kind)s") % {"owner": owner, "kind": gettext(symbol.type)}
    if owner and symbol.type != "module":
        return gettext("%(kind)s in %(owner)s") % {"owner": owner, "kind": gettext(symbol.type)}
    return gettext(symbol.type)


def _quoted(anchor: str) -> str:
    return quote(anchor, safe=FRAGMENT)
