"""Adds what needs Wagtail's own tables, which in turn point at the base page: Wagtail's bootstrap for a custom base page."""

from django.db import migrations
from wagtail.models import BootstrapLocaleField, BootstrapTranslatableModel, BootstrapTranslationKeyField


class Migration(migrations.Migration):
    dependencies = [
        ("basepage", "0001_initial"),
        ("wagtailcore", "0098_apitoken"),
    ]

    operations = [
        BootstrapLocaleField("basepage.BasePage"),
        BootstrapTranslationKeyField("basepage.BasePage"),
        BootstrapTranslatableModel("basepage.BasePage"),
    ]
