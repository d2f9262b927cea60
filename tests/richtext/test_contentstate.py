"""The exact converter: what is stored, shown in the editor, and stored again is the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from wagtail.rich_text import features as registry

from docsite.pages.blocks.fields import INLINE_FEATURES, TEXT_FEATURES
from docsite.pages.sanitising import clean_rich
from docsite.richtext.contentstate import ExactConverter
from docsite.richtext.widgets import RichTextArea

LINEAGE = "6f0c2d1e-1b2a-4c3d-8e9f-0123456789ab"
DOC = f'<a linktype="doc" lineage="{LINEAGE}" anchor="a.b_c-d" version="1.8">'


def through_editor(html: str) -> str:
    converter = ExactConverter(TEXT_FEATURES)
    return clean_rich(converter.to_database_format(converter.from_database_format(html)))[0]


def content_state(html: str) -> dict[str, Any]:
    return json.loads(ExactConverter(TEXT_FEATURES).from_database_format(html))


@pytest.mark.parametrize("feature", TEXT_FEATURES)
def test_every_feature_named_by_the_blocks_exists(feature: str):
    assert registry.get_editor_plugin("draftail", feature) is not None


@pytest.mark.parametrize("tag", ["b", "i", "code", "sub", "sup", "kbd", "samp", "s", "u", "mark", "small", "cite"])
def test_inline_elements(tag: str):
    html = f"<p>one <{tag}>two</{tag}> three<{tag}>4</{tag}></p>"
    assert through_editor(html) == html


@pytest.mark.parametrize(
    "html",
    [
        '<p>Press <span class="guilabel">Save</span>, then <span class="menuselection">File ‣ Open</span>.</p>',
        '<p><abbr title="Cascading &quot;Style&quot; Sheets">CSS</abbr> and <abbr title="">X</abbr></p>',
        '<p>So <span data-math="a &lt; b  \\\\ &amp; c">a &lt; b  \\\\ &amp; c</span> holds.</p>',
        '<p><b><span data-math="x^2">x^2</span></b></p>',
        f"<p>{DOC}page</a></p>",
        f'<p><a linktype="doc" lineage="{LINEAGE}">top</a></p>',
        f'<p><a linktype="doc" lineage="{LINEAGE}" anchor="größe &amp; &quot;x&quot; y">odd anchor</a></p>',
        '<p><a linktype="xref" role="py:class" target="torch.nn.Linear"><code>Linear</code></a></p>',
        '<p><a href="https://example.org/a?b=1&amp;c=%20d#e">out</a></p>',
        '<p><a href="../relative/page.html">in</a> <a href="mailto:a@example.org">mail</a></p>',
        '<p><a linktype="page" id="3">by number</a></p>',
    ],
)
@pytest.mark.django_db
def test_elements_with_attributes(html: str):
    assert through_editor(html) == html


@pytest.mark.parametrize(
    "html",
    [
        f"<p>{DOC}see <b>bold <i>and <code>code</code></i></b> here</a></p>",
        f"<p>{DOC}<code>name</code></a></p>",
        '<p><b>see <a href="https://example.org/">a link</a> in bold</b></p>',
        "<p><i>a <b>b</b> c</i> <b>d <i>e</i> f</b></p>",
        "<p><b><i><code>all</code></i></b></p>",
        "<p><code><i><b>all</b></i></code></p>",
        f"<p><b>a</b>{DOC}b</a><code>c</code><kbd>d</kbd></p>",
        '<p><a href="https://example.org/1">one</a><a href="https://example.org/2">two</a></p>',
        '<p><span class="guilabel">a <kbd>b</kbd></span></p>',
    ],
)
def test_nesting(html: str):
    assert through_editor(html) == html


@pytest.mark.parametrize(
    "html",
    [
        "<p><b>bold </b>next <i> x </i>y</p>",
        "<p>two  blanks, <code>in  code   too </code>, and\u00a0one that does not break</p>",
        "<p>one<br/>two <b>three<br/>four</b></p>",
        f"<p>{DOC}one<br/>two</a></p>",
        "<p>&lt;b&gt; &amp;amp; \"quotes\" 'too'</p>",
        "<p>\U0001d465 <b>after</b> \U0001f389\U0001f389 <i>emoji</i> end</p>",
    ],
)
def test_characters(html: str):
    assert through_editor(html) == html


@pytest.mark.parametrize(
    "html",
    [
        "<p>a</p><hr/><p>b</p>",
        "<hr/>",
        "<ul><li>one</li><li>two <b>b</b></li></ul>",
        "<ol><li>one<ul><li>inner<ol><li>deep</li></ol></li><li>inner 2</li></ul></li><li>two</li></ol>",
        f"<p>a</p><ul><li>{DOC}x</a><br/>y</li></ul><ol><li>z</li></ol><p>b</p>",
    ],
)
def test_blocks(html: str):
    assert through_editor(html) == html


def test_positions_are_counted_as_javascript_counts():
    block = content_state("<p>\U0001f389<b>ab</b></p>")["blocks"][0]
    assert block["inlineStyleRanges"] == [{"offset": 2, "length": 2, "style": "BOLD"}]


def test_equal_text_gives_an_equal_form():
    assert content_state("<p>a</p><p>b</p>") == content_state("<p>a</p><p>b</p>")


def test_a_link_is_never_cut_by_a_style_across_its_edge():
    state = {
        "entityMap": {"0": {"type": "LINK", "mutability": "MUTABLE", "data": {"url": "https://example.org/"}}},
        "blocks": [
            {
                "key": "a",
                "type": "unstyled",
                "depth": 0,
                "text": "one two three",
                "inlineStyleRanges": [{"offset": 0, "length": 6, "style": "BOLD"}],
                "entityRanges": [{"offset": 4, "length": 9, "key": 0}],
            }
        ],
    }
    html = clean_rich(ExactConverter(TEXT_FEATURES).to_database_format(json.dumps(state)))[0]
    assert html == '<p><b>one </b><a href="https://example.org/"><b>tw</b>o three</a></p>'


def test_the_words_of_a_formula_come_from_its_tex():
    html = '<p><span data-math="x">edited</span></p>'
    assert through_editor(html) == '<p><span data-math="x">x</span></p>'


def test_dangerous_addresses_do_not_pass():
    assert "javascript" not in through_editor('<p><a href="javascript:alert(1)">x</a></p>')


def test_pasted_markup_of_other_editors_is_plain_text():
    assert through_editor('<p><span class="x">a</span> <font>b</font> <a data-x="1">c</a></p>') == "<p>a b c</p>"


def test_the_widget_converts_exactly():
    widget = RichTextArea(features=INLINE_FEATURES)
    html = f"<p><b>bold </b>{DOC}x <code>y</code></a></p>"
    posted = widget.value_from_datadict({"text": widget.format_value(html)}, {}, "text")
    assert clean_rich(posted)[0] == html
    types = {entity["type"] for entity in widget.options["entityTypes"]}
    assert types == {"DOCLINK", "LINK", "DOCUMENT", "MATH", "ABBR", "XREF"}


def test_the_widget_loads_its_script():
    assert "editing/draftail.js" in str(RichTextArea(features=INLINE_FEATURES).media)
