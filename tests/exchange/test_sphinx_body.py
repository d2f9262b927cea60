"""Constructs of Sphinx pages as blocks.  The cases named IMP are complaints about other importers."""

import pytest

from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import normalise, own_anchors, walk
from tests.exchange.sphinx_samples import LINEAGE, OTHER, blocks, convert


def code_of(snippet: str) -> dict:
    found = [block for block in blocks(snippet) if block["type"] == "code"]
    assert len(found) == 1
    return found[0]["value"]


def highlighted(code: str, language: str = "python") -> str:
    return f'<div class="highlight-{language} notranslate"><div class="highlight"><pre>{code}</pre></div></div>'


def test_imp_01_no_break_spaces_become_blanks_in_code_only() -> None:
    """IMP-01."""
    found = blocks(
        highlighted('<span></span><span class="gp">$ </span>pip&nbsp;install&nbsp;&nbsp;torchkit\n', "console")
        + '<p>Needs 10&nbsp;GB. Set <code class="docutils literal notranslate"><span class="pre">a&nbsp;=&nbsp;1</span></code>.</p>'
    )
    assert found[0]["value"]["code"] == "$ pip install  torchkit\n"
    assert found[1]["value"] == "<p>Needs 10\u00a0GB. Set <code>a = 1</code>.</p>"


def test_imp_03_line_numbers_are_not_content() -> None:
    """IMP-03: one code block, no table, no numbers."""
    table = (
        '<div class="highlight-python notranslate"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
        '<span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span>'
        '<span class="kn">import</span> <span class="nn">os</span>\n<span class="nb">print</span>(os.sep)\n</pre></div></td></tr></table></div>'
    )
    assert [block["type"] for block in blocks(table)] == ["code"]
    value = code_of(table)
    assert (value["code"], value["language"], value["line_numbers"]) == ("import os\nprint(os.sep)\n", "python", True)
    inline = highlighted(
        '<span></span><span class="linenos">1</span>import os\n<span class="linenos">2</span>print(os.sep)\n'
    )
    assert code_of(inline)["code"] == "import os\nprint(os.sep)\n"
    assert code_of(inline)["line_numbers"] is True


@pytest.mark.parametrize(
    ("name", "language"),
    [("ipython3", "ipython3"), ("c++", "c++"), ("none", "text"), ("default", ""), ("pycon3", "pycon3")],
)
def test_imp_04_languages_are_kept(name: str, language: str) -> None:
    """IMP-04."""
    assert code_of(highlighted("x", name))["language"] == language


@pytest.mark.parametrize("code", ["\n\n  x = 1\n", "<span></span>\n  x = 1\n"])
def test_imp_06_a_first_blank_line_is_kept(code: str) -> None:
    """IMP-06: HTML drops one line end after <pre>, and only that."""
    assert code_of(highlighted(code))["code"] == "\n  x = 1\n"


def test_imp_08_spans_and_header_cells_are_kept() -> None:
    """IMP-08."""
    found = blocks(
        '<table class="docutils align-default"><thead><tr><th rowspan="2">dtype</th><th colspan="2">device</th></tr>'
        '<tr><th>CPU</th><th>GPU</th></tr></thead><tbody><tr><td rowspan="2">float</td><td>yes</td><td>yes</td></tr>'
        "<tr><td>slow</td><td>fast</td></tr></tbody></table>"
    )
    value = found[0]["value"]
    shape = [
        [(c["header"], c["colspan"], c["rowspan"], c["content"][0]["value"]) for c in row] for row in value["rows"]
    ]
    assert value["header_rows"] == 2
    assert shape[0] == [(True, 1, 2, "<p>dtype</p>"), (True, 2, 1, "<p>device</p>")]
    assert shape[2] == [(False, 1, 2, "<p>float</p>"), (False, 1, 1, "<p>yes</p>"), (False, 1, 1, "<p>yes</p>")]
    assert shape[3] == [(False, 1, 1, "<p>slow</p>"), (False, 1, 1, "<p>fast</p>")]


def test_headings_keep_every_anchor() -> None:
    found = blocks(
        '<div class="section" id="top"><h1>Top</h1><span id="label"></span><div class="section" id="my-part">'
        '<span id="old"></span><h2>My <code>part</code><a class="headerlink" href="#my-part">¶</a></h2>'
        '<h4><span class="hidden-section">Linear</span></h4></div></div>'
    )
    assert found[0] == {"type": "target", "value": {"anchors": ["top"]}}
    assert found[1]["value"] == {
        "text": "My `part`", "level": 2, "anchor": "my-part", "aliases": ["label", "old"], "nav_only": False,
        "links": [],
    }  # fmt: skip
    assert found[2]["value"]["nav_only"] is True
    assert found[2]["value"]["text"] == "Linear"


def test_nav_05_links_in_headings_are_no_words() -> None:
    """NAV-05: the text is plain, for the contents; the link is kept beside it."""
    found = blocks('<div id="s"><h1>T</h1><h2 id="a"><a href="https://e.org/x/"><code>a</code></a> link</h2></div>')
    assert found[-1]["value"]["text"] == "`a` link"
    assert found[-1]["value"]["links"] == [
        {"start": 0, "length": 1, "link": '<p><a href="https://e.org/x/">a</a></p>'},
    ]


def test_a_second_title_and_its_sections_go_one_level_down() -> None:
    found = blocks("<h1>One</h1><h2>A</h2><h1>Two</h1><h2>B</h2><h6>C</h6>")
    headings = [(block["value"]["text"], block["value"]["level"]) for block in found if block["type"] == "heading"]
    assert headings == [("A", 2), ("Two", 2), ("B", 3), ("C", 6)]


def test_links_in_listings_and_signatures_are_kept_by_place() -> None:
    listing, function = blocks(
        '<div class="highlight"><pre><span></span>expr ::= <a href="../other.html#t">t</a> (<span>"<a href="#x">+</a>"</span>)\n</pre></div>'
        '<dl class="py function"><dt class="sig" id="f">f(<em>x</em>: <a href="https://e.org/">List</a>)'
        '<a class="reference external" href="https://s.org/f.py"><span class="viewcode-link">[source]</span></a></dt><dd></dd></dl>'
    )
    code, links = listing["value"]["code"], listing["value"]["links"]
    assert [code[link["start"] : link["start"] + link["length"]] for link in links] == ["t", "+"]
    assert links[0]["link"] == f'<p><a linktype="doc" lineage="{OTHER}" anchor="t">t</a></p>'
    signature = function["value"]["signatures"][0]
    assert (signature["signature"], signature["source"]) == ("f(x: List)", "https://s.org/f.py")
    assert signature["links"] == [{"start": 5, "length": 4, "link": '<p><a href="https://e.org/">List</a></p>'}]


def test_links_to_the_index_of_the_old_tree_lead_to_the_index_here() -> None:
    found = blocks('<p><a href="../genindex.html">Index</a> <a href="../py-modindex.html">M</a></p>')[0]["value"]
    assert found == (
        '<p><a linktype="xref" role="std:ref" target="genindex">Index</a> '
        '<a linktype="xref" role="std:ref" target="modindex">M</a></p>'
    )


def test_no_break_spaces_stay_in_drawings_only() -> None:
    found = blocks("<pre>pip\u00a0install\n\u2502\u00a0\u00a0 x\n</pre>")[0]["value"]["code"]
    assert found == "pip install\n\u2502\u00a0\u00a0 x\n"


def test_links_are_kept_by_lineage_and_anchor() -> None:
    text = blocks(
        '<p><a href="../other.html#a%20b">o</a> <a href="#here">h</a> <a href="https://x.org/?a=1&amp;b=2">x</a> '
        '<a href="nowhere.html">n</a> <a href="file:///etc/passwd">f</a> <a href="/usr/doc">r</a></p>'
    )[0]["value"]
    assert text == (
        f'<p><a linktype="doc" lineage="{OTHER}" anchor="a b">o</a> <a linktype="doc" lineage="{LINEAGE}" anchor="here">h</a> '
        '<a href="https://x.org/?a=1&amp;b=2">x</a> n f r</p>'
    )


def test_links_that_lead_nowhere_are_reported() -> None:
    problems = convert('<p><a href="nowhere.html">n</a> <a href="file:///x">f</a></p>').problems
    assert [problem.kind for problem in problems] == ["link", "link"]


def test_roles_without_a_link_keep_role_and_target() -> None:
    text = blocks('<p><code class="xref py py-class docutils literal"><span class="pre">torch.Foo</span></code></p>')[
        0
    ]["value"]
    assert text == '<p><a linktype="xref" role="py:class" target="torch.Foo"><code>torch.Foo</code></a></p>'


@pytest.mark.parametrize(
    "formula",
    [
        '<span class="math notranslate">\\(O(n^2)\\)</span>',
        '<img class="math" src="_images/math/1.png" alt="O(n^2)">',
        '<span class="math"><span class="katex"><span class="katex-mathml"><math><semantics><mrow></mrow>'
        '<annotation encoding="application/x-tex">O(n^2)</annotation></semantics></math></span><span>O(n2)</span></span></span>',
    ],
)
def test_inline_math_is_the_same_however_it_was_drawn(formula: str) -> None:
    assert blocks(f"<p>Costs {formula}.</p>")[0]["value"] == '<p>Costs <span data-math="O(n^2)">O(n^2)</span>.</p>'


def test_displayed_math_with_number_and_anchor() -> None:
    found = blocks('<div class="math notranslate" id="equation-e"><span class="eqno">(1)</span>\\[a &lt; b\\]</div>')
    assert found == [{"type": "math", "value": {"tex": "a < b", "anchor": "equation-e", "number": "(1)"}}]


def test_admonitions_of_any_kind() -> None:
    found = blocks(
        '<div class="admonition warning"><p class="first admonition-title">Warning</p><p>Hot.</p></div>'
        '<div class="admonition-about-x admonition"><p class="admonition-title">About <code>x</code></p><p>Words.</p></div>'
    )
    assert [(b["value"]["kind"], b["value"]["title"]) for b in found] == [
        ("warning", ""),
        ("admonition-about-x", "About `x`"),
    ]


def test_simple_lists_stay_text_and_others_become_blocks() -> None:
    simple, complex_ = blocks(
        '<ul class="simple"><li>a<ul><li>b</li></ul></li><li><p>c</p></li></ul>'
        '<ol start="3"><li><p>one</p><pre>x</pre></li></ol>'
    )
    assert simple["value"] == "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"
    assert (complex_["type"], complex_["value"]["start"], complex_["value"]["ordered"]) == ("list", 3, True)
    assert [block["type"] for block in complex_["value"]["items"][0]] == ["paragraph", "code"]


def test_api_objects_with_fields_and_members() -> None:
    found = blocks(
        '<dl class="py class"><dt class="sig" id="p.C"><em class="property">class </em><code>p.</code><code>C</code>(<em>x</em>)'
        '<a class="headerlink" href="#p.C">¶</a></dt><dd><p>Text.</p><dl class="py method"><dt class="sig" id="p.C.m">m()</dt>'
        '<dd><p>Does.</p></dd></dl><dl class="field-list simple"><dt class="field-odd">Parameters</dt>'
        '<dd class="field-odd"><p>x – what</p></dd></dl></dd></dl>'
    )[0]["value"]
    assert (found["domain"], found["kind"]) == ("py", "class")
    assert found["signatures"] == [
        {"signature": "class p.C(x)", "links": [], "anchor": "p.C", "aliases": [], "source": ""}
    ]
    assert [block["type"] for block in found["content"]] == ["paragraph", "api"]
    assert found["fields"][0]["name"] == "Parameters"


def test_fields_before_more_text_stay_in_their_place() -> None:
    found = blocks(
        '<dl class="function"><dt id="f">f()</dt><dd><dl class="field-list"><dt>Returns</dt><dd><p>x</p></dd></dl>'
        "<p>After.</p></dd></dl>"
    )[0]["value"]
    assert [block["type"] for block in found["content"]] == ["definitions", "paragraph"]
    assert found["fields"] == []


def test_glossary_footnotes_and_version_notes() -> None:
    glossary, footnote, note = blocks(
        '<dl class="glossary docutils"><dt id="term-a">a</dt><dd><p>First.</p></dd></dl>'
        '<dl class="footnote brackets"><dt class="label" id="id1"><span class="brackets">1</span></dt><dd><p>Note.</p></dd></dl>'
        '<div class="versionadded"><p><span class="versionmodified added">New in version 1.2: </span>It came.</p></div>'
    )
    assert (glossary["value"]["kind"], glossary["value"]["items"][0]["anchor"]) == ("glossary", "term-a")
    assert (footnote["value"]["kind"], footnote["value"]["items"][0]["anchor"]) == ("footnote", "id1")
    assert (note["value"]["kind"], note["value"]["version"]) == ("versionadded", "1.2")
    assert note["value"]["content"][0]["value"] == "<p>It came.</p>"


def test_figures_keep_size_and_alternative() -> None:
    found = blocks(
        '<div class="figure align-center"><img alt="A plan" src="../_images/known.png" style="x" width="300px">'
        '<p class="caption"><span class="caption-text">The plan</span></p></div>'
    )
    value = found[0]["value"]
    assert (value["image"], value["alt"], value["width"], value["align"]) == (7, "A plan", "300", "center")
    assert value["caption"] == "<p>The plan</p>"


def test_scripts_and_frames_go_and_are_reported() -> None:
    converted = convert("<p>a</p><script>alert(1)</script><iframe src='//x'></iframe><p>b<button>Copy</button></p>")
    assert [block["value"] for block in converted.blocks] == ["<p>a</p>", "<p>b</p>"] or "alert" not in str(
        converted.blocks
    )
    assert {problem.kind for problem in converted.problems} >= {"script", "removed"}


def test_captioned_code_and_emphasised_lines() -> None:
    value = code_of(
        '<div class="literal-block-wrapper docutils container" id="id5"><div class="code-block-caption"><span class="caption-number">'
        'Listing 1 </span><span class="caption-text">A <code>file</code></span><a class="headerlink" href="#id5">¶</a></div>'
        + highlighted('<span></span>a\n<span class="hll">b\n</span><span class="hll">c\n</span>d\n')
        + "</div>"
    )
    assert (value["caption"], value["emphasize_lines"], value["code"]) == ("Listing 1 A `file`", "2-3", "a\nb\nc\nd\n")


def test_every_id_occurs_exactly_once() -> None:
    converted = convert(
        '<div class="section" id="s"><h1>T</h1><p id="p1">a <span id="t1"></span>b</p><ul id="u"><li id="l">x</li></ul>'
        '<table id="tab"><tr id="r"><td id="c">y</td></tr></table><p id="p1">again</p></div>'
    )
    anchors = [anchor for block in walk(converted.blocks) for anchor in own_anchors(block)]
    assert sorted(anchors) == ["c", "l", "p1", "r", "s", "t1", "tab", "u"]
    assert [problem.kind for problem in converted.problems] == ["anchor"]


def test_deep_nesting_is_kept_and_reported() -> None:
    snippet = "<p>core</p>"
    for _level in range(12):
        snippet = f"<blockquote><div>{snippet}</div></blockquote>"
    converted = convert(snippet)
    assert [block["type"] for block in walk(converted.blocks)] == ["quote"] * 6 + ["paragraph"]
    assert "core" in str(converted.blocks)
    assert [problem.kind for problem in converted.problems] == ["depth"]


def test_converting_twice_gives_the_same_bytes() -> None:
    snippet = "<p>a</p><pre>x</pre><p>a</p><pre>x</pre>"
    assert convert(snippet).blocks == convert(snippet).blocks
    ids = [block["id"] for block in convert(snippet).blocks]
    assert len(set(ids)) == len(ids)


def test_stored_form_is_reached_at_once() -> None:
    converted = convert('<p>x <em>y</em></p><ul><li>a</li></ul><div class="admonition note"><p>z</p></div>')
    assert normalise(converted.blocks) == converted.blocks
    assert all(clean_rich(b["value"])[0] == b["value"] for b in walk(converted.blocks) if b["type"] == "paragraph")
