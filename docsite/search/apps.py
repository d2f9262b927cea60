"""Django application of docsite.search."""

from django.apps import AppConfig


class SearchConfig(AppConfig):
    """Search."""

    name = "docsite.search"
    verbose_name = "Search"
