"""Colours of code can be read: contrast in both schemes, on plain and on emphasised lines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pygments.token import STANDARD_TYPES

CSS = re.sub(
    r"/\*.*?\*/",
    "",
    (Path(__file__).resolve().parents[2] / "static/css/pygments.css").read_text(encoding="utf-8"),
    flags=re.DOTALL,
)
SCHEMES = {
    "light": ":root",
    "dark by system": ':root:not([data-theme="light"])',
    "dark by choice": ':root[data-theme="dark"]',
}
# Tokens that never get a span, or keep the colour of the text.
WITHOUT_COLOUR = frozenset(["", "err", "esc", "g", "l", "ld", "n", "nx", "o", "p", "pm", "w", "x"])


def rules() -> list[tuple[str, dict[str, str]]]:
    """Return selectors and declarations of all rules, those in media queries too."""
    found = []
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", CSS):
        declarations = (part.partition(":") for part in body.split(";") if part.strip())
        found.append((selector.strip(), {name.strip(): value.strip() for name, _, value in declarations}))
    return found


def variables(selector: str) -> dict[str, str]:
    """Return the custom properties of a scheme."""
    (declared,) = [declarations for found, declarations in rules() if found == selector]
    return declared


def luminance(colour: str) -> float:
    """Relative luminance, as defined by WCAG 2."""
    assert re.fullmatch("#[0-9a-f]{6}", colour), colour
    channels = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ground", ["--code-ground", "--code-hl"])
def test_contrast(scheme: str, ground: str) -> None:
    colours = variables(SCHEMES[scheme])
    for name, colour in colours.items():
        if name not in ("--code-ground", "--code-hl"):
            assert contrast(colour, colours[ground]) >= 4.5, f"{name} on {ground}"


def test_schemes_are_complete() -> None:
    light, system, choice = (variables(selector) for selector in SCHEMES.values())
    assert light.keys() == system.keys()
    assert system == choice


def test_grounds_differ_from_each_other() -> None:
    for selector in SCHEMES.values():
        colours = variables(selector)
        assert contrast(colours["--code-ground"], colours["--code-hl"]) > 1.01


def test_colours_are_variables_of_the_scheme() -> None:
    known = variables(":root")
    for selector, declarations in rules():
        if not selector.startswith(":root"):
            assert "background" not in declarations
            for value in declarations.values():
                if "color" in declarations and value == declarations["color"]:
                    assert re.fullmatch(r"var\((--code-[a-z]+)\)", value)
                    assert value[4:-1] in known


def test_every_token_is_considered_once() -> None:
    coloured: list[str] = []
    for selector, declarations in rules():
        if "color" in declarations:
            coloured += re.findall(r"\.([a-z0-9]+)\b", selector.removeprefix(".code "))
    assert len(coloured) == len(set(coloured))
    names = set(STANDARD_TYPES.values())
    assert set(coloured) <= names
    assert names - set(coloured) - WITHOUT_COLOUR == {"ge", "gs", "ges"}
