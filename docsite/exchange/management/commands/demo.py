"""``manage.py demo``: a complete site to try, in one go."""

import json
import os
import secrets
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from compressor.conf import settings as compressor_settings
from compressor.storage import default_offline_manifest_storage
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand

from docsite.exchange.demo.loader import load_demo

USER = "admin"


class Command(BaseCommand):
    """Migrates, loads the demo content, makes an admin."""

    help = "Migrate, load the demo content and make an admin. Running it again changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One option."""
        parser.add_argument("--json", action="store_true", dest="as_json", help="the result as JSON on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and print where to go."""
        call_command("migrate", verbosity=0)
        ensure_assets()
        counts = load_demo(None if options["as_json"] else self.progress)
        password = ensure_admin()
        site = site_address()
        if options["as_json"]:
            result = {
                "pages": counts,
                "site": f"{site}/",
                "admin": f"{site}/admin/",
                "user": USER,
                "password": password,
            }
            self.stdout.write(json.dumps(result))
            return
        self.clear_progress()
        self.stdout.write("Demo content: " + ", ".join(f"{number} {outcome}" for outcome, number in counts.items()))
        self.stdout.write(f"Site:     {site}/")
        self.stdout.write(f"Admin:    {site}/admin/")
        self.stdout.write(f"User:     {USER}")
        self.stdout.write(
            f"Password: {password or f'not known here; `manage.py changepassword {USER}` gives another one'}"
        )

    def progress(self, number: int, title: str) -> None:
        """A line that is written over, on a terminal only."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{number:4} {title[:60]:<60}", ending="")

    def clear_progress(self) -> None:
        """An empty line in place of the last one."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{'':<65}\r", ending="")


def site_address() -> str:
    """Where the site will be: SITE_URL, else this machine at PORT."""
    if "SITE_URL" not in os.environ and "PORT" in os.environ:
        return f"http://127.0.0.1:{os.environ['PORT']}"
    return str(settings.WAGTAILADMIN_BASE_URL).rstrip("/")


def ensure_assets() -> None:
    """Collect and compress style sheets and scripts where that was never done; make does it before every start."""
    manifest = compressor_settings.COMPRESS_OFFLINE_MANIFEST
    if settings.COMPRESS_OFFLINE and not default_offline_manifest_storage.exists(manifest):
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("compress", force=True, verbosity=0)


def ensure_admin() -> str:
    """The password of the demo's admin, who is made where missing; "" where somebody has changed it.

    Kept in ``var/demo_password``, readable by its owner only, so that starting the demo again can show it again.
    """
    path = Path(settings.VAR_DIR) / "demo_password"
    user = get_user_model().objects.filter(username=USER).first()
    kept = path.read_text() if path.exists() else ""
    if user is not None:
        return kept if kept and user.check_password(kept) else ""
    password = secrets.token_urlsafe(12)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)  # an old file would keep its old rights
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
        file.write(password)
    get_user_model().objects.create_superuser(USER, password=password)
    return password
