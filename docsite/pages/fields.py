"""The field that holds a page's body."""

from typing import Any

from wagtail.fields import StreamField

from docsite.pages.blocks import body_block


class BodyField(StreamField):
    """A StreamField whose blocks are not written into migrations.

    Every label and help text of seven levels of blocks would be; a change of blocks that needs the data changed is a
    migration
    with Wagtail's MigrateStreamData, which reads the blocks from here.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(
            body_block(), blank=True, **{k: v for k, v in kwargs.items() if k not in ("blank", "block_lookup")}
        )

    def deconstruct(self) -> Any:
        """As a field without arguments of its own.  Past StreamField's, which would write out every path through the
        blocks.
        """
        name, _path, _args, kwargs = super(StreamField, self).deconstruct()
        kwargs.pop("blank", None)
        return name, "docsite.pages.fields.BodyField", [], kwargs
