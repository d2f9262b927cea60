"""Comparing revisions: a body has changed where its content has."""

from wagtail.admin.compare import StreamFieldComparison, register_comparison_class

from docsite.pages.fields import BodyField
from docsite.pages.streams import content_hash


class BodyComparison(StreamFieldComparison):
    """As Wagtail's, but for the question whether there is any difference.

    Wagtail compares the lists inside of blocks by identity, and so calls every body that holds one changed.
    """

    def has_changed(self) -> bool:
        """Whether the contents differ; ids of blocks are none."""
        before, after = list(self.val_a.raw_data), list(self.val_b.raw_data)
        return content_hash(before) != content_hash(after)


def register() -> None:
    """Called once when the application is ready."""
    register_comparison_class(BodyField, comparison_class=BodyComparison)
