"""Registers link types and editor features of rich text."""

from typing import Any

from wagtail import hooks

from docsite.richtext.features import register
from docsite.richtext.links import DocLinkHandler, XrefHandler


@hooks.register("register_rich_text_features", order=10)
def register_rich_text(features: Any) -> None:
    """``linktype="doc"`` and ``linktype="xref"`` wherever rich text is rendered, and the editor's features."""
    features.register_link_type(DocLinkHandler)
    features.register_link_type(XrefHandler)
    register(features)
