"""Making the fixed parts of a site: home, docsets, versions.  One place, called by admin, commands and importer
alike.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from wagtail.models import Revision, Site

from docsite.basepage.models import BasePage
from docsite.pages.models import BodyPage, DocsetPage, HomePage, RenderedBody, VersionPage
from docsite.pages.variables import problems
from docsite.versions.models import State, Version
from docsite.versions.states import change_state, touch, touch_docset


def ensure_home() -> HomePage:
    """The home page of the default site; made, with root and site, where there is none.

    Wagtail's first migration leaves a welcome page of the base type as the root of a site; ours takes its place.
    """
    site = Site.objects.filter(is_default_site=True).select_related("root_page").first()
    home = HomePage.objects.filter(pk=site.root_page_id).first() if site is not None else None
    if home is not None:
        return home
    with transaction.atomic():
        root = BasePage.get_first_root_node() or BasePage.add_root(instance=BasePage(title="Root", slug="root"))
        for welcome in BasePage.objects.child_of(root).exact_type(BasePage):
            welcome.delete()
        root = BasePage.objects.get(pk=root.pk)
        home = root.add_child(instance=HomePage(title="Documentation", slug="home", live=True))
        Site.objects.update_or_create(
            is_default_site=True,
            defaults={"hostname": "localhost", "root_page": home, "site_name": settings.WAGTAIL_SITE_NAME},
        )
    return home


def ensure_docset(slug: str, title: str = "") -> DocsetPage:
    """The docset ``slug`` below home; made, live, with ``title`` where missing."""
    home = ensure_home()
    docset = DocsetPage.objects.child_of(home).filter(slug=slug).first()
    return docset or home.add_child(instance=DocsetPage(title=title or slug, slug=slug, live=True))


def create_version(
    docset: DocsetPage, name: str, *, segment: str = "", state: str = State.DRAFT, title: str = "", user: Any = None
) -> Version:
    """A new, empty version of ``docset`` with its root page, in ``state``.

    ``segment`` is made from ``name`` where empty.  Raises ValidationError for a bad or taken segment, PermissionDenied
    where ``user``
    (None: the system) may not add versions.
    """
    if user is not None and not user.has_perm("versions.add_version"):
        raise PermissionDenied("Adding a version needs the permission to add versions.")
    segment = segment or name
    with transaction.atomic():
        version = Version(docset=docset, name=name, segment=segment)
        version.full_clean(exclude=["root"])
        parent = BasePage.objects.get(pk=docset.pk)
        root = parent.add_child(
            instance=VersionPage(
                title=title or f"{docset.title} {name}",
                slug=segment,
                live=True,
                lineage=home_lineage(docset),
                owner=user,
            )
        )
        version.root = root
        version.save()
        version = change_state(version, state)
        touch_docset(docset.pk)
    return version


def rename_segment(version: Version, segment: str, *, user: Any = None) -> Version:
    """Give ``version`` another segment in addresses; its root page and all pages below follow in the same transaction.

    Raises ValidationError for a bad or taken segment, PermissionDenied where ``user`` (None: the system) may not change
    versions.
    """
    if user is not None and not user.has_perm("versions.change_version"):
        raise PermissionDenied("Renaming a version needs the permission to change versions.")
    with transaction.atomic():
        version = Version.objects.select_for_update().get(pk=version.pk)
        if version.segment != segment:
            version.segment = segment
            version.full_clean()
            version.save(update_fields=["segment"])
            root = VersionPage.objects.get(pk=version.root_id)
            root.slug = segment
            root.save(user=user, log_action="wagtail.rename")
            _rename_in_revisions(root)
            touch_docset(version.docset_id)
    return version


def set_variables(version: Version, variables: Mapping[str, str], *, user: Any = None) -> Version:
    """Give ``version`` the variables; every live page that shows one with another value is rendered anew.

    All in one transaction, so that readers wait for no rendering.  Raises ValidationError for names or values that are
    not usable, PermissionDenied where ``user`` (None: the system) may not change versions.
    """
    if user is not None and not user.has_perm("versions.change_version"):
        raise PermissionDenied("Changing variables needs the permission to change versions.")
    wrong = problems(variables)
    if wrong:
        raise ValidationError({"variables": wrong})
    with transaction.atomic():
        version = Version.objects.select_for_update().get(pk=version.pk)
        if version.variables != dict(variables):
            version.variables = dict(variables)
            version.save(update_fields=["variables"])
            _render_pages_with_names(version)
            touch(version.root.path)
    return version


def _render_pages_with_names(version: Version) -> None:
    """Make the renderings of the pages and snippets of ``version`` that refer to variables."""
    rows = RenderedBody.objects.exclude(variables="", snippets="").filter(source="")
    pages = BasePage.objects.live().in_subtree(version.root.path)
    for page in pages.filter(content_hash__in=rows.values("content_hash")).specific():
        if isinstance(page, BodyPage):
            page.make_renderings()


def _rename_in_revisions(root: VersionPage) -> None:
    """Write the slug into the page's drafts and history: publishing one of them must not undo the renaming."""
    revisions = list(Revision.objects.for_instance(root))
    for revision in revisions:
        revision.content["slug"] = root.slug
    Revision.objects.bulk_update(revisions, ["content"], batch_size=100)


def home_lineage(docset: BasePage) -> uuid.UUID:
    """The lineage that the root pages of all versions of a docset share."""
    return uuid.uuid5(docset.lineage, "version home")
