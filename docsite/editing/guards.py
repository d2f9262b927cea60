"""What the page explorer must not do to the fixed parts of the tree: versions are made and moved as a whole."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from wagtail import hooks
from wagtail.admin import messages
from wagtail.admin.forms.pages import CopyForm

from docsite.basepage.models import BasePage
from docsite.basepage.slugs import validate_slug
from docsite.basepage.widgets import DottedSlugInput
from docsite.pages.inline import to_text
from docsite.reader.checking import pages_linking_to
from docsite.versions.models import Version

SHOWN = 10


def _holds_versions(page: BasePage) -> bool:
    """Whether the root page of a version is at or below ``page``."""
    return Version.objects.filter(root__in=BasePage.objects.in_subtree(page.path)).exists()


def _refuse(request: HttpRequest, page: BasePage, reason: Any) -> HttpResponse:
    messages.error(request, reason)
    return redirect("wagtailadmin_explore", page.pk)


@hooks.register("before_copy_page")
def keep_versions_from_copying(request: HttpRequest, page: BasePage) -> HttpResponse | None:
    """A copied root page would be a version that nobody knows of."""
    if not _holds_versions(page):
        return None
    return _refuse(request, page, _("A version is not copied as pages. Add one in Versions."))


@hooks.register("before_move_page")
def keep_versions_from_moving(request: HttpRequest, page: BasePage, destination: BasePage) -> HttpResponse | None:
    """A version belongs to its docset."""
    if not Version.objects.filter(root=page).exclude(docset=destination.pk).exists():
        return None
    return _refuse(request, page, _("A version stays in its docset."))


@hooks.register("before_delete_page")
def keep_docsets_with_versions(request: HttpRequest, page: BasePage) -> HttpResponse | None:
    """Versions are deleted one by one, so that nobody deletes a whole product by one click."""
    if Version.objects.filter(root=page).exists() or not _holds_versions(page):
        return None
    return _refuse(request, page, _("This page holds versions. Delete them first, one by one."))


@hooks.register("before_delete_page")
def warn_of_links(request: HttpRequest, page: BasePage) -> None:
    """Say, before anything is deleted, which pages link there."""
    if request.method != "GET":
        return
    pages = pages_linking_to(page)
    if pages:
        shown = ", ".join(f"“{to_text(other.title)}”" for other in pages[:SHOWN])
        more = "" if len(pages) <= SHOWN else _(" and %d more") % (len(pages) - SHOWN)
        messages.warning(request, _("Links to this page would lead nowhere on: %s.") % f"{shown}{more}")


class AddressCopyForm(CopyForm):
    """Wagtail's, with the slugs of this site: its own refuses dots."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = self.fields["new_slug"]
        self.fields["new_slug"] = forms.CharField(
            initial=own.initial, label=own.label, validators=[validate_slug], widget=DottedSlugInput()
        )


# Wagtail looks for the form on the page class, which lies below this layer.
BasePage.copy_form_class = AddressCopyForm
