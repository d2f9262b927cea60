"""Blocks that show or offer a file, and diagrams."""

from __future__ import annotations

import mimetypes
from pathlib import PurePath
from typing import Any

from django.core.files.storage import default_storage
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.documents.blocks import DocumentChooserBlock

from docsite.pages.blocks.fields import SourceBlock, inline_block, inline_html
from docsite.pages.highlight_worker import plain_lines
from docsite.pages.inline import to_html, to_text


class DiagramBlock(blocks.StructBlock):
    """A diagram as Mermaid source, shown as a listing: readers can copy it, search finds it, a script can draw it."""

    source = SourceBlock(label=_("Mermaid source"))
    caption = blocks.CharBlock(required=False, label=_("Caption"), help_text=_("`Backticks` mark code."))
    alt = blocks.CharBlock(
        required=False, label=_("Description"), help_text=_("What it shows, for those who cannot see it.")
    )

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds caption, description and the lines of the source as escaped HTML."""
        return super().get_context(value, parent_context) | {
            "lines": plain_lines(value["source"]),
            "caption_html": to_html(value["caption"]),
            "alt_text": to_text(value["alt"]),
        }

    class Meta:
        icon = "draft"
        label = _("Diagram")
        template = "blocks/diagram.html"
        preview_value = {"source": "graph LR\n  draft --> live\n", "caption": "Life of a page", "alt": ""}
        description = _("A diagram written as Mermaid source")


class VideoBlock(blocks.StructBlock):
    """A film from the documents of the site."""

    document = DocumentChooserBlock(required=False, label=_("File"), help_text=_("MP4 or WebM."))
    caption = inline_block(required=False, label=_("Caption"))
    width = blocks.RegexBlock(r"\A\d{1,5}(px|%|)\Z", required=False, label=_("Width"))
    source = blocks.CharBlock(
        required=False, label=_("Original file"), help_text=_("Where an imported film came from.")
    )

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds address and type of the file."""
        document = value["document"]
        return super().get_context(value, parent_context) | {
            "url": document.url if document is not None else "",
            "type": media_type(document.filename) if document is not None else "",
            "filename": document.filename if document is not None else "",
            "width": value["width"].removesuffix("px"),
            "caption_html": inline_html(value["caption"]),
        }

    class Meta:
        icon = "media"
        label = _("Video")
        template = "blocks/video.html"
        preview_value = {"document": None, "caption": "<p>Making a page</p>", "width": "", "source": ""}
        description = _("A film with controls and caption")


class DownloadBlock(blocks.StructBlock):
    """A file to download, with its name, type and size."""

    document = DocumentChooserBlock(required=False, label=_("File"))
    text = blocks.CharBlock(
        required=False, label=_("Text of the link"), help_text=_("Empty shows the title of the file.")
    )
    source = blocks.CharBlock(
        required=False, label=_("Original file"), help_text=_("Where an imported file came from.")
    )

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds what is known of the file; without one, the words alone."""
        document = value["document"]
        context: dict[str, Any] = {"url": "", "text_html": to_html(value["text"] or value["source"])}
        if document is not None:
            size = document.file_size
            if size is None and default_storage.exists(document.file.name):
                size = document.file.size
            context = {
                "url": document.url,
                "text_html": to_html(value["text"]) if value["text"] else document.title,
                "filename": document.filename,
                "suffix": PurePath(document.filename).suffix.lstrip(".").upper(),
                "size": filesizeformat(size) if size is not None else "",
            }
        return super().get_context(value, parent_context) | context

    class Meta:
        icon = "download"
        label = _("Download")
        template = "blocks/download.html"
        preview_value = {"document": None, "text": "Example project", "source": ""}
        description = _("A file with its name, type and size")


def media_type(filename: str) -> str:
    """Media type of a film by its name; empty where it is none that is known, so that browsers find out themselves."""
    guessed = mimetypes.guess_type(filename)[0] or ""
    return guessed if guessed.startswith(("video/", "audio/")) else ""
