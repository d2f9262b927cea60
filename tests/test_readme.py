"""What README.md says is true: its files, commands, targets and variables exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def table_below(heading: str) -> list[list[str]]:
    """The cells of the first table below a heading, without its head."""
    section = re.search(rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert section, f"README.md has no section “{heading}”"
    rows = [line for line in section[1].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


def code(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def management_commands() -> set[str]:
    return {
        path.stem
        for top in ("docsite", "faq")
        for path in (PROJECT / top).rglob("management/commands/*.py")
        if not path.stem.startswith("_")
    }


@pytest.mark.parametrize("row", table_below("I want to change …"), ids=lambda row: row[0])
def test_files_of_the_table_exist(row: list[str]):
    files = [name for cell in row[1:] for name in code(cell)]
    assert files
    assert not [name for name in files if not list(PROJECT.glob(name))]


def test_documented_commands_are_the_ones_that_exist():
    documented = [code(row[0])[0].split()[0] for row in table_below("Management commands")]
    assert sorted(documented) == sorted(management_commands())


def test_make_targets_exist():
    targets = set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", README, re.MULTILINE)) <= targets


def test_variables_read_by_the_settings_are_documented():
    sources = "".join(path.read_text() for path in (PROJECT / "docsite" / "settings").glob("*.py"))
    read = set(re.findall(r"""(?:environ(?:\.get|\.setdefault)?[\[(]|_required\()["']([A-Z_]+)["']""", sources))
    documented = {name for row in table_below("Environment variables") for name in code(row[0])}
    assert read
    assert read <= documented
