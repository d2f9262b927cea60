"""Django application of docsite.editing."""

from django.apps import AppConfig


class EditingConfig(AppConfig):
    """Editing."""

    name = "docsite.editing"
    verbose_name = "Editing"
