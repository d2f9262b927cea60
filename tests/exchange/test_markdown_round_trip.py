"""Writing blocks as Markdown and reading them back: the identity for every block type, and readable for people."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from docsite.exchange.demo.content.blocks import BLOCKS
from docsite.exchange.demo.outline import select
from docsite.markdown.inline import Links
from docsite.markdown.writing import FALLBACK, write_stream
from docsite.pages.streams import normalise, walk
from tests.exchange.markdown_samples import LEAVES, LINKS, block, containers, is_read_as, read, streams

KINDS = LEAVES | containers(streams(0))
PROPERTY = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@pytest.mark.parametrize("kind", KINDS)
def test_every_block_type_is_read_as_it_was_written(kind: str) -> None:
    @PROPERTY
    @given(KINDS[kind])
    def check(generated: dict[str, Any]) -> None:
        stream = normalise([generated])
        assert is_read_as(write_stream(stream, LINKS, is_read_as), stream)

    check()


@PROPERTY
@given(streams(2))
def test_blocks_together_are_read_as_they_were_written(stream: list[dict[str, Any]]) -> None:
    stream = normalise(stream)
    assert is_read_as(write_stream(stream, LINKS, is_read_as), stream)


TEXT = [block("paragraph", "<p>Plain <b>words</b>.</p>")]
LISTING = {"language": "python", "code": "a = 1\n", "caption": "A `b`", "filename": "a.py", "line_numbers": True, "start_line": 3,
           "emphasize_lines": "1", "links": [{"start": 0, "length": 1, "link": '<p><a href="https://e.org/">a</a></p>'}]}  # fmt: skip
ORDINARY = [
    block("code", LISTING),
    block(
        "code",
        {
            "language": "",
            "code": "",
            "caption": "",
            "filename": "",
            "line_numbers": False,
            "start_line": 0,
            "emphasize_lines": "",
        },
    ),
    block("list", {"ordered": True, "start": 3, "items": [TEXT, [*TEXT, block("code", LISTING)], []]}),
    block(
        "tabs",
        {
            "sync": "os",
            "items": [
                {"label": "`pip`", "anchor": "pip", "content": TEXT},
                {"label": "B", "anchor": "", "content": []},
            ],
        },
    ),
    block("details", {"summary": "<p>More <code>x</code></p>", "open": True, "content": TEXT}),
    block("steps", {"items": [{"title": "First", "anchor": "one", "content": [*TEXT, block("code", LISTING)]}]}),
    block(
        "cards",
        {
            "columns": 3,
            "items": [{"title": '<p><a href="https://e.org/">A</a></p>', "text": "<p>b</p><ul><li>c</li></ul>"}],
        },
    ),
    block("snippet", {"snippet": "licence-note"}),
    block("diagram", {"source": "graph TD\n\n  A --> B\n", "caption": "Flow", "alt": "From A to B"}),
    block("video", {"document": 3, "caption": "<p>A film</p>", "width": "400", "source": "a.mp4"}),
    block("download", {"document": None, "text": "The archive", "source": "files/a.zip"}),
    block("children", {"depth": 2}),
    block("target", {"anchors": ["a", "b.c(d)"]}),
]


@pytest.mark.parametrize("sample", ORDINARY, ids=lambda sample: sample["type"])
def test_ordinary_content_needs_no_json(sample: dict[str, Any]) -> None:
    """The page of all blocks below shows the other types."""
    stream = normalise([sample, *TEXT, *TEXT, sample])
    text = write_stream(stream, LINKS, is_read_as)
    assert FALLBACK not in text
    assert is_read_as(text, stream)


def test_the_page_of_all_blocks_needs_no_json() -> None:
    for version in ("0.9", "1.1"):
        stream = select(BLOCKS.blocks, version)
        for found in walk(stream):
            if found["type"] == "figure":
                found["value"] = found["value"] | {"image": 3}
        stream = normalise(stream)
        text = write_stream(stream, LINKS, is_read_as)
        assert FALLBACK not in text
        assert is_read_as(text, stream)


@pytest.mark.parametrize(
    ("rich", "markdown"),
    [
        ("<p>a <b>b</b> <i>c</i> <s>d</s></p>", "a **b** *c* ~~d~~"),
        ("<p>a<b>b</b>c</p>", "a<b>b</b>c"),
        ("<p><code>a`b</code></p>", "``a`b``"),
        ("<p>press <kbd>Ctrl</kbd>, H<sub>2</sub>O</p>", "press {kbd}`Ctrl`, H{sub}`2`O"),
        ('<p><span class="guilabel">OK</span></p>', "{guilabel}`OK`"),
        ('<p><abbr title="as usual">a.u.</abbr></p>', "{abbr}`a.u. (as usual)`"),
        ('<p><span data-math="x_1">x_1</span></p>', "{math}`x_1`"),
        ('<p><a linktype="xref" role="py:class" target="a.B"><code>a.B</code></a></p>', "{py:class}`a.B`"),
        ('<p><a linktype="xref" role="std:ref" target="b">words</a></p>', "{std:ref}`words <b>`"),
        ("<p>1. not *a* _list_ &lt;b&gt; snake_case</p>", "1\\. not \\*a\\* \\_list\\_ \\<b> snake_case"),
        ("<p>one<br/>two</p>", "one\\\ntwo"),
        ("<ul><li>a<ul><li>b</li></ul></li></ul><ul><li>c</li></ul>", "- a\n  - b\n\n* c"),
    ],
)
def test_words_look_as_people_write_them(rich: str, markdown: str) -> None:
    assert write_stream([block("paragraph", rich)], LINKS) == markdown
    assert is_read_as(markdown, [block("paragraph", rich)])


def test_readers_get_no_machinery() -> None:
    readable = Links(lambda lineage, anchor, version: "", lambda pk, source: "", readable=True)

    @PROPERTY
    @given(streams(2))
    def check(stream: list[dict[str, Any]]) -> None:
        text = write_stream(normalise(stream), readable)
        assert FALLBACK not in text
        assert "6c1f36f4" not in text

    check()


def test_titles_differ_only_by_title() -> None:
    page = read("text")
    assert (page.title, page.problems) == ("Title", [])
