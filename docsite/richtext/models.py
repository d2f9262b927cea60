"""Inventories of other documentation, which cross-references of a docset may lead to (Sphinx calls it intersphinx)."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from docsite.basepage.models import BasePage
from docsite.pages.symbols import MAX_NAME, key_of
from docsite.richtext.inventory import Inventory
from docsite.versions.states import touch_docset

BATCH = 1000


class ExternalInventory(models.Model):
    """The ``objects.inv`` of another documentation, fetched by command and kept."""

    docset = models.ForeignKey(
        BasePage, on_delete=models.CASCADE, related_name="external_inventories", verbose_name=_("docset")
    )
    name = models.SlugField(_("name"), help_text=_("Such as python; names it in `fetch_inventories`."))
    base_url = models.CharField(
        _("address of the documentation"),
        max_length=500,
        help_text=_("Where its pages start, such as https://docs.python.org/3/."),
    )
    inventory_url = models.CharField(
        _("address of the inventory"),
        max_length=500,
        blank=True,
        help_text=_("Where it is not objects.inv below that address."),
    )
    fetched_at = models.DateTimeField(_("fetched"), null=True, blank=True, editable=False)
    etag = models.CharField(max_length=255, blank=True, editable=False)
    error = models.TextField(_("last problem"), blank=True, editable=False)
    count = models.PositiveIntegerField(_("names"), default=0, editable=False)

    class Meta:
        verbose_name = _("inventory")
        verbose_name_plural = _("inventories")
        ordering = ["docset", "name"]
        constraints = [models.UniqueConstraint(fields=["docset", "name"], name="richtext_inventory_name")]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """The address ends with a slash, as the names in the inventory are relative to it."""
        super().clean()
        if self.base_url and not self.base_url.endswith("/"):
            self.base_url += "/"
        for address in (self.base_url, self.inventory_url):
            if address and not address.startswith(("https://", "http://")):
                raise ValidationError(_("Addresses of inventories start with https:// or http://."))

    @property
    def address(self) -> str:
        """Where the inventory is fetched from."""
        return self.inventory_url or f"{self.base_url}objects.inv"

    @transaction.atomic
    def keep(self, inventory: Inventory, etag: str = "") -> None:
        """Replace what is known by ``inventory``; pages of the docset show it at once."""
        self.items.all().delete()
        self.items.bulk_create(
            [
                ExternalItem(
                    inventory=self,
                    domain=item.role.partition(":")[0][:32],
                    type=item.role.partition(":")[2][:64],
                    name=item.name,
                    key=key_of(item.name),
                    uri=item.uri,
                )
                for item in inventory.items
                if len(item.name) <= MAX_NAME and len(item.uri) <= 1000
            ],
            batch_size=BATCH,
        )
        self.fetched_at, self.etag, self.error, self.count = timezone.now(), etag[:255], "", self.items.count()
        self.save()
        touch_docset(self.docset_id)


class ExternalItem(models.Model):
    """One name of an inventory; ``uri`` is relative to its documentation."""

    inventory = models.ForeignKey(ExternalInventory, on_delete=models.CASCADE, related_name="items")
    domain = models.CharField(max_length=32)
    type = models.CharField(max_length=64)
    name = models.CharField(max_length=MAX_NAME)
    key = models.CharField(max_length=255, db_index=True)
    uri = models.CharField(max_length=1000)

    def __str__(self) -> str:
        return f"{self.domain}:{self.type} {self.name}"

    @property
    def address(self) -> str:
        """The whole address; needs ``inventory``."""
        return f"{self.inventory.base_url}{self.uri}"


def external_items(docset_id: int, keys: Iterable[str]) -> list[ExternalItem]:
    """The items of a docset's inventories that names with ``keys`` may mean.  One query."""
    found = ExternalItem.objects.filter(inventory__docset_id=docset_id, key__in=set(keys))
    return list(found.filter(~Q(uri="")).select_related("inventory").order_by("inventory__name", "name"))
