"""Tests: fast and alone, otherwise as in production."""

import os
import tempfile

os.environ.setdefault("DOCSITE_VAR_DIR", tempfile.mkdtemp(prefix="docsite-test-"))

from docsite.settings.base import *  # noqa: F403  (the folder must be known before base reads it)
from docsite.settings.base import DATABASES, VAR_DIR

SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # logging in hundreds of times
COMPRESS_ENABLED = False  # no step before the tests
COMPRESS_OFFLINE = False
WAGTAILADMIN_BASE_URL = "http://testserver"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # In a file, so that the live server's threads meet the same locking as in production.
    DATABASES["default"]["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
WHITENOISE_AUTOREFRESH = True  # files are taken from where they are; nothing is collected
WHITENOISE_USE_FINDERS = True
