"""Form widgets of the base page."""

import json
from typing import Any

from wagtail.admin.widgets import SlugInput

# docsite.basepage.slugs.slug_from as JavaScript: other characters become hyphens, none stays at an end.
FORMATTERS = [[[r"[^\p{L}\p{N}\p{M}_.+-]+", "gu"], "-"], [["^-+|-+$", "gu"], ""]]


class DottedSlugInput(SlugInput):
    """Wagtail's slug input: follows the title while it is empty, but leaves alone what is typed into it.

    The stock one takes dots, capitals and underscores out of ``torch.nn.Conv2d``, from the title and again when the
    field is left; Wagtail's action ``format`` applies the formatters alone.  The server says what is allowed
    (docsite.basepage.slugs).
    """

    def __init__(self, attrs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        own = {
            "data-action": "w-sync:check->w-slug#compare w-sync:apply->w-slug#format:prevent",
            "data-w-slug-compare-as-param": "format",
            "data-w-slug-formatters-value": json.dumps(FORMATTERS, separators=(",", ":")),
        }
        super().__init__(attrs=own | (attrs or {}), **kwargs)
