"""What the page editor's form posts, made from the page itself: every block as its fields would send it."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.urls import reverse
from wagtail import blocks
from wagtail.blocks.base import BlockField
from wagtail.test.utils.form_data import nested_form_data

from docsite.basepage.models import BasePage


def block_data(block: blocks.Block, value: Any) -> Any:
    """``value`` (as the block's ``to_python`` gives it) as nested form data."""
    match block:
        case blocks.BaseStreamBlock():
            return _listed(
                [(child.block_type, child.id or "", block_data(child.block, child.value)) for child in value]
            )
        case blocks.ListBlock():
            return _listed(
                [("item", child.id or "", block_data(block.child_block, child.value)) for child in value.bound_blocks]
            )
        case blocks.BaseStructBlock():
            return {name: block_data(child, value[name]) for name, child in block.child_blocks.items()}
        case _:
            return _field_data(block, value)


def _listed(items: list[tuple[str, str, Any]]) -> dict[str, Any]:
    data: dict[str, Any] = {
        str(number): {"type": name, "id": ident, "value": value, "deleted": "", "order": str(number)}
        for number, (name, ident, value) in enumerate(items)
    }
    return data | {"count": str(len(items))}


def _field_data(block: blocks.FieldBlock, value: Any) -> Any:
    shown = block.field.prepare_value(block.value_for_form(value))
    if isinstance(block, blocks.BooleanBlock):
        return "on" if shown else None
    if isinstance(block, blocks.RichTextBlock):
        return block.field.widget.format_value(shown)
    return "" if shown is None else str(getattr(shown, "pk", shown))


def page_data(page: BasePage, **changes: Any) -> dict[str, Any]:
    """The POST data of the unchanged form of ``page``, with ``changes``; None leaves a field out."""
    form_class = page.get_edit_handler().get_form_class()
    form = form_class(instance=page)
    data: dict[str, Any] = {}
    for name, field in form.fields.items():
        value = form.get_initial_for_field(field, name)
        if isinstance(field, BlockField):
            data[name] = block_data(field.block, getattr(page, name))
        elif value is not True:
            data[name] = "" if value in (None, False) else str(value)
        else:
            data[name] = "on"
    data["comments"] = {"TOTAL_FORMS": "0", "INITIAL_FORMS": "0", "MIN_NUM_FORMS": "0", "MAX_NUM_FORMS": ""}
    flat = nested_form_data(data | changes)
    # What a browser does with the line ends of a textarea.
    return {
        key: value.replace("\n", "\r\n") if isinstance(value, str) and "\n" in value else value
        for key, value in flat.items()
        if value is not None
    }


def post_edit(client: Client, page: BasePage, *, publish: bool = True, **changes: Any) -> Any:
    """Post the edit form of ``page``; returns the response."""
    data = page_data(page, **changes)
    if publish:
        data["action-publish"] = "action-publish"
    return client.post(reverse("wagtailadmin_pages:edit", args=[page.pk]), data)
