"""The guide: getting started, writing, versions, operating."""

from docsite.exchange.demo.writing import (
    Page,
    Question,
    Questions,
    Section,
    bullets,
    code,
    h,
    note,
    ol,
    p,
    steps,
    table,
    terms,
    ul,
    version_note,
)

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
        ["bring existing Sphinx pages", "[Importing Sphinx](writing/import-sphinx)"],
        ["know every block", "[Blocks](reference/blocks)"],
        ["run it for others", "[Settings](operating/settings)"],
    ),
    h("How it fits together"),
    p("A *docset* is one product. It has *versions*; each version has a tree of pages of its own."),
    ul(
        "The same page in two versions shares its *lineage*, so that readers who change the version stay on the page.",
        "A link names a lineage and an anchor. It leads to the page in the version that the reader is in.",
        "What is not published is nowhere: not in the navigation, not in the search, not in a link.",
    ),
]

STARTED = Section(
    "Getting started",
    [
        Page(
            "start/install",
            "Installing",
            [
                p("You need Python 3.11 or newer and `make`. Nothing is installed outside the project's folder."),
                h("One command"),
                code("\n$ make demo\n", "console"),
                p(
                    "It makes an environment in `.venv`, a database in `var/`, loads these pages, and starts the site on "
                    "`http://127.0.0.1:8000/`. The address of the admin, a user and a password are printed at the end."
                ),
                h("Another port"),
                code("\n$ make demo PORT=9000\n", "console"),
                h("Without make"),
                p("Make only calls plain commands:"),
                code(
                    "\n$ python3 -m venv .venv\n$ .venv/bin/pip install -r requirements.lock\n"
                    "$ .venv/bin/python manage.py demo\n",
                    "console",
                ),
                note(
                    "warning",
                    "The demo is for trying things out. To serve others, read [Settings](operating/settings).",
                ),
            ],
            summary="From nothing to a running site in one command.",
        ),
        Page(
            "start/first-page",
            "Your first page",
            [
                p("This takes five minutes and needs no terminal."),
                h("Write"),
                steps(
                    [p("Open `/admin/` and sign in with the user that `make demo` printed.")],
                    [p("Choose **Pages**, then the docset, then the version. Press **Add child page**.")],
                    [
                        p("Choose **Documentation page**, give it a title, and add a code block:"),
                        code(
                            '\ndef greet(name):\n    return f"Hello {name}"\n', filename="greet.py", line_numbers=True
                        ),
                    ],
                    [p("Open the preview at the right. The code is coloured as readers will see it.")],
                    [p("Press **Publish**.")],
                ),
                h("Look"),
                p(
                    "The page and its place in the navigation are there on the next request, from every process. "
                    "Signed-in editors see *Edit this page* beside the title."
                ),
                h("Change your mind"),
                p("Every save is a revision: **History** shows them all, compares two, and brings an old one back."),
            ],
            summary="Write, preview and publish a page.",
        ),
        Page(
            "start/tour",
            "A tour of the page",
            [
                p("Every page has the same parts, on a desk side by side, on a phone one below the other."),
                terms(
                    ("Navigation", "", "The tree of the version. Your place is marked and its branch is open."),
                    ("Contents", "", "The headings of the page. The one you read is marked."),
                    ("Version selector", "", "The same page in other versions, or the nearest one above it."),
                    ("Search", "", "The words of this version's pages. Press `/` to get there."),
                    ("Banner", "", "Says when a version is not the current one, with a link to the page that is."),
                ),
                h("Keys"),
                table(
                    ["Key", "What it does"],
                    ["`/`", "goes to the search"],
                    ["`Esc`", "closes the menu that is open"],
                    ["the access keys `p` and `n`", "previous and next page"],
                ),
            ],
            only=("1.0", "1.1"),
            summary="The parts of a page and the keys that work everywhere.",
        ),
    ],
)

WRITING = Section(
    "Writing",
    [
        Section(
            "Writing pages",
            [
                Page(
                    "writing/text",
                    "Text and headings",
                    [
                        p("Text blocks hold paragraphs and simple lists. Headings are blocks of their own."),
                        h("Headings"),
                        p(
                            "A heading has a level from 2 to 6 and an *anchor*. The anchor is made from its words the first "
                            "time you save and never changes by itself, because people link to it."
                        ),
                        h("Code in titles", anchor="code-in-titles"),
                        p(
                            "In titles, headings and captions, backticks mark code. A title typed as `Using \\`Tabs\\`` shows "
                            "the last word as code, in the navigation as well."
                        ),
                        h("Formulas"),
                        p(
                            "A formula in the line, such as $O(n \\log n)$, is TeX. It is drawn by the browser, without a "
                            "script. Longer ones have [a block](reference/blocks#math)."
                        ),
                    ],
                ),
                Page(
                    "writing/links",
                    "Links that last",
                    [
                        p(
                            "A link to a page of this site is stored by the page's lineage and an anchor, not by its address."
                        ),
                        h("Link to a page"),
                        ol(
                            "Select the words and press the page button of the toolbar.",
                            "Choose the page; then give one of its anchors, or nothing for its top.",
                        ),
                        h("What happens when the page moves"),
                        p(
                            "Nothing: the link finds it. If the page is removed, the words stay and the link goes, so readers "
                            "never meet a link that leads nowhere."
                        ),
                        h("Links to other sites"),
                        p(
                            "They are kept exactly as typed: [Wagtail](https://wagtail.org/) or [Sphinx](https://www.sphinx-doc.org/)."
                        ),
                        h("Cross-references"),
                        p(
                            "A name that nothing resolves yet, such as [docsite.Version](ref:docsite.Version), is shown as styled text."
                        ),
                    ],
                ),
                Page(
                    "writing/code",
                    "Code",
                    [
                        p("What you type in a code block is what readers copy, byte for byte, tabs included."),
                        h("Typing"),
                        p("`Tab` indents and `Shift-Tab` takes it back. Press `Esc`, then `Tab`, to leave the field."),
                        h("Sessions"),
                        p("In a console session the copy button takes the commands only:"),
                        code("\n>>> rows = [\n...     1,\n...     2,\n... ]\n>>> print(rows)\n[1, 2]\n", "pycon"),
                        h("Limits"),
                        p(
                            "Listings over 64 kB, or which take longer than two seconds to colour, are shown plain. "
                            "Colouring happens when you save, so no reader ever waits for it."
                        ),
                    ],
                ),
            ],
            docname="writing",
            blocks=[
                p("How to write pages that people like to read. Each page here takes a few minutes."),
                ul("[Text and headings](writing/text)", "[Links that last](writing/links)", "[Code](writing/code)"),
            ],
        ),
        Page(
            "writing/import-sphinx",
            "Importing Sphinx with `import_sphinx`",
            [
                p("Existing Sphinx documentation comes over as it is: from the HTML that Sphinx built."),
                h("The command"),
                code(
                    "\n$ python manage.py import_sphinx build/html \\\n      --docset docs --version 1.0 --faq notes/faq --publish\n",
                    "console",
                ),
                table(
                    ["Option", "What it does"],
                    ["`--docset`, `--version`", "where the pages go; both are made where missing"],
                    ["`--publish`", "pages go live; without it they are drafts in a draft version"],
                    ["`--state`", "the state of the version"],
                    ["`--faq`", "documents that become FAQ pages"],
                    ["`--dry-run`", "reports what would be done and writes nothing"],
                    ["`--json`", "the report for programs"],
                ),
                h("What comes over"),
                bullets(
                    [p("Pages, their order, and the captioned groups of the navigation.")],
                    [p("Headings with all their anchors, API objects, tables, formulas, images.")],
                    [
                        p("Code with its language and exact text. A listing like this one stays a listing:"),
                        code("\n.PHONY: all\nall:\n\techo built\n", "make"),
                    ],
                    [
                        p(
                            "Links between the pages, by lineage and anchor; the old `.html` addresses lead to the new ones."
                        )
                    ],
                ),
                h("Importing again"),
                p(
                    "Only what changed in the source changes here, as a new revision. Pages that an editor changed since are left "
                    "alone and listed."
                ),
                note("important", "An import is all or nothing: when it fails, the site is as it was before."),
            ],
            nav_title="Importing Sphinx",
        ),
    ],
)

VERSIONS = Section(
    "Versions and releases",
    [
        Page(
            "versions/states",
            "States of a version",
            [
                p(
                    "A version is in one of five states. Everything that shows it follows at once: selector, banner, search engines."
                ),
                table(
                    ["State", "Who reads it", "What readers are told"],
                    ["draft", "signed-in editors", "that it is a draft"],
                    ["preview", "everybody", "that it is not released yet"],
                    ["current", "everybody", "nothing: this is the one"],
                    ["supported", "everybody", "that there is a newer one"],
                    ["eol", "everybody", "that it is no longer supported"],
                    first_is_header=True,
                ),
                h("Change the state"),
                p(
                    "Open **Versions** in the admin's menu, choose the version, set the state and save. Making one current turns the "
                    "former one into a supported version in the same moment."
                ),
                h("Hidden versions"),
                p("A hidden version can be reached by its address, but is listed nowhere."),
            ],
        ),
        Page(
            "versions/addresses",
            "Addresses and aliases",
            [
                p("Every public version keeps its own address for good."),
                terms(
                    ("`/docs/1.0/…`", "", "The version itself. Always valid."),
                    ("`/docs/stable/…`", "", "The current version, whichever it is. For links from elsewhere."),
                    ("`/docs/latest/…`", "", "The newest public version, a preview included."),
                ),
                h("Own aliases"),
                p("Add names such as `lts` in the form of the version. Two versions never have the same name."),
                h("Old addresses"),
                p(
                    "An address of the documentation that Sphinx built, such as `/docs/1.0/faq.html`, leads to the page, wherever it is now."
                ),
                version_note("versionadded", "1.0", "Aliases of your own."),
            ],
        ),
        Page(
            "versions/sorting",
            "Order of versions",
            [
                p("Versions are in the order people expect, whatever they are called and whenever they were made:"),
                code("\nmain\n2.0.0\nv2.0.0-rc1\n1.10\n1.9\n1.2.10\n", "text"),
                p(
                    "A branch such as `main` is newer than every number; `1.10` is newer than `1.9`; a release is newer than its candidates."
                ),
            ],
            only=("1.0", "1.1"),
        ),
        Page(
            "versions/selector",
            "Changing the version while reading",
            [
                p(
                    "The selector at the top keeps the page. Where the other version does not have it, the link leads to the nearest page "
                    "above, and a line says so."
                ),
                note("seealso", "[States of a version](versions/states)"),
            ],
            only=("1.1",),
        ),
    ],
)

OPERATING = Section(
    "Operating",
    [
        Page(
            "operating/settings",
            "Settings",
            [
                p(
                    "The site reads its settings from the environment. In production nothing secret has a default: it refuses to start instead."
                ),
                table(
                    ["Variable", "What it does"],
                    ["`DATABASE_URL`", "`postgresql://…`; SQLite in `var/` where unset"],
                    ["`CACHE_URL`", "`redis://…`; memory of each process where unset"],
                    ["`DOCSITE_VAR_DIR`", "where database, media and compiled files go"],
                    ["`SECRET_KEY`", "key of signatures; required in production"],
                    ["`ALLOWED_HOSTS`", "host names that are served; required in production"],
                    ["`SITE_URL`", "public address; required in production"],
                ),
                h("SQLite or PostgreSQL"),
                p(
                    "One machine with a handful of editors is well served by SQLite. Several machines need PostgreSQL and Redis."
                ),
            ],
            children=[
                Page(
                    "operating/settings/sqlite",
                    "SQLite",
                    [
                        p(
                            "Transactions start as writers (`IMMEDIATE`), the log is written ahead (WAL), and a writer waits up to 20 seconds for another one."
                        )
                    ],
                ),
                Page(
                    "operating/settings/postgresql",
                    "PostgreSQL",
                    [
                        p("Give the address of an empty database and migrate:"),
                        code(
                            "\n$ export DATABASE_URL=postgresql://docsite:secret@localhost:5432/docsite\n$ python manage.py migrate\n",
                            "console",
                        ),
                    ],
                ),
            ],
        ),
        Page(
            "operating/permissions",
            "Who may do what",
            [
                p(
                    "Wagtail's groups decide. Give a group rights on a version's home page, and it has them on all pages below."
                ),
                ul(
                    "**Add**, **edit**, **publish** on pages: as everywhere in Wagtail.",
                    "**Add version**, **change version**: the Versions area.",
                    "**Can access Wagtail admin**: reads draft versions.",
                ),
            ],
            only=("1.0", "1.1"),
        ),
        Page(
            "operating/backup",
            "Backup",
            [
                p("Everything that matters is in the database and in the media folder."),
                code(
                    "\n$ sqlite3 var/db.sqlite3 \"VACUUM INTO 'backup.sqlite3'\"\n$ tar -cf media.tar -C var media\n",
                    "console",
                ),
                note("danger", "Never copy the file of a SQLite database while the site runs: the copy may be torn."),
            ],
        ),
    ],
)

FAQ = Questions(
    "faq",
    "Frequently asked questions",
    [p("Short answers. Every question has an address of its own: point at it and copy the link beside it.")],
    [
        Question(
            "Does it need JavaScript to read?",
            [p("No. Scripts add the copy button, the drawer on phones and a few keys; everything else works without.")],
            "Reading",
        ),
        Question(
            "Can I link to one paragraph?",
            [
                p(
                    "To every heading, every API object and every question. Put an anchor block before anything else you want to link to."
                )
            ],
            "Reading",
        ),
        Question(
            "Why is my code not coloured?",
            [
                p(
                    "Its language is unknown, or the listing is over the limits; see [Code](writing/code#limits). The text is right in any case."
                )
            ],
            "Writing",
        ),
        Question(
            "How do I show a file name above a listing?",
            [
                p("Fill in **File name** in the code block:"),
                code('\n[tool.docsite]\nname = "example"\n', "toml", filename="pyproject.toml"),
            ],
            "Writing",
        ),
        Question(
            "Can two editors work on one page?",
            [p("Yes. Wagtail shows who else has the page open, and every save is a revision of its own.")],
            "Writing",
        ),
        Question(
            "Where did my draft go?",
            [p("Drafts are listed on the admin's start page and in the page's **History**.")],
            "Writing",
        ),
        Question(
            "How do I take a page back?",
            [p("Choose **Unpublish** in its menu. The page, and everything below it, is gone for readers at once.")],
            "Publishing",
        ),
        Question(
            "What is the difference between `stable` and `latest`?",
            [
                p(
                    "`stable` is the current version. `latest` is the newest public one, which may be a preview; see [Addresses and aliases](versions/addresses)."
                )
            ],
            "Publishing",
            "stable-or-latest",
        ),
        Question(
            "Can readers see a draft version?",
            [p("No. Its pages answer exactly like pages that do not exist.")],
            "Publishing",
        ),
        Question("Which databases work?", [p("SQLite and PostgreSQL. All tests run on both.")], "Operating"),
        Question("How do I change the port?", [code("\n$ make serve PORT=9000\n", "console")], "Operating"),
    ],
)
