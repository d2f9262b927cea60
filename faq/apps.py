"""Django application of frequently asked questions."""

from django.apps import AppConfig


class FAQConfig(AppConfig):
    """FAQ pages."""

    name = "faq"
    verbose_name = "FAQ"
