"""Operating the site."""

from docsite.exchange.demo.outline import Page, Section, Span, since
from docsite.exchange.demo.writing import code, h, note, ol, p, table, ul

SQLITE = Page(
    "operating/settings/sqlite",
    "SQLite",
    [
        p(
            "Transactions start as writers (`IMMEDIATE`), the log is written ahead (WAL), and a writer waits up to 20 "
            "seconds for another one. So several processes can serve one file, and writers queue instead of failing."
        ),
        p("The file is `var/db.sqlite3`. Keep it on a local disk: SQLite's locks do not work well over a network."),
    ],
    summary="How the database file is opened.",
)

POSTGRESQL = Page(
    "operating/settings/postgresql",
    "PostgreSQL",
    [
        p("Give the address of an empty database and migrate:"),
        code(
            "\n$ export DATABASE_URL=postgresql://docsite:secret@localhost:5432/docsite\n"
            "$ .venv/bin/python manage.py migrate\n",
            "console",
        ),
        p("Options of the connection can follow a question mark; a socket folder is given as a host:"),
        code("\npostgresql://docsite@/docsite?host=/run/postgresql\n", "text"),
    ],
    summary="The address of the database and its options.",
)

SETTINGS = Page(
    "operating/settings",
    "Settings",
    [
        p(
            "The site reads its settings from the environment. There are two sets: `docsite.settings.dev`, used by "
            "`manage.py` and make, and `docsite.settings.production`, used by gunicorn unless "
            "`DJANGO_SETTINGS_MODULE` names another one."
        ),
        table(
            ["Variable", "What it does"],
            ["`DATABASE_URL`", "`postgresql://…` or `sqlite:////…`; a file in `var/` where unset"],
            ["`CACHE_URL`", "`redis://…`; memory of each process where unset"],
            ["`DOCSITE_VAR_DIR`", "where database, media and compiled files go; `var/` where unset"],
            ["`SECRET_KEY`", "key of signatures; required in production"],
            ["`ALLOWED_HOSTS`", "host names that are served, with commas between; required in production"],
            ["`SITE_URL`", "public address; required in production"],
        ),
        *since("1.0", p("All of them are in the reference: [Environment variables](reference/environment).")),
        h("SQLite or PostgreSQL"),
        p(
            "One machine with a handful of editors is well served by [SQLite](operating/settings/sqlite). Several "
            "machines need [PostgreSQL](operating/settings/postgresql), and Redis as their common cache."
        ),
    ],
    summary="What the environment decides.",
    children=[SQLITE, POSTGRESQL],
)

PRODUCTION = Page(
    "operating/production",
    "Running it for others",
    [
        p("In production nothing secret has a default: the site refuses to start instead, and says what is missing."),
        code(
            "\n$ export DJANGO_SETTINGS_MODULE=docsite.settings.production\n"
            "$ .venv/bin/python manage.py check\n"
            "django.core.exceptions.ImproperlyConfigured: Set SECRET_KEY in the environment; production has no default for it.\n",
            "console",
        ),
        h("Steps"),
        ol(
            "Set the [required variables](operating/settings).",
            "Migrate the database, and collect and compress the static files.",
            "Start gunicorn behind a web server that speaks HTTPS.",
            "Run `publish_scheduled` every few minutes.",
        ),
        code(
            "\nset -e\n.venv/bin/python manage.py migrate\n.venv/bin/python manage.py collectstatic --noinput\n"
            ".venv/bin/python manage.py compress --force\nexec .venv/bin/gunicorn docsite.wsgi --workers 4 --threads 4\n",
            "bash",
            filename="start.sh",
        ),
        h("HTTPS"),
        p(
            "People who come by HTTP are sent to HTTPS. Where the web server in front does that already, set "
            "`SECURE_SSL_REDIRECT=0`. It must pass the header `X-Forwarded-Proto` on."
        ),
        h("What it sends to browsers"),
        p(
            "Readers' pages hold no inline script or style and ask no other host for anything. The content security "
            "policy says so:"
        ),
        code("\ndefault-src 'self'; script-src 'self'; style-src 'self'; …\n", "text"),
        *since(
            "1.1",
            h("Is it alive?", anchor="health"),
            p("`/healthz` answers `ok` from every process and asks no database:"),
            code("\n$ curl http://127.0.0.1:8000/healthz\nok\n", "console"),
        ),
    ],
    summary="Settings, start, HTTPS.",
)

PERMISSIONS = Page(
    "operating/permissions",
    "Who may do what",
    [
        p("Wagtail's groups decide. They are edited in {menu}`Settings ‣ Groups`."),
        table(
            ["Permission", "What it allows"],
            ["Can access Wagtail admin", "signing in to the admin; reading draft versions on the site"],
            ["Add, edit, publish on a page", "the same on everything below it: a version's home, a section, one page"],
            ["Add version", "making a version in {menu}`Versions`"],
            ["Change version", "state, aliases, dates, segment"],
        ),
        h("Editors of one version"),
        p("Give their group rights on the version's home page. They then have them on all its pages, and on no other."),
        note(
            "attention",
            "A version is not deleted in {menu}`Versions`. It goes when its home page is deleted, with everything below it.",
        ),
    ],
    span=Span(since="1.0"),
    summary="Groups, pages, versions.",
)

BACKUP = Page(
    "operating/backup",
    "Backup",
    [
        p("Everything that matters is in the database and in the media folder."),
        code(
            "\n$ sqlite3 var/db.sqlite3 \"VACUUM INTO 'backup.sqlite3'\"\n$ tar -cf media.tar -C var media\n",
            "console",
            caption="With SQLite, while the site runs",
        ),
        code('\n$ pg_dump --format custom --file backup.dump "$DATABASE_URL"\n', "console", caption="With PostgreSQL"),
        note("danger", "Never copy the file of a SQLite database while the site runs: the copy may be torn."),
        *since(
            "1.0",
            h("What need not be kept"),
            ul(
                "`var/static`: made again by `make assets`.",
                "`var/secret_key`: made again; everybody is signed out once.",
            ),
        ),
    ],
    summary="Two commands, and what need not be kept.",
)

OPERATING = Section("Operating", [PRODUCTION, SETTINGS, PERMISSIONS, BACKUP])
