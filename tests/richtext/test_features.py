"""Opening rich text in the editor and saving it changes nothing."""

import pytest
from wagtail.admin.rich_text.converters.contentstate import ContentstateConverter

from docsite.pages.blocks.fields import TEXT_FEATURES
from docsite.pages.sanitising import clean_rich

LINEAGE = "11111111-1111-4111-8111-111111111111"

TEXTS = [
    "<p>Plain, <b>bold</b>, <i>italic</i>, <code>a &lt; b</code>, <sub>1</sub><sup>2</sup>.</p>",
    "<p><kbd>Ctrl</kbd> <samp>out</samp> <s>no</s> <u>u</u> <mark>m</mark> <small>s</small> <cite>c</cite></p>",
    '<p>Open <span class="menuselection">File ‣ New</span> and press <span class="guilabel">OK</span>.</p>',
    '<p><abbr title="HyperText Markup Language">HTML</abbr></p>',
    '<p>It costs <span data-math="O(n^2) &lt; \\frac{1}{2}">O(n^2) &lt; \\frac{1}{2}</span> steps.</p>',
    f'<p>See <a linktype="doc" lineage="{LINEAGE}" anchor="torch.nn.Linear">there</a>.</p>',
    f'<p>See <a linktype="doc" lineage="{LINEAGE}">the page</a> and '
    f'<a linktype="doc" lineage="{LINEAGE}" anchor="a" version="1.8">1.8</a>.</p>',
    f'<p><a linktype="doc" lineage="{LINEAGE}"><code>torch.nn</code></a> and <a href="https://x.org/?a=1&amp;b=2"><b>x</b></a></p>',
    '<p><a linktype="xref" role="py:class" target="torch.Foo"><code>Foo</code></a></p>',
    '<p><a href="mailto:a@b.org">mail</a> <a href="https://x.org/a%20b#c">x</a></p>',
    "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><p>after</p>",
    "<ol><li>one <code>x</code></li><li>two</li></ol>",
    "<p>a<br/>b</p><hr/><p>c</p>",
]


@pytest.mark.parametrize("html", TEXTS)
def test_round_trip_through_the_editor(html: str) -> None:
    converter = ContentstateConverter(TEXT_FEATURES)
    saved = converter.to_database_format(converter.from_database_format(html))
    assert clean_rich(saved)[0] == html


def test_all_features_are_known(recwarn: pytest.WarningsRecorder) -> None:
    from docsite.pages.blocks.leaves import ParagraphBlock

    assert ParagraphBlock().field.widget
    assert not [warning for warning in recwarn if "unknown feature" in str(warning.message)]
