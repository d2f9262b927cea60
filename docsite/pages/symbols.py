"""What a body can be linked to by name: API objects, modules, glossary terms, labels.  Pure.

Domains and object types are Sphinx's (https://www.sphinx-doc.org/en/master/usage/domains/), as inventories and
cross-reference roles use them: ``py:class``, ``std:term``, ``std:label``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from docsite.pages.inline import to_text
from docsite.pages.streams import Block, Stream, items_of, own_anchors, rich_to_text, walk

LABEL, TERM = "label", "term"
MAX_NAME = 500
_MODULE = "module-"
# The name of what a C++ declaration declares: what stands before its parameters, or last.
_DECLARED = re.compile(r"(~?[\w:.]+)\s*(?:\(|=|$)")
_SPLIT = re.compile(r"::|[.\s]")


class SymbolData(NamedTuple):
    """One name; ``type`` is the object type within the domain, ``display`` the words for it, "" for the name itself."""

    domain: str
    type: str
    name: str
    anchor: str
    display: str


def symbols_of(stream: Stream) -> list[SymbolData]:
    """The names in a normalised stream, in reading order, each type and name once."""
    found: dict[tuple[str, str, str], SymbolData] = {}
    for block in walk(stream):
        for symbol in _of_block(block):
            if symbol.name and len(symbol.name) <= MAX_NAME:
                found.setdefault(symbol[:3], symbol)
    return list(found.values())


def key_of(name: str) -> str:
    """What names are looked up by: the last part in lower case, so that ``nn.Linear`` finds ``torch.nn.Linear``."""
    parts = [part for part in _SPLIT.split(name.lower()) if part]
    return parts[-1][:255] if parts else name.lower()[:255]


def _of_block(block: Block) -> Iterator[SymbolData]:
    value = block["value"]
    if block["type"] == "api":
        domain = value.get("domain") or "py"
        kind = "cmdoption" if value["kind"] == "option" else value["kind"]
        for signature in items_of(value.get("signatures")):
            if signature.get("anchor"):
                name = _api_name(domain, kind, signature["anchor"], signature["signature"])
                yield SymbolData(domain, kind, name, signature["anchor"], "")
    elif block["type"] == "definitions" and value.get("kind") == "glossary":
        for item in items_of(value.get("items")):
            if item.get("anchor"):
                yield SymbolData("std", TERM, rich_to_text(item["term"]).strip(), item["anchor"], "")
    display = to_text(value["text"]) if block["type"] == "heading" else ""
    for anchor in own_anchors(block):
        if anchor.startswith(_MODULE):
            yield SymbolData("py", "module", anchor.removeprefix(_MODULE), anchor, "")
        elif block["type"] != "api":
            yield SymbolData("std", LABEL, anchor, anchor, display)


def _api_name(domain: str, kind: str, anchor: str, signature: str) -> str:
    """The full name of an object.  Its anchor is the name in most domains; where it is not, the signature has it."""
    if domain == "std":
        return re.split(r"[\s,=\[<]", signature.strip(), maxsplit=1)[0]
    if domain == "cpp" or (anchor.startswith("id") and anchor[2:].isdecimal()):
        match = _DECLARED.search(signature)
        return match[1] if match else anchor
    return anchor.removeprefix(f"{domain}.") if domain in ("c", "rst") else anchor
