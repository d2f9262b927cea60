"""Form widgets of the base page."""

from typing import Any

from wagtail.admin.widgets import SlugInput


class DottedSlugInput(SlugInput):
    """Wagtail's slug input: follows the title while it is empty, but leaves alone what is typed into it.

    The stock one rewrites the slug when the field is left, and would take dots, capitals and underscores out of
    ``torch.nn.Conv2d``.
    The server says what is allowed (docsite.basepage.slugs).
    """

    def __init__(self, attrs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        actions = "w-sync:check->w-slug#compare w-sync:apply->w-slug#urlify:prevent"
        super().__init__(attrs={"data-action": actions, **(attrs or {})}, **kwargs)
