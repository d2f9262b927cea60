"""The page that shows every block."""

from docsite.exchange.demo.outline import Page, since
from docsite.exchange.demo.writing import (
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
    target,
    terms,
    ul,
    version_note,
)
from docsite.pages.blocks.containers import ADMONITION_TITLES

SAMPLE = """
from dataclasses import dataclass


@dataclass
class Version:
    name: str
    state: str = "draft"

    def is_public(self) -> bool:
        return self.state != "draft"
"""

BLOCKS = Page(
    "reference/blocks",
    "Blocks",
    [
        p("Every block an editor can use, as readers see it."),
        h("Text", anchor="text"),
        p(
            "Paragraphs with **bold**, *emphasis*, `code`, [links](writing/links#link-to-a-page) and formulas such as "
            "$a^2 + b^2 = c^2$.",
            "A second paragraph. All inline marks are on the page [Text and headings](writing/text#inline-marks).",
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
        p("With caption, file name, line numbers from any start, and emphasised lines:"),
        code(
            SAMPLE,
            filename="versions.py",
            caption="A `dataclass`",
            line_numbers=True,
            start_line=10,
            emphasize_lines="4-5,10",
        ),
        p("A session; the copy button takes what was typed:"),
        code("\n$ mkdir build\n$ ls\nMakefile  build  src\n", "console"),
        p("A difference:"),
        code(
            "\n--- a/settings.py\n+++ b/settings.py\n@@ -1,2 +1,2 @@\n-DEBUG = True\n+DEBUG = False\n ALLOWED_HOSTS = []\n",
            "diff",
        ),
        p("Plain text:"),
        code(
            "\nNo colours here, and a line so long that it has to be scrolled within its own box instead of widening "
            "the whole page for everybody who reads it.\n",
            "text",
        ),
        h("Formulas", anchor="math"),
        math(r"\int_{-\infty}^{\infty} e^{-x^2} \, dx = \sqrt{\pi}", "gauss", "(1)"),
        h("Admonitions", anchor="admonitions"),
        *[note(kind, f"A box of the kind `{kind}`.") for kind, usual in ADMONITION_TITLES.items() if usual],
        note("topic", "A box of the kind `topic` has the title it is given.", title="A topic"),
        note("sidebar", "So has one of the kind `sidebar`.", title="A sidebar"),
        note(
            "about-boxes",
            "A box can have any kind and title, and hold any blocks:",
            code("\nprint('in a box')\n"),
            note("note", "Even another box."),
            title="About `boxes`",
        ),
        h("Lists of blocks", anchor="lists"),
        steps([p("A step with code:"), code("\n$ make test\n", "console")], [p("Another step.")], start=3),
        bullets([p("An item of two paragraphs."), p("The second one.")], [p("Another item."), bullets([p("Inside.")])]),
        h("Definitions", anchor="definitions"),
        terms(("Term", "", "What it means."), ("Another `term`", "a-term", "With an anchor of its own.")),
        terms(("First of two", "", ""), ("second of two", "", "Terms can share a definition."), kind="glossary"),
        terms(
            ("`--json`", "option-json", "An option of a program."), ("`--dry-run`", "", "Another one."), kind="options"
        ),
        terms(("Parameters", "", "`name`: a field and its value."), kind="fields"),
        p(
            "A footnote[{sup}`1`](reference/blocks#footnote-1) and a citation [Lam94](reference/blocks#lam94), as imports make them."
        ),
        terms(("1", "footnote-1", "The text of the footnote."), kind="footnote"),
        terms(("Lam94", "lam94", "L. Lamport, {cite}`LaTeX: A Document Preparation System`, 1994."), kind="citation"),
        h("Tables", anchor="tables"),
        spanned(
            [
                [cell("Type", header=True, rowspan=2), cell("Device", header=True, colspan=2)],
                [cell("Processor", header=True), cell("Graphics card", header=True)],
                [cell("float", header=True, rowspan=2), cell("yes"), cell("yes")],
                [cell("slow"), cell("fast")],
                [cell("int", header=True), cell("yes", align="center"), cell("no", align="right")],
            ],
            2,
            "Cells may span rows and columns",
            "table-of-types",
        ),
        h("Figures", anchor="figures"),
        figure(
            "tree",
            "Boxes joined by lines: home, below it a docset, below that the versions 0.9, 1.0 and 1.1",
            "A picture with *alternative text* and a caption.",
        ),
        h("Quotes", anchor="quotes"),
        quote("Documentation is a letter to somebody who is in a hurry.", by="An editor"),
        h("API objects", anchor="api-objects"),
        api(
            "function",
            ["greet(name)", "greet(name, polite)"],
            "greet",
            "Return a greeting.",
            code("\n>>> greet(\"Ada\")\n'Good day, Ada'\n", "pycon"),
            fields={
                "Parameters": [ul("`name`: whom to greet", "`polite`: whether to say *good day*")],
                "Returns": "the words",
                "Raises": "`ValueError` for no name",
            },
        ),
        api(
            "class",
            "class Greeter(language='en')",
            "Greeter",
            "Greets in one language.",
            api("method", "greet(name)", "Greeter.greet", "As [greet](reference/blocks#greet)."),
            api("attribute", "language", "Greeter.language", "A code such as `en`."),
        ),
        h("Version notes", anchor="version-notes"),
        version_note("versionadded", "0.9", "The block itself."),
        version_note("versionchanged", "1.0", "It may hold other blocks."),
        version_note("deprecated", "1.1", "Nothing; this is an example."),
        version_note("versionremoved", "2.0", "Nothing either."),
        h("Anchors", anchor="anchors"),
        target("a-quiet-place"),
        p(
            "Before this paragraph stands an invisible anchor, `a-quiet-place`: "
            "[a link to it](reference/blocks#a-quiet-place)."
        ),
        h("HTML", anchor="html"),
        p("What an import cannot say otherwise is kept as HTML, with everything dangerous removed:"),
        html("<p>Water is H<sub>2</sub>O, and <q>this</q> is a quotation.</p>"),
        *since("1.1", note("seealso", "Marks to find these blocks by are listed in [HTML hooks](reference/hooks).")),
    ],
    summary="Every block an editor can use, as readers see it.",
)
