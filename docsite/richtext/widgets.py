"""The rich text editor."""

from __future__ import annotations

from typing import Any

from wagtail.admin.rich_text.editors.draftail import DraftailRichTextArea

from docsite.richtext.contentstate import ExactConverter


class RichTextArea(DraftailRichTextArea):
    """Draftail with a converter that changes nothing by itself (WAGTAILADMIN_RICH_TEXT_EDITORS names this class)."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.converter = ExactConverter(self.features)
