"""Keeps ``ancestors_live`` true when a page moves."""

from typing import Any

from wagtail.signals import post_page_move

from docsite.basepage.models import BasePage, refresh_ancestors_live


def refresh_after_move(instance: BasePage, parent_page_after: BasePage, **kwargs: Any) -> None:
    """A moved page's visibility follows its new ancestors."""
    BasePage.objects.filter(pk=instance.pk).update(
        ancestors_live=parent_page_after.live and parent_page_after.ancestors_live
    )
    refresh_ancestors_live(instance.path)


def connect() -> None:
    """Called once when the application is ready."""
    post_page_move.connect(refresh_after_move, dispatch_uid="basepage_refresh_after_move")
