"""Entry point of gunicorn: ``gunicorn docsite.wsgi``."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "docsite.settings.production")

application = get_wsgi_application()
