"""Anchors of headings (cases NAV-01, NAV-03, NAV-05) and the contents list."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docsite.pages.headings import (
    ANCHOR_MAX_LENGTH,
    Heading,
    TocEntry,
    assign_anchors,
    build_toc,
    slugify_anchor,
)

words = st.one_of(
    st.sampled_from(["Example", "Example 2", "Example_2", "example", "", "💙", "1. Setup"]),
    st.text(max_size=12),
)
given_anchors = st.one_of(st.just(""), st.sampled_from(["example", "example_2", "example-2", "3d-plots"]))


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("Frequently Asked Questions", "frequently-asked-questions"),
        ("1. Setup", "1-setup"),
        ("2.0 changes", "2-0-changes"),
        ('C:\\temp & "x"', "c-temp-x"),
        ("Using `<Tabs>` well", "using-tabs-well"),
        ("`--flag`", "flag"),
        ("torch.nn.Conv2d", "torch-nn-conv2d"),
        ("My model reports “cuda runtime error(2)”", "my-model-reports-cuda-runtime-error-2"),
        ("Über Größe, Ærø, İstanbul", "uber-grosze-aero-istanbul"),
        ("ＧＰＵ ﬁle", "gpu-file"),
        ("安装指南", "安装指南"),
        ("हिन्दी में", "हिन्दी-में"),
        ("💙", "section"),
        ("", "section"),
    ],
)
def test_slugs(text: str, anchor: str) -> None:
    assert slugify_anchor(text) == anchor


@given(st.text(max_size=200))
def test_slugs_are_usable_ids(text: str) -> None:
    anchor = slugify_anchor(text)
    assert 0 < len(anchor) <= ANCHOR_MAX_LENGTH
    assert not re.search(r"[\s\"'`<>&#%_]", anchor)
    assert not re.search(r"[A-Z]|^-|-$|--", anchor)


def test_equal_headings() -> None:
    texts = ["Load", "Example", "Save", "Example", "Example 2"]
    assert assign_anchors([(text, "") for text in texts]) == [
        "load",
        "example",
        "save",
        "example_2",
        "example-2",
    ]


def test_given_anchors_come_first() -> None:
    headings = [("Example", ""), ("Plots", "3d-plots"), ("Other", "example")]
    assert assign_anchors(headings) == ["example_2", "3d-plots", "example"]


def test_made_anchors_avoid_other_ids_of_the_page() -> None:
    assert assign_anchors([("Linear", "")], taken={"linear", "linear_2"}) == ["linear_3"]


def test_repeated_given_anchor() -> None:
    assert assign_anchors([("One", "x"), ("Two", "x")]) == ["x", "x_2"]


@given(st.lists(st.tuples(words, given_anchors), max_size=12), st.sets(given_anchors))
def test_anchors_are_distinct_and_given_ones_kept(headings: list[tuple[str, str]], taken: set[str]) -> None:
    anchors = assign_anchors(headings, taken)
    assert len(set(anchors)) == len(anchors) == len(headings)
    seen: set[str] = set()
    for (_, wanted), anchor in zip(headings, anchors, strict=True):
        assert anchor
        if wanted and wanted not in seen:
            assert anchor == wanted
        else:
            assert anchor not in taken
        seen.add(wanted)


@given(st.lists(st.tuples(words, given_anchors), max_size=8), st.lists(words, max_size=4))
def test_headings_added_at_the_end_change_nothing(headings: list[tuple[str, str]], added: list[str]) -> None:
    before = assign_anchors(headings)
    after = assign_anchors([*headings, *((text, "") for text in added)])
    assert after[: len(before)] == before


@given(st.lists(st.tuples(words, given_anchors), max_size=8))
def test_saving_again_changes_nothing(headings: list[tuple[str, str]]) -> None:
    anchors = assign_anchors(headings)
    stored = [(text, anchor) for (text, _), anchor in zip(headings, anchors, strict=True)]
    assert assign_anchors(stored) == anchors


def heading(level: int, text: str) -> Heading:
    return {"level": level, "anchor": slugify_anchor(text), "text": text, "nav_only": False}


def outline(toc: list[TocEntry]) -> list[object]:
    return [[entry["text"], outline(entry["children"])] if entry["children"] else entry["text"] for entry in toc]


def test_contents_are_nested() -> None:
    flat = [
        heading(2, "A"),
        heading(3, "A1"),
        heading(3, "A2"),
        heading(2, "B"),
        heading(4, "B1"),
        heading(3, "B2"),
    ]
    assert outline(build_toc(flat)) == [["A", ["A1", "A2"]], ["B", ["B1", "B2"]]]


def test_contents_may_start_below_the_first_level() -> None:
    assert outline(build_toc([heading(3, "A"), heading(2, "B"), heading(3, "C")])) == ["A", ["B", ["C"]]]


def test_contents_entry_has_the_stored_shape() -> None:
    hidden: Heading = {"level": 2, "anchor": "conv1d", "text": "`Conv1d`", "nav_only": True}
    assert build_toc([hidden]) == [{**hidden, "children": []}]


@given(st.lists(st.builds(heading, st.integers(2, 6), words), max_size=12))
def test_contents_keep_every_heading_in_order(flat: list[Heading]) -> None:
    def flatten(toc: list[TocEntry], above: int = 0) -> list[Heading]:
        found: list[Heading] = []
        for entry in toc:
            assert entry["level"] > above
            found.append(
                {
                    "level": entry["level"],
                    "anchor": entry["anchor"],
                    "text": entry["text"],
                    "nav_only": entry["nav_only"],
                }
            )
            found += flatten(entry["children"], entry["level"])
        return found

    assert flatten(build_toc(flat)) == flat
