"""``objects.inv``, the list of everything a Sphinx tree can be linked to: API objects, labels, documents, terms.

Version 2 of the format, written by Sphinx since 1.0: four lines of header, then zlib-compressed lines of
``name domain:role priority uri display-name``.  ``$`` at the end of a uri stands for the name, ``-`` as the display
name too.  (Described by sphobjinv, https://sphobjinv.readthedocs.io/en/stable/syntax.html.)
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass, field

MAX_BYTES = 10 * 1024 * 1024
MAX_UNPACKED = 64 * 1024 * 1024  # four times the largest inventory known; a bomb would be a thousand times its size
MAX_LINE = 4096
_SIGNATURE = b"# Sphinx inventory version 2"
_LINE = re.compile(
    r"(?P<name>\S.*?)\s+(?P<role>[^\s:]+:\S+)\s+(?P<priority>-?\d{1,9})\s+(?P<uri>\S*)\s+(?P<display>.*)"
)


class InventoryError(Exception):
    """The file is no inventory that can be read; the message is one plain sentence."""


@dataclass(frozen=True)
class Item:
    """One thing to link to: ``role`` is ``domain:type`` (``py:class``, ``std:label``), ``uri`` starts at the tree's
    top.
    """

    name: str
    role: str
    priority: int
    uri: str
    display_name: str


@dataclass
class Inventory:
    """What an ``objects.inv`` says.  ``skipped`` counts the lines that are not in the format."""

    project: str
    version: str
    items: list[Item] = field(default_factory=list)
    skipped: int = 0


def read_inventory(data: bytes) -> Inventory:
    """The inventory in ``data``.  Raises InventoryError where it is none, damaged, or larger than any real one."""
    if len(data) > MAX_BYTES:
        raise InventoryError(f"The inventory is larger than {MAX_BYTES // 1024 // 1024} MB.")
    lines = data.split(b"\n", 4)
    if len(lines) < 5 or lines[0].rstrip() != _SIGNATURE or b"zlib" not in lines[3]:
        raise InventoryError("The file is no Sphinx inventory of version 2.")
    project, version = (line.partition(b":")[2].decode("utf-8", "replace").strip() for line in lines[1:3])
    inventory = Inventory(project, version)
    for line in _unpack(lines[4]).splitlines():
        if not line.strip():
            continue
        match = _LINE.fullmatch(line) if len(line) <= MAX_LINE else None
        if match is None:
            inventory.skipped += 1
            continue
        inventory.items.append(_item(match))
    return inventory


def _item(match: re.Match[str]) -> Item:
    name, uri, display = match["name"], match["uri"], match["display"]
    if uri.endswith("$"):
        uri = uri[:-1] + name
    return Item(name, match["role"], int(match["priority"]), uri, name if display == "-" else display)


def _unpack(packed: bytes) -> str:
    """The text of the compressed part, never more than MAX_UNPACKED bytes of it in memory."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, MAX_UNPACKED)
    except zlib.error as error:
        raise InventoryError("The inventory is damaged: it cannot be unpacked.") from error
    if unpacker.unconsumed_tail:
        raise InventoryError(f"The inventory unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB.")
    if not unpacker.eof:
        raise InventoryError("The inventory is damaged: its end is missing.")
    return text.decode("utf-8", "replace")


def write_inventory(inventory: Inventory) -> bytes:
    """The file that says what ``inventory`` says.  Equal inventories give equal bytes.

    Items that the format cannot say (a line end or nothing in the name, a blank in the address) are left out.
    """
    header = [
        "# Sphinx inventory version 2",
        f"# Project: {_one_line(inventory.project)}",
        f"# Version: {_one_line(inventory.version)}",
        "# The remainder of this file is compressed using zlib.",
    ]
    lines = [_line_of(item) for item in inventory.items if _can_be_written(item)]
    packed = zlib.compress("".join(f"{line}\n" for line in lines).encode("utf-8", "replace"), 9)
    return "".join(f"{line}\n" for line in header).encode("utf-8", "replace") + packed


def _line_of(item: Item) -> str:
    uri = item.uri
    if uri.endswith(f"#{item.name}"):
        uri = uri[: -len(item.name)] + "$"
    display = item.display_name
    return f"{item.name} {item.role} {item.priority} {uri} {display if display != item.name else '-'}"


def _can_be_written(item: Item) -> bool:
    line = _line_of(item)
    match = _LINE.fullmatch(line) if len(line) <= MAX_LINE else None
    return match is not None and len(line.splitlines()) == 1 and _item(match) == item


def _one_line(text: str) -> str:
    return " ".join(text.split())
