"""Hypothesis strategies for raw streams of every block type, and a reader and writer that know no tree."""

from __future__ import annotations

from html import escape
from typing import Any

from hypothesis import strategies as st

from docsite.exchange.markdown.reading import Goal, ReadPage, read_markdown
from docsite.markdown.inline import Links
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import Stream, content_hash, normalise

LINEAGE = "6c1f36f4-2b7c-4a52-9a53-0b6f5ad0b0a1"


class NoTree:
    """A document that stands alone; pictures are named after their keys."""

    def goal(self, docname: str, href: str) -> Goal | None:
        return None

    def label(self, name: str) -> Goal | None:
        return None

    def image(self, docname: str, path: str) -> int | None:
        name = path.removeprefix("_images/").removesuffix(".png")
        return int(name) if path.startswith("_images/") and name.isdecimal() else None

    def include(self, docname: str, path: str) -> str | None:
        return None


def _page(lineage: str, anchor: str, version: str) -> str:
    return f"doc:{lineage}" + (f"@{version}" if version else "") + (f"#{anchor}" if anchor else "")


LINKS = Links(_page, lambda pk, source: f"_images/{pk}.png" if pk else source)


def read(text: str, *, exact: bool = True) -> ReadPage:
    return read_markdown(
        f"# Title\n\n{text}" if exact else text, docname="a/b", lineage=LINEAGE, tree=NoTree(), exact=exact
    )


def is_read_as(text: str, stream: Stream) -> bool:
    return content_hash(normalise(read(text).blocks)) == content_hash(normalise(stream))


# ---------------------------------------------------------------- strategies
WORDS = st.text(alphabet=" abzéZ09-_*`<>&[](){}!#+.:;|~^$\\'\"/=%@\u00a0", max_size=14)
LINE = st.one_of(
    WORDS, st.sampled_from(["one", "two words", "a_b", "1. x", "# x", "- x", ":x: y", "{ref}", "C:\\temp", "a*b*c"])
)
ANCHOR = st.sampled_from(["", "a", "a.b.c", "with blank", "f(x)", "Ä", "x-1"])
CODE = st.text(alphabet=" \nab`~:|<>#\\\t{}$", max_size=30)
TEX = st.text(alphabet=" \nab`\\{}$^_&<>", max_size=20)
MARKS = ["b", "i", "s", "u", "code", "sub", "sup", "kbd", "samp", "mark", "small", "cite"]


def _inline(depth: int = 2) -> st.SearchStrategy[str]:
    text = LINE.map(lambda words: escape(words, quote=False))
    leaves = st.one_of(
        text,
        st.just("<br/>"),
        st.tuples(st.sampled_from(MARKS), text).map(lambda pair: f"<{pair[0]}>{pair[1]}</{pair[0]}>"),
        st.tuples(st.sampled_from(["guilabel", "menuselection"]), text).map(
            lambda p: f'<span class="{p[0]}">{p[1]}</span>'
        ),
        TEX.map(lambda tex: f'<span data-math="{escape(tex)}">{escape(tex)}</span>'),
        st.tuples(LINE, text).map(lambda pair: f'<abbr title="{escape(pair[0])}">{pair[1]}</abbr>'),
        st.tuples(
            st.sampled_from(["https://example.org/a_b", "mailto:a@b.c", "/x (y)", "a.md", "https://e.org/?a=1&b=2"]),
            text,
        ).map(lambda pair: f'<a href="{escape(pair[0])}">{pair[1]}</a>'),
        st.tuples(ANCHOR, st.sampled_from(["", "1.8"]), text).map(
            lambda t: f'<a linktype="doc" lineage="{LINEAGE}" anchor="{escape(t[0])}" version="{t[1]}">{t[2]}</a>'
        ),
        st.tuples(st.sampled_from(["py:class", "std:ref", "any"]), LINE, text).map(
            lambda t: f'<a linktype="xref" role="{t[0]}" target="{escape(t[1])}"><code>{t[2]}</code></a>'
        ),
    )
    if depth == 0:
        return st.lists(leaves, max_size=4).map("".join)
    nested = st.tuples(st.sampled_from(MARKS), _inline(depth - 1)).map(lambda pair: f"<{pair[0]}>{pair[1]}</{pair[0]}>")
    return st.lists(st.one_of(leaves, nested), max_size=4).map("".join)


def _clean(html: str) -> str:
    return clean_rich(html)[0]


RICH_LINE = _inline().map(lambda content: _clean(f"<p>{content}</p>"))
_ITEMS = st.lists(_inline(1), min_size=1, max_size=3)
RICH = (
    st.lists(
        st.one_of(
            _inline().map(lambda content: f"<p>{content}</p>"),
            st.just("<hr/>"),
            st.tuples(st.sampled_from(["ul", "ol"]), _ITEMS).map(
                lambda pair: f"<{pair[0]}>{''.join(f'<li>{item}</li>' for item in pair[1])}</{pair[0]}>"
            ),
        ),
        min_size=1,
        max_size=3,
    )
    .map(lambda parts: _clean("".join(parts)))
    .filter(bool)
)


def block(kind: str, value: Any) -> dict[str, Any]:
    return {"type": kind, "value": value}


def _struct(type_: str, /, **fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(fields).map(lambda value: block(type_, value))


LINKED = st.lists(st.fixed_dictionaries({"start": st.just(0), "length": st.just(1), "link": RICH_LINE}), max_size=1)
LEAVES: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "paragraph": RICH.map(lambda rich: block("paragraph", rich)),
    "heading": _struct(
        "heading", text=LINE.map(str.strip).filter(bool), level=st.integers(2, 6), anchor=ANCHOR,
        aliases=st.lists(ANCHOR.filter(bool), max_size=2), nav_only=st.booleans(),
    ),
    "code": _struct(
        "code", language=st.sampled_from(["", "python", "html+django", "c++", "a b", "{x}"]), code=CODE, caption=LINE, filename=LINE,
        line_numbers=st.booleans(), start_line=st.integers(0, 20), emphasize_lines=st.sampled_from(["", "1,3-4"]), links=LINKED,
    ),
    "math": _struct("math", tex=TEX, anchor=ANCHOR, number=st.sampled_from(["", "(1)", "2"])),
    "figure": _struct(
        "figure", image=st.sampled_from([None, 3]), alt=LINE, caption=RICH_LINE, width=st.sampled_from(["", "20px", "5%"]),
        height=st.sampled_from(["", "7"]), link=st.sampled_from(["", "https://e.org/a b"]), align=st.sampled_from(["", "left"]),
        inline=st.booleans(), source=st.sampled_from(["", "a/b c.png"]),
    ),
    "target": _struct("target", anchors=st.lists(ANCHOR.filter(bool), min_size=1, max_size=2)),
    "html": _struct("html", html=st.sampled_from(["<p>x</p>\n\n<p>`````</p>", "<b>y</b>"]), reason=LINE),
    "snippet": _struct("snippet", snippet=st.just("a-slug")),
    "diagram": _struct("diagram", source=CODE, caption=LINE, alt=LINE),
    "video": _struct("video", document=st.sampled_from([None, 2]), caption=RICH_LINE, width=st.sampled_from(["", "20"]), source=LINE),
    "download": _struct("download", document=st.sampled_from([None, 2]), text=LINE, source=LINE),
    "children": _struct("children", depth=st.integers(1, 3)),
    "cards": _struct(
        "cards", columns=st.integers(1, 4), items=st.lists(st.fixed_dictionaries({"title": RICH_LINE, "text": RICH}), max_size=2)
    ),
}  # fmt: skip


def _signature() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {"signature": st.one_of(LINE, st.sampled_from(["class a.B(x=1)", "f(x)"])).filter(bool), "anchor": ANCHOR,
         "aliases": st.lists(ANCHOR, max_size=1), "source": st.sampled_from(["", "https://e.org/#L1"])}
    )  # fmt: skip


def containers(content: st.SearchStrategy[Stream]) -> dict[str, st.SearchStrategy[dict[str, Any]]]:
    cell = st.fixed_dictionaries(
        {"header": st.booleans(), "colspan": st.integers(1, 2), "rowspan": st.integers(1, 2),
         "align": st.sampled_from(["", "left", "right"]), "content": content}
    )  # fmt: skip
    titled = st.fixed_dictionaries({"title": LINE, "anchor": ANCHOR, "content": content})
    labelled = st.fixed_dictionaries({"label": LINE, "anchor": ANCHOR, "content": content})
    term = st.fixed_dictionaries({"term": RICH_LINE, "anchor": ANCHOR, "content": content})
    return {
        "admonition": _struct("admonition", kind=st.sampled_from(["note", "topic", "about-x"]), title=LINE, content=content),
        "list": _struct("list", ordered=st.booleans(), start=st.integers(1, 3), items=st.lists(content, min_size=1, max_size=3)),
        "definitions": _struct(
            "definitions", kind=st.sampled_from(["", "glossary", "footnote", "citation", "fields", "options"]),
            items=st.lists(term, min_size=1, max_size=2),
        ),
        "table": _struct(
            "table", caption=LINE, anchor=ANCHOR, header_rows=st.integers(0, 2),
            rows=st.lists(st.lists(cell, min_size=1, max_size=3), min_size=1, max_size=3),
        ),
        "quote": _struct("quote", content=content, attribution=LINE),
        "version_note": _struct("version_note", kind=st.just("versionadded"), version=st.sampled_from(["", "1.10"]), content=content),
        "api": _struct(
            "api", kind=st.sampled_from(["function", "class"]), domain=st.sampled_from(["py", "c", ""]),
            signatures=st.lists(_signature(), min_size=1, max_size=2),
            fields=st.lists(st.fixed_dictionaries({"name": LINE, "content": content}), max_size=2), content=content,
        ),
        "tabs": _struct("tabs", sync=st.sampled_from(["", "os"]), items=st.lists(labelled, max_size=2)),
        "details": _struct("details", summary=RICH_LINE, open=st.booleans(), content=content),
        "steps": _struct("steps", items=st.lists(titled, max_size=2)),
    }  # fmt: skip


def streams(depth: int = 2) -> st.SearchStrategy[Stream]:
    kinds = list(LEAVES.values())
    if depth:
        kinds += containers(streams(depth - 1)).values()
    return st.lists(st.one_of(kinds), max_size=3)
