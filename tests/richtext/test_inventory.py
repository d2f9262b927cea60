"""Reading ``objects.inv``: the format, and files that lie about it."""

import json
import zlib
from pathlib import Path

import pytest

from docsite.richtext import inventory
from docsite.richtext.inventory import InventoryError, Item, read_inventory

HEADER = (
    b"# Sphinx inventory version 2\n# Project: Pkg\n# Version: 1.2\n"
    b"# The remainder of this file is compressed using zlib.\n"
)


def inv(text: str) -> bytes:
    return HEADER + zlib.compress(text.encode())


def test_names_roles_uris_and_display_names() -> None:
    found = read_inventory(
        inv(
            "pkg.f py:function 1 api.html#$ -\n"
            "a label std:label -1 guide/index.html#a-label A Title: with 2 parts\n"
            "guide/index std:doc -1 guide/index.html Guide\n"
            "CMAKE_<LANG>_FLAGS cmake:variable 1 variable.html#$ -\n"
        )
    )
    assert (found.project, found.version, found.skipped) == ("Pkg", "1.2", 0)
    assert found.items == [
        Item("pkg.f", "py:function", 1, "api.html#pkg.f", "pkg.f"),
        Item("a label", "std:label", -1, "guide/index.html#a-label", "A Title: with 2 parts"),
        Item("guide/index", "std:doc", -1, "guide/index.html", "Guide"),
        Item("CMAKE_<LANG>_FLAGS", "cmake:variable", 1, "variable.html#CMAKE_<LANG>_FLAGS", "CMAKE_<LANG>_FLAGS"),
    ]


def test_lines_of_another_form_are_counted_and_passed_over() -> None:
    found = read_inventory(inv("no role here\n\na b:c 1 u -\n" + "x" * 5000 + " a:b 1 u -\n"))
    assert (len(found.items), found.skipped) == (1, 2)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no Sphinx inventory"),
        (b"<!DOCTYPE html><html></html>\n\n\n\n\n", "no Sphinx inventory"),
        (b"# Sphinx inventory version 1\n# Project: a\n# Version: 1\nx mod y.html\n\n", "no Sphinx inventory"),
        (HEADER + b"not zlib", "damaged"),
        (inv("a b:c 1 u -\n" * 100)[:-6], "its end is missing"),
    ],
)
def test_what_is_no_inventory_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(InventoryError, match=words):
        read_inventory(data)


def test_a_bomb_is_refused_without_unpacking_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inventory, "MAX_UNPACKED", 100_000)
    with pytest.raises(InventoryError, match="unpacks to more"):
        read_inventory(HEADER + zlib.compress(b"a" * 200_000))
    monkeypatch.setattr(inventory, "MAX_BYTES", 100)
    with pytest.raises(InventoryError, match="larger than"):
        read_inventory(HEADER + b"x" * 200)


def test_inventories_of_real_trees(corpora: Path) -> None:
    files = sorted(corpora.glob("*/html/objects.inv"))
    assert files
    for file in files:
        found = read_inventory(file.read_bytes())
        truth = json.loads((file.parents[1] / "TRUTH.json").read_text())
        truth = truth.get("objects.inv") or truth.get("html", {}).get("objects.inv")
        assert found.skipped == 0, file
        if truth:
            assert (found.project, found.version) == (truth["project"], truth["version"])
            assert len(found.items) == truth["entries"], file
