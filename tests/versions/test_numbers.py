"""The natural order of version names (case VER-06) and the rules for version segments."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from docsite.versions.numbers import (
    RESERVED_SEGMENTS,
    SEGMENT_MAX_LENGTH,
    SORT_KEY_LENGTH,
    compare,
    is_development,
    is_prerelease,
    sort_key,
    validate_segment,
)

number = st.integers(min_value=0, max_value=10**12)
version_like = st.one_of(
    st.text(alphabet="0123456789.", max_size=12),
    st.from_regex(r"v?[0-9]{1,3}(\.[0-9]{1,3}){0,3}(-?(a|b|rc|dev|post|alpha|beta)\.?[0-9]{0,2})?", fullmatch=True),
    st.sampled_from(
        ["main", "master", "nightly", "2.x", "release/2.x", "stable", "latest", "legacy", "", "v", "1.0-1"]
    ),
)
any_name = st.one_of(version_like, st.text(max_size=60))


@st.composite
def pep440_versions(draw: st.DrawFn) -> str:
    """A version in the normal form of PEP 440."""
    text = f"{draw(st.integers(1, 3))}!" if draw(st.booleans()) else ""
    text += ".".join(str(part) for part in draw(st.lists(st.integers(0, 12), min_size=1, max_size=4)))
    if draw(st.booleans()):
        text += draw(st.sampled_from(["a", "b", "rc"])) + str(draw(st.integers(0, 12)))
    if draw(st.booleans()):
        text += f".post{draw(st.integers(0, 12))}"
    if draw(st.booleans()):
        text += f".dev{draw(st.integers(0, 12))}"
    if draw(st.booleans()):
        text += "+" + ".".join(draw(st.lists(st.sampled_from(["1", "2", "10", "abc", "cpu"]), min_size=1, max_size=3)))
    return text


def in_order(*names: str) -> None:
    """Check that `names` are given from oldest to newest, whatever order they were made in."""
    shuffled = list(names)
    random.Random(7).shuffle(shuffled)
    assert sorted(shuffled, key=sort_key) == list(names)


def test_order_of_the_case() -> None:
    in_order("1.2.9", "1.2.10", "1.9", "1.10", "v2.0.0-rc1", "2.0.0", "10.0", "main")


def test_suffixes_follow_pep_440() -> None:
    in_order("1.0.dev3", "1.0a1", "1.0a2.dev1", "1.0a2", "1.0b1", "1.0rc1", "1.0", "1.0+cpu", "1.0.post1", "1.0.1")


def test_suffixes_follow_semver() -> None:
    in_order(
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
    )


def test_series_are_newer_than_their_members() -> None:
    in_order("1.99.99", "1.x", "2.0", "2.9", "2.10", "2.10.7", "2.10.x", "2.11", "release/2.x", "3.0")


def test_other_words_are_older_than_every_number() -> None:
    in_order("gcc-9", "gcc-10", "legacy", "0.0.1", "99999", "main")


def test_variants_and_dates() -> None:
    in_order("1.0.2", "1.0.2k", "1.0.2l", "1.0.3")
    in_order("2023-12-31", "2024-01-05", "2024-11-01")


@pytest.mark.parametrize("name", ["main", "master", "dev", "nightly", "trunk", "Main", "origin/main", "latest"])
def test_development_branches_are_newest(name: str) -> None:
    assert compare(name, "9" * 200) == 1
    assert is_development(name)
    assert not is_prerelease(name)


@pytest.mark.parametrize("name", ["2.0rc1", "v2.0.0-rc1", "2.0.0-beta.1", "2.0.dev3", "1.0a1.post2", "2.0-preview"])
def test_prereleases(name: str) -> None:
    assert is_prerelease(name)


@pytest.mark.parametrize(
    "name",
    ["2.0", "v2.0", "2.0.post1", "2.x", "1.0.2k", "1.0-1", "5.2 LTS", "2.0.0.Final", "1.0+build", "x", ""],
)
def test_releases(name: str) -> None:
    assert not is_prerelease(name)
    assert not is_development(name)


def test_dev_versions_are_development() -> None:
    assert is_development("3.14.0.dev0")
    assert is_development("2.0-SNAPSHOT")


@given(pep440_versions(), pep440_versions())
def test_agrees_with_packaging(left: str, right: str) -> None:
    """The reference implementation of PEP 440 decides wherever it sees a difference."""
    expected = (Version(left) > Version(right)) - (Version(left) < Version(right))
    if expected:
        assert compare(left, right) == expected


@given(any_name)
def test_key_is_digits_of_bounded_length(name: str) -> None:
    key = sort_key(name)
    assert key.isascii()
    assert key.isdigit()
    assert len(key) <= SORT_KEY_LENGTH
    assert key == sort_key(name)


@given(st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,31}", fullmatch=True))
def test_key_of_a_segment_is_not_cut(name: str) -> None:
    assert len(sort_key(name)) < SORT_KEY_LENGTH


@given(any_name, any_name)
def test_total_and_antisymmetric(left: str, right: str) -> None:
    assert compare(left, right) == -compare(right, left)
    assert (compare(left, right) == 0) == (left == right)


@given(st.lists(any_name, max_size=8), st.randoms())
def test_creation_order_is_irrelevant(names: list[str], randomness: random.Random) -> None:
    shuffled = list(names)
    randomness.shuffle(shuffled)
    ordered = sorted(names, key=sort_key)
    assert sorted(shuffled, key=sort_key) == ordered
    # Transitive: neighbours in order means every pair is in order.
    assert all(compare(ordered[i], ordered[j]) <= 0 for i in range(len(ordered)) for j in range(i, len(ordered)))


@given(number, number)
def test_numbers_compare_as_numbers(left: int, right: int) -> None:
    assert compare(f"1.{left}", f"1.{right}") == (left > right) - (left < right)


def test_very_long_numbers() -> None:
    in_order("1." + "9" * 40, "1.1" + "0" * 40, "1.2" + "0" * 40, "2.0")
    assert len(sort_key("1" * 100_000)) == SORT_KEY_LENGTH
    assert sort_key("1" * 5000) != sort_key("1" * 4999)


@given(st.integers(0, 99), st.integers(0, 99))
def test_leading_v_and_zeros_do_not_move_a_version(major: int, minor: int) -> None:
    newer = f"{major}.{minor + 1}"
    for same in (f"{major}.{minor}", f"v{major}.{minor}", f"{major}.{minor}.0", f"release/{major}.0{minor}"):
        assert compare(same, newer) == -1


@pytest.mark.parametrize("text", ["1.10", "v2.0.0-rc1", "main", "2.x", "A_b", "a" * SEGMENT_MAX_LENGTH])
def test_valid_segments(text: str) -> None:
    assert validate_segment(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        ".hidden",
        "-1",
        "1/2",
        "1 0",
        "é",
        "1.0\n",
        "a" * (SEGMENT_MAX_LENGTH + 1),
        "Stable",
        "API",
    ],
)
def test_invalid_segments(text: str) -> None:
    with pytest.raises(ValueError, match=r"version"):
        validate_segment(text)


@pytest.mark.parametrize("text", sorted(RESERVED_SEGMENTS))
def test_reserved_segments(text: str) -> None:
    with pytest.raises(ValueError, match="used by the site itself"):
        validate_segment(text)


@given(st.text(max_size=40))
def test_segments_need_no_quoting_in_an_address(text: str) -> None:
    try:
        validate_segment(text)
    except ValueError:
        return
    assert text.isascii()
    assert not set(text) & set("/?#%&'\"<> \\")
