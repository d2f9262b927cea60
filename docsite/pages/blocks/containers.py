"""Blocks that hold other blocks.  Each takes ``content``, the stream of the next level, when it is made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from wagtail import blocks

from docsite.pages.blocks.fields import (
    SparseBlock,
    SuggestBlock,
    anchor_block,
    anchors_block,
    inline_block,
    inline_html,
    links_block,
    links_of,
)
from docsite.pages.inline import to_html
from docsite.pages.linking import Link, link_lines

ADMONITION_TITLES = {
    "note": _("Note"),
    "tip": _("Tip"),
    "hint": _("Hint"),
    "important": _("Important"),
    "warning": _("Warning"),
    "caution": _("Caution"),
    "danger": _("Danger"),
    "error": _("Error"),
    "attention": _("Attention"),
    "seealso": _("See also"),
    "todo": _("To do"),
    "topic": "",
    "sidebar": "",
}
# Set off from the text, but saying nothing about its weight: docutils counts these as no admonitions.
ASIDES = {"topic", "sidebar"}
VERSION_NOTES = {
    "versionadded": (_("New in version %s"), _("New")),
    "versionchanged": (_("Changed in version %s"), _("Changed")),
    "deprecated": (_("Deprecated since version %s"), _("Deprecated")),
    "versionremoved": (_("Removed in version %s"), _("Removed")),
}
API_KINDS = [
    "function",
    "class",
    "method",
    "classmethod",
    "staticmethod",
    "attribute",
    "property",
    "data",
    "exception",
    "module",
    "decorator",
    "option",
    "envvar",
    "type",
    "macro",
    "struct",
    "enum",
    "member",
]
SAMPLE_TEXT = [{"type": "paragraph", "value": "<p>Any blocks can stand here.</p>"}]


class Container(blocks.StructBlock):
    """A block whose fields include streams of the next level."""

    def __init__(self, content: blocks.StreamBlock, **kwargs: Any) -> None:
        super().__init__(local_blocks=self.streams(content), **kwargs)

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """The fields that hold ``content``."""
        return [("content", content)]


class AdmonitionBlock(Container):
    """A box set off from the text: note, warning and so on."""

    kind = SuggestBlock(suggestions="admonitions", default="note", max_length=100, label=_("Kind"))
    title = blocks.CharBlock(required=False, label=_("Title"), help_text=_("Empty shows the usual title of its kind."))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds kind and title."""
        usual = ADMONITION_TITLES.get(value["kind"], value["kind"].replace("-", " ").capitalize())
        return super().get_context(value, parent_context) | {
            "kind": value["kind"],
            "css_class": "topic" if value["kind"] in ASIDES else "admonition",
            "title_html": to_html(value["title"] or str(usual)),
        }

    class Meta:
        icon = "warning"
        label = _("Admonition")
        template = "blocks/admonition.html"
        preview_value = {"kind": "note", "title": "", "content": SAMPLE_TEXT}
        description = _("Note, tip, warning or any other box")


class ListBlock(Container):
    """A list whose items hold blocks.  Simple lists are easier in a text block."""

    ordered = blocks.BooleanBlock(required=False, label=_("Numbered"))
    start = blocks.IntegerBlock(default=1, min_value=0, label=_("First number"))

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Each item is a stream."""
        return [("items", blocks.ListBlock(content, label=_("Items")))]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the items (``value.items`` is the method of a dict)."""
        return super().get_context(value, parent_context) | {"items": list(value["items"])}

    class Meta:
        icon = "list-ul"
        label = _("List of blocks")
        template = "blocks/list.html"
        preview_value = {"ordered": True, "start": 1, "items": [SAMPLE_TEXT, SAMPLE_TEXT]}
        description = _("A list whose items hold code, notes or several paragraphs")


class DefinitionsBlock(Container):
    """Terms and their definitions: definition lists, glossaries, footnotes, options."""

    kind = blocks.ChoiceBlock(
        choices=[
            ("glossary", _("Glossary")),
            ("footnote", _("Footnotes")),
            ("citation", _("Citations")),
            ("fields", _("Fields")),
            ("options", _("Options")),
        ],
        required=False,
        label=_("Kind"),
    )

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Each item is a term with a stream."""
        item = blocks.StructBlock(
            [
                ("term", inline_block(required=False, label=_("Term"))),
                ("anchor", anchor_block(label=_("Anchor"))),
                ("content", content),
            ],
            label=_("Definition"),
        )
        return [("items", blocks.ListBlock(item, label=_("Definitions")))]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the items with their terms as HTML."""
        items = [
            {"term_html": inline_html(item["term"]), "anchor": item["anchor"], "content": item["content"]}
            for item in value["items"]
        ]
        return super().get_context(value, parent_context) | {"items": items, "kind": value["kind"] or ""}

    class Meta:
        icon = "list-ul"
        label = _("Definitions")
        template = "blocks/definitions.html"
        preview_value = {"kind": "", "items": [{"term": "<p>Term</p>", "anchor": "", "content": SAMPLE_TEXT}]}
        description = _("Terms with their definitions")


class TableBlock(Container):
    """A table with spans and header cells; a cell holds blocks."""

    caption = blocks.CharBlock(required=False, label=_("Caption"))
    anchor = anchor_block(label=_("Anchor"))
    header_rows = blocks.IntegerBlock(default=1, min_value=0, label=_("Heading rows"))

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Rows of cells of streams."""
        cell = blocks.StructBlock(
            [
                ("header", blocks.BooleanBlock(required=False, label=_("Heading cell"))),
                ("colspan", blocks.IntegerBlock(default=1, min_value=1, max_value=1000, label=_("Columns"))),
                ("rowspan", blocks.IntegerBlock(default=1, min_value=1, max_value=65534, label=_("Rows"))),
                (
                    "align",
                    blocks.ChoiceBlock(
                        choices=[("left", _("Left")), ("center", _("Centre")), ("right", _("Right"))],
                        required=False,
                        label=_("Alignment"),
                    ),
                ),
                ("content", content),
            ],
            label=_("Cell"),
        )
        return [("rows", blocks.ListBlock(blocks.ListBlock(cell, label=_("Cells")), label=_("Rows")))]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the rows of the head and of the body."""
        rows = [list(row) for row in value["rows"]]
        count = value["header_rows"] or 0
        return super().get_context(value, parent_context) | {
            "rows": rows,
            "head_rows": rows[:count],
            "body_rows": rows[count:],
            "header_rows": count,
            "caption_html": to_html(value["caption"]),
        }

    class Meta:
        icon = "table"
        label = _("Table")
        template = "blocks/table.html"
        preview_value = {
            "caption": "",
            "anchor": "",
            "header_rows": 1,
            "rows": [
                [{"header": True, "colspan": 1, "rowspan": 1, "align": "", "content": SAMPLE_TEXT}],
                [{"header": False, "colspan": 1, "rowspan": 1, "align": "", "content": SAMPLE_TEXT}],
            ],
        }
        description = _("A table with spans, heading cells and blocks in its cells")


class QuoteBlock(Container):
    """A quotation."""

    attribution = blocks.CharBlock(required=False, label=_("Attribution"))

    class Meta:
        icon = "openquote"
        label = _("Quote")
        template = "blocks/quote.html"
        preview_value = {"attribution": "A reader", "content": SAMPLE_TEXT}
        description = _("A quotation, or text set in")


class VersionNoteBlock(Container):
    """New, changed, deprecated or removed in a version."""

    kind = blocks.ChoiceBlock(
        choices=[(kind, short) for kind, (_long, short) in VERSION_NOTES.items()],
        default="versionadded",
        label=_("Kind"),
    )
    version = blocks.CharBlock(required=False, max_length=64, label=_("Version"))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the words."""
        with_version, without = VERSION_NOTES[value["kind"]]
        label = str(with_version) % value["version"] if value["version"] else str(without)
        return super().get_context(value, parent_context) | {"kind": value["kind"], "label": label}

    class Meta:
        icon = "history"
        label = _("Version note")
        template = "blocks/version_note.html"
        preview_value = {"kind": "versionadded", "version": "1.10", "content": SAMPLE_TEXT}
        description = _("Says in which version something was added, changed, deprecated or removed")


class ApiBlock(Container):
    """A function, class or any other documented object, with its fields and members."""

    kind = SuggestBlock(suggestions="api-kinds", default="function", max_length=64, label=_("Kind"))
    domain = blocks.CharBlock(required=False, default="py", max_length=16, label=_("Language domain"))

    def streams(self, content: blocks.StreamBlock) -> list[tuple[str, blocks.Block]]:
        """Signatures, fields such as parameters, and content with members."""
        signature = SparseBlock(
            [
                ("signature", blocks.CharBlock(label=_("Signature"), max_length=5000)),
                ("anchor", anchor_block(label=_("Anchor"), help_text=_("The full name, such as torch.nn.Linear."))),
                ("aliases", anchors_block(_("Further anchors"))),
                ("source", blocks.CharBlock(required=False, label=_("Address of the source"))),
                ("links", links_block()),
            ],
            label=_("Signature"),
        )
        field = blocks.StructBlock(
            [
                ("name", blocks.CharBlock(label=_("Name"), help_text=_("Such as Parameters or Returns."))),
                ("content", content),
            ],
            label=_("Field"),
        )
        return [
            ("signatures", blocks.ListBlock(signature, label=_("Signatures"), min_num=1)),
            ("fields", blocks.ListBlock(field, label=_("Fields"), default=[])),
            ("content", content),
        ]

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the signatures as HTML."""
        signatures = [
            {
                "html": signature_html(item["signature"], links_of(item["signature"], item.get("links"))),
                "text": item["signature"],
                "anchor": item["anchor"],
                "aliases": list(item["aliases"]),
                "source": item["source"],
            }
            for item in value["signatures"]
        ]
        return super().get_context(value, parent_context) | {
            "signatures": signatures,
            "fields": list(value["fields"]),
            "kind": value["kind"],
            "kind_label": gettext(value["kind"]),
        }

    class Meta:
        icon = "list-ol"
        label = _("API object")
        template = "blocks/api.html"
        preview_value = {
            "kind": "function",
            "domain": "py",
            "signatures": [{"signature": "greet(name, polite=True)", "anchor": "greet", "aliases": [], "source": ""}],
            "fields": [{"name": "Parameters", "content": SAMPLE_TEXT}],
            "content": SAMPLE_TEXT,
        }
        description = _("A function, class or other object with signature, fields and members")


# "async class torch.nn.Linear(in_features)": words before the name, dotted module, name, the rest.
_SIGNATURE = re.compile(r"\A((?:[a-z_-]+ +)*)((?:[\w$]+(?:\.|::))*)(~?[\w$<>]+|[-/]+[\w-]+)(.*)\Z", re.DOTALL)


def signature_html(text: str, links: Sequence[Link] = ()) -> SafeString:
    """A signature with its parts marked: ``sig-kind``, ``sig-module``, ``sig-name``, ``sig-params``; and its links."""
    match = _SIGNATURE.match(text)
    if match is None:
        html = format_html('<span class="sig-name">{}</span>', text)
    else:
        html = format_html(
            '<span class="sig-kind">{}</span><span class="sig-module">{}</span><span class="sig-name">{}</span>'
            '<span class="sig-params">{}</span>',
            *match.groups(),
        )
    return mark_safe("".join(link_lines([html], links)))
