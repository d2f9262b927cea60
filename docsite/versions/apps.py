"""Django application of docsite.versions."""

from django.apps import AppConfig


class VersionsConfig(AppConfig):
    """Versions."""

    name = "docsite.versions"
    verbose_name = "Versions"

    def ready(self) -> None:
        """Connect the signals."""
        from docsite.versions import signal_handlers

        signal_handlers.connect()
