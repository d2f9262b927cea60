"""``manage.py check_links``: wiring only, see docsite.reader.checking."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from docsite.pages.inline import to_text
from docsite.reader.checking import broken_links
from docsite.versions.models import Version


class Command(BaseCommand):
    """Lists the links of a docset that lead nowhere."""

    help = "List the links on published pages of a docset that lead nowhere; exit status 1 where there are any."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which docset and version."""
        parser.add_argument("docset", help="segment of the docset")
        parser.add_argument("--version", default="", dest="target", help="only this version, by name or segment")
        parser.add_argument("--json", action="store_true", dest="as_json", help="as JSON on standard output")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Without Django's own ``--version``, which the contract uses for the version of the docset."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def handle(self, *args: Any, **options: Any) -> None:
        """A line for each link."""
        versions = list(
            Version.objects.filter(docset__slug=options["docset"])
            .select_related("docset", "root")
            .order_by("-sort_key")
        )
        if not versions:
            raise CommandError(f"There is no docset “{options['docset']}” with versions.")
        if options["target"]:
            versions = [v for v in versions if options["target"] in (v.name, v.segment)]
            if not versions:
                raise CommandError(f"{options['docset']} has no version “{options['target']}”.")
        found = {version.name: list(broken_links(version)) for version in versions}
        if options["as_json"]:
            data = {name: [link.as_dict() for link in links] for name, links in found.items()}
            self.stdout.write(json.dumps(data, ensure_ascii=False, indent=1))
        else:
            for name, links in found.items():
                for link in links:
                    self.stdout.write(
                        f"{name} {to_text(link.page.title)}: “{link.words[:60]}” → {link.target}: {link.reason}"
                    )
                self.stdout.write(f"{options['docset']} {name}: {len(links)} links lead nowhere.")
        if any(found.values()):
            sys.exit(1)
