"""What the commands of all imports share: options, progress, report."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from docsite.exchange.jobs import ImportRefused, ImportReport
from docsite.versions.models import State

SHOWN_PROBLEMS = 20


class ImportCommand(BaseCommand):
    """Base of the import commands."""

    def add_import_arguments(self, parser: ArgumentParser) -> None:
        """Options of DESIGN's contract that every import has."""
        parser.add_argument("--docset", required=True, help="segment of the docset; made where missing")
        parser.add_argument("--version", required=True, dest="target", help="name of the version; made where missing")
        parser.add_argument("--publish", action="store_true", help="pages go live; without it they are drafts")
        parser.add_argument(
            "--state", default="", choices=["", *State.values], metavar="STATE", help=", ".join(State.values)
        )
        parser.add_argument(
            "--jobs", type=int, default=0, metavar="N", help="processes that read documents; one a core if not given"
        )
        parser.add_argument("--dry-run", action="store_true", help="report what would be done, and write nothing")
        parser.add_argument("--json", action="store_true", dest="as_json", help="the report as JSON on standard output")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> Any:
        """Without Django's own ``--version``, which the contract uses for the version of the docset."""
        return super().create_parser(prog_name, subcommand, conflict_handler="resolve", **kwargs)

    def run(self, importing: Callable[..., ImportReport], options: dict[str, Any], **own: Any) -> None:
        """Call ``importing`` with the shared options and ``own`` ones, report; exit 1 with the reason where refused."""
        self.verbosity = options.get("verbosity", 1)
        try:
            report = importing(
                options["path"],
                docset=options["docset"],
                version=options["target"],
                publish=options["publish"],
                state=options["state"],
                dry_run=options["dry_run"],
                jobs=options["jobs"] or os.cpu_count() or 1,
                progress=None if options["as_json"] else self.progress,
                **own,
            )
        except ImportRefused as error:
            raise CommandError(str(error)) from error
        if options["as_json"]:
            self.stdout.write(json.dumps(report.as_dict(), ensure_ascii=False, indent=1))
        else:
            self.print_report(report)

    def progress(self, done: int, total: int, docname: str) -> None:
        """A line that is written over, on a terminal only."""
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            width = 24 * done // max(total, 1)
            self.stderr.write(f"\r[{'#' * width:<24}] {done}/{total} {docname[:40]:<40}{end}", ending="")

    def print_report(self, report: ImportReport) -> None:
        """What was done, and everything that could not be mapped."""
        verb = "Would import" if report.dry_run else "Imported"
        counts = report.pages.counts()
        self.stdout.write(f"{verb} into {report.docset} {report.version} ({report.state}).")
        self.stdout.write(
            f"Pages: {counts['created']} new, {counts['updated']} updated, {counts['unchanged']} unchanged. "
            f"Images: {report.images}."
        )
        if report.pages.kept:
            self.stdout.write(f"Left alone, because an editor changed them since: {', '.join(report.pages.kept)}")
        if report.pages.missing:
            self.stdout.write(f"No longer in the source, left as they are: {', '.join(report.pages.missing)}")
        kinds = Counter(problem.kind for problem in report.problems)
        if kinds:
            self.stdout.write("Not mapped: " + ", ".join(f"{count} × {kind}" for kind, count in kinds.most_common()))
        shown = report.problems if self.verbosity > 1 else report.problems[:SHOWN_PROBLEMS]
        for problem in shown:
            self.stdout.write(f"  {problem.docname or '-'}: {problem.kind}: {problem.message}")
        if len(shown) < len(report.problems):
            self.stdout.write(f"  … and {len(report.problems) - len(shown)} more; --json or --verbosity 2 shows all.")
