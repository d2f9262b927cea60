"""What Draftail, Wagtail's rich text editor, can write: inline styles and entities of documentation.

Each feature says how stored HTML becomes the editor's content and back; both ways together change nothing, or opening a
page and
saving it would change its text.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _
from draftjs_exporter.dom import DOM
from wagtail.admin.rich_text.converters.html_to_contentstate import (
    InlineEntityElementHandler,
    InlineStyleElementHandler,
)
from wagtail.admin.rich_text.editors.draftail.features import EntityFeature, InlineStyleFeature

SCRIPTS = ["wagtailadmin/js/page-chooser-modal.js", "editing/draftail.js"]
STYLES = {"all": ["editing/editing.css"]}

# feature: (Draftail's type, element, class, label in the toolbar, description)
INLINE_STYLES: dict[str, tuple[str, str, str, str, Any]] = {
    "keyboard": ("KEYBOARD", "kbd", "", "⌨", _("Keys to press")),
    "sample": ("SAMPLE", "samp", "", "⎙", _("Sample output")),
    "underline": ("UNDERLINE", "u", "", "U", _("Underline")),
    "mark": ("MARK", "mark", "", "▮", _("Marked")),
    "small": ("SMALL", "small", "", "sm", _("Small")),
    "cite": ("CITE", "cite", "", "“", _("Title of a work")),
    "guilabel": ("GUILABEL", "span", "guilabel", "▭", _("Label on the screen")),
    "menuselection": ("MENUSELECTION", "span", "menuselection", "▸", _("Way through menus")),
}


class AttributesHandler(InlineEntityElementHandler):
    """An element whose attributes are the data of an entity."""

    mutability = "MUTABLE"

    def __init__(self, entity_type: str, attributes: dict[str, str]) -> None:
        super().__init__(entity_type)
        self.attributes = attributes

    def get_attribute_data(self, attrs: dict[str, str]) -> dict[str, str]:
        """Data of the entity: the attributes that are there, under their names in the editor."""
        return {key: attrs[name] for name, key in self.attributes.items() if attrs.get(name)}


class MathHandler(AttributesHandler):
    """A formula in the line: cannot be typed into, only changed as a whole."""

    mutability = "IMMUTABLE"


DOC_LINK = {"lineage": "lineage", "anchor": "anchor", "version": "version"}
XREF = {"role": "role", "target": "target"}


def doc_link(props: dict[str, Any]) -> Any:
    """Entity to ``<a linktype="doc">``."""
    given = {name: props.get(key) for name, key in DOC_LINK.items() if props.get(key)}
    return DOM.create_element("a", {"linktype": "doc", **given}, props["children"])


def xref(props: dict[str, Any]) -> Any:
    """Entity to ``<a linktype="xref">``."""
    given = {name: props.get(key) for name, key in XREF.items() if props.get(key)}
    return DOM.create_element("a", {"linktype": "xref", **given}, props["children"])


def math(props: dict[str, Any]) -> Any:
    """Entity to ``<span data-math>``; the words are the TeX, whatever the editor shows."""
    tex = props.get("tex", "")
    return DOM.create_element("span", {"data-math": tex}, tex)


def abbreviation(props: dict[str, Any]) -> Any:
    """Entity to ``<abbr>``."""
    return DOM.create_element("abbr", {"title": props.get("title", "")}, props["children"])


def register(features: Any) -> None:
    """Register everything with Wagtail's feature registry."""
    for name, (kind, element, css_class, label, description) in INLINE_STYLES.items():
        selector = f'{element}[class="{css_class}"]' if css_class else element
        target = {"element": element, "props": {"class": css_class}} if css_class else element
        control: dict[str, Any] = {"type": kind, "label": label, "description": description}
        if css_class:
            control["style"] = {"border": "1px solid currentColor", "padding": "0 3px"}
        features.register_editor_plugin("draftail", name, InlineStyleFeature(control))
        features.register_converter_rule(
            "contentstate",
            name,
            {
                "from_database_format": {selector: InlineStyleElementHandler(kind)},
                "to_database_format": {"style_map": {kind: target}},
            },
        )
    _register_entity(
        features,
        "doc-link",
        {
            "type": "DOCLINK",
            "icon": "doc-full-inverse",
            "description": _("Link to a page of this site"),
            "attributes": ["lineage", "anchor", "version"],
            "chooserUrls": {
                "pageChooser": reverse_lazy("wagtailadmin_choose_page"),
                "lineage": reverse_lazy("docsite_lineage", args=[0]),
                "target": reverse_lazy("docsite_link_target"),
            },
        },
        {'a[linktype="doc"]': AttributesHandler("DOCLINK", DOC_LINK)},
        doc_link,
    )
    _register_entity(
        features,
        "xref",
        {
            "type": "XREF",
            "label": "xref",
            "description": _("Cross-reference"),
            "attributes": ["role", "target"],
            "chooserUrls": {"symbols": reverse_lazy("docsite_symbols")},
        },
        {'a[linktype="xref"]': AttributesHandler("XREF", XREF)},
        xref,
    )
    _register_entity(
        features,
        "math",
        {"type": "MATH", "label": "TeX", "description": _("Formula"), "attributes": ["tex"]},
        {"span[data-math]": MathHandler("MATH", {"data-math": "tex"})},
        math,
    )
    _register_entity(
        features,
        "abbreviation",
        {"type": "ABBR", "label": "abbr", "description": _("Abbreviation"), "attributes": ["title"]},
        {"abbr": AttributesHandler("ABBR", {"title": "title"})},
        abbreviation,
    )


def _register_entity(
    features: Any, name: str, control: dict[str, Any], handlers: dict[str, Any], decorator: Any
) -> None:
    # The dialog of doc-link opens Wagtail's page chooser, whose script comes with Wagtail's own links only.
    features.register_editor_plugin("draftail", name, EntityFeature(control, js=SCRIPTS, css=STYLES))
    features.register_converter_rule(
        "contentstate",
        name,
        {
            "from_database_format": handlers,
            "to_database_format": {"entity_decorators": {control["type"]: decorator}},
        },
    )
