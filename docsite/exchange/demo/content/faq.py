"""The FAQ of the documentation."""

from docsite.exchange.demo.outline import Question, Questions, Span
from docsite.exchange.demo.writing import code, note, p, ul

READING, WRITING, PUBLISHING, OPERATING = "Reading", "Writing", "Publishing", "Operating"

FAQ = Questions(
    "faq",
    "Frequently asked questions",
    [p("Short answers. Every question has an address of its own: point at it and copy the link beside it.")],
    [
        Question(
            "does-it-need-javascript",
            READING,
            "Does it need JavaScript to read?",
            [p("No. Scripts add the copy button, the menu on phones and a few keys; everything else works without.")],
        ),
        Question(
            "link-to-a-paragraph",
            READING,
            "Can I link to one paragraph?",
            [
                p(
                    "You can link to every heading, API object and question. For anything else, put an "
                    "[anchor block](reference/blocks#anchors) before it."
                )
            ],
        ),
        Question(
            "page-missing-in-version",
            READING,
            "Why did changing the version take me to another page?",
            [
                p(
                    "The other version does not have the page. You get the nearest page above it, and a line that says so."
                )
            ],
            span=Span(since="1.1"),
        ),
        Question(
            "why-not-coloured",
            WRITING,
            "Why is my code not coloured?",
            [
                p(
                    "Its language is unknown, or the listing is over the [limits](writing/code#limits). The text is right in "
                    "any case. Compare the name with the [languages](writing/code/languages)."
                )
            ],
        ),
        Question(
            "file-name-above-a-listing",
            WRITING,
            "How do I show a file name above a listing?",
            [
                p("Fill in {gui}`File name` in the code block:"),
                code('\n[project]\nname = "example"\nversion = "1.0"\n', "toml", filename="pyproject.toml"),
            ],
        ),
        Question(
            "backtick-in-a-title",
            WRITING,
            "How do I write a backtick in a title?",
            [p("Put a backslash before it:"), code("\nThe \\` key\n", "text")],
        ),
        Question(
            "tabs-in-code",
            WRITING,
            "Are tabs in code kept?",
            [p("Yes, byte for byte. A Makefile copied from a page works:"), code("\nall:\n\techo done\n", "make")],
        ),
        Question(
            "two-editors",
            WRITING,
            "Can two editors work on one page?",
            [p("Yes. Wagtail shows who else has the page open, and every save is a revision of its own.")],
        ),
        Question(
            "where-is-my-draft",
            WRITING,
            "Where did my draft go?",
            [p("Into the page's history. The admin's start page also lists the pages you edited last.")],
        ),
        Question(
            "take-a-page-back",
            PUBLISHING,
            "How do I take a page back?",
            [p("Choose {gui}`Unpublish` in its menu. The page and everything below it is gone for readers at once.")],
        ),
        Question(
            "stable-or-latest",
            PUBLISHING,
            "What is the difference between `stable` and `latest`?",
            [
                ul("`stable` is the current version.", "`latest` is the newest public one, which may be a preview."),
                p("See [Addresses and aliases](versions/addresses)."),
            ],
        ),
        Question(
            "who-sees-drafts",
            PUBLISHING,
            "Can readers see a draft version?",
            [
                p("No. Its pages answer exactly like pages that do not exist:"),
                code(
                    "\n$ curl --silent --output /dev/null --write-out '%{http_code}\\n' http://127.0.0.1:8000/docs/2.0/\n404\n",
                    "console",
                ),
            ],
        ),
        Question(
            "rename-a-page",
            PUBLISHING,
            "What happens to links when I rename a page?",
            [
                p(
                    "Links on this site follow it by themselves; see [Links that last](writing/links). Its old address in the "
                    "version leads to the new one."
                )
            ],
            span=Span(since="1.0"),
        ),
        Question(
            "which-databases",
            OPERATING,
            "Which databases work?",
            [p("SQLite and PostgreSQL. All tests run on both.")],
        ),
        Question(
            "change-the-port",
            OPERATING,
            "How do I change the port?",
            [code("\n$ make serve PORT=9000\n", "console")],
        ),
        Question(
            "lost-password",
            OPERATING,
            "I lost the password of the admin. What now?",
            [
                p("Give the user another one:"),
                code("\n$ .venv/bin/python manage.py changepassword admin\n", "console"),
                note("note", "`make demo` shows the password again as long as nobody changed it."),
            ],
        ),
    ],
)
