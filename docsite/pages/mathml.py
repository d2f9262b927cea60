r"""TeX to MathML that is safe to put into a page.

latex2mathml does the conversion, but its output is not trusted: it escapes nothing (`\text{<script>}` comes
out as a script element), passes links and styles through, and prints what it does not know. So its element
tree is never written out as it is. It is built again from lists of allowed elements and attributes, with all
text escaped here, and anything odd means that the TeX itself is shown.

The TeX always goes along, verbatim, as an `annotation`, which is what assistive technology, copying tools and
`import_sphinx` read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from xml.etree.ElementTree import Element

from django.utils.safestring import SafeString
from latex2mathml.converter import convert_to_element

from docsite.pages.math_letters import styled

LENGTH_LIMIT = 10_000
"""Longest TeX that is converted, in characters."""

DEPTH_LIMIT = 100
"""Deepest nesting of braces that is converted."""

SIZE_LIMIT = 200_000
"""Longest MathML that is accepted, in characters."""

_TOKENS = frozenset(["mi", "mn", "mo", "mtext"])
_ELEMENTS = _TOKENS | {
    *("menclose", "mfrac", "mmultiscripts", "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow"),
    *("mspace", "msqrt", "mstyle", "msub", "msubsup", "msup", "mtable", "mtd", "mtr", "munder"),
    *("munderover", "none"),
}
_CHILDREN = {
    "mfrac": 2,
    "mover": 2,
    "mroot": 2,
    "msub": 2,
    "msubsup": 3,
    "msup": 2,
    "munder": 2,
    "munderover": 3,
}
_LENGTH = re.compile(r"[+-]?[0-9]{0,2}(?:\.[0-9]{1,3})?(?:em|ex|mu|pt|px|%)?")
_WORDS = re.compile(r"(?:(?:center|left|right|none|solid|dashed) ?){1,64}")
_LENGTHS = re.compile(rf"(?:{_LENGTH.pattern} ?){{1,16}}")
_SWITCH = re.compile(r"true|false")
# Colours are left out: a reader's scheme decides, and contrast could not be promised.
_ATTRIBUTES: dict[str, re.Pattern[str]] = {
    "accent": _SWITCH,
    "accentunder": _SWITCH,
    "columnalign": _WORDS,
    "columnlines": _WORDS,
    "columnspacing": _LENGTHS,
    "depth": _LENGTH,
    "displaystyle": _SWITCH,
    "fence": _SWITCH,
    "form": re.compile(r"prefix|infix|postfix"),
    "height": _LENGTH,
    "largeop": _SWITCH,
    "linethickness": _LENGTH,
    "lspace": _LENGTH,
    "mathsize": _LENGTH,
    "mathvariant": re.compile(r"[a-z-]{1,24}"),
    "maxsize": _LENGTH,
    "minsize": _LENGTH,
    "movablelimits": _SWITCH,
    "notation": re.compile(r"[a-z ]{1,80}"),
    "rowlines": _WORDS,
    "rowspacing": _LENGTHS,
    "rspace": _LENGTH,
    "scriptlevel": re.compile(r"[+-]?[0-3]"),
    "separator": _SWITCH,
    "stretchy": _SWITCH,
    "symmetric": _SWITCH,
    "voffset": _LENGTH,
    "width": _LENGTH,
}
_REFERENCE = re.compile(r"&#x([0-9A-Fa-f]{1,6});")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")

# Definitions could double in size at every step ("billion laughs"); the rest reach outside the formula.
_FORBIDDEN = re.compile(
    r"\\(?:def|edef|gdef|xdef|let|newcommand|renewcommand|providecommand|DeclareMathOperator|newenvironment|"
    r"renewenvironment|require|input|include|csname|unicode)(?![A-Za-z])"
)

# Preparation. Environments by those latex2mathml does best; others it would pass over in silence.
_ENVIRONMENTS = {
    **{name: name for name in ("array", "cases", "equation", "equation*", "smallmatrix", "split")},
    **{f"{fence}matrix{star}": f"{fence}matrix{star}" for fence in ("", *"pbBvV") for star in ("", "*")},
    # `align` would print numbers.
    "align": "align*",
    "align*": "align*",
    "aligned": "split",
    "dcases": "cases",
    "eqnarray": "split",
    "eqnarray*": "split",
    "flalign": "align*",
    "flalign*": "align*",
    "gather": "matrix",
    "gather*": "matrix",
    "gathered": "matrix",
    "multline": "matrix",
    "multline*": "matrix",
}
_MACROS = {
    "\\arg": r"\operatorname{arg}",
    "\\ne": r"\neq ",
    "\\nonumber": "",
    "\\notag": "",
    "\\op": r"\operatorname",
}
_BINOMIAL = re.compile(r"\\genfrac\s*(?:\(\s*\)|\{\(\}\s*\{\)\})\s*\{(?:0(?:pt)?)?\}\s*\{[0-3]?\}")
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")
_PIECE = re.compile(
    r"(?P<environment>\\(?P<edge>begin|end)\s*\{(?P<name>[A-Za-z]+\*?)\})"
    r"|(?P<macro>\\[A-Za-z]+)|(?P<space>\\\s)|\\.|(?P<mark>[{}&])|%[^\n]*",
    re.DOTALL,
)
_TEXT = re.compile(r"\\(?P<macro>text(?:bf|it|md|normal|rm|sf|tt|up)?|mbox|hbox|fbox)\s*(?=\{)")
_TEXT_PIECE = re.compile(
    r"\\(?P<escaped>[^A-Za-z])|\\(?:text[a-z]*|emph|math[a-z]*)(?![A-Za-z])|(?P<plain>[^\\])", re.DOTALL
)


def to_mathml(tex: str, display: bool) -> SafeString | None:
    """Return a `math` element for TeX without delimiters, or None if it cannot be converted in full.

    Safe for any input. None means: too long or too deep, a macro that is not known, or not TeX at all.
    """
    content = _convert(tex, display)
    return None if content is None else _wrap(content, tex, display)


def render_math(tex: str, display: bool) -> SafeString:
    """Return a `math` element for any TeX; where conversion fails it shows the TeX as it is written."""
    content = _convert(tex, display)
    if content is None:
        content = f"<mtext>{escape(tex, quote=False)}</mtext>"
    return _wrap(content, tex, display)


def _wrap(content: str, tex: str, display: bool) -> SafeString:
    annotation = f'<annotation encoding="application/x-tex">{escape(tex, quote=False)}</annotation>'
    kind = "block" if display else "inline"
    return SafeString(f'<math display="{kind}"><semantics>{content}{annotation}</semantics></math>')


def _convert(tex: str, display: bool) -> str | None:
    """Return the MathML inside `semantics`, or None."""
    if len(tex) > LENGTH_LIMIT or _CONTROL.search(tex) or _FORBIDDEN.search(tex) or not _is_balanced(tex):
        return None
    try:
        tree = convert_to_element(_prepare(tex.strip()), display="block" if display else "inline")
        content = "".join(_rebuild(child) for child in tree)
    except Exception:  # noqa: BLE001
        # latex2mathml meets wrong TeX with errors of its own that share no base class, with plain Python ones
        # (IndexError, KeyError), and on deep nesting with RecursionError. None of them is to break a page.
        return None
    return content if content and len(content) <= SIZE_LIMIT else None


def _rebuild(element: Element) -> str:
    """Write one element of the tree again. Raises ValueError for anything that is not expected."""
    name = element.tag
    if name not in _ELEMENTS:
        raise ValueError(f"element {name}")
    if len(element) != _CHILDREN.get(name, len(element)):
        raise ValueError(f"{name} with {len(element)} children")
    attributes = dict(element.attrib)
    text = element.text or ""
    if name in _TOKENS:
        # What is known has become a reference by now; this is a macro or column mark that was passed through.
        if "\\" in text or (name != "mtext" and text == "&"):
            raise ValueError(f"left over: {text}")
        text = _REFERENCE.sub(lambda match: chr(int(match[1], 16)), text)
        if _CONTROL.search(text):
            raise ValueError("control character")
        if name != "mtext" and attributes.get("mathvariant", "normal") != "normal":
            # Browsers know the letters, but no longer the attribute.
            text = styled(text, attributes.pop("mathvariant"))
    elif text:
        raise ValueError("text between elements")
    written = "".join(
        f' {key}="{value}"'
        for key, value in attributes.items()
        if key in _ATTRIBUTES and _ATTRIBUTES[key].fullmatch(value)
    )
    children = "".join(_rebuild(child) for child in element)
    return f"<{name}{written}>{escape(text, quote=False)}{children}</{name}>"


def _is_balanced(tex: str) -> bool:
    """Tell whether braces match and are not nested too deeply."""
    depth = 0
    for match in _PIECE.finditer(tex):
        if match["mark"] == "{":
            depth += 1
        elif match["mark"] == "}":
            depth -= 1
        if not 0 <= depth <= DEPTH_LIMIT:
            return False
    return depth == 0


def _prepare(tex: str) -> str:
    """Rewrite what latex2mathml does not know, or gets wrong, into what it does know.

    Raises KeyError for an environment that neither knows.
    """
    tex = "".join(_with_text_arguments(_LABEL.sub("", _BINOMIAL.sub(r"\\binom", tex))))
    tex = _PIECE.sub(_replace_piece, tex)
    # Sphinx's rule: lines or columns outside any environment are those of `split`.
    return f"\\begin{{split}}{tex}\\end{{split}}" if _has_loose_lines(tex) else tex


def _replace_piece(match: re.Match[str]) -> str:
    if match["environment"]:
        return f"\\{match['edge']}{{{_ENVIRONMENTS[match['name']]}}}"
    if match["space"]:
        return "\\ "
    return _MACROS.get(match[0], match[0])


def _has_loose_lines(tex: str) -> bool:
    depth = 0
    for match in _PIECE.finditer(tex):
        if match["edge"] == "begin" or match["mark"] == "{":
            depth += 1
        elif match["edge"] == "end" or match["mark"] == "}":
            depth -= 1
        elif depth == 0 and match[0] in ("&", r"\\"):
            return True
    return False


def _with_text_arguments(tex: str) -> Iterator[str]:
    r"""Yield TeX in which the arguments of `\text` and its like hold characters only.

    Formulas in them (`\text{if $x > 0$}`) are taken out, braces dropped, and characters with a meaning to
    latex2mathml written as references.
    """
    position = 0
    while (match := _TEXT.search(tex, position)) is not None:
        yield tex[position : match.start()]
        end = _closing_brace(tex, match.end())
        # Every other part was between dollar signs.
        parts = re.split(r"(?<!\\)\$", tex[match.end() + 1 : end])
        yield "{"
        for index, part in enumerate(parts):
            if index % 2:
                yield part
            elif part:
                yield f"\\{match['macro']}{{{_TEXT_PIECE.sub(_replace_text_piece, part)}}}"
        yield "}"
        position = end + 1
    yield tex[position:]


def _replace_text_piece(match: re.Match[str]) -> str:
    if match["escaped"]:
        character = " " if match["escaped"].isspace() or match["escaped"] in "\\,;:!/" else match["escaped"]
    else:
        character = match["plain"] or ""
        if character in "{}":
            return ""
        if character == "~":
            return " "
    return f"&#x{ord(character):X};" if character and character in "{}%&<>\\$#^_" else character


def _closing_brace(tex: str, start: int) -> int:
    """Return the index of the brace that closes the one at `start`. Braces are known to match."""
    depth = 0
    for match in _PIECE.finditer(tex, start):
        # The name of an environment is in braces of its own, which match.
        depth += {"{": 1, "}": -1}.get(match["mark"] or "", 0)
        if depth == 0:
            return match.start()
    raise ValueError("a brace is not closed")
