"""``manage.py fetch_inventories``: wiring only, see docsite.richtext.fetching."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from docsite.richtext.fetching import FetchError, refresh
from docsite.richtext.inventory import MAX_BYTES, InventoryError, read_inventory
from docsite.richtext.models import ExternalInventory


class Command(BaseCommand):
    """Fetches the inventories that cross-references of the docsets may lead to."""

    help = "Fetch the inventories (objects.inv) of other documentation that cross-references may lead to."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which ones, and from where."""
        parser.add_argument("docset", nargs="?", default="", help="segment of a docset; all where not given")
        parser.add_argument("--name", default="", help="only the inventory of this name")
        parser.add_argument("--force", action="store_true", help="fetch also what did not change")
        parser.add_argument(
            "--from-file", type=Path, metavar="FILE", help="read this file instead; names one inventory with --name"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """One line each; exit 1 where any could not be fetched."""
        wanted = ExternalInventory.objects.select_related("docset")
        if options["docset"]:
            wanted = wanted.filter(docset__slug=options["docset"])
        if options["name"]:
            wanted = wanted.filter(name=options["name"])
        inventories = list(wanted)
        if not inventories:
            raise CommandError("There is no such inventory; inventories are added in the admin.")
        if options["from_file"]:
            self.from_file(inventories, options["from_file"])
            return
        failed = 0
        for inventory in inventories:
            shown = f"{inventory.docset.slug} {inventory.name}"
            try:
                changed = refresh(inventory, force=options["force"])
            except FetchError as error:
                failed += 1
                self.stderr.write(f"{shown}: {error}")
            else:
                self.stdout.write(f"{shown}: {inventory.count} names" + ("" if changed else ", not changed"))
        if failed:
            sys.exit(1)

    def from_file(self, inventories: list[ExternalInventory], file: Path) -> None:
        """Keep the inventory in a file as the one inventory that is meant."""
        if len(inventories) > 1:
            raise CommandError("--from-file needs one inventory: name it with --name and its docset.")
        try:
            with file.open("rb") as handle:
                inventories[0].keep(read_inventory(handle.read(MAX_BYTES + 1)))
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except InventoryError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{inventories[0].name}: {inventories[0].count} names")
