"""Which texts may be one segment of an address.  Pure."""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# Letters, digits and marks of any script, and the characters that names of versions and symbols need:
# `1.10`, `torch.nn.Conv2d`, `__init__`, `c++`.  No blank, no slash, nothing that HTML or a browser would treat
# specially.
SLUG = re.compile(r"[\w.+-]+")


def normalise_slug(text: str) -> str:
    """``text`` as it is stored and compared: Unicode's composed form (NFC), so that equal-looking addresses are
    equal.
    """
    return unicodedata.normalize("NFC", text)


def validate_slug(text: str) -> None:
    """Raise ValidationError unless ``text`` can be one segment of an address."""
    if not SLUG.fullmatch(text) or text.strip(".") == "":
        raise ValidationError(
            _("Use letters, digits, dots, hyphens, underscores and plus signs only, and not dots alone."),
            code="invalid_slug",
        )


def validate_folder(text: str) -> None:
    """Raise ValidationError unless ``text`` is slugs joined by slashes, such as ``user/guide``."""
    for segment in text.split("/"):
        validate_slug(segment)


def slug_from(text: str, fallback: str = "page") -> str:
    """The nearest valid slug to ``text``, its case and dots kept; ``fallback`` where nothing of it can stay."""
    slug = re.sub(r"[^\w.+-]+", "-", normalise_slug(text)).strip("-")
    return slug[:200] if slug.strip(".") else fallback
