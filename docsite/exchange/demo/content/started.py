"""Getting started, and the home page of a version."""

from docsite.exchange.demo.outline import Page, Section, Span, since, until
from docsite.exchange.demo.writing import code, figure, h, note, p, steps, table, terms, ul

HOME = [
    p(
        "Docsite is a documentation site whose content lives in a CMS. Editors write in the Wagtail admin; readers get "
        "versioned pages with a navigation tree, highlighted code and links that survive renames."
    ),
    note(
        "tip",
        "New here? [Install it](start/install), then [write your first page](start/first-page).",
        title="Where to begin",
    ),
    h("What is where"),
    table(
        ["You want to", "Read"],
        ["try it on your machine", "[Installing](start/install)"],
        ["know how pages, versions and links belong together", "[Words used here](start/concepts)"],
        ["bring existing Sphinx pages", "[Importing Sphinx](writing/import-sphinx)"],
        ["see every block", "[Blocks](reference/blocks)"],
        ["run it for others", "[Running it for others](operating/production)"],
    ),
]

INSTALL = Page(
    "start/install",
    "Installing",
    [
        p("You need Python 3.11 or newer and `make`. Nothing is installed outside the project's folder."),
        h("One command"),
        code("\n$ make demo\n", "console"),
        p(
            "It makes an environment in `.venv` and a database in `var/`, loads these pages, and starts the site on "
            "`http://127.0.0.1:8000/`. The address of the admin, a user and a password are printed before it starts; "
            "running it again prints them again and changes nothing."
        ),
        h("Another port"),
        code("\n$ make demo PORT=9000\n", "console"),
        h("An empty site"),
        p("To start without these pages, make your own user and run the site alone:"),
        code(
            "\n$ make install\n$ .venv/bin/python manage.py migrate\n$ .venv/bin/python manage.py createsuperuser\n"
            "$ make serve\n",
            "console",
        ),
        *since(
            "1.0",
            h("Without make"),
            p("Make only calls plain commands:"),
            code(
                "\n$ python3 -m venv .venv\n"
                "$ .venv/bin/pip install -r requirements.lock\n"
                "$ .venv/bin/python manage.py collectstatic --noinput\n"
                "$ .venv/bin/python manage.py compress --force\n"
                "$ .venv/bin/python manage.py demo\n"
                "$ export DJANGO_SETTINGS_MODULE=docsite.settings.dev\n"
                "$ .venv/bin/gunicorn docsite.wsgi --bind 127.0.0.1:8000 --threads 4\n",
                "console",
            ),
        ),
        h("Start over"),
        p("Everything that running the site makes is in `var/`. Stop the site and delete that folder to begin anew."),
        note(
            "warning",
            "The demo is for trying things out. To serve others, read [Running it for others](operating/production).",
        ),
    ],
    summary="From nothing to a running site in one command.",
)

FIRST_PAGE = Page(
    "start/first-page",
    "Your first page",
    [
        p("This takes five minutes and needs no terminal."),
        h("Write"),
        steps(
            [p("Open `/admin/` and sign in with the user that `make demo` printed.")],
            [
                p(
                    "Choose {menu}`Pages`, then the docset, then the version, and add a child page of the type "
                    "{gui}`Documentation page`."
                )
            ],
            [
                p("Give it a title, and add a {gui}`Code` block:"),
                code(
                    '\ndef greet(name):\n    return f"Hello {name}"\n',
                    filename="greet.py",
                    line_numbers=True,
                    emphasize_lines="2",
                ),
            ],
            [p("Open the preview in the side panel: the code is coloured as readers will see it.")],
            [p("Choose {gui}`Publish`.")],
        ),
        h("Look"),
        p(
            "The page and its place in the navigation are there on the next request, from every process. Signed-in "
            "editors find *Edit this page* beside the title of every page they may edit."
        ),
        h("Change your mind"),
        p("Every save is a revision. The page's history lists them, compares two, and brings an old one back."),
    ],
    summary="Write, preview and publish a page.",
)

CONCEPTS = Page(
    "start/concepts",
    "Words used here",
    [
        p("Six words are enough to understand the rest of this documentation."),
        terms(
            ("Docset", "docset", "One documented product, such as this one. Its address is `/docs/`."),
            ("Version", "version", "One release line of a docset, with a state and a tree of pages of its own."),
            ("Section", "section", "A group in the navigation: only a caption, or a folder with an introduction."),
            ("Lineage", "lineage", "What makes two pages *the same page* in two versions, whatever they are called."),
            ("Anchor", "anchor", "The permanent name of a place on a page. It never changes by itself."),
            ("Alias", "alias", "Another name of a version in addresses, such as `stable`."),
        ),
        h("How they belong together"),
        figure(
            "tree",
            "Boxes joined by lines: home, below it a docset, below that the versions 0.9, 1.0 and 1.1",
            "Home holds docsets, a docset holds versions, a version holds pages.",
        ),
        ul(
            "A reader who changes the version stays on the page, because it has the same lineage in both.",
            "A link names a lineage and an anchor. It leads to that page in the version the reader is in.",
            "What is not published is nowhere: not in the navigation, not in the search, not in the selector.",
        ),
        *until("0.9", p("All words are in the [glossary](reference/glossary).")),
        *since(
            "1.0",
            p(
                "All words are in the [glossary](reference/glossary); how versions change is described in "
                "[States of a version](versions/states)."
            ),
        ),
    ],
    summary="Docset, version, section, lineage, anchor, alias.",
)

TOUR = Page(
    "start/tour",
    "A tour of the page",
    [
        p("Every page has the same parts: side by side on a desk, one below the other on a phone."),
        terms(
            ("Navigation", "", "The tree of the version. Your place is marked and its branch is open."),
            ("Contents", "", "The headings of the page, in a column of their own where there is room."),
            ("Version selector", "", "The same page in other versions, or the nearest page above it."),
            ("Search", "", "Finds the pages of this version that hold all the words you typed."),
            ("Banner", "", "Says when a version is not the current one, with a link to the one that is."),
            ("Colours", "", "Light, dark, or as the system has it; the choice is kept in the browser."),
        ),
        h("Keys"),
        table(
            ["Key", "What it does"],
            ["{kbd}`/`", "goes to the search box"],
            ["{kbd}`Esc`", "closes what is open: the menu, the selector, the search box"],
            ["the access keys {kbd}`p` and {kbd}`n`", "previous and next page"],
        ),
        h("Without JavaScript"),
        p(
            "Everything can be read and reached without it. Scripts add the copy button, the menu on phones, the choice "
            "of colours and the keys above."
        ),
    ],
    span=Span(since="1.0"),
    summary="The parts of a page and the keys that work everywhere.",
)

STARTED = Section("Getting started", [INSTALL, FIRST_PAGE, CONCEPTS, TOUR])
