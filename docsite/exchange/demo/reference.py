"""The reference: every block, the commands, the Python API that the site's own code is made of, a glossary."""

from docsite.exchange.demo.writing import (
    Page,
    Section,
    api,
    bullets,
    cell,
    code,
    figure,
    h,
    html,
    math,
    note,
    p,
    quote,
    spanned,
    steps,
    table,
    target,
    terms,
    ul,
    version_note,
)

KINDS = ["note", "tip", "hint", "important", "seealso", "attention", "caution", "warning", "danger", "error"]

BLOCKS = Page(
    "reference/blocks",
    "Blocks",
    [
        p("Every block an editor can use, as readers see it."),
        h("Text", anchor="text"),
        p(
            "Paragraphs with **bold**, *emphasis*, `code`, [links](writing/links#link-to-a-page) and formulas such as $a^2 + b^2 = c^2$.",
            "A second paragraph.",
        ),
        ul("A simple list", "is part of a text block"),
        h("Headings", anchor="headings", aliases=("titles",)),
        p("Level 2 starts a section, level 3 a part of it."),
        h("A part", 3),
        p("Its place in the contents is below the section."),
        h("A smaller part", 4),
        p("Smaller parts are for reference pages."),
        h("Only in the navigation", 3, nav_only=True),
        p("The heading before this paragraph is in the navigation and the contents only."),
        h("Code", anchor="code"),
        p("With file name, line numbers from any start, and emphasised lines:"),
        code(
            '\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Version:\n    name: str\n    state: str = "draft"\n\n'
            '    def is_public(self) -> bool:\n        return self.state != "draft"\n',
            filename="versions.py",
            line_numbers=True,
            start_line=10,
            emphasize_lines="4-5,10",
        ),
        p("A session; the copy button takes what was typed:"),
        code("\n$ pip install docsite\nInstalling collected packages: docsite\n$ docsite --version\n1.0\n", "console"),
        p("A difference, with a caption:"),
        code(
            "\n--- a/settings.py\n+++ b/settings.py\n@@ -1,2 +1,2 @@\n-DEBUG = True\n+DEBUG = False\n ALLOWED_HOSTS = []\n",
            "diff",
            caption="What `production` changes",
        ),
        p("And plain text:"),
        code(
            "\nNo colours here, and a line so long that it has to be scrolled within its own box instead of widening the whole page for everybody who reads it.\n",
            "text",
        ),
        h("Formulas", anchor="math"),
        math(r"\int_{-\infty}^{\infty} e^{-x^2} \, dx = \sqrt{\pi}", "gauss", "(1)"),
        h("Admonitions", anchor="admonitions"),
        *[note(kind, f"This is a box of the kind *{kind}*.") for kind in KINDS],
        note(
            "about-boxes",
            "A box can have any kind and title, and hold any blocks:",
            code("\nprint('in a box')\n"),
            note("note", "Even another box."),
            title="About `boxes`",
        ),
        h("Lists of blocks", anchor="lists"),
        steps([p("A step with code:"), code("\n$ make test\n", "console")], [p("Another step.")], start=3),
        bullets([p("An item of two paragraphs."), p("The second one.")], [p("Another item.")]),
        h("Definitions", anchor="definitions"),
        terms(("Term", "", "What it means."), ("Another `term`", "a-term", "With an anchor of its own.")),
        terms(("1", "footnote-1", "A footnote, as an import makes them."), kind="footnote"),
        h("Tables", anchor="tables"),
        spanned(
            [
                [cell("Type", header=True, rowspan=2), cell("Device", header=True, colspan=2)],
                [cell("Processor", header=True), cell("Graphics card", header=True)],
                [cell("float", header=True, rowspan=2), cell("yes"), cell("yes")],
                [cell("slow"), cell("fast")],
                [cell("int", header=True), cell("yes"), cell("no", align="right")],
            ],
            2,
            "Cells may span rows and columns",
        ),
        h("Figures", anchor="figures"),
        figure("tree", "Boxes joined by lines: home, docset, three versions, pages", "Home, docset, versions, pages"),
        h("Quotes", anchor="quotes"),
        quote("Documentation is a letter to somebody who is in a hurry.", by="An editor"),
        h("API objects", anchor="api-objects"),
        api(
            "function",
            "greet(name, polite=True)",
            "greet",
            "Return a greeting.",
            code("\n>>> greet(\"Ada\")\n'Good day, Ada'\n", "pycon"),
            fields={
                "Parameters": "`name`: whom to greet; `polite`: how",
                "Returns": "the words",
                "Raises": "`ValueError` for no name",
            },
        ),
        h("Version notes", anchor="version-notes"),
        version_note("versionadded", "0.9", "The block itself."),
        version_note("versionchanged", "1.0", "It may hold other blocks."),
        version_note("deprecated", "1.1", "Nothing here, this is an example."),
        version_note("versionremoved", "2.0", "Nor here."),
        h("Anchors", anchor="anchors"),
        target("a-quiet-place"),
        p("Before this paragraph stands an invisible anchor, `a-quiet-place`."),
        h("HTML", anchor="html"),
        p("What an import cannot say otherwise is kept as HTML, with everything dangerous removed:"),
        html("<p>Water is H<sub>2</sub>O, and <q>this</q> is a quotation.</p>"),
    ],
    summary="Every block an editor can use, as readers see it.",
)

COMMANDS = Page(
    "reference/commands",
    "Commands",
    [
        p("All commands have `--help`. They end with 0 when done, 1 when refused, 2 for wrong usage."),
        h("`demo`", anchor="demo"),
        p("Loads these pages and makes an admin. Running it again changes nothing."),
        h("`import_sphinx`", anchor="import-sphinx"),
        p("See [Importing Sphinx](writing/import-sphinx)."),
        h("`publish_scheduled`", anchor="publish-scheduled"),
        p("Wagtail's own: publishes pages whose time has come. Run it every minute."),
    ],
)

API = Page(
    "reference/docsite.versions",
    "`docsite.versions`",
    [
        p("Which versions exist, and how addresses lead to pages."),
        h("Numbers", anchor="numbers"),
        api(
            "function",
            "docsite.versions.numbers.sort_key(name)",
            "docsite.versions.numbers.sort_key",
            "A text that sorts like the version it was made from, in any database.",
            fields={"Parameters": "`name`: any text, such as `v2.0.0-rc1` or `main`", "Returns": "digits only"},
        ),
        api(
            "function",
            "docsite.versions.numbers.is_prerelease(name)",
            "docsite.versions.numbers.is_prerelease",
            "Whether a name is that of an alpha, a beta or a candidate.",
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
                "Raised with every change that readers could see.",
            ),
        ),
        api(
            "function",
            "docsite.versions.states.change_state(version, state, *, user=None, hidden=None)",
            "docsite.versions.states.change_state",
            "Put a version into another state; making one current demotes the former one.",
            fields={"Raises": "`PermissionDenied`, `ValueError`"},
        ),
    ],
    nav_title="`docsite.versions`",
)

GLOSSARY = Page(
    "reference/glossary",
    "Glossary",
    [
        terms(
            ("Docset", "term-docset", "One documented product."),
            ("Version", "term-version", "One release line of a docset."),
            ("Lineage", "term-lineage", "What makes two pages *the same page* in two versions."),
            ("Anchor", "term-anchor", "The permanent name of a place on a page."),
            ("Alias", "term-alias", "Another name of a version in addresses."),
            kind="glossary",
        )
    ],
)

HOOKS = Page(
    "reference/hooks",
    "HTML hooks",
    [
        p("Themes and tests can rely on these:"),
        table(
            ["Hook", "What it marks"],
            ["`nav[data-nav]`", "the navigation"],
            ["`[data-toc]`", "the contents of the page"],
            ["`[data-version-select]`", "the version selector"],
            ["`article[data-page-lineage]`", "the page"],
            ["`figure.code[data-language]`", "a listing"],
        ),
    ],
    only=("1.1",),
)

REFERENCE = Section("Reference", [BLOCKS, COMMANDS, API, GLOSSARY, HOOKS])
