"""The one door to pages, and searching the tree by its indexed path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q
from wagtail.models import PageManager, PageViewRestriction
from wagtail.query import PageQuerySet

if TYPE_CHECKING:
    from django.http import HttpRequest


def subtree_q(path: str, *, inclusive: bool = True) -> Q:
    """Condition for the pages below treebeard ``path``, answered from the index on every database.

    ``path__startswith`` is a LIKE with ESCAPE, for which SQLite reads the whole table.  A path is made of steps of four
    characters out of 0-9A-Z, so everything below ``path`` sorts between it and itself followed by ZZZZ.
    """
    lower = Q(path__gte=path) if inclusive else Q(path__gt=path)
    return lower & Q(path__lte=path + "ZZZZ")


class BasePageQuerySet(PageQuerySet):
    """Pages, with the conditions every reading surface needs."""

    def live_q(self) -> Q:
        """Live means: published, and every ancestor published too.

        Wagtail asks for the page alone, and so serves, lists and searches children of an unpublished parent.
        Overriding it here makes Wagtail's own surfaces (API, sitemap, search views) agree with ours.
        """
        return Q(live=True, ancestors_live=True)

    def in_subtree(self, path: str, *, inclusive: bool = True) -> BasePageQuerySet:
        """Pages at and below treebeard ``path``."""
        return self.filter(subtree_q(path, inclusive=inclusive))

    def readable(self, request: HttpRequest | None = None) -> BasePageQuerySet:
        """THE ONE DOOR: the pages that whoever makes ``request`` may read; nobody in particular where it is None.

        Live, all ancestors live, and below no view restriction that the request does not meet; a draft version is such
        a
        restriction.  Every public surface takes its pages from here.  One query for the restrictions of the whole site.
        """
        pages = self.live()
        for path in refused_paths(request):
            pages = pages.exclude(subtree_q(path))
        return pages


def refused_paths(request: HttpRequest | None) -> list[str]:
    """Tree paths of the pages that ``request`` may not read because of a view restriction; outermost ones only."""
    key = "_docsite_refused_paths"
    if request is not None and hasattr(request, key):
        return getattr(request, key)
    restrictions = PageViewRestriction.objects.select_related("page").order_by("page__path")
    refused: list[str] = []
    for restriction in restrictions:
        accepted = restriction.accept_request(request) if request is not None else False
        if not accepted and not (refused and restriction.page.path.startswith(refused[-1])):
            refused.append(restriction.page.path)
    if request is not None:
        setattr(request, key, refused)
    return refused


# Manager of every page type.
BasePageManager = PageManager.from_queryset(BasePageQuerySet)
