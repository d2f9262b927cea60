"""A local server that just works: used by manage.py, ``make demo`` and ``make serve``."""

import os
import secrets

from docsite.settings.base import *  # noqa: F403  (settings modules extend one another this way)
from docsite.settings.base import VAR_DIR

DEBUG = os.environ.get("DOCSITE_DEBUG") == "1"
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")


def _local_secret_key() -> str:
    """The key kept in ``var/``: sessions survive a restart, and all worker processes share it."""
    path = VAR_DIR / "secret_key"
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    try:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
    except FileExistsError:
        pass
    return path.read_text()


SECRET_KEY = os.environ.get("SECRET_KEY") or _local_secret_key()

# Compressed files are made once by ``make demo``; with DEBUG they are served one by one.
COMPRESS_ENABLED = not DEBUG
COMPRESS_OFFLINE = not DEBUG
