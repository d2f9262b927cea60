"""``manage.py import_sphinx``: wiring only, see docsite.exchange.sphinx_import."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from docsite.exchange.commands import ImportCommand
from docsite.exchange.sphinx_import import import_sphinx


class Command(ImportCommand):
    """Imports a Sphinx HTML folder, or one saved page."""

    help = "Import a Sphinx HTML output folder, or one saved page, into a version of a docset: all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of DESIGN's contract."""
        parser.add_argument("path", type=Path, help="a Sphinx HTML output folder, or one saved page")
        self.add_import_arguments(parser)
        parser.add_argument(
            "--faq", nargs="+", action="extend", default=[], metavar="DOCNAME", help="documents that become FAQ pages"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run and report."""
        self.run(import_sphinx, options, faq=options["faq"])
