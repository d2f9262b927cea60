"""The Versions area of the admin: which versions there are, in what state, under which names.

Forms and columns only; what happens is docsite.pages.structure, docsite.versions.states and docsite.versions.aliases.
"""

from __future__ import annotations

from typing import Any

import django_filters  # type: ignore[import-untyped]  # ships no types
from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from wagtail.admin.filters import WagtailFilterSet
from wagtail.admin.forms.models import WagtailAdminModelForm
from wagtail.admin.ui.tables import Column, DateColumn, StatusTagColumn, TitleColumn
from wagtail.admin.views import generic
from wagtail.admin.viewsets.model import ModelViewSet
from wagtail.permission_policies import ModelPermissionPolicy
from wagtail.permissions import register_permission_policy

from docsite.basepage.models import BasePage
from docsite.pages.models import DocsetPage
from docsite.pages.structure import create_version, rename_segment, set_variables
from docsite.pages.variables import parse_variables, write_variables
from docsite.versions.aliases import set_aliases
from docsite.versions.models import State, Version
from docsite.versions.numbers import validate_segment
from docsite.versions.states import change_state


class VersionPolicy(ModelPermissionPolicy):
    """Versions are not deleted here: a version is deleted with its pages, by deleting its root page."""

    def user_has_permission(self, user: Any, action: str) -> bool:
        return action != "delete" and super().user_has_permission(user, action)


register_permission_policy(Version, VersionPolicy(Version))


class VersionForm(WagtailAdminModelForm):
    """Adds or changes a version through the domain's own functions; ``for_user`` says who does."""

    own_aliases = forms.CharField(
        label=_("Own aliases"),
        required=False,
        help_text=_(
            "Further names in addresses, separated by commas, such as lts. stable and latest come by themselves."
        ),
    )

    variable_lines = forms.CharField(
        label=_("Variables"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "data-docsite-source": "", "spellcheck": "false"}),
        help_text=_("One a line, such as release = 1.10.2. Where pages say {{ release }}, readers see 1.10.2."),
    )

    class Meta:
        model = Version
        fields = ["docset", "name", "segment", "state", "hidden", "released_on", "eol_on"]
        field_classes = {"docset": forms.ModelChoiceField}
        widgets = {
            "released_on": forms.DateInput(attrs={"type": "date"}),
            "eol_on": forms.DateInput(attrs={"type": "date"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["segment"].required = False
        self.fields["docset"] = forms.ModelChoiceField(BasePage.objects.type(DocsetPage), label=_("Docset"))
        if self.instance.pk:
            del self.fields["docset"]
            self.fields["own_aliases"].initial = ", ".join(self.instance.aliases.values_list("segment", flat=True))
            self.fields["variable_lines"].initial = write_variables(self.instance.variables)

    def clean_variable_lines(self) -> dict[str, str]:
        """The variables as a dict; those that are there where a program's form knows nothing of them."""
        if "variable_lines" not in self.data:
            return dict(self.instance.variables)
        try:
            return parse_variables(self.cleaned_data["variable_lines"])
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def clean_own_aliases(self) -> list[str]:
        """The aliases as a list; each must be a usable segment that no version has."""
        segments = [part.strip() for part in self.cleaned_data["own_aliases"].split(",") if part.strip()]
        for segment in segments:
            try:
                validate_segment(segment)
            except ValueError as error:
                raise ValidationError(str(error)) from error
            docset_id = self.instance.docset_id
            if docset_id and Version.objects.filter(docset_id=docset_id, segment=segment).exists():
                raise ValidationError(_("“%s” is already a version of this docset.") % segment)
        return segments

    def clean(self) -> dict[str, Any]:
        """The segment is the name where it was left empty."""
        data = super().clean()
        data["segment"] = data.get("segment") or data.get("name", "")
        return data

    instance: Version

    def save(self, commit: bool = True) -> Version:
        """Do what the form says, in one transaction."""
        data, user = self.cleaned_data, self.for_user
        with transaction.atomic():
            if self.instance.pk is None:
                docset = data["docset"].specific
                version = create_version(docset, data["name"], segment=data["segment"], state=data["state"], user=user)
            else:
                version = rename_segment(Version.objects.get(pk=self.instance.pk), data["segment"], user=user)
            for name in ("name", "released_on", "eol_on"):
                setattr(version, name, data[name])
            version.save(update_fields=["name", "sort_key", "released_on", "eol_on"])
            version = change_state(version, data["state"], user=user, hidden=data["hidden"])
            set_aliases(version, data["own_aliases"], user=user)
            version = set_variables(version, data["variable_lines"], user=user)
        self.instance = version
        return version


class VersionIndexView(generic.IndexView):
    """The list, with the number of pages and drafts of every version in one query."""

    def get_base_queryset(self) -> QuerySet[Version]:
        inside = BasePage.objects.filter(
            path__gt=OuterRef("root__path"), path__lte=Concat(OuterRef("root__path"), Value("ZZZZ"))
        ).order_by()

        def count(condition: Q) -> Coalesce:
            counted = inside.filter(condition).values(one=Value(1)).annotate(number=Count("pk")).values("number")
            return Coalesce(Subquery(counted, output_field=IntegerField()), 0)

        drafts = Q(live=False) | Q(has_unpublished_changes=True)
        query = super().get_base_queryset().select_related("docset", "root").prefetch_related("aliases")
        return query.annotate(
            page_count=count(Q()), draft_count=count(drafts), docset_title=F("docset__title")
        )  # newest first within a docset: the model's own order


class VersionFilterSet(WagtailFilterSet):
    """Filters of the list."""

    docset = django_filters.ModelChoiceFilter(queryset=DocsetPage.objects.order_by("title"), label=_("Docset"))
    state = django_filters.ChoiceFilter(choices=State.choices, label=_("State"))

    class Meta:
        model = Version
        fields = ["docset", "state", "hidden"]


def links(version: Version) -> SafeString:
    """Where readers see the version, and where its pages are edited."""
    return format_html(
        '<a href="{}">{}</a> · <a href="{}">{}</a>',
        version.root.get_url() or "",
        _("View live") if version.is_public else _("View"),
        reverse("wagtailadmin_explore", args=[version.root_id]),
        _("Pages"),
    )


class VersionViewSet(ModelViewSet):
    """Versions: list, add, change."""

    model = Version
    icon = "tag"
    menu_label = _("Versions")
    menu_order = 150
    add_to_admin_menu = True
    url_prefix = "versions"
    url_namespace = "docsite_versions"
    index_view_class = VersionIndexView
    list_per_page = 50
    filterset_class = VersionFilterSet
    search_fields = ["name", "segment"]
    search_backend_name = None
    copy_view_enabled = False
    inspect_view_enabled = False
    ordering = ["docset__title", "-sort_key"]

    list_display = [
        TitleColumn("name", label=_("Version"), url_name="docsite_versions:edit"),
        Column("docset_title", label=_("Docset")),
        StatusTagColumn("get_state_display", label=_("State"), primary=lambda version: version.state == "current"),
        Column("aliases", label=_("Aliases"), accessor=lambda v: ", ".join(a.segment for a in v.aliases.all()) or "–"),
        Column("page_count", label=_("Pages")),
        Column("draft_count", label=_("Drafts")),
        DateColumn("released_on", label=_("Released")),
        DateColumn("eol_on", label=_("End of life")),
        Column("links", label=_("Go to"), accessor=links),
    ]

    def get_form_class(self, for_update: bool = False) -> type[VersionForm]:
        """One form for both."""
        return VersionForm
