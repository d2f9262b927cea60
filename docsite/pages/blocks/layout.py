"""Blocks that arrange others: tabs, folded text, steps, cards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from docsite.pages.blocks.containers import SAMPLE_TEXT, Container
from docsite.pages.blocks.fields import TEXT_FEATURES, RichBlock, anchor_block, inline_block, inline_html
from docsite.pages.inline import to_html, to_text


class TabsBlock(Container):
    """Alternatives of which readers choose one, such as the same command on several systems.  A code group is tabs
    that hold one listing each.
    """

    sync = blocks.CharBlock(
        required=False,
        max_length=64,
        label=_("Choose together with"),
        help_text=_("Tabs with the same word here and the same label switch together on the whole site, such as os."),
    )

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Each tab is a label with a stream."""
        item = blocks.StructBlock(
            [
                ("label", blocks.CharBlock(label=_("Label"), max_length=200, help_text=_("`Backticks` mark code."))),
                ("anchor", anchor_block(label=_("Anchor"), help_text=_("A link to it opens the tab."))),
                ("content", content),
            ],
            label=_("Tab"),
        )
        return [("items", blocks.ListBlock(item, label=_("Tabs")))]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the tabs with their labels as HTML."""
        items = [
            {
                "label_html": to_html(item["label"]),
                "label_text": to_text(item["label"]),
                "anchor": item["anchor"],
                "content": item["content"],
            }
            for item in value["items"]
        ]
        return super().get_context(value, parent_context) | {"items": items, "sync": value["sync"]}

    class Meta:
        icon = "copy"
        label = _("Tabs")
        template = "blocks/tabs.html"
        preview_value = {
            "sync": "",
            "items": [
                {"label": "Linux", "anchor": "", "content": SAMPLE_TEXT},
                {"label": "Windows", "anchor": "", "content": SAMPLE_TEXT},
            ],
        }
        description = _("Alternatives of which readers choose one, such as the same code in several languages")


class DetailsBlock(Container):
    """Text folded under its summary."""

    summary = inline_block(label=_("Summary"))
    open = blocks.BooleanBlock(required=False, label=_("Open at first"))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the summary as HTML."""
        return super().get_context(value, parent_context) | {"summary_html": inline_html(value["summary"])}

    class Meta:
        icon = "arrow-down"
        label = _("Folded text")
        template = "blocks/details.html"
        preview_value = {"summary": "<p>More about this</p>", "open": True, "content": SAMPLE_TEXT}
        description = _("A summary that opens to show more")


class StepsBlock(Container):
    """Instructions in order, each step with a title."""

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Each step is a title with a stream."""
        item = blocks.StructBlock(
            [
                (
                    "title",
                    blocks.CharBlock(
                        required=False, label=_("Title"), max_length=500, help_text=_("`Backticks` mark code.")
                    ),
                ),
                ("anchor", anchor_block(label=_("Anchor"))),
                ("content", content),
            ],
            label=_("Step"),
        )
        return [("items", blocks.ListBlock(item, label=_("Steps")))]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the steps with their titles as HTML."""
        items = [
            {
                "title_html": to_html(item["title"]),
                "title_text": to_text(item["title"]),
                "anchor": item["anchor"],
                "content": item["content"],
            }
            for item in value["items"]
        ]
        return super().get_context(value, parent_context) | {"items": items}

    class Meta:
        icon = "tasks"
        label = _("Steps")
        template = "blocks/steps.html"
        preview_value = {
            "items": [
                {"title": "Install", "anchor": "", "content": SAMPLE_TEXT},
                {"title": "Start", "anchor": "", "content": SAMPLE_TEXT},
            ]
        }
        description = _("Instructions in order, each step with a title")


class ColumnsBlock(blocks.IntegerBlock):
    """Number of columns on a wide screen."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default=2, min_value=1, max_value=4, **kwargs)


class CardsBlock(blocks.StructBlock):
    """A few places to go to, side by side."""

    columns = ColumnsBlock(label=_("Columns"), help_text=_("On a wide screen; fewer on a small one."))
    items = blocks.ListBlock(
        blocks.StructBlock(
            [
                (
                    "title",
                    inline_block(
                        required=False, label=_("Title"), help_text=_("Its link is the link of the whole card.")
                    ),
                ),
                ("text", RichBlock(required=False, features=TEXT_FEATURES, label=_("Text"))),
            ],
            label=_("Card"),
        ),
        label=_("Cards"),
    )

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the cards with their titles as HTML."""
        items = [{"title_html": inline_html(item["title"]), "text": item["text"]} for item in value["items"]]
        return super().get_context(value, parent_context) | {"items": items, "columns": value["columns"] or 2}

    class Meta:
        icon = "grid"
        label = _("Cards")
        template = "blocks/cards.html"
        preview_value = {
            "columns": 2,
            "items": [
                {"title": '<p><a href="/">Start</a></p>', "text": "<p>From nothing to a first page.</p>"},
                {"title": '<p><a href="/">Reference</a></p>', "text": "<p>Everything there is.</p>"},
            ],
        }
        description = _("A few places to go to, side by side")
