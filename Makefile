# Plain commands under short names; README.md shows the same commands for people without make.

PYTHON ?= python3
PORT ?= 8000
SITE_URL ?= http://127.0.0.1:$(PORT)
WORKERS ?= 2
# More arguments for pytest: make test PYTEST_ARGS="tests/versions -x"
PYTEST_ARGS ?=

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
# The control socket would be one file in the home folder, whichever site runs.
GUNICORN := $(BIN)/gunicorn docsite.wsgi --bind 127.0.0.1:$(PORT) --workers $(WORKERS) --threads 4 --no-control-socket

demo serve assets: export DJANGO_SETTINGS_MODULE ?= docsite.settings.dev
demo serve assets: export SITE_URL := $(SITE_URL)
test lint bench: export DJANGO_SETTINGS_MODULE := docsite.settings.test

.DEFAULT_GOAL := help
.PHONY: help install demo serve assets test lint bench

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: .venv/requirements.lock ## Make or update the environment in .venv (nothing outside it changes)

# The copy of the lock file inside the environment says what was installed: same content, nothing to do.
.venv/requirements.lock: requirements.lock
	@if ! cmp -s requirements.lock $@; then \
		$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
			|| { echo "Python 3.11 or newer is needed; PYTHON=python3.12 names another interpreter." >&2; exit 1; }; \
		$(PYTHON) -m venv .venv \
		&& $(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock; \
	fi
	@cp requirements.lock $@

demo: install assets ## Run the site with demo content on 127.0.0.1 (PORT=8000); prints address, user and password
	$(MANAGE) demo
	$(GUNICORN)

serve: install assets ## Run the site on the existing var/, or an empty one, without demo content (PORT=8000)
	$(MANAGE) migrate --verbosity 0
	$(GUNICORN)

assets: install ## Collect and compress style sheets and scripts into var/
	$(MANAGE) collectstatic --noinput --verbosity 0
	$(MANAGE) compress --force --verbosity 0

test: install ## Run the tests (PYTEST_ARGS= for more arguments)
	$(BIN)/python -m pytest -n auto $(PYTEST_ARGS)

lint: install ## Check style, formatting, types and migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(MANAGE) check --fail-level WARNING
	$(MANAGE) makemigrations --check --dry-run --noinput

bench: install ## Measure the figures that the design promises, as JSON
	$(MANAGE) bench
