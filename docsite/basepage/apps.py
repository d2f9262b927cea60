"""Django application of docsite.basepage."""

from django.apps import AppConfig


class BasePageConfig(AppConfig):
    """Base page."""

    name = "docsite.basepage"
    verbose_name = "Base page"

    def ready(self) -> None:
        """Connect the signals."""
        from docsite.basepage import signal_handlers

        signal_handlers.connect()
