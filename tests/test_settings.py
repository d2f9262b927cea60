"""Settings that must hold where they apply: databases, and production that refuses to start without secrets."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from docsite.settings.databases import database_from_url

PROJECT = Path(__file__).resolve().parent.parent


def production_environment(**variables: str) -> dict[str, str]:
    """A deployment's environment: what finds the programs, and the given variables; nothing of the tests' own."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return kept | variables | {"DJANGO_SETTINGS_MODULE": "docsite.settings.production"}


@pytest.mark.database("sqlite")
@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_sqlite_waits_for_other_writers_and_logs_ahead() -> None:
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (20_000,)
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.settings_dict["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_addresses_of_databases(tmp_path: Path) -> None:
    assert database_from_url("", tmp_path)["NAME"] == tmp_path / "db.sqlite3"
    assert database_from_url("sqlite:////x/y.db", tmp_path)["NAME"] == Path("/x/y.db")
    found = database_from_url("postgresql://me:p%40ss@db.example:5433/docs?sslmode=require", tmp_path)
    assert (found["NAME"], found["USER"], found["PASSWORD"]) == ("docs", "me", "p@ss")
    assert (found["HOST"], found["PORT"], found["OPTIONS"]) == ("db.example", "5433", {"sslmode": "require"})
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        database_from_url("mysql://x/y", tmp_path)


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL"])
def test_production_refuses_to_start_without_secrets(missing: str) -> None:
    given = {"SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "docs.example", "SITE_URL": "https://docs.example"}
    del given[missing]
    environment = production_environment(**given)
    run = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert f"Set {missing} in the environment" in run.stderr


def test_production_is_ready_to_deploy() -> None:
    environment = production_environment(
        SECRET_KEY="7d1c9b3f5a" * 6 + "xyzw", ALLOWED_HOSTS="docs.example", SITE_URL="https://docs.example"
    )
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    run = subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
