"""Registers the link types of rich text."""

from typing import Any

from wagtail import hooks

from docsite.richtext.links import DocLinkHandler, XrefHandler


@hooks.register("register_rich_text_features")
def register_link_types(features: Any) -> None:
    """``linktype="doc"`` and ``linktype="xref"`` wherever rich text is rendered."""
    features.register_link_type(DocLinkHandler)
    features.register_link_type(XrefHandler)
