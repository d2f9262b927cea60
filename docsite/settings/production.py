"""Production: nothing secret has a default, and start fails with one sentence where something is missing."""

import os

from django.core.exceptions import ImproperlyConfigured

from docsite.settings.base import *  # noqa: F403  (settings modules extend one another this way)


def _required(name: str) -> str:
    """The environment variable ``name``; raises ImproperlyConfigured where it is missing or empty."""
    value = os.environ.get(name, "")
    if not value:
        raise ImproperlyConfigured(f"Set {name} in the environment; production has no default for it.")
    return value


DEBUG = False
SECRET_KEY = _required("SECRET_KEY")
ALLOWED_HOSTS = _required("ALLOWED_HOSTS").split(",")
WAGTAILADMIN_BASE_URL = _required("SITE_URL")
CSRF_TRUSTED_ORIGINS = [WAGTAILADMIN_BASE_URL]

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
COMPRESS_ENABLED = True
COMPRESS_OFFLINE = True

SILENCED_SYSTEM_CHECKS = ["security.W019"]  # the admin shows previews in a frame of this site

SECURE_SSL_REDIRECT = os.environ.get("SECURE_SSL_REDIRECT", "1") == "1"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_HSTS_SECONDS = 31_536_000
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
