"""What a view that is no page of the tree shows around its content: docset, version, selector (search, index)."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from docsite.pages.inline import to_text
from docsite.versions.locate import Location
from docsite.versions.models import Version


def surroundings(location: Location, version: Version, segment: str, below: str) -> dict[str, Any]:
    """The part of ``view`` that the base template needs, for what stands at ``below`` (``search/?q=x``) of ``version``.

    ``segment`` is the one in the address, an alias perhaps; the entries of the selector keep ``below``.
    """
    docset_url = f"/{version.docset.slug}/"
    versions = [
        {
            "name": other.name,
            "url": f"{docset_url}{other.segment}/{below}",
            "state": other.state,
            "state_label": other.get_state_display(),
            "selected": other == version,
            "current": other == location.versions.current,
            "missing": False,
            "aliases": location.versions.aliases_of(other),
        }
        for other in location.versions.listed
    ]
    root_url = f"{docset_url}{segment}/"
    return {
        "docset": {"title": to_text(version.docset.title), "url": docset_url},
        "version": {"name": version.name, "segment": segment, "state": version.state, "url": root_url},
        "versions": versions,
        "version_groups": [{"label": gettext("Versions"), "versions": versions}],
        "search_url": f"{root_url}search/",
        "robots": "noindex",
        "lang": settings.LANGUAGE_CODE,
        "dir": "ltr",
    }
