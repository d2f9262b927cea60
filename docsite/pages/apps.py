"""Django application of docsite.pages."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class PagesConfig(AppConfig):
    """Pages."""

    name = "docsite.pages"
    verbose_name = "Pages"

    def ready(self) -> None:
        """Make root, home and site after the first migration, so that the admin never starts without a tree."""
        post_migrate.connect(_ensure_home, sender=self, dispatch_uid="pages_ensure_home")


def _ensure_home(**kwargs: Any) -> None:
    from wagtail.models import Locale

    from docsite.pages.structure import ensure_home

    # Emptied tables (the end of a test) have no language either; they are not a new site.
    if Locale.objects.exists():
        ensure_home()
