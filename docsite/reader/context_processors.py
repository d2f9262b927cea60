"""What every template of the site may use."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The name of the site and the links of its footer."""
    return {
        "site_name": settings.WAGTAIL_SITE_NAME,
        "site": {"name": settings.WAGTAIL_SITE_NAME, "links": [], "footer_html": ""},
    }
