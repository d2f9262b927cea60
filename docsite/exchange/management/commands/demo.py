"""``manage.py demo``: a complete site to try, in one go."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand

from docsite.exchange.demo.loader import load_demo

USER = "admin"


class Command(BaseCommand):
    """Migrates, loads the demo content, makes an admin."""

    help = "Migrate, load the demo content and make an admin. Running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and print where to go."""
        call_command("migrate", verbosity=0)
        counts = load_demo()
        self.stdout.write(
            f"Demo content: {counts['created']} pages new, "
            f"{counts['updated']} updated, {counts['unchanged']} unchanged."
        )
        password = ensure_admin()
        site = settings.WAGTAILADMIN_BASE_URL
        self.stdout.write(f"Site:     {site}/")
        self.stdout.write(f"Admin:    {site}/admin/")
        self.stdout.write(f"User: {USER}")
        self.stdout.write(f"Password: {password}" if password else "Password: the one you gave it")


def ensure_admin() -> str:
    """The password of the demo's admin, who is made where missing; "" where somebody has changed it.

    Kept in ``var/demo_password``, readable by its owner only, so that starting the demo again can show it again.
    """
    path = Path(settings.VAR_DIR) / "demo_password"
    user = get_user_model().objects.filter(username=USER).first()
    kept = path.read_text() if path.exists() else ""
    if user is not None and kept and user.check_password(kept):
        return kept
    if user is not None:
        return ""
    password = secrets.token_urlsafe(12)
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "w") as file:
        file.write(password)
    get_user_model().objects.create_superuser(USER, password=password)
    return password
