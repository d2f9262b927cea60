"""Blocks that hold no other blocks: paragraph, heading, code, math, figure, anchor, imported HTML."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.images.blocks import ImageChooserBlock
from wagtail.rich_text import expand_db_html

from docsite.pages.blocks.fields import (
    TEXT_FEATURES,
    LevelBlock,
    RichBlock,
    SourceBlock,
    SparseBlock,
    SuggestBlock,
    anchor_block,
    anchors_block,
    inline_block,
    inline_html,
    links_block,
    links_of,
)
from docsite.pages.highlighting import LANGUAGES, highlight
from docsite.pages.inline import to_html, to_text
from docsite.pages.line_numbers import parse_line_numbers
from docsite.pages.linking import link_lines
from docsite.pages.mathml import render_math

_WEB = re.compile(r"https?://", re.IGNORECASE)


class ParagraphBlock(RichBlock):
    """Running text: paragraphs and simple lists."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("features", TEXT_FEATURES)
        super().__init__(**kwargs)

    def render(self, value: Any, context: Any = None) -> SafeString:
        """The text itself.  No template: half of all blocks are text, and it would take most of the time."""
        return mark_safe(expand_db_html(value.source))  # sanitised at save

    class Meta:
        icon = "pilcrow"
        label = _("Text")
        preview_value = "<p>Readers see <b>this text</b> with <code>code</code> and links.</p>"
        description = _("Paragraphs and simple lists")


class HeadingBlock(SparseBlock):
    """Heading of a section, with an anchor that never changes by itself."""

    text = blocks.CharBlock(label=_("Heading"), help_text=_("`Backticks` mark code."), max_length=500)
    level = LevelBlock(label=_("Level"))
    anchor = anchor_block(
        label=_("Anchor"), help_text=_("Made from the heading when left empty; people link to it, so keep it.")
    )
    aliases = anchors_block(_("Older anchors that lead here as well"))
    nav_only = blocks.BooleanBlock(
        required=False,
        label=_("Only in navigation"),
        help_text=_("Shown in navigation and contents, hidden in the text."),
    )
    links = links_block()

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds what the template shows."""
        return super().get_context(value, parent_context) | {
            "text_html": mark_safe(
                "".join(link_lines([to_html(value["text"])], links_of(to_text(value["text"]), value.get("links"))))
            ),
            "text_plain": to_text(value["text"]),
            "level": value["level"],
            "anchor": value["anchor"],
            "aliases": list(value["aliases"]),
        }

    class Meta:
        icon = "title"
        label = _("Heading")
        template = "blocks/heading.html"
        preview_value = {
            "text": "Installing `docsite`",
            "level": 2,
            "anchor": "installing",
            "aliases": [],
            "nav_only": False,
        }
        description = _("Starts a section; stands in the contents and the navigation")


class CodeBlock(SparseBlock):
    """A listing, highlighted when the page is saved."""

    language = SuggestBlock(
        suggestions="languages",
        required=False,
        max_length=64,
        label=_("Language"),
        help_text=_("Such as python or console; text for none. Empty takes the default of the site."),
    )
    code = SourceBlock(label=_("Code"))
    caption = blocks.CharBlock(required=False, label=_("Caption"))
    filename = blocks.CharBlock(required=False, label=_("File name"))
    line_numbers = blocks.BooleanBlock(required=False, label=_("Line numbers"))
    start_line = blocks.IntegerBlock(default=1, min_value=0, label=_("First line number"))
    emphasize_lines = blocks.RegexBlock(
        r"\A\s*(\d+(\s*-\s*\d+)?)(\s*,\s*\d+(\s*-\s*\d+)?)*\s*\Z",
        required=False,
        label=_("Emphasised lines"),
        help_text=_("Such as 2,4-6, counted from the first line of the listing."),
        error_messages={"invalid": _("Write line numbers and ranges such as 2,4-6.")},
    )
    links = links_block()

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the highlighted lines; taken from ``highlights`` of the page's rendering where it made them at once."""
        ready = (parent_context or {}).get("highlights", {})
        key = (value["code"], value["language"])
        result = ready.get(key) or highlight(value["code"], value["language"])
        lines = link_lines(result.lines, links_of(value["code"], value.get("links")))
        emphasised = parse_line_numbers(value["emphasize_lines"], len(lines))
        return super().get_context(value, parent_context) | {
            "lines_html": code_lines(lines, emphasised, value["start_line"] if value["line_numbers"] else None),
            "language": result.language,
            "language_label": dict(LANGUAGES).get(result.language, result.language),
            "caption_html": to_html(value["caption"]),
            "note": result.note,
        }

    class Meta:
        icon = "code"
        label = _("Code")
        template = "blocks/code.html"
        preview_value = {
            "language": "python",
            "code": 'def greet(name):\n    return f"Hello {name}"\n',
            "caption": "",
            "filename": "greet.py",
            "line_numbers": True,
            "start_line": 1,
            "emphasize_lines": "2",
        }
        description = _("A listing with highlighting, line numbers and a copy button")


def code_lines(lines: Sequence[str], emphasised: Collection[int], start: int | None) -> SafeString:
    """Highlighted lines (Pygments escaped them), each in its element; numbered where ``start`` is the first number."""
    html = []
    for count, line in enumerate(lines, start=1):
        css_class = "line hl" if count in emphasised else "line"
        number = "" if start is None else f' data-line="{start + count - 1}"'
        html.append(f'<span class="{css_class}"{number}>{line}</span>')
    return mark_safe("".join(html))


class MathBlock(blocks.StructBlock):
    """A displayed formula."""

    tex = SourceBlock(label=_("TeX"), help_text=_("Without $$ or \\[ \\]."))
    anchor = anchor_block(label=_("Anchor"))
    number = blocks.CharBlock(required=False, max_length=20, label=_("Number"))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the MathML."""
        return super().get_context(value, parent_context) | {"mathml": mark_safe(render_math(value["tex"], True))}

    class Meta:
        icon = "superscript"
        label = _("Formula")
        template = "blocks/math.html"
        preview_value = {"tex": "E = mc^2", "anchor": "", "number": ""}
        description = _("A formula in TeX, on a line of its own")


class FigureBlock(SparseBlock):
    """A picture with caption."""

    sparse = ("enlarge",)

    image = ImageChooserBlock(required=False, label=_("Image"))
    alt = blocks.CharBlock(
        required=False, label=_("Alternative text"), help_text=_("What it shows, for those who cannot see it.")
    )
    caption = inline_block(required=False, label=_("Caption"))
    width = blocks.RegexBlock(r"\A\d{1,5}(px|%|)\Z", required=False, label=_("Width"))
    height = blocks.RegexBlock(r"\A\d{1,5}(px|%|)\Z", required=False, label=_("Height"))
    link = blocks.CharBlock(required=False, label=_("Link"))
    enlarge = blocks.BooleanBlock(required=False, label=_("Opens in full size"))
    align = blocks.ChoiceBlock(
        choices=[("left", _("Left")), ("center", _("Centre")), ("right", _("Right"))],
        required=False,
        label=_("Alignment"),
    )
    inline = blocks.BooleanBlock(required=False, label=_("Small, in the line"))
    source = blocks.CharBlock(
        required=False, label=_("Original file"), help_text=_("Where an imported image came from.")
    )

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the address and size of the image."""
        image = value["image"]
        elsewhere = value["source"] if image is None and _WEB.match(value["source"]) else ""
        image_url = image.file.url if image is not None else ""
        width, height = value["width"].removesuffix("px"), value["height"].removesuffix("px")
        known = image is not None and not width and not height
        return super().get_context(value, parent_context) | {
            "image_url": image_url,
            "elsewhere": elsewhere,
            # Pages ask no other host for anything: a picture from elsewhere is a sign that leads to it.
            "elsewhere_sign": f"{settings.STATIC_URL}img/elsewhere.svg",
            "width": image.width if known else width,
            "height": image.height if known else height,
            "alt": value["alt"],
            "name": value["alt"] or PurePosixPath(urlsplit(value["source"]).path).stem,
            "caption_html": inline_html(value["caption"]),
            "link": value["link"] or (image_url if value["enlarge"] else elsewhere),
        }

    class Meta:
        icon = "image"
        label = _("Figure")
        template = "blocks/figure.html"
        preview_value = {
            "image": None,
            "alt": "A diagram",
            "caption": "<p>A picture with its caption</p>",
            "width": "",
            "height": "",
            "link": "",
            "enlarge": False,
            "align": "",
            "inline": False,
            "source": "",
        }
        description = _("A picture with caption and alternative text")


class TargetBlock(blocks.StructBlock):
    """Invisible anchors before the next block."""

    anchors = anchors_block(_("Anchors"))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the plain list."""
        return super().get_context(value, parent_context) | {"anchors": list(value["anchors"])}

    class Meta:
        icon = "anchor"
        label = _("Anchor")
        template = "blocks/target.html"
        preview_value = {"anchors": ["install-notes"]}
        description = _("An invisible place that links can lead to")


class HtmlBlock(blocks.StructBlock):
    """Sanitised HTML that the importer could not express otherwise."""

    html = SourceBlock(label=_("HTML"), help_text=_("Scripts, styles and forms are removed when the page is saved."))
    reason = blocks.CharBlock(required=False, label=_("Reason"), help_text=_("Why the importer kept it as HTML."))

    def get_context(self, value: Any, parent_context: Any = None) -> dict[str, Any]:
        """Adds the markup."""
        return super().get_context(value, parent_context) | {"html": mark_safe(value["html"])}  # sanitised at save

    class Meta:
        icon = "code"
        label = _("HTML")
        template = "blocks/html.html"
        preview_value = {"html": "<p>Imported markup</p>", "reason": ""}
        description = _("Last resort of the importer; prefer the other blocks")
