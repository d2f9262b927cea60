"""Putting values of variables into text: stored text never changes, values never become markup."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.pages.inline import to_parts, to_text
from docsite.pages.linking import links_on
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import plain_text, rich_to_text
from docsite.pages.variables import (
    names_in,
    parse_variables,
    problems,
    substitute,
    substitute_markup,
    substitute_plain,
    substitute_stream,
    substitute_toc,
    used_names,
    write_variables,
)
from tests.factories import code, heading, paragraph

NAMES = st.sampled_from(["v", "x-1", "name_2"])
VALUES = st.dictionaries(NAMES, st.text("ab`\\<>&\"'{} =", max_size=6))
TEXTS = st.lists(
    st.one_of(
        st.text("ab`\\<>&\"' {}", max_size=5),
        NAMES.map(lambda name: "{{ " + name + " }}"),
        NAMES.map(lambda name: "{{" + name + "}}"),
    ),
    max_size=8,
).map("".join)


@given(TEXTS)
def test_without_values_nothing_changes(text: str) -> None:
    html = clean_rich(text)[0]
    assert substitute(text, {}) == substitute_plain(text, {}) == text
    assert substitute_markup(html, {}) == html
    assert substitute(text, {"other": "x"}) == substitute_plain(text, {"other": "x"}) == text


@given(TEXTS, VALUES)
def test_plain_text_shows_the_words_of_its_parts(text: str, values: dict[str, str]) -> None:
    """Code stays code and words stay words, whatever backticks a value holds."""
    shown = to_text(substitute_plain(text, values))
    assert shown == "".join(substitute(part.text, values) for part in to_parts(text))


@given(TEXTS, VALUES)
def test_rich_text_keeps_its_markup(text: str, values: dict[str, str]) -> None:
    html = clean_rich(text)[0]
    changed = substitute_markup(html, values)
    assert changed.count("<") == html.count("<")
    assert changed.count(">") == html.count(">")


def test_a_value_is_escaped_and_only_text_gets_it() -> None:
    html = '<p><a href="https://x/{{ v }}">{{ v }}</a> <span data-math="{{v}}">{{v}}</span></p>'
    assert substitute_markup(html, {"v": "<b>&"}) == (
        '<p><a href="https://x/{{ v }}">&lt;b&gt;&amp;</a> <span data-math="{{v}}">{{v}}</span></p>'
    )
    assert rich_to_text(substitute_markup("<p>{{ v }}</p>", {"v": "a & b"})).strip() == "a & b"


def test_a_value_is_not_looked_into_again() -> None:
    assert substitute("{{ a }}", {"a": "{{ b }}", "b": "x"}) == "{{ b }}"


@pytest.mark.parametrize(
    "text", ["{{ A }}", "{{ 1a }}", "{{ a.b }}", "{ { a } }", "{{  a  }}", "{{ }}", "${{ env.a }}"]
)
def test_what_is_no_reference_stays(text: str) -> None:
    assert substitute(text, {"a": "x", "b": "y"}) == text
    assert names_in(text) == set()


def test_every_field_with_words_gets_the_value() -> None:
    inside = [paragraph("<p>{{ v }}</p>")]
    body = [
        heading("{{ v }}"),
        code("{{ v }}", caption="{{ v }}", filename="{{ v }}"),
        {"type": "admonition", "value": {"kind": "note", "title": "{{ v }}", "content": inside}},
        {"type": "definitions", "value": {"items": [{"term": "<p>{{ v }}</p>", "anchor": "", "content": inside}]}},
        {"type": "tabs", "value": {"sync": "", "items": [{"label": "{{ v }}", "anchor": "", "content": inside}]}},
        {"type": "details", "value": {"summary": "<p>{{ v }}</p>", "open": False, "content": inside}},
        {"type": "cards", "value": {"columns": 2, "items": [{"title": "<p>{{ v }}</p>", "text": "<p>{{ v }}</p>"}]}},
        {"type": "diagram", "value": {"source": "{{ v }}", "caption": "{{ v }}", "alt": "{{ v }}"}},
    ]
    before = copy.deepcopy(body)
    assert used_names(body) == {"v"}
    shown = substitute_stream(body, {"v": "1.2"})
    assert body == before
    assert "{{" not in str(shown)
    assert set(plain_text(shown).split()) == {"1.2"}


def test_linked_words_move_with_the_text() -> None:
    links = [
        {"start": 8, "length": 1, "link": "<p><a href='/a'>f</a></p>"},
        {"start": 10, "length": 7, "link": "<p><a href='/b'>{{ v }}</a></p>"},
    ]
    value = substitute_stream([code("{{ v }} f({{ v }})", links=links)], {"v": "a<b"})[0]["value"]
    assert value["code"] == "a<b f(a<b)"
    found = links_on(value["code"], [(one["start"], one["length"], one["link"]) for one in value["links"]])
    assert [value["code"][one.start : one.end] for one in found] == ["f", "a<b"]


def test_contents() -> None:
    entry = {"level": 2, "anchor": "a", "text": "In {{ v }}", "nav_only": False, "children": []}
    assert substitute_toc([entry | {"children": [entry]}], {"v": "1"})[0]["children"][0]["text"] == "In 1"


@given(st.dictionaries(st.from_regex(r"\A[a-z][a-z0-9_-]{0,8}\Z"), st.text("ab =<>`{}é", max_size=9).map(str.strip)))
def test_lines_can_be_read_back(variables: dict[str, str]) -> None:
    assert parse_variables(write_variables(variables)) == variables


@pytest.mark.parametrize("lines", ["a", "A = x", "1 = x", "a = x\na = y", "= x", "a = " + "x" * 501, "a b = c"])
def test_bad_lines_are_refused(lines: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        parse_variables(lines)


def test_control_characters_are_refused() -> None:
    assert problems({"a": "x\ny"})
    assert problems({"a": "x\x07"})
