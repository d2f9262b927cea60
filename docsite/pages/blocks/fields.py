"""The small parts that several blocks share: typed fields and inline rich text."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from wagtail import blocks
from wagtail.rich_text import RichText, expand_db_html

from docsite.pages.linking import Link, links_on

INLINE_FEATURES = [
    "bold", "italic", "code", "doc-link", "link", "document-link", "math", "subscript", "superscript", "strikethrough",
    "keyboard", "sample", "guilabel", "menuselection", "abbreviation", "xref", "underline", "mark", "small", "cite",
]  # fmt: skip
TEXT_FEATURES = [*INLINE_FEATURES, "ul", "ol", "hr"]

# An anchor is kept as it was found: imported ones hold nearly anything, blanks included.
validate_anchor = RegexValidator(r"\A[^\x00-\x1f]+\Z", _("An anchor cannot hold control characters."))


class RichBlock(blocks.RichTextBlock):
    """Rich text; programs get it as HTML, links to pages as ``doc:LINEAGE@VERSION#ANCHOR`` and never as stored."""

    def get_api_representation(self, value: RichText, context: Any = None) -> str:
        return expand_db_html(value.source)


class SourceBlock(blocks.FieldBlock):
    """Text kept byte for byte: no stripping; only line ends become LF, as a browser sends CR LF."""

    def __init__(self, required: bool = True, help_text: Any = None, validators: Any = (), **kwargs: Any) -> None:
        self.field = forms.CharField(
            required=required,
            help_text=help_text,
            validators=validators,
            strip=False,
            widget=forms.Textarea(attrs={"rows": 3, "data-docsite-source": "", "spellcheck": "false", "wrap": "off"}),
        )
        super().__init__(**kwargs)

    def value_from_form(self, value: str) -> str:
        return value.replace("\r\n", "\n").replace("\r", "\n")

    def get_searchable_content(self, value: str) -> list[str]:
        return [value]

    class Meta:
        icon = "code"
        default = ""


class SuggestBlock(blocks.CharBlock):
    """A line of text with suggestions; anything else is allowed, so that imported values survive an edit."""

    def __init__(self, suggestions: str = "", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if suggestions:
            self.field.widget.attrs["list"] = f"docsite-{suggestions}"


class LevelBlock(blocks.ChoiceBlock):
    """Heading level, kept as a number."""

    choices = [(2, _("2")), (3, _("3")), (4, _("4")), (5, _("5")), (6, _("6"))]

    def get_field(self, **kwargs: Any) -> forms.Field:
        return forms.TypedChoiceField(coerce=int, **kwargs)

    class Meta:
        default = 2


def anchor_block(**kwargs: Any) -> blocks.CharBlock:
    """Field for one anchor; empty where the block may do without."""
    return blocks.CharBlock(required=False, max_length=500, validators=[validate_anchor], **kwargs)


def anchors_block(label: Any) -> blocks.ListBlock:
    """Field for further anchors that lead to the same place."""
    return blocks.ListBlock(
        blocks.CharBlock(max_length=500, validators=[validate_anchor], label=_("Anchor")),
        label=label,
        default=[],
        collapsed=True,
    )


def inline_block(**kwargs: Any) -> RichBlock:
    """Field for one line of rich text."""
    return RichBlock(features=INLINE_FEATURES, **kwargs)


class SparseBlock(blocks.StructBlock):
    """Fields of which those in ``sparse`` are stored only where they hold something, as before there were any: the
    content of a page must not change because it was saved again (docsite.pages.streams drops them alike).
    """

    sparse = ("links",)

    def get_prep_value(self, value: Any) -> dict[str, Any]:
        data: dict[str, Any] = super().get_prep_value(value)
        for name in self.sparse:
            if not data.get(name):
                data.pop(name, None)
        return data


class LinksBlock(blocks.ListBlock):
    """A list that a form may leave out: programs that fill in a listing need not know of it."""

    def value_from_datadict(self, data: Any, files: Any, prefix: str) -> Any:
        if f"{prefix}-count" not in data:
            return self.normalize([])
        return super().value_from_datadict(data, files, prefix)


def links_block() -> LinksBlock:
    """Field for the linked words of a listing or a signature; importers fill it."""
    link = blocks.StructBlock(
        [
            ("start", blocks.IntegerBlock(min_value=0, label=_("Start"), help_text=_("Characters before it."))),
            ("length", blocks.IntegerBlock(min_value=1, label=_("Length"))),
            ("link", inline_block(label=_("Link"), help_text=_("Exactly the linked words, as a link."))),
        ],
        label=_("Link"),
        collapsed=True,
    )
    return LinksBlock(
        link,
        label=_("Linked words"),
        help_text=_("A link is left out when its words are no longer at their place."),
        default=[],
        collapsed=True,
        required=False,
    )


def links_of(text: str, links: Any) -> list[Link]:
    """The usable links of the value of a ``links_block`` on ``text``."""
    return links_on(text, [(link["start"], link["length"], str(inline_html(link["link"]))) for link in links or ()])


def inline_html(value: RichText | None) -> SafeString:
    """HTML of one line of rich text, without the paragraph around it."""
    source = value.source.strip() if value else ""
    if source.startswith("<p") and source.endswith("</p>") and source.count("</p>") == 1:
        source = source[source.index(">") + 1 : -len("</p>")]
    return mark_safe(expand_db_html(source))  # sanitised when it was saved (docsite.richtext.sanitising)
