"""Own aliases of versions: the one place that changes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction

from docsite.versions.models import Alias, Version
from docsite.versions.states import touch_docset


def set_aliases(version: Version, segments: Iterable[str], *, user: Any = None) -> None:
    """Make ``segments`` the own aliases of ``version``; one that another version has is taken from it.

    Raises ValidationError where a segment is reserved, malformed or a version's own, PermissionDenied where ``user``
    (None: the system) may not
    change versions.  All or nothing.
    """
    if user is not None and not user.has_perm("versions.change_version"):
        raise PermissionDenied("Changing aliases needs the permission to change versions.")
    wanted = list(dict.fromkeys(segments))
    with transaction.atomic():
        version.aliases.exclude(segment__in=wanted).delete()
        for segment in wanted:
            alias = Alias.objects.filter(docset_id=version.docset_id, segment=segment).first() or Alias(segment=segment)
            alias.version, alias.docset_id = version, version.docset_id
            alias.full_clean()
            alias.save()
        touch_docset(version.docset_id)
