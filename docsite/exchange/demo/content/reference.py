"""The reference: blocks, commands, variables, the Python objects that versions are made of, a glossary."""

from docsite.exchange.demo.content.arranging import ARRANGING
from docsite.exchange.demo.content.blocks import BLOCKS
from docsite.exchange.demo.outline import Page, Section, Span, since
from docsite.exchange.demo.writing import api, code, h, note, p, table, terms, ul

IMPORT_SPHINX = Page(
    "reference/commands/import_sphinx",
    "`import_sphinx`",
    [
        code("\nmanage.py import_sphinx PATH --docset SEGMENT --version NAME [options]\n", "text"),
        p("Imports a Sphinx HTML output folder, or one saved page, into a version of a docset: all or nothing."),
        terms(
            ("`PATH`", "path", "A folder that Sphinx wrote, or one saved page."),
            ("`--docset SEGMENT`", "docset", "Segment of the docset; made where missing."),
            ("`--version NAME`", "version", "Name of the version; made where missing."),
            ("`--publish`", "publish", "Pages go live; without it they are drafts."),
            ("`--state STATE`", "state", "One of draft, preview, current, supported, eol."),
            ("`--faq DOCNAME …`", "faq", "Documents that become FAQ pages. May be repeated."),
            ("`--dry-run`", "dry-run", "Report what would be done, and write nothing."),
            ("`--json`", "json", "The report as JSON on standard output."),
            kind="options",
        ),
        note("seealso", "[Importing Sphinx](writing/import-sphinx)"),
    ],
    summary="Arguments and options.",
)

COMMANDS = Page(
    "reference/commands",
    "Commands",
    [
        p("Call them with the project's own Python; `--help` tells all options."),
        code("\n$ .venv/bin/python manage.py import_sphinx --help\n", "console"),
        h("Exit status", anchor="exit-status"),
        table(
            ["Status", "Meaning"],
            ["0", "done"],
            ["1", "refused; the reason is on standard error"],
            ["2", "wrong usage"],
        ),
        h("`demo`", anchor="demo"),
        p(
            "Migrates, loads these pages and makes the user `admin`. Running it again changes nothing. Pages that an "
            "editor changed are left alone; pages that were deleted come back."
        ),
        h("`import_sphinx`", anchor="import-sphinx"),
        p("Takes over a Sphinx tree; see [`import_sphinx`](reference/commands/import_sphinx)."),
        h("`publish_scheduled`", anchor="publish-scheduled"),
        p("Wagtail's own: publishes and expires pages whose time has come; see [drafts](writing/drafts#schedule)."),
        *since(
            "1.0",
            h("`createsuperuser`, `changepassword`", anchor="users"),
            p("Django's own: make a user who may do everything, or give one a new password."),
        ),
    ],
    summary="What `manage.py` can do.".replace("`", ""),
    children=[IMPORT_SPHINX],
)

MAKE = Page(
    "reference/make",
    "`make` targets",
    [
        p("`make` alone lists them."),
        table(
            ["Target", "What it does"],
            ["`make install`", "makes or updates the environment in `.venv`"],
            ["`make demo`", "the site with these pages; prints address, user and password"],
            ["`make serve`", "the site on what is in `var/`, without these pages"],
            ["`make assets`", "collects and compresses style sheets and scripts"],
            ["`make test`", "the tests; `PYTEST_ARGS=` for more arguments"],
            ["`make lint`", "style, formatting, types, migrations"],
            ["`make bench`", "measures how fast the site is"],
        ),
        h("Variables", anchor="variables"),
        table(
            ["Variable", "Default"],
            ["`PORT`", "8000"],
            ["`WORKERS`", "2 processes"],
            ["`PYTHON`", "`python3`, to make the environment with"],
        ),
        code("\n$ make serve PORT=9000 WORKERS=4\n", "console"),
    ],
    summary="Short names for plain commands.",
)

ENVIRONMENT = Page(
    "reference/environment",
    "Environment variables",
    [
        p("Whatever is unset has the value that suits a trial on one machine."),
        *[
            api("envvar", name, name, words, domain="std")
            for name, words in {
                "DATABASE_URL": "`postgresql://user:password@host:port/name`, or `sqlite:////absolute/path`. "
                "Unset: `db.sqlite3` in the folder below.",
                "CACHE_URL": "`redis://host:port/0`: the cache that several machines share. Unset: each process has its own.",
                "DOCSITE_VAR_DIR": "Folder of the SQLite file, media, compiled assets and the local secret key. Unset: `var/`.",
                "DJANGO_SETTINGS_MODULE": "`docsite.settings.dev` or `docsite.settings.production`.",
                "SECRET_KEY": "Django's key for signatures. Unset: made and kept in `var/secret_key`; production refuses to start.",
                "ALLOWED_HOSTS": "Host names served, with commas between. Unset: this machine; production refuses to start.",
                "SITE_URL": "The public address, for links in mails and in the admin. Production refuses to start without it.",
                "SECURE_SSL_REDIRECT": "Production only: `0` where a proxy already sends people to HTTPS.",
                "DOCSITE_DEBUG": "`1`: tracebacks in the browser, assets uncompressed. Only with the settings `dev`.",
            }.items()
        ],
    ],
    span=Span(since="1.0"),
    summary="All variables that the settings read.",
)

VERSIONS_API = Page(
    "reference/docsite.versions",
    "`docsite.versions`",
    [
        p("Which versions exist, and in what state. For programmers who extend the site."),
        h("Numbers", anchor="numbers"),
        api(
            "function",
            "docsite.versions.numbers.sort_key(name)",
            "docsite.versions.numbers.sort_key",
            "A text that sorts like the version it was made from, in any database.",
            code(
                '\n>>> from docsite.versions.numbers import sort_key\n>>> sorted(["1.10", "1.9", "main"], key=sort_key)\n'
                "['1.9', '1.10', 'main']\n",
                "pycon",
            ),
            fields={"Parameters": "`name`: any text, such as `v2.0.0-rc1` or `main`", "Returns": "digits only"},
        ),
        api(
            "function",
            "docsite.versions.numbers.is_prerelease(name)",
            "docsite.versions.numbers.is_prerelease",
            "Whether a numbered version comes before its release: an alpha, a beta, a candidate.",
        ),
        *since(
            "1.0",
            api(
                "function",
                "docsite.versions.numbers.compare(left, right)",
                "docsite.versions.numbers.compare",
                "-1, 0 or 1 as the first name is older than, the same as or newer than the second.",
            ),
            api(
                "function",
                "docsite.versions.numbers.validate_segment(text)",
                "docsite.versions.numbers.validate_segment",
                "The text unchanged if it may stand in an address.",
                fields={"Raises": "`ValueError` with a sentence for editors"},
            ),
        ),
        h("Models", anchor="models"),
        api(
            "class",
            "class docsite.versions.models.Version(docset, name, segment, state='draft', hidden=False, released_on=None, eol_on=None)",
            "docsite.versions.models.Version",
            "One release line of a docset.",
            api(
                "property",
                "is_public",
                "docsite.versions.models.Version.is_public",
                "Whether anybody may read its pages.",
            ),
            api(
                "attribute",
                "generation",
                "docsite.versions.models.Version.generation",
                "A number, raised with every change that readers could see.",
            ),
        ),
        h("States", anchor="states"),
        api(
            "function",
            "docsite.versions.states.change_state(version, state, *, user=None, hidden=None)",
            "docsite.versions.states.change_state",
            "Put a version into another state; making one current turns the former one into a supported version.",
            fields={
                "Parameters": [
                    ul(
                        "`version`: the version",
                        "`state`: the name of the state",
                        "`user`: who does it; None is the system",
                        "`hidden`: whether to hide it; None leaves it as it is",
                    )
                ],
                "Returns": "the version, fresh from the database",
                "Raises": "`PermissionDenied` without the right to change versions, `ValueError` for an unknown state",
            },
        ),
    ],
    nav_title="`docsite.versions`",
    summary="Python objects of versions.",
)

GLOSSARY = Page(
    "reference/glossary",
    "Glossary",
    [
        terms(
            ("Alias", "term-alias", "Another name of a version in addresses: `stable`, `latest` or your own."),
            ("Anchor", "term-anchor", "The permanent name of a place on a page."),
            ("Block", "term-block", "A piece of a page's content; see [Blocks](reference/blocks)."),
            ("Caption", "term-caption", "A group in the navigation that has no page of its own."),
            ("Docset", "term-docset", "One documented product."),
            ("Lineage", "term-lineage", "What makes two pages *the same page* in two versions."),
            ("Revision", "term-revision", "The text of a page as it was saved once."),
            ("Segment", "term-segment", "What stands for a version in addresses; usually its name."),
            ("State", "term-state", "How far a version is in its life; see [States of a version](versions/states)."),
            ("Version", "term-version", "One release line of a docset."),
            kind="glossary",
        )
    ],
    summary="All words of this documentation.",
)

HOOKS = Page(
    "reference/hooks",
    "HTML hooks",
    [
        p("Themes and tests can rely on these:"),
        table(
            ["Hook", "What it marks"],
            ["`nav[data-nav]`", 'the navigation; the current page is `a[aria-current="page"]`'],
            ["`[data-toc]`", "the contents of the page"],
            ["`[data-version-select]`", "the version selector"],
            ["`[data-banner]`", "the banner; its value is the kind, such as `preview` or `eol`"],
            ["`article[data-page-lineage]`", "the page"],
            ["`a.permalink`", "the link beside a heading"],
            ["`figure.code[data-language]`", "a listing; its button is `button[data-copy]`"],
            ["`aside.admonition[data-kind]`", "an admonition"],
            ["`dl.api[data-kind]`", "an API object; its anchors are on the `dt`"],
            ["`section.faq-entry`", "a question with its answer"],
        ),
    ],
    span=Span(since="1.1"),
    summary="Attributes and classes that stay.",
)

REFERENCE = Section("Reference", [BLOCKS, ARRANGING, COMMANDS, MAKE, ENVIRONMENT, VERSIONS_API, GLOSSARY, HOOKS])
