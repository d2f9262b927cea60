"""Cross-references by name, resolved for a reader: first in the version, then in the docset's inventories.

Rendered bodies hold them as ``<a class="xref" data-role="py:class" data-target="torch.nn.Linear">``.  All of a page
are resolved together, in a number of queries that does not depend on theirs.  Roles are Sphinx's
(https://www.sphinx-doc.org/en/master/usage/referencing.html).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from html import escape, unescape
from typing import Any, NamedTuple
from urllib.parse import quote

from docsite.basepage.managers import BasePageQuerySet
from docsite.pages.headings import slugify_anchor
from docsite.pages.rendered import Symbol
from docsite.pages.symbols import LABEL, TERM, key_of
from docsite.richtext.models import external_items

GENERATED = {"genindex": "genindex/", "modindex": "genindex/", "py-modindex": "genindex/", "search": "search/"}
"""Labels that Sphinx knows without anybody having set them, and what they lead to below a version."""

_XREF = re.compile(r'<a class="xref" data-role="([^"]*)" data-target="([^"]*)">')
# Short names of roles, and what each may mean besides the type of its own name.
_TYPES = {
    "meth": "method", "func": "function", "attr": "attribute", "exc": "exception", "mod": "module", "const": "data",
    "ref": LABEL, "numref": LABEL, "option": "cmdoption", "keyword": LABEL,
}  # fmt: skip
_ALSO = {
    "method": {"classmethod", "staticmethod", "function"},
    "function": {"method", "decorator", "macro"},
    "attribute": {"property", "data"},
    "data": {"attribute"},
    "class": {"exception", "type", "data"},
    "exception": {"class"},
}
_STRICT = {LABEL, TERM, "doc", "envvar", "cmdoption", "token"}
_ANY = {"", "any", "obj"}


class Xref(NamedTuple):
    """A reference as it was written: ``role`` may name the domain (``py:class``) or not (``ref``)."""

    role: str
    target: str


class _Wanted(NamedTuple):
    domain: str
    type: str
    names: tuple[str, ...]

    def rank(self, domain: str, type_: str, name: str) -> int | None:
        """How well something fits, the lower the better; None for not at all."""
        if self.domain and domain != self.domain:
            return None
        if type_ != self.type and (self.type in _STRICT or (type_ in _STRICT and self.type not in _ANY)):
            return None
        fits = type_ == self.type or self.type in _ANY or type_ in _ALSO.get(self.type, ())
        fold = str.casefold if self.type == TERM else str
        if any(fold(name) == fold(own) for own in self.names):
            return 0 if fits else 1
        if self.type not in _STRICT and any(name.endswith((f".{own}", f"::{own}")) for own in self.names):
            return 2 if fits else None  # as in Sphinx, the type counts where the name is not the whole one
        return None


def xrefs_in(html: str) -> set[Xref]:
    """The cross-references of rendered HTML."""
    return {Xref(unescape(role), unescape(target)) for role, target in _XREF.findall(html)}


def fill_xrefs(html: str, address_of: dict[Xref, str]) -> str:
    """Rendered HTML with those references that have an address made links; the others stay words."""

    def replace(match: re.Match[str]) -> str:
        address = address_of.get(Xref(unescape(match[1]), unescape(match[2])))
        return f'<a class="xref" href="{escape(address)}">' if address else match[0]

    return _XREF.sub(replace, html)


def generated(xref: Xref) -> str | None:
    """The page below a version that a reference leads to by one of Sphinx's own labels; None for all others."""
    return GENERATED.get(xref.target) if xref.role in ("std:ref", "ref", "any", "") else None


def resolve(xrefs: Collection[Xref], pages: BasePageQuerySet, docset_id: int) -> dict[Xref, str]:
    """Where references lead: ``doc:LINEAGE#ANCHOR`` within ``pages`` (what the reader may read of the version), or an
    address.  Those that lead nowhere are left out, and so are those that could mean several things.
    """
    wanted = {xref: _wanted(xref) for xref in xrefs if xref.target and generated(xref) is None}
    found = _in_version(wanted, pages) if wanted else {}
    missing = {xref: want for xref, want in wanted.items() if xref not in found}
    if missing:
        found |= _outside(missing, docset_id)
    return found


def _wanted(xref: Xref) -> _Wanted:
    domain, _colon, type_ = xref.role.rpartition(":")
    if not domain and type_ in ("ref", "numref", TERM, "doc", "option", "envvar", "token", "keyword"):
        domain = "std"
    target = xref.target.strip()
    if domain == "py":
        target = target.lstrip("~.").removesuffix("()")
    names: tuple[str, ...] = (target,)
    if type_ in ("ref", "numref"):
        names = (target, slugify_anchor(target))  # docutils makes ids of labels
    return _Wanted(domain, _TYPES.get(type_, type_), names)


def _in_version(wanted: dict[Xref, _Wanted], pages: BasePageQuerySet) -> dict[Xref, str]:
    keys = {key_of(name) for want in wanted.values() for name in want.names}
    rows = list(
        Symbol.objects.filter(key__in=keys, content_hash__in=pages.values("content_hash"))
        .order_by("id")
        .values_list("key", "domain", "type", "name", "content_hash", "anchor")
    )
    hashes = {row[4] for row in rows}
    names = [name.strip("/") for want in wanted.values() if want.type == "doc" for name in want.names]
    owners: dict[str, str] = {}
    documents: dict[str, str] = {}
    if hashes or names:
        shown = pages.filter(content_hash__in=hashes) | pages.filter(source_path__in=names)
        for content_hash, lineage, source in shown.order_by("path").values_list(
            "content_hash", "lineage", "source_path"
        ):
            owners.setdefault(content_hash, str(lineage))
            if source:
                documents.setdefault(source, str(lineage))
    candidates: dict[str, list[tuple[str, str, str, str]]] = {}
    for key, domain, type_, name, content_hash, anchor in rows:
        if content_hash in owners:
            address = f"doc:{owners[content_hash]}#{quote(anchor, safe='/?:@!$&()*+,;=~')}"
            candidates.setdefault(key, []).append((domain, type_, name, address))
    found: dict[Xref, str] = {}
    for xref, want in wanted.items():
        if want.type == "doc" and want.names[0].strip("/") in documents:
            found[xref] = f"doc:{documents[want.names[0].strip('/')]}"
            continue
        address = _best(want, (row for name in want.names for row in candidates.get(key_of(name), ())))
        if address:
            found[xref] = address
    return found


def _outside(wanted: dict[Xref, _Wanted], docset_id: int) -> dict[Xref, str]:
    rows: dict[str, list[tuple[str, str, str, str]]] = {}
    for item in external_items(docset_id, {key_of(name) for want in wanted.values() for name in want.names}):
        rows.setdefault(item.key, []).append((item.domain, item.type, item.name, item.address))
    found = {
        xref: _best(want, (row for name in want.names for row in rows.get(key_of(name), ())))
        for xref, want in wanted.items()
    }
    return {xref: address for xref, address in found.items() if address}


def _best(want: _Wanted, rows: Iterable[tuple[str, str, str, str]]) -> str:
    """The address that fits best; "" for none, and where several fit equally by the end of their names alone."""
    ranked: dict[int, list[Any]] = {}
    for domain, type_, name, address in rows:
        rank = want.rank(domain, type_, name)
        if rank is not None:
            ranked.setdefault(rank, []).append(address)
    if not ranked:
        return ""
    rank = min(ranked)
    addresses = list(dict.fromkeys(ranked[rank]))
    return addresses[0] if rank < 2 or len(addresses) == 1 else ""
