"""Keeps generations and draft restrictions true, whoever changes pages, groups or privacy."""

from typing import Any

from django.contrib.auth.models import Group
from django.db.models import F
from django.db.models.signals import m2m_changed, post_delete, post_save
from wagtail.models import PageViewRestriction
from wagtail.signals import post_page_move

from docsite.basepage.models import BasePage
from docsite.versions.models import Alias, State, Version
from docsite.versions.states import close_or_open, touch, touch_docset


def page_changed(sender: Any, instance: Any, **kwargs: Any) -> None:
    """Any saved or deleted page may change what readers of its version see."""
    if isinstance(instance, BasePage) and not kwargs.get("raw"):
        touch(instance.path)


def page_moved(instance: BasePage, url_path_before: str, **kwargs: Any) -> None:
    """Both the version left and the version entered change; which one was left is not known any more, so all are
    touched.
    """
    Version.objects.update(generation=F("generation") + 1)


def restriction_changed(sender: Any, instance: PageViewRestriction, **kwargs: Any) -> None:
    """Privacy of a page decides what readers see, and may lie above a version."""
    Version.objects.update(generation=F("generation") + 1)


def alias_changed(sender: Any, instance: Alias, **kwargs: Any) -> None:
    """Aliases stand in the selector of every page of the docset."""
    touch_docset(instance.docset_id)


def group_permissions_changed(sender: Any, action: str, **kwargs: Any) -> None:
    """Who may enter the admin may read draft versions."""
    if action in ("post_add", "post_remove", "post_clear"):
        for version in Version.objects.filter(state=State.DRAFT):
            close_or_open(version)


def connect() -> None:
    """Called once when the application is ready."""
    post_save.connect(page_changed, dispatch_uid="versions_page_saved")
    post_delete.connect(page_changed, dispatch_uid="versions_page_deleted")
    post_page_move.connect(page_moved, dispatch_uid="versions_page_moved")
    for signal in (post_save, post_delete):
        signal.connect(
            restriction_changed, sender=PageViewRestriction, dispatch_uid=f"versions_restriction_{id(signal)}"
        )
        signal.connect(alias_changed, sender=Alias, dispatch_uid=f"versions_alias_{id(signal)}")
    m2m_changed.connect(
        group_permissions_changed, sender=Group.permissions.through, dispatch_uid="versions_group_permissions"
    )
