"""Reads DATABASE_URL; gives Django's DATABASES["default"]."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# A deferred SQLite transaction that starts by reading cannot become a writer while another one writes: it fails
# at once, whatever the timeout.  IMMEDIATE takes the write lock at BEGIN, so writers queue instead.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;",
}


def database_from_url(url: str, var_dir: Path) -> dict[str, Any]:
    """Return one entry of Django's DATABASES.

    ``url`` is "" (SQLite in ``var_dir``), ``sqlite:////absolute/path`` or ``postgresql://user:password@host:port/name``;
    the query of a PostgreSQL address becomes OPTIONS, and ``?host=/run/postgresql`` names a socket folder.
    Raises ImproperlyConfigured for anything else.
    """
    parts = urlsplit(url)
    if parts.scheme in ("", "sqlite"):
        name = Path(parts.path.removeprefix("/")) if parts.path else var_dir / "db.sqlite3"
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": name, "OPTIONS": dict(SQLITE_OPTIONS)}
    if parts.scheme in ("postgres", "postgresql"):
        options = dict(parse_qsl(parts.query))
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.removeprefix("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", parts.hostname or ""),
            "PORT": str(parts.port or ""),
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
            "OPTIONS": options,
        }
    raise ImproperlyConfigured(f"DATABASE_URL must start with sqlite: or postgresql:, not {parts.scheme}:")
