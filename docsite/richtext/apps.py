"""Django application of docsite.richtext."""

from django.apps import AppConfig


class RichTextConfig(AppConfig):
    """Rich text."""

    name = "docsite.richtext"
    verbose_name = "Rich text"
