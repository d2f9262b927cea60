"""The slug field follows the title and keeps what slugs may hold here."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from docsite.basepage.slugs import slug_from, validate_slug
from docsite.basepage.widgets import FORMATTERS, DottedSlugInput
from tests.factories import make_page, make_version

pytestmark = pytest.mark.django_db


def as_the_browser_does(title: str) -> str:
    """The formatters of the widget; Python writes ``\\p{L}\\p{N}\\p{M}_`` as ``\\w``."""
    slug = title.strip()
    for (pattern, _flags), replacement in FORMATTERS:
        slug = re.sub(pattern.replace(r"\p{L}\p{N}\p{M}_", r"\w"), replacement, slug)
    return slug


@pytest.mark.parametrize(
    "title", ["torch.nn.Conv2d", "Release 1.10", "`Tabs` & more", "C++", "__init__", "Über uns", "日本語 の", " a / b "]
)
def test_browser_and_server_make_the_same_slug(title: str) -> None:
    slug = as_the_browser_does(title)
    validate_slug(slug)
    assert slug == slug_from(title)


def test_nothing_rewrites_what_was_typed() -> None:
    html = DottedSlugInput().render("slug", "torch.nn.Conv2d")
    assert "blur" not in html
    assert "slugify" not in html
    assert "urlify" not in html
    assert json.loads(json.dumps(FORMATTERS)) == FORMATTERS


def test_every_page_type_has_the_field(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "torch.nn.Conv2d")
    form = admin_client.get(reverse("wagtailadmin_pages:edit", args=[page.pk])).context["form"]
    assert isinstance(form.fields["slug"].widget, DottedSlugInput)
