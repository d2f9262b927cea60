r"""TeX to MathML: what comes out is safe, complete, and carries the TeX."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from docsite.pages.math_letters import styled
from docsite.pages.mathml import DEPTH_LIMIT, LENGTH_LIMIT, render_math, to_mathml

ALLOWED_ELEMENTS = re.compile(
    "annotation|math|menclose|mfrac|mi|mmultiscripts|mn|mo|mover|mpadded|mphantom|mprescripts|mroot|mrow|mspace|"
    "msqrt|mstyle|msub|msubsup|msup|mtable|mtd|mtext|mtr|munder|munderover|none|semantics"
)
PIECES = [
    *(
        r"\text{",
        r"\mbox{",
        "{",
        "}",
        "^",
        "_",
        "&",
        r"\\",
        r"\frac",
        r"\sqrt",
        r"\left(",
        r"\right)",
        "$",
        "%",
        "<",
        ">",
    ),
    *(
        r"\begin{matrix}",
        r"\end{matrix}",
        r"\href{javascript:x}{y}",
        r"\style{a}{b}",
        r"\class{c}{d}",
        r"\color{red}",
    ),
    *(
        "'",
        "a",
        "1",
        r"\alpha",
        r"\foo",
        r"\mathbf{x}",
        r"\operatorname{f}",
        r"\hspace{9em}",
        r"\verb|<b>|",
        r"\limits",
    ),
    *(r"\over", r"\substack{", r"\overset{a}{b}", r"\binom", r"\not", r"\genfrac", r"\tag{1}", r"\label{x}"),
    *(r"\def\a{\a\a}", r"\unicode{x3c}", "&#x3c;script&#x3e;"),
]
tex_like = st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join), st.text(max_size=40))


def parse(html: str) -> etree._Element:
    """Parse strictly: undefined entities and unclosed elements are errors."""
    return etree.fromstring(html, etree.XMLParser(resolve_entities=False))


def words(html: str) -> str:
    """The visible text, without the annotation."""
    root = parse(html)
    for annotation in root.findall(".//annotation"):
        annotation.text = ""
    return "".join(root.itertext())


def test_shape() -> None:
    assert to_mathml("O(nm)", False) == (
        '<math display="inline"><semantics><mrow><mi>O</mi><mo stretchy="false">(</mo><mi>n</mi><mi>m</mi>'
        '<mo stretchy="false">)</mo></mrow>'
        '<annotation encoding="application/x-tex">O(nm)</annotation></semantics></math>'
    )


def test_display() -> None:
    assert (to_mathml("x", True) or "").startswith('<math display="block"><semantics>')


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\text{kernel\_size} < 3", "kernel_size<3"),
        (r"\text{<independent variable>}", "<independent variable>"),
        (r"\textrm{<op>}", "<op>"),
        (r"\mbox{a & b}", "a & b"),
        (r"\text{if $x_{1} > 0$ then}", "if x1>0 then"),
        (r"\text{a {nested} \textbf{word}}", "a nested word"),
        (r"\text{50\%}", "50%"),
        (r"a \ne 0", "a≠0"),
        (r"\arg x", "argx"),
        (r"\genfrac(){}{}{m}{n}", "(mn)"),
        (r"\mathbf{W}\mathbb{R}\mathcal{L}\mathfrak{g}", "𝐖ℝℒ𝔤"),
        (r"\backslash", "\\"),
        (r"x\label{eq:1} = 1 \nonumber", "x=1"),
        ("a \\\n b", "a b"),
    ],
)
def test_conversions(tex: str, shown: str) -> None:
    html = to_mathml(tex, True)
    assert html is not None
    assert words(html).replace("\xa0", " ") == shown


@pytest.mark.parametrize(
    ("tex", "rows", "columns"),
    [
        (r"a &= b \\ &= c", 2, 2),
        (r"a = b \\ c = d", 2, 1),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", 2, 2),
        (r"\begin{eqnarray*} a &=& b \\ c &=& d \end{eqnarray*}", 2, 3),
        (r"\begin{gathered} a \\ b \\ c \end{gathered}", 3, 1),
        (r"\begin{align} a &= b \\ c &= d \end{align}", 2, 2),
        (r"\begin{cases} 1, & x > 0 \\ 0, & \text{otherwise} \end{cases}", 2, 2),
    ],
)
def test_lines_and_columns(tex: str, rows: int, columns: int) -> None:
    html = to_mathml(tex, True)
    assert html is not None
    found = parse(html).findall(".//mtr")
    assert len(found) == rows
    assert len(found[0].findall("mtd")) == columns


def test_columns_outside_a_nested_environment() -> None:
    html = to_mathml(r"A &= \begin{bmatrix} a & b \end{bmatrix}", True)
    assert html is not None
    assert len(parse(html).findall(".//mtable")) == 2


@pytest.mark.parametrize(
    "tex",
    [
        r"\text{<script>alert(1)</script>}",
        r"\mbox{<img src=x onerror=alert(1)>}",
        r"\textbf{</math><svg onload=alert(1)>}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{position:fixed}{x}",
        r"\class{admin}{x}",
        r"\color{red}{x}",
        r"\verb|<script>alert(1)</script>|",
        r"\text{&#x3C;script&#x3E;alert(1)}",
        r"\operatorname{a}</annotation></semantics></math><script>alert(1)</script>",
    ],
)
def test_hostile_tex_gives_allowed_elements_only(tex: str) -> None:
    check_safe(render_math(tex, False), tex)


@pytest.mark.parametrize(
    "tex",
    [
        r"\foo x",
        r"\text{a \foo b}",
        r"\begin{unheard} x \end{unheard}",
        r"\frac{1}",
        "x^",
        "{",
        "}",
        "{" * 3000 + "}" * 3000,
        "{" * (DEPTH_LIMIT + 1) + "}" * (DEPTH_LIMIT + 1),
        r"\left(" * 900 + r"\right)" * 900,
        "x" * (LENGTH_LIMIT + 1),
        r"\newcommand{\a}{\b\b}\a",
        r"\def\a{x}\a",
        "x\x00",
        "",
    ],
)
def test_what_cannot_be_converted(tex: str) -> None:
    assert to_mathml(tex, False) is None
    assert render_math(tex, False).startswith('<math display="inline"><semantics><mtext>')


def test_fallback_shows_the_tex() -> None:
    assert render_math(r"\foo < 1", True) == (
        r'<math display="block"><semantics><mtext>\foo &lt; 1</mtext>'
        r'<annotation encoding="application/x-tex">\foo &lt; 1</annotation></semantics></math>'
    )


def test_lengths_cannot_break_the_page() -> None:
    assert "9999" not in (to_mathml(r"\hspace{9999em}x", False) or "").partition("<annotation")[0]


@settings(deadline=None)
@given(tex_like, st.booleans())
def test_any_tex_gives_safe_html(tex: str, display: bool) -> None:
    check_safe(render_math(tex, display), tex)


def test_hostile_lengths_take_bounded_time() -> None:
    for piece in (
        "a",
        "&",
        "\\",
        "{",
        r"\left(",
        r"\text{a}",
        "'",
        "1",
        " ",
        r"\text ",
        r"\sqrt",
        "_1",
        r"a\over ",
    ):
        started = time.monotonic()
        render_math((piece * LENGTH_LIMIT)[:LENGTH_LIMIT], True)
        assert time.monotonic() - started < 10


def test_alphabets() -> None:
    assert styled("Ah1β-", "bold") == "𝐀𝐡𝟏𝛃-"
    assert styled("h", "italic") == "ℎ"
    assert styled("CHR", "double-struck") == "ℂℍℝ"
    assert styled("BC", "fraktur") == "𝔅ℭ"
    assert styled("x", "unheard-of") == "x"


def check_safe(html: str, tex: str) -> None:
    """Check that only allowed elements and attributes are there, and the TeX verbatim."""
    if re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", html):
        # XML cannot hold these; HTML can, and no element comes of them.
        html = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "?", html)
        tex = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "?", tex)
    root = parse(html)
    assert root.tag == "math"
    for element in root.iter():
        assert ALLOWED_ELEMENTS.fullmatch(element.tag)
        for name, value in element.attrib.items():
            assert name not in ("href", "style", "class", "id", "src")
            assert not name.startswith("on")
            assert re.fullmatch(r"[A-Za-z0-9.,+% /-]*", value)
    annotations = root.findall(".//annotation")
    assert [element.get("encoding") for element in annotations] == ["application/x-tex"]
    assert (annotations[0].text or "") == tex.replace("\r\n", "\n").replace("\r", "\n")
