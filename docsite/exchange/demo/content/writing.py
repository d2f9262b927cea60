"""Writing beyond single pages: FAQ pages, drafts, importing."""

from docsite.exchange.demo.outline import Page, Span, since
from docsite.exchange.demo.writing import bullets, code, h, note, p, steps, table, terms, ul, version_note

FAQ_PAGES = Page(
    "writing/faq-pages",
    "FAQ pages",
    [
        p(
            "A FAQ is one page for readers and one page per question for editors: every question has its own draft and "
            "its own history."
        ),
        h("Make one"),
        steps(
            [p("Add a child page of the type {gui}`FAQ page`. Its body is an introduction; it may be empty.")],
            [p("Below it, add a {gui}`FAQ entry` for each question: the title asks, the body answers.")],
            [p("Give entries the same {gui}`Topic` to have them stand together. An index of questions is on top.")],
        ),
        h("Addresses of questions", anchor="addresses"),
        p(
            "Every question has a permanent anchor, made from its words the first time it is saved. Changing the "
            "question keeps the anchor. The entry's own address leads to its place on the page."
        ),
        p("This documentation has a [FAQ](faq), and the site has [one without a version](site:faq)."),
    ],
    summary="Questions and answers: one page for readers, one per question for editors.",
)

DRAFTS = Page(
    "writing/drafts",
    "Drafts, previews and history",
    [
        p("Saving a page keeps a draft. Readers see the last published text until you publish again."),
        terms(
            ("Draft", "", "Seen by editors only, in the admin."),
            ("Preview", "", "The page as readers will see it, highlighted and with its navigation."),
            ("History", "", "All revisions, who made them, and what is different between two."),
            ("Schedule", "", "Times at which a page goes live and expires."),
        ),
        h("Scheduled pages", anchor="schedule"),
        p("Scheduled publishing needs one command, run every few minutes by `cron` or a timer:"),
        code("\n$ .venv/bin/python manage.py publish_scheduled\n", "console"),
        *since(
            "1.0",
            h("Taking a page back"),
            p(
                "Choose {gui}`Unpublish` in the page's menu. The page and everything below it is gone for readers with the "
                "next request; the drafts stay."
            ),
        ),
    ],
    summary="What readers see while you are still writing.",
)

WHAT_COMES_OVER = Page(
    "writing/import-sphinx/what-comes-over",
    "What comes over",
    [
        p("The importer reads the HTML that Sphinx built, and makes blocks of it."),
        bullets(
            [p("Pages, their order, and the captioned groups of the navigation.")],
            [p("Headings with all their anchors, admonitions, tables, formulas, footnotes, images.")],
            [p("API objects with signatures, fields and members.")],
            [
                p("Code with its language and exact text. A listing with tabs keeps them:"),
                code("\n.PHONY: all\nall:\n\techo built\n", "make"),
            ],
            [p("Links between the pages, by lineage and anchor.")],
        ),
        h("What does not"),
        p(
            "Markup that no block can say is kept as sanitised HTML, and scripts are left out. Both are listed in the "
            "report: nothing is dropped in silence."
        ),
        h("Images"),
        p("They are kept in a collection of the version's own, each once."),
        h("Old addresses", anchor="old-addresses"),
        p("`/docs/1.0/guide/intro.html` leads to the page that was imported from `guide/intro`, wherever it is now."),
    ],
    span=Span(since="1.0"),
    summary="Which parts of a Sphinx tree become what.",
)

IMPORT = Page(
    "writing/import-sphinx",
    "Importing Sphinx with `import_sphinx`",
    [
        p("Existing Sphinx documentation comes over from the HTML that Sphinx built, or from one saved page."),
        code(
            "\n$ .venv/bin/python manage.py import_sphinx build/html \\\n"
            "      --docset handbook --version 1.0 --faq notes/faq --publish\n",
            "console",
        ),
        table(
            ["Option", "What it does"],
            ["`--docset`, `--version`", "where the pages go; both are made where missing"],
            ["`--publish`", "pages go live; without it they are drafts, in a draft version where it is new"],
            ["`--state`", "the state of the version"],
            ["`--faq`", "documents that become [FAQ pages](writing/faq-pages), one entry a question"],
            ["`--dry-run`", "reports what would be done and writes nothing"],
            ["`--json`", "the report for programs"],
        ),
        p(
            "Published, a new version becomes the current one if the docset has none, else a supported one. An existing "
            "version keeps its state unless `--state` says otherwise."
        ),
        h("Importing again"),
        p(
            "Only what changed in the source changes here, as a new revision. Pages that an editor changed since are "
            "left alone and listed; so are pages that are no longer in the source."
        ),
        note("important", "An import is all or nothing: when it fails, the site is as it was before."),
        *since("1.0", p("In detail: [What comes over](writing/import-sphinx/what-comes-over).")),
        *since("1.1", version_note("versionchanged", "1.1", "Trees that Sphinx 8 built are read as well.")),
        ul("Reference: [`import_sphinx`](reference/commands/import_sphinx)"),
    ],
    nav_title="Importing Sphinx",
    summary="Existing Sphinx documentation, taken over from its HTML.",
    children=[WHAT_COMES_OVER],
)
