"""Django application of docsite.reader."""

from django.apps import AppConfig


class ReaderConfig(AppConfig):
    """Reader."""

    name = "docsite.reader"
    verbose_name = "Reader"
