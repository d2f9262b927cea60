"""The page that shows the blocks that arrange, reuse and offer files."""

from docsite.exchange.demo.outline import Page
from docsite.exchange.demo.writing import (
    cards,
    children,
    code,
    details,
    diagram,
    download,
    h,
    instructions,
    linked,
    note,
    p,
    snippet,
    tabs,
    ul,
    video,
)

# Reusable texts of the demo: slug, title, blocks.
SNIPPETS = [
    (
        "ask-for-help",
        "Where to ask",
        [
            note(
                "tip",
                "This box is written once and shown on several pages. Questions about {{ release }} are answered in "
                "the [FAQ](faq).",
                title="Need help?",
            )
        ],
    )
]
# Values of the variables of each version.
VARIABLES = {
    "0.9": {"release": "0.9.4", "python": "3.10"},
    "1.0": {"release": "1.0.2", "python": "3.11"},
    "1.1": {"release": "1.1b1", "python": "3.11"},
    "2.0": {"release": "2.0.dev1", "python": "3.12"},
}

LINKED = "from docsite.versions.states import change_state\n\nchange_state(version, 'current')\n"

ARRANGING = Page(
    "reference/arranging",
    "Arranging and reusing",
    [
        p("Blocks that arrange other blocks, repeat what is written once, and offer files."),
        h("Tabs", anchor="tabs"),
        p(
            "Alternatives of which a reader needs one. Tabs that are to be chosen together switch on the whole site, "
            "and the choice is remembered in the browser:"
        ),
        tabs(
            ("Linux", "on-linux", [code("\n$ python3 -m venv .venv\n$ . .venv/bin/activate\n", "console")]),
            ("macOS", "", [code("\n% python3 -m venv .venv\n% . .venv/bin/activate\n", "text")]),
            ("Windows", "on-windows", [code("\n> py -m venv .venv\n> .venv\\Scripts\\activate\n", "text")]),
            sync="system",
        ),
        tabs(
            ("Linux", "", [p("Press {kbd}`Ctrl+C` to stop the server."), ul("It finishes what it is answering.")]),
            ("macOS", "", [p("Press {kbd}`⌃C` to stop the server.")]),
            ("Windows", "", [p("Press {kbd}`Ctrl+Break` to stop the server.")]),
            sync="system",
        ),
        h("Folded text", anchor="details"),
        details("Why is a page not found?", p("It may be a draft, or closed to readers."), ul("Look at its state.")),
        details("An answer that is *open* at first", p("It can be closed again."), opened=True),
        h("Steps", anchor="steps"),
        instructions(
            ("Install", "step-install", [p("Python {{ python }} is enough:"), code("\n$ make install\n", "console")]),
            ("Fill it", "", [p("Load the pages you are reading:"), code("\n$ make demo\n", "console")]),
            ("Look at the `admin`", "", [p("Sign in with the password that was printed.")]),
        ),
        h("Cards", anchor="cards"),
        cards(
            ("[Text and headings](writing/text)", "How text, headings and code are written."),
            ("[Blocks](reference/blocks)", "Every other block an editor can use."),
            ("[Commands](reference/commands)", "What `manage.py` can do, and what its exit status means."),
            columns=3,
        ),
        h("Diagrams", anchor="diagrams"),
        diagram(
            "graph LR\n  draft --> preview\n  preview --> current\n  current --> supported\n  supported --> eol\n",
            "Life of a version",
            "From draft over preview and current to supported and end of life",
        ),
        h("Films and files", anchor="files"),
        video("states.webm", "The states of a version, one after the other."),
        download("states.csv", "The same as a table"),
        h("Reusable text", anchor="snippets"),
        p("An editor changes it in one place, and every page that shows it changes at once:"),
        snippet("ask-for-help"),
        h("Variables of a version", anchor="variables"),
        p(
            "Where a page says a name in double braces, readers see what their version defines: this is {{ release }}. "
            "A name that the version does not define stays as it is written: {{ something-else }}."
        ),
        code("\n$ pip install docsite=={{ release }}\n", "console", caption="Installing {{ release }}"),
        h("Linked words in code", anchor="linked-code"),
        code(
            LINKED,
            "python",
            links=linked(LINKED, "change_state", "reference/docsite.versions"),
        ),
        h("Pages below", anchor="children"),
        p("A list that is always up to date; drafts and closed pages are left out:"),
        children(2),
    ],
    summary="Blocks that arrange others, repeat what is written once, and offer files.",
    children=[
        Page("reference/arranging/below", "A page below", [p("It is in the list of the page above.")]),
        Page("reference/arranging/another", "Another page below", [snippet("ask-for-help")]),
    ],
)
