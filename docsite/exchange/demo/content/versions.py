"""Versions and releases."""

from docsite.exchange.demo.outline import Page, Section, Span, since, until
from docsite.exchange.demo.writing import cell, code, figure, h, note, p, spanned, steps, table, terms, ul, version_note

STATES = Page(
    "versions/states",
    "States of a version",
    [
        p(
            "A version is in one of five states. Whatever shows the version follows the state at once: the selector, "
            "the banner, what search engines are told."
        ),
        figure(
            "states",
            "Five boxes joined by lines: draft, preview, current, supported, eol",
            "The life of a version.",
        ),
        table(
            ["State", "Who reads it", "What the banner says"],
            ["draft", "signed-in editors", "that only editors see it"],
            ["preview", "everybody", "that it is not released yet"],
            ["current", "everybody", "nothing: this is the one"],
            ["supported", "everybody", "that it is not the current one"],
            ["eol", "everybody", "that it is no longer supported"],
            first_is_header=True,
        ),
        h("Change the state"),
        steps(
            [p("Open {menu}`Versions` in the admin's menu.")],
            [p("Choose the version.")],
            [p("Set {gui}`State` and save.")],
        ),
        p(
            "A docset has at most one current version. Making another one current turns the former one into a supported "
            "version in the same moment."
        ),
        h("Dates"),
        p(
            "A version that becomes current or supported gets today as its day of release, and one that ends gets today "
            "as its last day, unless there is a date already. Both are shown at `/docs/versions/`."
        ),
        h("Hidden versions"),
        *until("0.9", p("A hidden version can be reached by its address, but is listed nowhere.")),
        *since(
            "1.0",
            p(
                "A hidden version can be reached by its address, but is listed nowhere, and search engines are told not to "
                "keep it."
            ),
        ),
        h("Search engines", anchor="search-engines"),
        p(
            "Preview, draft, hidden and ended versions carry `noindex`. A page that the current version also has names "
            "its `stable` address there as the canonical one."
        ),
    ],
    summary="Draft, preview, current, supported, end of life.",
)

ADDING = Page(
    "versions/adding",
    "Adding a version",
    [
        p("A version is added in {menu}`Versions`. It begins with nothing but its home page."),
        h("Name and segment"),
        p(
            "The *name* is shown to people; the *segment* stands in addresses and is the name unless you give another. "
            "It starts with a letter or digit and may hold letters, digits, dots, underscores and hyphens."
        ),
        code("\n1.10\nv2.0.0-rc1\nmain\n2026.1\n", "text", caption="Usable segments"),
        p(
            "Words that the site needs itself, such as `stable`, `latest`, `search` and `versions`, cannot be segments. "
            "A segment can be changed later; the addresses of all pages below follow."
        ),
        h("Fill it"),
        ul(
            "Write pages below it in {menu}`Pages`.",
            "Or [import them](writing/import-sphinx).",
        ),
        note(
            "tip",
            "Let a new version be a draft while you write. Nobody but editors can see that it exists, not even by guessing "
            "its address.",
        ),
    ],
    summary="Name, segment, and what to do next.",
)

ADDRESSES = Page(
    "versions/addresses",
    "Addresses and aliases",
    [
        p("Every public version keeps its own address for good. Aliases lead to a version that may change."),
        terms(
            ("`/docs/1.0/…`", "own", "The version itself. Always valid, also while it is the current one."),
            ("`/docs/stable/…`", "stable", "The current version, whichever it is. For links from elsewhere."),
            ("`/docs/latest/…`", "latest", "The newest public version, a preview included."),
            ("`/docs/`", "docset", "Leads to `stable`, or to the newest public version where none is current."),
        ),
        p("A page is shown under the alias that was asked for; links on it stay under that alias."),
        h("Own aliases"),
        p(
            "Type names such as `lts` into {gui}`Own aliases` in the form of the version. An alias that another version "
            "had is taken from it."
        ),
        *since("1.0", version_note("versionadded", "1.0", "Aliases of your own.")),
        h("Other addresses"),
        spanned(
            [
                [cell("Address", header=True), cell("What is there", header=True)],
                [cell("`/docs/versions/`"), cell("all versions with states and dates")],
                [cell("`/docs/1.0/search/?q=…`"), cell("the search in one version")],
                [cell("`/docs/1.0/faq.html`"), cell("an address as Sphinx makes it: leads to the page")],
            ],
            1,
        ),
        h("Renamed pages"),
        p("When a page's slug changes, its old address in that version leads to the new one."),
    ],
    summary="`stable`, `latest`, and what else stands in an address.".replace("`", ""),
)

SORTING = Page(
    "versions/sorting",
    "Order of versions",
    [
        p("Versions are in the order people expect, whatever they are called and whenever they were made:"),
        code("\nmain\n2.0.0\nv2.0.0-rc1\n1.10\n1.9\n1.2.10\n1.2.9\nlegacy\n", "text", caption="From new to old"),
        ul(
            "A branch such as `main` or `nightly` is newer than every number.",
            "`1.10` is newer than `1.9`: parts are compared as numbers.",
            "A release is newer than its candidates: `2.0.0`, then `v2.0.0-rc1`.",
            "A free word such as `legacy` is older than every number.",
        ),
        p(
            "The rules are those of [PEP 440](https://peps.python.org/pep-0440/), widened to take the pre-releases of "
            "[Semantic Versioning](https://semver.org/)."
        ),
    ],
    span=Span(since="1.0"),
    summary="Why 1.10 comes after 1.9, and where branches go.",
)

SELECTOR = Page(
    "versions/selector",
    "Changing the version while reading",
    [
        p(
            "The selector at the top keeps the page. Where the other version does not have it, the link leads to the "
            "nearest page above, and a line says so."
        ),
        p("This very page is an example: it is new in 1.1. Change to 1.0 and see."),
        note("seealso", "[States of a version](versions/states), [Addresses and aliases](versions/addresses)"),
    ],
    span=Span(since="1.1"),
    summary="The same page, or the nearest one.",
)

VERSIONS = Section("Versions and releases", [STATES, ADDING, ADDRESSES, SORTING, SELECTOR])
