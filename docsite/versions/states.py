"""Changing what state a version is in: the one place, called by admin, commands and the importer."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from wagtail.log_actions import log
from wagtail.models import PageViewRestriction

from docsite.versions.models import State, Version


def change_state(version: Version, state: str, *, user: Any = None, hidden: bool | None = None) -> Version:
    """Put ``version`` into ``state`` (a State) and return it fresh.

    Making a version current demotes the former current one to supported in the same transaction.  A draft version is
    closed to
    readers by a view restriction on its root, which Wagtail's own surfaces honour as well.
    ``user`` None is the system (commands); otherwise PermissionDenied unless the user may change versions.
    Raises ValueError for an unknown state.
    """
    state = State(state)
    if user is not None and not user.has_perm("versions.change_version"):
        raise PermissionDenied("Changing the state of a version needs the permission to change versions.")
    with transaction.atomic():
        versions = {v.pk: v for v in Version.objects.select_for_update().filter(docset_id=version.docset_id)}
        version = versions[version.pk]
        before = version.state
        if state == State.CURRENT:
            for other in versions.values():
                if other.state == State.CURRENT and other.pk != version.pk:
                    other.state = State.SUPPORTED
                    other.save(update_fields=["state"])
        version.state = state
        if hidden is not None:
            version.hidden = hidden
        if state in (State.CURRENT, State.SUPPORTED) and version.released_on is None:
            version.released_on = timezone.localdate()
        if state == State.EOL and version.eol_on is None:
            version.eol_on = timezone.localdate()
        version.save()
        close_or_open(version)
        touch_docset(version.docset_id)
        if before != state:
            log(
                instance=version.root.specific,
                action="docsite.version_state",
                user=user,
                data={"before": before, "after": str(state)},
            )
    return version


def close_or_open(version: Version) -> None:
    """Give the root of a draft version the view restriction that admits editors only; take it from any other."""
    if version.state != State.DRAFT:
        PageViewRestriction.objects.filter(
            page_id=version.root_id, restriction_type=PageViewRestriction.GROUPS
        ).delete()
        return
    restriction, _created = PageViewRestriction.objects.get_or_create(
        page_id=version.root_id, restriction_type=PageViewRestriction.GROUPS
    )
    restriction.groups.set(editor_groups())


def editor_groups() -> Any:
    """The groups whose members may enter the admin, and so may read draft versions."""
    return Group.objects.filter(
        permissions__codename="access_admin", permissions__content_type__app_label="wagtailadmin"
    ).distinct()


def touch_docset(docset_id: int) -> None:
    """Raise the generation of all versions of a docset: something that all their pages show has changed."""
    Version.objects.filter(docset_id=docset_id).update(generation=F("generation") + 1)


def touch(path: str) -> None:
    """Raise the generation of the version that holds treebeard ``path``, if one does."""
    Version.objects.containing(path).update(generation=F("generation") + 1)
