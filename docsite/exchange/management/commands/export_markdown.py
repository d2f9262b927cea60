"""``manage.py export_markdown``: wiring only, see docsite.exchange.markdown_export."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from docsite.exchange.markdown_export import ExportRefused, export_markdown
from docsite.versions.models import Version


class Command(BaseCommand):
    """Writes a version as Markdown."""

    help = "Write a version as a folder of MyST Markdown, which import_markdown reads back to the same pages."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Options of DESIGN's contract."""
        parser.add_argument("version_path", metavar="VERSION", help="docset and version, such as docs/1.10")
        parser.add_argument("out", type=Path, metavar="OUT", help="a folder that is new or empty")
        parser.add_argument("--drafts", action="store_true", help="every page as it was last saved, not what is public")
        parser.add_argument("--json", action="store_true", dest="as_json", help="the report as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run, report; exit 1 with the reason where refused."""
        docset, _slash, name = options["version_path"].partition("/")
        version = Version.objects.filter(docset__slug=docset, name=name).first()
        version = version or Version.objects.filter(docset__slug=docset, segment=name).first()
        if version is None:
            raise CommandError(f"There is no version {options['version_path']}; write it as docset/version.")
        progress = None if options["as_json"] else self.progress
        try:
            report = export_markdown(version, options["out"], drafts=options["drafts"], progress=progress)
        except ExportRefused as error:
            raise CommandError(str(error)) from error
        if options["as_json"]:
            self.stdout.write(json.dumps(asdict(report), ensure_ascii=False, indent=1))
            return
        self.stdout.write(f"Wrote {report.pages} pages and {report.images} images to {options['out']}.")
        if report.as_json:
            self.stdout.write(f"With blocks as JSON, which MyST cannot say: {', '.join(report.as_json)}")
        if report.missing:
            self.stdout.write(f"Images without a file: {', '.join(report.missing)}")

    def progress(self, done: int, total: int, docname: str) -> None:
        """A line that is written over, on a terminal only."""
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            self.stderr.write(f"\r{done}/{total} {docname[:60]:<60}{end}", ending="")
