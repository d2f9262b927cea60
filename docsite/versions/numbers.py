"""The natural order of version names, and which names may stand in an address.

A name is whatever people call a version: `1.10`, `v2.0.0-rc1`, `release/2.x`, `main`. Its place among the
others is written once as a `sort_key`, so that every list (selector, admin, API, feeds) can be ordered by the
database with a plain ascending comparison.

From oldest to newest the order is: free words (`legacy`, `wip`), numbered versions, development branches
(`main`, `nightly`). Numbered versions follow PEP 440, widened to take SemVer's pre-releases and names that
stand for a whole series (`2.x` is newer than every `2.N` and older than `3.0`):

    1.2.9 < 1.2.10 < 1.9 < 1.10 < v2.0.0-rc1 < 2.0.0 < 10.0 < main

Where the two standards disagree PEP 440 wins: `-1` is a post-release, and `dev` comes before `alpha`.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

SORT_KEY_LENGTH = 255
"""No sort key is longer, so this is the length of the database column."""

SEGMENT_MAX_LENGTH = 32
"""Longest version segment allowed in an address."""

RESERVED_SEGMENTS = frozenset(
    {
        # Aliases, decided per request.
        "latest",
        "stable",
        # Addresses next to the versions of a docset.
        "changes.atom",
        "diff",
        "genindex",
        "genindex.html",
        "index.html",
        "llms.txt",
        "objects.inv",
        "py-modindex.html",
        "search",
        "search.html",
        "switcher.json",
        "versions",
        "versions.json",
        # Addresses of the site, which a docset-less site would share.
        "accounts",
        "admin",
        "api",
        "django-admin",
        "documents",
        "favicon.ico",
        "feedback",
        "healthz",
        "images",
        "media",
        "opensearch.xml",
        "readyz",
        "robots.txt",
        "sitemap.xml",
        "static",
    }
)
"""Version segments that would hide an address of the site. Compared without regard to case."""

DEVELOPMENT_NAMES = frozenset(
    [
        "canary",
        "default",
        "dev",
        "devel",
        "develop",
        "development",
        "edge",
        "head",
        "latest",
        "main",
        "mainline",
        "master",
        "next",
        "nightly",
        "tip",
        "trunk",
        "unreleased",
        "unstable",
    ]
)
"""Names of branches that are always ahead of every numbered version."""

_DEV_WORDS = frozenset(["dev", "devel", "develop", "development", "git", "nightly", "snapshot"])
_POST_WORDS = frozenset(["hotfix", "p", "patch", "pl", "post", "r", "rev", "sp"])
_FINAL_WORDS = frozenset(["final", "ga", "lts", "release", "stable"])
_PRE_WORDS = {
    "a": "alpha",
    "alpha": "alpha",
    "b": "beta",
    "beta": "beta",
    "c": "rc",
    "cr": "rc",
    "pre": "rc",
    "preview": "rc",
    "rc": "rc",
}

_SEGMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?")
# Only words that say "this is a version" may be left out: in `torch-1.9` the first word names something.
_PREFIX = re.compile(
    r"(?:(?:refs/heads|refs/tags|origin|branch|branches|maint|rel|release|releases|stable|tag|tags|ver|version)"
    r"(?:[\s/_.-]+|(?=[0-9])))+|v[\s/_.-]*(?=[0-9])"
)
_NUMBERED = re.compile(
    r"(?:(?P<epoch>[0-9]+)!)?"
    r"(?P<release>[0-9]+(?:\.(?:[0-9]+|[x*](?![^\W_])))*)"
    r"(?P<suffix>[^+]*)"
    r"(?:\+(?P<local>.*))?",
    re.DOTALL,
)
_CHUNK = re.compile(r"[0-9]+|[^\W\d_]+")

# A part of a version is a run of digits or a word. Digits stay text: Python refuses to convert thousands.
_WILDCARD = "x"


@dataclass
class _Number:
    """A numbered version taken to pieces, as in PEP 440."""

    epoch: str = "0"
    release: list[str] = field(default_factory=list)
    pre: list[str] = field(default_factory=list)
    post: str = ""
    dev: str = ""
    local: list[str] = field(default_factory=list)


def sort_key(name: str) -> str:
    """Return a text of the digits 0-9 that puts `name` in its natural place among other versions.

    Plain ascending comparison of the keys, in Python or in any database collation, orders versions from
    oldest to newest. Only digits are used because collations of some languages sort certain pairs of letters
    as one. Two different names have different keys, so the order never depends on when a version was made.
    Never raises, whatever the text; the key has at most `SORT_KEY_LENGTH` characters.
    """
    text = _normalise(name)
    if text in DEVELOPMENT_NAMES:
        key = "3" + _encode_text(text)
    elif (number := _parse(text)) is not None:
        key = "2" + _encode_number(number)
    else:
        key = "1" + _encode_parts(_CHUNK.findall(text))
    # Equal versions spelt differently (`1.0`, `v1.0.0`) still need one fixed order.
    key += _encode_text(name)
    if len(key) <= SORT_KEY_LENGTH:
        return key
    digest = hashlib.sha256(key.encode()).digest()
    tail = f"{int.from_bytes(digest[:8], 'big'):020d}"
    return key[: SORT_KEY_LENGTH - len(tail)] + tail


def compare(left: str, right: str) -> int:
    """Return -1, 0 or 1 as `left` is an older, the same or a newer version name than `right`."""
    left_key, right_key = sort_key(left), sort_key(right)
    return (left_key > right_key) - (left_key < right_key)


def is_prerelease(name: str) -> bool:
    """Tell whether a numbered version comes before its release: `2.0rc1`, `2.0.0-beta.1`, `2.0.dev3`.

    Names of branches are not releases at all, so the answer for `main` is False; see `is_development`.
    """
    number = _parse(_normalise(name))
    return number is not None and bool(number.pre or number.dev)


def is_development(name: str) -> bool:
    """Tell whether a name stands for work in progress: a development branch or a `.dev` version."""
    text = _normalise(name)
    if text in DEVELOPMENT_NAMES:
        return True
    number = _parse(text)
    return number is not None and bool(number.dev)


def validate_segment(text: str) -> str:
    """Return `text` unchanged if it may be the version part of an address.

    Raises ValueError, with a sentence fit to show to an editor, if it is empty, too long, has characters
    other than `A-Z a-z 0-9 . _ -`, does not start with a letter or digit, or is a reserved word.
    """
    if not text:
        raise ValueError("A version needs a name for its address.")
    if len(text) > SEGMENT_MAX_LENGTH:
        raise ValueError(f"Use at most {SEGMENT_MAX_LENGTH} characters in the address of a version.")
    if not _SEGMENT.fullmatch(text):
        raise ValueError(
            "Use only plain letters, digits, dots, underscores and hyphens in the address of a version, "
            "and start with a letter or digit."
        )
    if text.lower() in RESERVED_SEGMENTS:
        raise ValueError(f"“{text}” is used by the site itself and cannot be the address of a version.")
    return text


def _normalise(name: str) -> str:
    """Fold case and width, and drop words such as `v` and `release/` before the name proper."""
    text = unicodedata.normalize("NFKC", name).casefold().strip()
    prefix = _PREFIX.match(text)
    rest = text[prefix.end() :] if prefix else text
    return rest or text


def _parse(text: str) -> _Number | None:
    """Read a normalised name as a numbered version; None if it does not start with a number."""
    if _ISO_DATE.fullmatch(text):
        return _Number(release=_without_trailing_zeros(text.split("-")))
    match = _NUMBERED.fullmatch(text)
    if match is None:
        return None
    parts = [_WILDCARD if part in "x*" else part for part in match["release"].split(".")]
    number = _Number(epoch=match["epoch"] or "0", release=_without_trailing_zeros(parts))
    _read_suffix(number, match["suffix"])
    number.local += _CHUNK.findall(match["local"] or "")
    return number


def _read_suffix(number: _Number, suffix: str) -> None:
    """Sort the words and numbers after the release (`rc1`, `.post2.dev3`, `-beta.1`) into their fields."""
    semver = suffix.startswith("-")
    target = number.local
    chunks = _CHUNK.findall(suffix)
    position = 0
    while position < len(chunks):
        chunk = chunks[position]
        position += 1
        following = chunks[position] if position < len(chunks) else ""
        value = following if following.isdigit() else "0"
        if chunk in _DEV_WORDS and not number.dev:
            number.dev = value
            position += following.isdigit()
        elif chunk in _POST_WORDS and not number.post:
            number.post = value
            position += following.isdigit()
        elif chunk in _FINAL_WORDS:
            continue
        elif chunk in _PRE_WORDS and not number.post and not number.dev:
            target = number.pre
            target.append(_PRE_WORDS[chunk])
        elif chunk.isdigit() and position == 1:
            # `1.0-1`: PEP 440's short form of a post-release, and Debian's revision.
            number.post = chunk
        else:
            if semver and position == 1:
                # SemVer: any word after a hyphen makes a pre-release. Without one (`1.0.2k`) it is a variant.
                target = number.pre
            target.append(chunk)


def _without_trailing_zeros(parts: list[str]) -> list[str]:
    """`1.0` and `1.0.0` are the same release."""
    kept = len(parts)
    while kept > 1 and not parts[kept - 1].strip("0"):
        kept -= 1
    return parts[:kept]


# Encoding. Every piece tells where it ends, so a comparison never runs on into the next piece; "1" ends a
# list and is lower than any tag, so a shorter list comes first.


def _encode_number(number: _Number) -> str:
    """Encode the fields in PEP 440's order of weight."""
    if number.pre:
        pre = "2" + _encode_parts(number.pre)
    elif number.dev and not number.post:
        pre = "1"
    else:
        pre = "3"
    post = "2" + _encode_digits(number.post) if number.post else "1"
    dev = "1" + _encode_digits(number.dev) if number.dev else "2"
    release = "".join("3" if part == _WILDCARD else "2" + _encode_digits(part) for part in number.release)
    local = _encode_parts(number.local, digits_last=True)
    return _encode_digits(number.epoch) + release + "1" + pre + post + dev + local


def _encode_parts(parts: list[str], *, digits_last: bool = False) -> str:
    """Encode a list of words and numbers. SemVer puts numbers before words, PEP 440's local part after."""
    digits_tag = "4" if digits_last else "2"
    encoded = (
        digits_tag + _encode_digits(part) if part.isascii() and part.isdigit() else "3" + _encode_text(part)
        for part in parts
    )
    return "".join(encoded) + "1"


def _encode_digits(digits: str) -> str:
    """Encode a natural number of any length: the count of its digits, then the digits."""
    digits = digits.lstrip("0") or "0"
    count = len(digits)
    return f"{count}{digits}" if count < 9 else "9" + _encode_digits(str(count)) + digits


def _encode_text(text: str) -> str:
    """Encode any text, lone surrogates included: three digits for each byte, then a lower end mark."""
    return "".join(f"{byte + 1:03d}" for byte in text.encode("utf-8", "surrogatepass")) + "000"
