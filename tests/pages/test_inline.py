r"""Plain text with `backticks`: what it shows, and that nothing is lost on the way."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.pages.inline import Part, escape, from_parts, to_html, to_parts, to_text

tricky = st.text(alphabet="ab `\\<&\n", max_size=30)
any_text = st.one_of(tricky, st.text(max_size=30))
parts_lists = st.lists(st.tuples(any_text, st.booleans()), max_size=6)


@pytest.mark.parametrize(
    ("plain", "html", "text"),
    [
        ("Using `<Tabs>` well", "Using <code>&lt;Tabs&gt;</code> well", "Using <Tabs> well"),
        ("`--flag`", "<code>--flag</code>", "--flag"),
        ("a & b", "a &amp; b", "a & b"),
        ("it's a ` tick", "it's a ` tick", "it's a ` tick"),
        ("``x``", "<code>x</code>", "x"),
        ("``a ` b``", "<code>a ` b</code>", "a ` b"),
        ("``", "``", "``"),
        (r"\`not code\`", "`not code`", "`not code`"),
        (r"`a\`b`", "<code>a`b</code>", "a`b"),
        (r"C:\temp", r"C:\temp", r"C:\temp"),
        (r"C:\temp\\`x`", r"C:\temp\<code>x</code>", r"C:\temp\x"),
        ("`one` `two", "<code>one</code> `two", "one `two"),
        ("", "", ""),
    ],
)
def test_examples(plain: str, html: str, text: str) -> None:
    assert to_html(plain) == html
    assert to_text(plain) == text


def test_parts() -> None:
    assert to_parts("Using `Tabs` well") == [Part("Using ", False), Part("Tabs", True), Part(" well", False)]


@given(any_text)
def test_escaped_text_is_shown_exactly(text: str) -> None:
    assert to_text(escape(text)) == text
    assert "<code>" not in to_html(escape(text))


@given(any_text)
def test_html_holds_no_element_but_code_and_the_same_words(plain: str) -> None:
    html = to_html(plain)
    assert set(re.findall(r"<[^>]*>", html)) <= {"<code>", "</code>"}
    assert html.count("<code>") == html.count("</code>")
    assert _visible(html) == to_text(plain)


@given(parts_lists)
def test_parts_survive_the_round_trip(parts: list[tuple[str, bool]]) -> None:
    merged: list[Part] = []
    for text, is_code in parts:
        before = merged.pop().text if merged and merged[-1].is_code == is_code else ""
        if before or text:
            merged.append(Part(before + text, is_code))
    assert to_parts(from_parts(parts)) == merged


@given(any_text)
def test_reading_and_writing_again_keeps_what_is_shown(plain: str) -> None:
    again = from_parts(to_parts(plain))
    assert to_text(again) == to_text(plain)
    assert from_parts(to_parts(again)) == again


def test_long_hostile_text_takes_linear_time() -> None:
    for plain in ("\\" * 200_000, "` `` " * 40_000, "".join("`" * n + " " for n in range(1, 600))):
        assert to_text(plain) is not None


def _visible(html: str) -> str:
    """The text of `html`, undoing only the three escapes that `to_html` makes."""
    text = re.sub(r"</?code>", "", html)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
