"""What is true everywhere.  dev, test and production hold differences only."""

import os
from pathlib import Path

from docsite.settings.databases import database_from_url

BASE_DIR = Path(__file__).resolve().parent.parent.parent
VAR_DIR = Path(os.environ.get("DOCSITE_VAR_DIR") or BASE_DIR / "var").resolve()

# ---------------------------------------------------------------- applications
INSTALLED_APPS = [
    "docsite.basepage",
    "docsite.versions",
    "docsite.pages",
    "docsite.richtext",
    "docsite.reader",
    "docsite.search",
    "docsite.exchange",
    "faq",
    "docsite.editing",
    "wagtail.contrib.redirects",
    "wagtail.contrib.settings",
    "wagtail.embeds",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.snippets",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "compressor",
    "django_filters",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "docsite.reader.middleware.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "docsite.reader.middleware.EditorHintMiddleware",
    "wagtail.contrib.redirects.middleware.RedirectMiddleware",
]

ROOT_URLCONF = "docsite.urls"
WSGI_APPLICATION = "docsite.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "docsite.reader.context_processors.site",
            ],
        },
    }
]

# ---------------------------------------------------------------- data
DATABASES = {"default": database_from_url(os.environ.get("DATABASE_URL", ""), VAR_DIR)}

if os.environ.get("CACHE_URL"):
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": os.environ["CACHE_URL"]}
    }

# ---------------------------------------------------------------- language and time
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# ---------------------------------------------------------------- files
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "compressor.finders.CompressorFinder",
]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"

COMPRESS_FILTERS = {
    "css": ["compressor.filters.css_default.CssAbsoluteFilter", "compressor.filters.cssmin.rCSSMinFilter"],
    "js": ["compressor.filters.jsmin.rJSMinFilter"],
}

# ---------------------------------------------------------------- Wagtail
WAGTAIL_PAGE_MODEL = "basepage.BasePage"
WAGTAIL_SITE_NAME = "Documentation"
WAGTAILADMIN_BASE_URL = os.environ.get("SITE_URL", "http://127.0.0.1:8000")
WAGTAIL_I18N_ENABLED = False
# Wagtail's own converter changes text that nobody touched: blanks, nesting, everything after an emoji.
WAGTAILADMIN_RICH_TEXT_EDITORS = {"default": {"WIDGET": "docsite.richtext.widgets.RichTextArea"}}
# The admin asks nobody else: no news of releases, no pictures of people.
WAGTAIL_ENABLE_UPDATE_CHECK = False
WAGTAIL_ENABLE_WHATS_NEW_BANNER = False
WAGTAIL_GRAVATAR_PROVIDER_URL = None
WAGTAILSEARCH_BACKENDS = {"default": {"BACKEND": "wagtail.search.backends.database"}}
# Old links are answered from the source path and the lineage of a page; a row per descendant is not needed for them.
WAGTAILREDIRECTS_AUTO_CREATE = True
WAGTAILIMAGES_EXTENSIONS = ["avif", "gif", "jpg", "jpeg", "png", "webp"]
WAGTAILDOCS_EXTENSIONS = [
    "csv", "docx", "gz", "ipynb", "json", "key", "mp3", "mp4", "odt", "patch", "pdf", "pptx", "py", "rtf", "tar",
    "toml", "txt", "webm", "whl", "xlsx", "yaml", "yml", "zip",
]  # fmt: skip
# A long API page has tens of thousands of form fields; Django's default of 1,000 answers "400" and loses the edit.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200_000
DATA_UPLOAD_MAX_MEMORY_SIZE = 20 * 1024 * 1024

# ---------------------------------------------------------------- the documentation site
# Computes what page templates show (docsite.pages knows nothing of readers).
DOCSITE_READER_CONTEXT = "docsite.reader.context.page_view"

# Whether inventories may be fetched from addresses of the own network.
DOCSITE_FETCH_PRIVATE = False

# ---------------------------------------------------------------- security
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "SAMEORIGIN"  # the admin shows previews in a frame of the same site
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
