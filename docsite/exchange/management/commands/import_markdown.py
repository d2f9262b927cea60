"""``manage.py import_markdown``: wiring only, see docsite.exchange.markdown_import."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from docsite.exchange.commands import ImportCommand
from docsite.exchange.markdown_import import import_markdown


class Command(ImportCommand):
    """Imports a folder of Markdown."""

    help = "Import a folder of Markdown (MyST, GitHub's, or an export) into a version of a docset: all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of DESIGN's contract."""
        parser.add_argument("path", type=Path, metavar="DIR", help="a folder of Markdown")
        self.add_import_arguments(parser)
        parser.add_argument("--nav", type=Path, metavar="FILE", help="a mkdocs.yml whose nav gives the order")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run and report."""
        self.run(import_markdown, options, nav=options["nav"])
