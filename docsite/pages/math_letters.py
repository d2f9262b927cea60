"""Letters of mathematical alphabets: bold, script, double-struck and so on.

MathML Core has dropped `mathvariant`: browsers take the alphabets from Unicode instead.
"""

from __future__ import annotations

import unicodedata
from functools import cache

# MathML's names, and Unicode's in "MATHEMATICAL … CAPITAL A".
_STYLES = {
    "bold": "BOLD",
    "bold-fraktur": "BOLD FRAKTUR",
    "bold-italic": "BOLD ITALIC",
    "bold-sans-serif": "SANS-SERIF BOLD",
    "bold-script": "BOLD SCRIPT",
    "double-struck": "DOUBLE-STRUCK",
    "fraktur": "FRAKTUR",
    "italic": "ITALIC",
    "monospace": "MONOSPACE",
    "sans-serif": "SANS-SERIF",
    "sans-serif-bold-italic": "SANS-SERIF BOLD ITALIC",
    "sans-serif-italic": "SANS-SERIF ITALIC",
    "script": "SCRIPT",
}
# A few letters were in Unicode before the alphabets came, under other names.
_OLDER_STYLES = {"double-struck": "DOUBLE-STRUCK", "fraktur": "BLACK-LETTER", "script": "SCRIPT"}


def styled(text: str, variant: str) -> str:
    """Return `text` in the alphabet that MathML calls `variant`; characters it lacks stay as they are."""
    return "".join(_styled_character(character, variant) for character in text)


@cache
def _styled_character(character: str, variant: str) -> str:
    if variant == "italic" and character == "h":
        return "\N{PLANCK CONSTANT}"
    kind, _, rest = unicodedata.name(character, "").partition(" ")
    letter = f"{kind} {rest}" if kind == "DIGIT" else rest.replace("LETTER ", "", 1)
    if kind not in ("LATIN", "GREEK", "DIGIT"):
        return character
    for name in (
        f"MATHEMATICAL {_STYLES.get(variant, '?')} {letter}",
        f"{_OLDER_STYLES.get(variant, '?')} {letter}",
    ):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return character
