"""``manage.py bench``: the figures the design promises, each a ratio within one run, as JSON.

Works on a database of its own, made and removed by the run; the benchmark sites are those of tests/bench.
"""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, get_runner, setup_test_environment, teardown_test_environment

ROUNDS = 30
SMALL, LARGE = 90, 9990


class Command(BaseCommand):
    """Measures and prints."""

    help = "Measure the figures that the design promises, as JSON, on a throwaway database."

    def handle(self, *args: Any, **options: Any) -> None:
        """Set a database up, measure, take it down."""
        from django.conf import settings

        runner = get_runner(settings)(verbosity=0, interactive=False)
        setup_test_environment(debug=False)
        databases = runner.setup_databases()
        try:
            self.stdout.write(json.dumps({"database": connection.vendor, "page at size": page_at_size()}, indent=1))
        finally:
            runner.teardown_databases(databases)
            teardown_test_environment()


def page_at_size() -> dict[str, float | int]:
    """An uncached page of a version of about 10,000 pages against the same page in one of about 100."""
    from tests.bench.sites import big_version

    pages = {"small": big_version(SMALL, "small"), "large": big_version(LARGE, "large")}
    client = Client()
    times: dict[str, list[float]] = {"small": [], "large": []}
    figures: dict[str, float | int] = {}
    for name, page in pages.items():
        client.get(page.url)  # the tree is read once after each change
        with CaptureQueriesContext(connection) as queries:
            response = client.get(page.url)
        figures[f"queries {name}"] = len(queries)
        figures[f"bytes {name}"] = len(response.content)
    for _round in range(ROUNDS):
        for name, page in pages.items():
            start = time.perf_counter()
            client.get(page.url)
            times[name].append(time.perf_counter() - start)
    medians = {name: statistics.median(values) for name, values in times.items()}
    figures |= {f"ms {name}": round(value * 1000, 2) for name, value in medians.items()}
    return figures | {"time large / small": round(medians["large"] / medians["small"], 2)}
