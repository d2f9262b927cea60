"""Writing pages: the kinds of content, one page each."""

from docsite.exchange.demo.outline import Page, Section, Span, since, until
from docsite.exchange.demo.writing import api, code, h, math, note, ol, p, table, ul, version_note
from docsite.pages.highlighting import LANGUAGES

COMMON_LANGUAGES = 19  # those that the admin suggests first

TEXT = Page(
    "writing/text",
    "Text and headings",
    [
        p("{gui}`Text` blocks hold paragraphs and simple lists. A {gui}`Heading` is a block of its own."),
        h("Inline marks"),
        p(
            "Besides **bold**, *emphasis* and `code` there are keys to press ({kbd}`Ctrl`), output of a program "
            "({samp}`done`), labels and menus ({gui}`Save`, {menu}`Pages ‣ History`), H{sub}`2`O, x{sup}`2`, "
            "{mark}`marked`, {ins}`underlined`, {del}`struck out` and {small}`small` words, titles of works "
            "({cite}`The Art of Indexing`), and abbreviations such as {abbr}`CMS (content management system)`."
        ),
        h("Headings"),
        p(
            "A heading has a level from 2 to 6 and an *anchor*. The anchor is made from its words the first time you "
            "save. Later it changes only when you change it, because people link to it."
        ),
        *since(
            "1.0",
            p(
                "An old anchor that must go on working can be kept in {gui}`Older anchors that lead here as well`. A heading marked "
                "{gui}`Only in navigation` is in the navigation and the contents, but not in the text."
            ),
        ),
        h("Code in titles", anchor="code-in-titles"),
        p(
            "In titles, headings and captions, backticks mark code: a title typed as `` Using `Tabs` `` shows its last "
            "word as code, in the navigation as well. A backslash makes the backtick an ordinary character."
        ),
    ],
    summary="Paragraphs, lists, inline marks and headings.",
)

LANGUAGE_LIST = Page(
    "writing/code/languages",
    "Languages",
    [
        p("The language of a listing decides its colours. These are suggested first:"),
        table(["Name", "Language"], *[[f"`{name}`", label] for name, label in LANGUAGES[:COMMON_LANGUAGES]]),
        p("Many others are known by the names that [Pygments](https://pygments.org/languages/) gives them."),
        h("No language"),
        p(
            "An empty language is tried as Python and shown plain if it is not. For plain text, write `text`. The same "
            "happens to a language that nobody knows: the listing is shown plain, and its text stays as it is."
        ),
    ],
    summary="Names to type into the language field of a code block.",
)

SESSIONS = Page(
    "writing/code/sessions",
    "Console sessions",
    [
        p("A recorded session mixes prompts, what was typed, and what came back. Two languages know about that."),
        h("`console`", anchor="console"),
        p("For a shell. The prompts are dimmed, and the copy button takes the commands only:"),
        code("\n$ python -c 'print(6 * 7)'\n42\n$ echo done\ndone\n", "console"),
        h("`pycon`", anchor="pycon"),
        p("For the Python prompt, with its lines of continuation:"),
        code(
            "\n>>> rows = [\n...     1,\n...     2,\n... ]\n>>> print(rows)\n[1, 2]\n",
            "pycon",
        ),
        note("hint", "A listing without any prompt is copied whole, whatever its language says."),
    ],
    summary="How prompts and output are told apart.",
)

CODE = Page(
    "writing/code",
    "Code",
    [
        p("What you type into a code block is what readers copy, byte for byte, tabs included."),
        h("Typing"),
        p(
            "{kbd}`Tab` indents and {kbd}`Shift`+{kbd}`Tab` takes it back; in Makefiles and Go it is a tab character. "
            "Press {kbd}`Esc`, then {kbd}`Tab`, to leave the field."
        ),
        h("Options"),
        table(
            ["Field", "What it does"],
            ["{gui}`Language`", "decides the colours; see [Languages](writing/code/languages)"],
            ["{gui}`Caption`", "words above the listing; backticks mark code"],
            ["{gui}`File name`", "the file that the listing is of"],
            ["{gui}`Line numbers`", "shows numbers beside the lines; they are never copied"],
            ["{gui}`First line number`", "where the numbers start"],
            ["{gui}`Emphasised lines`", "such as `2,4-6`, counted from the first line of the listing"],
        ),
        h("An example"),
        code(
            "\nclass Counter:\n    def __init__(self):\n        self.total = 0\n\n    def add(self, number):\n"
            "        self.total += number\n        return self.total\n",
            filename="counter.py",
            caption="Lines 5 to 7 are the point of `Counter`",
            line_numbers=True,
            emphasize_lines="5-7",
        ),
        h("Limits", anchor="limits"),
        p(
            "A listing over 64 KiB, or one that takes longer than two seconds to colour, is shown plain. Colouring "
            "happens when you save, so no reader ever waits for it."
        ),
    ],
    summary="Listings, their options and their limits.",
    children=[LANGUAGE_LIST, SESSIONS],
)

LINKS = Page(
    "writing/links",
    "Links that last",
    [
        p("A link to a page of this site is stored as the page's lineage and an anchor, not as an address."),
        h("Link to a page"),
        ol(
            "Select the words and choose {gui}`Link to a page of the documentation` in the toolbar.",
            "Choose the page.",
            "Choose one of its headings, or the top of the page.",
        ),
        *since(
            "1.0",
            p(
                "The dialog can also pin the link to one version. Otherwise readers stay in the version they read, which "
                "is nearly always right."
            ),
        ),
        h("What happens when the page moves"),
        p(
            "Nothing: the link finds it. If the page is removed, the words stay and the link goes, so readers never "
            "meet a link that leads nowhere."
        ),
        h("Links to other sites"),
        p(
            "They are kept exactly as typed: [Wagtail](https://wagtail.org/), "
            "[Sphinx](https://www.sphinx-doc.org/en/master/)."
        ),
        h("Cross-references"),
        p(
            "A name from a Sphinx role that nothing resolves yet, such as [docsite.Page](ref:docsite.Page), is shown as "
            "styled text and kept as a name."
        ),
    ],
    summary="Why links here survive renames, moves and new versions.",
)

MATH = Page(
    "writing/math",
    "Formulas",
    [
        p(
            "Formulas are written in TeX and drawn by the browser, without a script. In a line: the sum takes "
            r"$O(n \log n)$ steps, with $\epsilon < 10^{-6}$."
        ),
        h("On a line of its own"),
        p("The {gui}`Formula` block has an anchor and a number, so that text can point at it:"),
        math(r"\hat{x} = \frac{1}{n} \sum_{i=1}^{n} x_i", "mean", "(1)"),
        p("Equation [(1)](writing/math#mean) is the mean."),
        math(
            r"A = \begin{pmatrix} a_{11} & a_{12} \\ a_{21} & a_{22} \end{pmatrix}, \qquad "
            r"\det A = a_{11} a_{22} - a_{12} a_{21}",
        ),
        note("note", "The TeX stays in the page beside the drawing; copying and searching find it."),
    ],
    summary="TeX in the line and on a line of its own.",
)

TABLES = Page(
    "writing/tables",
    "Tables and figures",
    [
        h("Tables"),
        p("A cell holds any blocks, may be a heading, and may span columns and rows. The first rows can be the head."),
        table(
            ["Field of a cell", "What it does"],
            ["{gui}`Heading cell`", "read out as the heading of its row or column"],
            ["{gui}`Columns`, {gui}`Rows`", "how many it spans"],
            ["{gui}`Alignment`", "left, centre or right"],
            caption="What a cell can do",
        ),
        p("There is one with spans among the [blocks](reference/blocks#tables). A wide table scrolls by itself."),
        h("Figures"),
        ul(
            "Images are kept in {menu}`Images`: AVIF, GIF, JPEG, PNG and WebP.",
            "{gui}`Alternative text` says what the picture shows, for those who cannot see it.",
            "Width and height are numbers of pixels, or a width in per cent.",
        ),
        *until("0.9", note("note", "A figure has one caption, which may hold inline marks and links.")),
    ],
    summary="Cells that span, cells that hold blocks, pictures with captions.",
)

API_OBJECTS = Page(
    "writing/api-objects",
    "API objects",
    [
        p(
            "The {gui}`API object` block describes a function, a class, an option or anything else that has a signature."
        ),
        h("Parts"),
        ul(
            "One or more *signatures*, each with an anchor: usually the full name.",
            "*Fields*, such as {samp}`Parameters`, {samp}`Returns` and {samp}`Raises`.",
            "*Content*: any blocks, further API objects among them. That is how a class holds its methods.",
        ),
        h("An example"),
        api(
            "class",
            "class Basket(owner, *, limit=10)",
            "Basket",
            "Holds things until they are paid for.",
            api(
                "method",
                ["add(thing)", "add(thing, count)"],
                "Basket.add",
                "Put `thing` in, once or `count` times.",
                fields={"Returns": "how many things there are now", "Raises": "`OverflowError` over the limit"},
            ),
            api("property", "is_empty", "Basket.is_empty", "Whether there is nothing in it."),
            fields={"Parameters": "`owner`: who pays; `limit`: how many things fit"},
        ),
        p("Text can point at a member: [Basket.add](writing/api-objects#Basket.add)."),
        version_note("versionadded", "1.0", "Objects inside objects."),
    ],
    span=Span(since="1.0"),
    summary="Signatures, fields and members.",
)

PAGES = Section(
    "Writing pages",
    [TEXT, CODE, LINKS, MATH, TABLES, API_OBJECTS],
    docname="writing",
    blocks=[
        p("A page is a list of blocks. Each kind of block has a preview in the menu that adds it."),
        ul(
            "[Text and headings](writing/text)",
            "[Code](writing/code), its [languages](writing/code/languages) and [sessions](writing/code/sessions)",
            "[Links that last](writing/links)",
            "[Formulas](writing/math)",
            "[Tables and figures](writing/tables)",
        ),
        *since("1.0", p("For reference pages there are [API objects](writing/api-objects).")),
        p("All blocks are shown, one after the other, on the page [Blocks](reference/blocks)."),
    ],
)
