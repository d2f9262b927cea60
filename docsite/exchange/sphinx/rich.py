"""Rich text in the form it is stored in, without parsing it where it plainly is in that form already."""

from __future__ import annotations

import re

from docsite.pages.sanitising import clean_rich

# Words, marked words and links, not nested: most of what the converter writes.  Each repetition is possessive, so that
# text of another form is given up in one pass.
_TEXT = "[^<>&\x00-\x1f\ud800-\udfff]++|&(?:amp|lt|gt);"
_VALUE = "[^<>&\"'\x00-\x1f\ud800-\udfff]++"
_MARKED = "|".join(f"<{tag}>(?:{_TEXT})++</{tag}>" for tag in ("code", "i", "b", "kbd", "sub", "sup"))
_OPENING = (
    f'<a linktype="doc" lineage="[0-9a-f-]{{36}}"(?: anchor="{_VALUE}")?+>'
    f'|<a linktype="xref" role="{_VALUE}" target="{_VALUE}">'
    f'|<a href="https?://{_VALUE}">'
)
_LINE = f"(?! )(?:{_TEXT}|{_MARKED}|(?:{_OPENING})(?:{_TEXT}|{_MARKED})++</a>)++(?<! )"
_ITEMS = f"(?:<li>{_LINE}</li>)++"
_STORED = re.compile(f"(?:<p>{_LINE}</p>|<ul>{_ITEMS}</ul>|<ol>{_ITEMS}</ol>)++")


def stored(html: str) -> str:
    """``html`` as ``clean_rich`` gives it."""
    return html if _STORED.fullmatch(html) else clean_rich(html)[0]
