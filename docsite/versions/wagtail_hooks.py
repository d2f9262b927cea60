"""What the history of pages says about versions."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from wagtail import hooks
from wagtail.log_actions import LogFormatter

from docsite.versions.models import State


@hooks.register("register_log_actions")
def register_version_actions(actions: Any) -> None:
    """A change of state, with both states."""

    @actions.register_action("docsite.version_state")
    class VersionStateFormatter(LogFormatter):
        label = _("Change state of the version")

        def format_message(self, log_entry: Any) -> str:
            names = dict(State.choices)
            return _("State changed from %(before)s to %(after)s") % {
                key: names.get(log_entry.data.get(key), "?") for key in ("before", "after")
            }
