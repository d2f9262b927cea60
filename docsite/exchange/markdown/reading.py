"""From Markdown to the site's blocks: which construct a node is.

What no block can hold is kept, as code or as sanitised HTML, and reported; nothing is dropped silently.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any, Protocol

from docsite.exchange.markdown import inline
from docsite.exchange.markdown.parser import Node, clean, inline_nodes, nodes
from docsite.exchange.markdown.runs import Run
from docsite.exchange.sphinx.context import Context
from docsite.exchange.sphinx.html import Problem
from docsite.pages.headings import FALLBACK_ANCHOR, slugify_anchor
from docsite.pages.inline import to_text
from docsite.pages.sanitising import safe_address
from docsite.pages.streams import Block, Stream

# Links of MyST into other inventories: inv:KEY:DOMAIN:TYPE#TARGET.
_INVENTORY = re.compile(r"inv:[^:#]*(?::([a-z]+):([a-z]+))?#(.+)", re.DOTALL)
_SYMBOL = re.compile(
    r"[A-Za-z_]\w*(?:\.(?!(?:md|markdown|rst|txt|html?|pdf|png|svg|jpe?g|zip|ya?ml|json)\Z)[A-Za-z_]\w*)+"
)
_ROLES = {
    "label": "ref",
    "function": "func",
    "method": "meth",
    "attribute": "attr",
    "exception": "exc",
    "module": "mod",
}
_NOT_SLUG = re.compile(r"[^\w\- ]")


@dataclass(frozen=True)
class Goal:
    """What a link within a tree leads to: the lineage of a page, the anchor on it, and the words that name it."""

    lineage: str
    anchor: str = ""
    title: str = ""


class Surroundings(Protocol):
    """What reading one document needs of the tree it stands in."""

    def goal(self, docname: str, href: str) -> Goal | None:
        """Where a relative address on a document leads, None where nothing of the tree stands there."""

    def label(self, name: str) -> Goal | None:
        """Where a label of the tree stands."""

    def image(self, docname: str, path: str) -> int | None:
        """The image of a file of the tree."""

    def include(self, docname: str, path: str) -> str | None:
        """The text of a file of the tree."""


@dataclass
class ReadPage:
    """A document as blocks: ``title`` is plain text with backticks; ``blocks`` raw stream data."""

    title: str
    blocks: Stream
    problems: list[Problem] = field(default_factory=list)


def read_markdown(text: str, *, docname: str, lineage: str, tree: Surroundings, exact: bool = False) -> ReadPage:
    """Read a document without its front matter.

    ``exact``: it was written by docsite.markdown, so that nothing is taken for granted (anchors of headings, white
    space); otherwise headings get the anchors that GitHub makes, and those of Sphinx as further ones.
    """
    reader = Reader(docname, lineage, tree, exact)
    text = clean(text)
    blocks = reader.text(text, 1)
    return ReadPage(reader.context.title or reader.banner, blocks, reader.context.problems)


class Reader:
    """Reads one document."""

    def __init__(self, docname: str, lineage: str, tree: Surroundings, exact: bool) -> None:
        self.docname, self.tree, self.exact = docname, tree, exact
        uuid.UUID(lineage)
        self.context = Context(docname, lineage, self._lineage_of, lambda path: tree.image("", path))
        self.problem: Callable[[str, str], None] = self.context.problem
        self.references: dict[str, object] = {}
        self.source: list[str] = []
        self.depth = 0
        self.included: list[str] = []
        self.slugs: set[str] = set()  # anchors of headings
        self.claimed: set[str] = set()  # other anchors
        self.latest: list[str] = []  # anchors of the heading before
        self.banner = ""  # an h1 in HTML: the title, unless a heading follows at once

    def _lineage_of(self, docname: str) -> str | None:
        goal = self.tree.goal("", f"{docname}.md")
        return goal.lineage if goal is not None else None

    # ------------------------------------------------------------ streams
    def text(self, text: str, level: int, *, fields: bool = False) -> Stream:
        """A text of its own, such as the content of a directive, as a stream of ``level``."""
        return self.children(self.parsed(text, fields=fields), level)

    def parsed(self, text: str, *, fields: bool = False) -> list[Node]:
        """The nodes of a text; their source stays at hand for what has to be kept as it is."""
        found = nodes(text + "\n", self.references, fields=fields)
        lines = text.split("\n")
        self.source = lines
        return found

    def children(self, found: list[Node], level: int) -> Stream:
        """Nodes as a stream of ``level``."""
        lines = self.source
        run = Run(self, level)
        for index, node in enumerate(found):
            self.source = lines
            run.node(node, found[index + 1] if index + 1 < len(found) else None)
        run.flush()
        run.out += self.context.target()
        self.source = lines
        return run.out

    def block(self, kind: str, value: Any) -> Block:
        """A block with its id."""
        return self.context.block(kind, value)

    def kept(self, node: Node) -> Stream:
        """The source of a node as code."""
        start, end = node.map or (0, 0)
        return self.listing("\n".join(self.source[start:end]), "markdown")

    def listing(self, code: str, language: str) -> Stream:
        """A plain listing."""
        value = {"language": language, "code": code, "caption": "", "filename": "", "line_numbers": False}
        return [*self.context.target(), self.block("code", value | {"start_line": 1, "emphasize_lines": ""})]

    def inline(self, text: str) -> list[Any]:
        """The inline tokens of one line of text, such as the title of a directive."""
        return inline_nodes(text, self.references)

    def plain(self, text: str) -> str:
        """A line as plain text."""
        return inline.plain(self.inline(text))

    def rich(self, text: str) -> str:
        """A line as one paragraph of rich text."""
        return inline.paragraph(self, self.inline(text)) if text else ""

    # ------------------------------------------------------------ anchors and links
    def anchor(self, name: str) -> None:
        """Let an anchor wait for the next block; one that the page has already leads where it led."""
        if not self.exact and name in self.slugs | self.claimed:
            if name not in self.context.pending and name not in self.latest:
                self.problem("anchor", f"the anchor {name[:100]} occurs twice; the first one is kept")
            return
        if name and name not in self.context.pending:
            self.claimed.add(name)
            self.context.pending.append(name)

    def link(self, href: str) -> str:
        """The opening tag for an address as people write it; "" where it leads nowhere."""
        scheme = re.match(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):", href)
        if href.startswith("//") or (scheme and safe_address(href)):
            return f'<a href="{escape(href)}">'
        if found := _INVENTORY.fullmatch(href):
            return _xref(found)
        if scheme and scheme[1].lower() not in ("project", "path"):
            self.problem("link", f"{scheme[1]} link to {href[:200]} kept as words")
            return ""
        goal = self.tree.goal(self.docname, href)
        if goal is not None:
            return inline.doc_tag(goal.lineage, goal.anchor)
        if self.exact and href:
            return f'<a href="{escape(href)}">'
        if _SYMBOL.fullmatch(href):
            return f'<a linktype="xref" role="any" target="{escape(href)}">'
        self.problem("link", f"{href[:200]} is not in the source; its words were kept")
        return ""

    def label_link(self, name: str) -> str:
        """The opening tag for ``{ref}``; where the tree has no such label, a cross-reference for later."""
        goal = self.tree.label(name)
        if goal is not None:
            return inline.doc_tag(goal.lineage, goal.anchor)
        return f'<a linktype="xref" role="std:ref" target="{escape(name)}">'

    def title_of(self, attributes: dict[str, str]) -> str:
        """The words of a link that was written without any."""
        if attributes.get("lineage"):
            goal = self.tree.goal(self.docname, f"doc:{attributes['lineage']}#{attributes.get('anchor', '')}")
            return to_text(goal.title) if goal is not None and goal.title else attributes.get("anchor", "")
        return attributes.get("href") or attributes.get("target") or ""

    # ------------------------------------------------------------ pictures
    def picture(self, source: str, alt: str, *, inline: bool = False, **value: Any) -> None:
        """Let a picture follow the line it stands in."""
        external = bool(re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//", source))
        pk = self.tree.image(self.docname, source) if source and not external else None
        if pk is None:
            self.problem("image", f"the image {source[:200]} is missing")
        figure = {"image": pk, "alt": alt, "caption": "", "width": "", "height": "", "link": "", "align": ""}
        figure |= {"inline": inline, "source": source[:500]}
        self.context.after.append(self.block("figure", figure | value))

    def html_picture(self, element: Any) -> None:
        """A picture written as HTML."""
        if element is not None:
            sizes = {key: (element.get(key) or "").strip() for key in ("width", "height")}
            sizes = {key: size for key, size in sizes.items() if re.fullmatch(r"\d{1,5}(px|%)?", size)}
            self.picture(element.get("src") or "", element.get("alt") or "", inline=True, **sizes)

    # ------------------------------------------------------------ headings
    def heading(self, level: int, text: str, *, nav_only: bool = False, links: Stream | None = None) -> Stream:
        """A heading with the anchors that waited for it; the first h1 is the title of the page."""
        context, anchors = self.context, self.context.take_pending()
        if level <= 2 and not context.title and self.banner:
            self.problem("title", f"the heading “{self.banner[:60]}” above the title was left out")
            level = 1
        if level == 1 and not context.title:
            if links:
                self.problem("link", f"the link in the title “{text[:60]}” was left out")
            context.title = text
            if not self.exact:
                slug = self.slug(text, anchors)
                anchors += [name for name in slug if name not in anchors]
            return [self.block("target", {"anchors": anchors})] if anchors else []
        if not self.exact:
            slug = self.slug(text, anchors)
            anchors = [*slug, *[name for name in anchors if name not in slug]]
        value: dict[str, Any] = {"text": text, "level": min(max(level, 2), 6), "anchor": anchors[0] if anchors else ""}
        if links:
            value["links"] = links
        return [self.block("heading", value | {"aliases": anchors[1:], "nav_only": nav_only})]

    def slug(self, text: str, own: list[str]) -> list[str]:
        """The anchors that GitHub and Sphinx give a heading; none that another place has, ``own`` ones may be equal."""
        taken = self.slugs | (self.claimed - set(own))
        words = to_text(text)
        base = _NOT_SLUG.sub("", words.strip().lower()).replace(" ", "-")
        slug, number = base, 1
        while slug in taken:
            slug, number = f"{base}-{number}", number + 1
        sphinx = slugify_anchor(words)
        found = [slug] if slug else []
        if sphinx not in taken and sphinx not in (slug, FALLBACK_ANCHOR):
            found.append(sphinx)
        self.slugs.update(found)
        self.latest = [*found, *own]
        return found


def _xref(found: re.Match[str]) -> str:
    """The opening tag of a cross-reference for a link into another inventory."""
    domain, kind, target = found.groups()
    role = f"{domain}:{_ROLES.get(kind, kind)}" if domain else "any"
    return f'<a linktype="xref" role="{role}" target="{escape(target)}">'
