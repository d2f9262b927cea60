"""All StreamField blocks of the site.  ``body_block()`` at the bottom is what a page's body is made of."""

from __future__ import annotations

import functools
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from docsite.pages.blocks.containers import (
    AdmonitionBlock,
    ApiBlock,
    DefinitionsBlock,
    ListBlock,
    QuoteBlock,
    TableBlock,
    VersionNoteBlock,
)
from docsite.pages.blocks.layout import CardsBlock, DetailsBlock, StepsBlock, TabsBlock
from docsite.pages.blocks.leaves import (
    CodeBlock,
    FigureBlock,
    HeadingBlock,
    HtmlBlock,
    MathBlock,
    ParagraphBlock,
    TargetBlock,
)
from docsite.pages.blocks.media import DiagramBlock, DownloadBlock, VideoBlock
from docsite.pages.blocks.reuse import ChildrenBlock, SnippetBlock

MAX_LEVEL = 7

LEAVES: dict[str, tuple[type[blocks.Block], Any]] = {
    "paragraph": (ParagraphBlock, _("Text")),
    "heading": (HeadingBlock, _("Text")),
    "code": (CodeBlock, _("Code and formulas")),
    "math": (MathBlock, _("Code and formulas")),
    "diagram": (DiagramBlock, _("Code and formulas")),
    "figure": (FigureBlock, _("Media")),
    "video": (VideoBlock, _("Media")),
    "download": (DownloadBlock, _("Media")),
    "cards": (CardsBlock, _("Layout")),
    "snippet": (SnippetBlock, _("Reuse")),
    "children": (ChildrenBlock, _("Reuse")),
    "target": (TargetBlock, _("Technical")),
    "html": (HtmlBlock, _("Technical")),
}
CONTAINERS: dict[str, tuple[type[blocks.Block], Any]] = {
    "list": (ListBlock, _("Text")),
    "definitions": (DefinitionsBlock, _("Text")),
    "table": (TableBlock, _("Text")),
    "quote": (QuoteBlock, _("Text")),
    "admonition": (AdmonitionBlock, _("Boxes")),
    "version_note": (VersionNoteBlock, _("Boxes")),
    "details": (DetailsBlock, _("Boxes")),
    "tabs": (TabsBlock, _("Layout")),
    "steps": (StepsBlock, _("Layout")),
    "api": (ApiBlock, _("Reference")),
}


class ContentBlock(blocks.StreamBlock):
    """A stream that many containers share."""

    @functools.cached_property
    def _checked(self) -> list[Any]:
        return super().check()

    def check(self, **kwargs: Any) -> list[Any]:
        """As usual, once: asked through every container of every level, it would run a million times."""
        return self._checked

    def render_basic(self, value: blocks.StreamValue, context: Any = None) -> SafeString:
        """The blocks one after another, without Wagtail's element around each: every block has its own."""
        return mark_safe("".join(child.render(context=context) for child in value))  # templates escape


@functools.cache
def content_block(level: int) -> ContentBlock:
    """The stream of one level of nesting, the body being level 1; the last level has no containers.

    One block object serves all containers of a level: the admin's definition of the form stays as small as the number
    of
    levels, not of combinations.
    """
    children = [(name, block(group=group)) for name, (block, group) in LEAVES.items()]
    if level < MAX_LEVEL:
        content = content_block(level + 1)
        children += [(name, block(content, group=group)) for name, (block, group) in CONTAINERS.items()]
    return ContentBlock(children, required=False, label=_("Content"))


def body_block() -> ContentBlock:
    """The body of a page."""
    return content_block(1)
