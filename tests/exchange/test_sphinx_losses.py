"""Nothing is lost without a word: what the blocks cannot hold is kept in another form, or reported."""

import re
from typing import Any

import pytest
from lxml import etree

from docsite.exchange.sphinx.body import Converted, convert_body
from docsite.exchange.sphinx.html import find_body, parse
from docsite.pages.streams import child_streams, own_anchors, plain_text, walk
from tests.exchange.sphinx_samples import LINEAGE, blocks, convert


def document(body: str) -> Converted:
    """An article as the parser of real pages reads it."""
    root = parse(f'<!DOCTYPE html><html><body><div class="body">{body}</div></body></html>'.encode())
    return convert_body(
        find_body(root), docname="a", lineage=LINEAGE, lineage_of=lambda name: None, image_for=lambda path: None
    )


def kinds(converted: Converted) -> list[str]:
    return [problem.kind for problem in converted.problems]


def texts(converted: Converted) -> list[Any]:
    return [block["value"] for block in converted.blocks]


# ---------------------------------------------------------------- depth
@pytest.mark.parametrize(
    "tags",
    ["div", "section", "span", "em", "ul><li", "blockquote", "dl><dd", "table><tr><td", "details", "a"],
)
@pytest.mark.parametrize("levels", [90, 300, 600])
def test_deep_elements_keep_their_words(tags: str, levels: int) -> None:
    """Neither Python's stack nor a parser's limit takes the words away, and what follows stays too."""
    close = "".join(f"</{tag}>" for tag in reversed(tags.split("><")))
    converted = document(f"<p>before</p>{f'<{tags}>' * levels}core{close * levels}<p>after</p>")
    words = plain_text(converted.blocks)
    assert [words.count(word) for word in ("before", "core", "after")] == [1, 1, 1]
    if levels > 100 and tags != "a":  # an HTML parser closes a link where the next one opens
        assert "depth" in kinds(converted)


def test_deep_elements_keep_their_anchors() -> None:
    converted = document("<div>" * 200 + '<p id="low">x</p>' + "</div>" * 200)
    assert [anchor for block in walk(converted.blocks) for anchor in own_anchors(block)] == ["low"]


def levels_of(stream: list[Any], level: int = 1) -> dict[str, int]:
    """The deepest level of each type of block."""
    deepest: dict[str, int] = {}
    for block in stream:
        inner = [levels_of(below, level + 1) for below in child_streams(block)]
        for found in ({block["type"]: level}, *inner):
            for name, depth in found.items():
                deepest[name] = max(depth, deepest.get(name, 0))
    return deepest


@pytest.mark.parametrize(
    "box",
    [
        '<div class="admonition note"><p class="admonition-title">Note</p>{}</div>',
        '<div class="versionadded"><p><span class="versionmodified">New in version 1: </span>w</p>{}</div>',
        "<blockquote>{}</blockquote>",
        "<ul><li><p>w</p>{}</li></ul>",
        '<dl class="py class"><dt class="sig">C</dt><dd>{}</dd></dl>',
        "<dl><dt>t</dt><dd>{}</dd></dl>",
        "<table><tr><td>{}</td></tr></table>",
    ],
)
def test_only_leaves_stand_on_the_last_level(box: str) -> None:
    """An editor's blocks end there: a container on level 7 would be dropped when the page is loaded."""
    snippet = "<p>core</p><pre>  code\n</pre>"
    for _ in range(9):
        snippet = box.format(snippet)
    converted = convert(snippet)
    deepest = levels_of(converted.blocks)
    assert max(deepest.values()) <= 7
    leaves = {"paragraph", "code", "math", "figure", "target", "html", "heading"}
    assert {name for name, level in deepest.items() if level == 7} <= leaves
    assert "core" in plain_text(converted.blocks)
    assert kinds(converted)


def test_html_of_last_resort_leads_nowhere_wrong() -> None:
    """Addresses of the old tree are no addresses here; its pictures follow as figures."""
    snippet = '<ul><li><p>a</p><p id="p"><a href="other.html#x">inner</a> <a href="https://e.org/">outer</a><img src="i.png" alt="I"></p></li></ul>'
    for _ in range(6):
        snippet = f"<blockquote><div>{snippet}</div></blockquote>"
    converted = convert(snippet)
    html, figure = list(walk(converted.blocks))[-2:]
    assert (
        html["value"]["html"]
        == '<ul><li><p>a</p><p id="p"><a>inner</a> <a href="https://e.org/">outer</a></p></li></ul>'
    )
    assert (figure["type"], figure["value"]["alt"]) == ("figure", "I")
    assert set(kinds(converted)) == {"html", "link", "image"}


# ---------------------------------------------------------------- constructs
def test_tabs_keep_labels_panels_and_anchors() -> None:
    found = blocks(
        '<div class="sphinx-tabs docutils container"><div role="tablist">'
        '<button aria-controls="panel-a" class="sphinx-tabs-tab" id="tab-a" role="tab">Bash</button>'
        '<button aria-controls="panel-b" class="sphinx-tabs-tab" id="tab-b" role="tab">Fish</button></div>'
        '<div class="sphinx-tabs-panel" id="panel-a" role="tabpanel"><p>one</p></div>'
        '<div class="sphinx-tabs-panel" id="panel-b" role="tabpanel"><p>two</p></div></div>'
    )
    assert [block["type"] for block in found] == ["tabs"]
    items = found[0]["value"]["items"]
    assert [(item["label"], item["anchor"]) for item in items] == [("Bash", "panel-a"), ("Fish", "panel-b")]
    assert [[block["value"] for block in item["content"]] for item in items] == [
        [{"anchors": ["tab-a"]}, "<p>one</p>"],
        [{"anchors": ["tab-b"]}, "<p>two</p>"],
    ]


def test_tabs_of_sphinx_design() -> None:
    found = blocks(
        '<div class="sd-tab-set"><input id="t" type="radio"><label class="sd-tab-label" for="t" data-sync-group="os">'
        'Linux</label><div class="sd-tab-content"><p>x</p></div></div>'
    )
    tabs = next(block["value"] for block in found if block["type"] == "tabs")
    assert (tabs["sync"], tabs["items"][0]["label"]) == ("os", "Linux")
    assert tabs["items"][0]["content"][0]["value"] == "<p>x</p>"


def test_tabs_on_the_last_level_stand_below_each_other() -> None:
    snippet = (
        '<div class="sd-tab-set"><label class="sd-tab-label">L</label><div class="sd-tab-content"><p>x</p></div></div>'
    )
    for _ in range(6):
        snippet = f"<blockquote>{snippet}</blockquote>"
    converted = convert(snippet)
    assert [block["value"] for block in walk(converted.blocks)][-2:] == ["<p><b>L</b></p>", "<p>x</p>"]
    assert kinds(converted) == ["depth"]


def test_folded_text_keeps_its_summary() -> None:
    found = blocks("<details open><summary>More <code>x</code></summary><p>y</p></details>")
    assert found[0]["type"] == "details"
    assert (found[0]["value"]["summary"], found[0]["value"]["open"]) == ("<p>More <code>x</code></p>", True)


def test_a_figure_keeps_legend_and_everything_else() -> None:
    found = blocks(
        '<figure class="align-left" id="f"><a class="reference external" href="https://e.org/"><img src="x.png" alt="A"></a> beside'
        '<figcaption><p><span class="caption-number">Fig. 1 </span><span class="caption-text">Cap</span><a class="headerlink" href="#f">¶</a></p>'
        '<div class="legend"><p>Leg</p><ul><li>one</li></ul></div></figcaption></figure>'
    )
    assert [block["type"] for block in found] == ["target", "figure", "paragraph", "paragraph"]
    assert (found[1]["value"]["caption"], found[1]["value"]["link"]) == ("<p>Fig. 1 Cap</p>", "https://e.org/")
    assert [block["value"] for block in found[2:]] == ["<p>beside</p>", "<p>Leg</p><ul><li>one</li></ul>"]


def test_several_listings_in_one_box() -> None:
    found = blocks('<div class="highlight-python"><div class="highlight"><pre>a</pre></div><pre>b</pre></div>')
    assert [block["value"]["code"] for block in found] == ["a", "b"]


def test_a_listing_without_its_pre_keeps_its_words() -> None:
    assert blocks('<div class="highlight"><p>words</p></div>')[0]["value"] == "<p>words</p>"


def test_line_breaks_of_a_listing_are_lines() -> None:
    assert blocks("<pre>a<br>b</pre>")[0]["value"]["code"] == "a\nb"


def test_terms_in_wrappers_are_found() -> None:
    items = blocks("<dl><div><dt>t</dt><dd>d</dd></div></dl>")[0]["value"]["items"]
    assert (items[0]["term"], items[0]["content"][0]["value"]) == ("<p>t</p>", "<p>d</p>")


@pytest.mark.parametrize(
    ("source", "display"),
    [("math/tex", False), ("math/tex; mode=display", True)],
)
def test_math_in_scripts(source: str, display: bool) -> None:
    """The shape that a page has after MathJax 2 ran in the browser it was saved from."""
    found = blocks(f'<p>a <script type="{source}">x^2</script> b</p>')
    if display:
        assert found[1] == {"type": "math", "value": {"tex": "x^2", "anchor": "", "number": ""}}
    else:
        assert found[0]["value"] == '<p>a <span data-math="x^2">x^2</span> b</p>'


def test_formulas_without_tex_keep_their_words() -> None:
    converted = convert("<p>a <math><mi>x</mi></math></p><div class='math'>&nbsp;</div><math><mi>y</mi></math>")
    assert "<p>a x</p>" in texts(converted)
    assert kinds(converted) == ["math", "math", "math"]


def test_a_formula_picture_without_tex_is_a_picture() -> None:
    assert [block["type"] for block in blocks('<p>a <img class="math" src="m.png"></p>')] == ["paragraph", "figure"]


def test_links_that_have_no_place_are_reported() -> None:
    converted = convert(
        '<h1><a href="https://e.org/">T</a></h1>'
        '<p><a href="../other.html"><img src="x.png" alt="x"></a></p>'
        '<p><a href="https://e.org/"><span class="math">\\(x\\)</span></a></p><p>o</p>'
    )
    assert kinds(converted) == ["link", "image", "link", "link"]
    assert '<span data-math="x">x</span>' in str(converted.blocks)


def test_broken_links_are_reported_once_each() -> None:
    converted = convert('<p><a href="n.html">a</a> <a href="n.html">b</a> <a href="m.html">c</a></p>')
    assert kinds(converted) == ["link", "link"]
    assert texts(converted) == ["<p>a b c</p>"]


def test_what_must_go_goes_and_is_named() -> None:
    converted = convert(
        "<p>a<svg><text>t</text></svg></p><form><input></form><video src='v'></video><style>b</style><p>b</p><iframe></iframe>"
    )
    assert texts(converted) == ["<p>a</p>", "<p>b</p>"] or texts(converted) == ["<p>a</p><p>b</p>"]
    removed = {match[1] for problem in converted.problems if (match := re.search("<(\\w+)>", problem.message))}
    assert removed == {"svg", "form", "video", "style", "iframe"}


def test_labels_of_blocks_stand_out() -> None:
    found = blocks('<div class="topic"><p class="topic-title">Title</p><p>x</p></div><p class="rubric" id="r">R</p>')
    assert (found[0]["type"], found[0]["value"]["kind"], found[0]["value"]["title"]) == ("admonition", "topic", "Title")
    assert [block["value"] for block in found[1:]] == [{"anchors": ["r"]}, "<p><b>R</b></p>"]


@pytest.mark.parametrize("classes", ["xref py py-class", "xref std std-envvar", "xref c c-func2"])
def test_roles_of_every_domain(classes: str) -> None:
    domain, role = classes.split()[1:]
    text = blocks(f'<p><code class="{classes} docutils literal">a.b</code></p>')[0]["value"]
    assert f'role="{domain}:{role.removeprefix(domain + "-")}" target="a.b"' in text


def test_the_reader_takes_plain_elements_and_those_of_lxml_html() -> None:
    root = etree.fromstring("<div><p>a <b>b</b></p></div>", etree.HTMLParser())
    converted = convert_body(
        root, docname="a", lineage=LINEAGE, lineage_of=lambda name: None, image_for=lambda path: None
    )
    assert texts(converted) == texts(convert("<p>a <b>b</b></p>"))


# ---------------------------------------------------------------- broken markup
@pytest.mark.parametrize(
    "snippet",
    [
        '<div class="highlight-python"><div class="highlight"><pre>code</pre></div><p>kept words</p></div>',
        "<table><tr><td>a</td><div>kept words</div></tr></table>",
        "<table><tbody><p>kept words</p><tr><td>a</td></tr></tbody></table>",
        "<table>kept words<tr><td>a</td></tr></table>",
        '<table class="field-list"><tr><td>kept words</td></tr></table>',
        '<table class="option-list"><tr><td>kept words</td></tr></table>',
        '<dl class="function"><dt id="f">f</dt><dd><table class="field-list"><tr><cite>a</cite>kept words</tr></table></dd></dl>',
        '<div class="versionadded"><p><span class="versionmodified">New<p>kept words and many more, so that it is no label at '
        "all but the text itself</p></span></p></div>",
        '<h2>a<a class="headerlink" href="#a">sign <p>kept words of a text</p></a></h2>',
        '<dl class="function"><dt id="f">f<a href="#x">kept words of it <a><span class="viewcode-link">[source]</span></a></a></dt></dl>',
    ],
)
def test_words_in_the_wrong_place_stay(snippet: str) -> None:
    assert "kept words" in plain_text(convert(snippet).blocks)
