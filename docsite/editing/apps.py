"""Django application of docsite.editing."""

from django.apps import AppConfig


class EditingConfig(AppConfig):
    """Editing."""

    name = "docsite.editing"
    verbose_name = "Editing"

    def ready(self) -> None:
        """Register what Wagtail has no hook for."""
        from docsite.editing import comparison

        comparison.register()
