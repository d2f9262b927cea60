"""Django application of docsite.exchange."""

from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    """Import and export."""

    name = "docsite.exchange"
    verbose_name = "Import and export"
