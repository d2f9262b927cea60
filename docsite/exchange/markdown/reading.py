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

from docsite.exchange.markdown import directives, html, inline, lists
from docsite.exchange.markdown.options import read_directive
from docsite.exchange.markdown.parser import MAX_LINE, Node, clean, inline_nodes, is_cut, nodes
from docsite.exchange.sphinx.context import MAX_LEVEL, Context
from docsite.exchange.sphinx.html import Problem
from docsite.pages.headings import slugify_anchor
from docsite.pages.inline import to_text
from docsite.pages.sanitising import safe_address
from docsite.pages.streams import Block, Stream

MAX_DIRECTIVES = 30  # directives in each other
# Links of MyST into other inventories: inv:KEY:DOMAIN:TYPE#TARGET.
_INVENTORY = re.compile(r"inv:[^:#]*(?::([a-z]+):([a-z]+))?#(.+)", re.DOTALL)
_SYMBOL = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
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
        self.slugs: set[str] = set()
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
        for node in found:
            if is_cut(node):
                self.problem("depth", "what is nested too deep was kept as its source")
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
        """Let an anchor wait for the next block."""
        if name and name not in self.context.pending:
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
                anchors += self.slug(text)
            return [self.block("target", {"anchors": anchors})] if anchors else []
        if not self.exact:
            anchors = [*(slug := self.slug(text)), *[name for name in anchors if name not in slug]]
        value: dict[str, Any] = {"text": text, "level": min(max(level, 2), 6), "anchor": anchors[0] if anchors else ""}
        if links:
            value["links"] = links
        return [self.block("heading", value | {"aliases": anchors[1:], "nav_only": nav_only})]

    def slug(self, text: str) -> list[str]:
        """The anchors that GitHub and Sphinx give a heading."""
        words = to_text(text)
        base = _NOT_SLUG.sub("", words.strip().lower()).replace(" ", "-")
        slug, number = base, 1
        while slug in self.slugs:
            slug, number = f"{base}-{number}", number + 1
        self.slugs.add(slug)
        sphinx = slugify_anchor(words)
        found = [slug] if slug else []
        if sphinx not in self.slugs and sphinx != "section":
            self.slugs.add(sphinx)
            found.append(sphinx)
        return found


def _xref(found: re.Match[str]) -> str:
    """The opening tag of a cross-reference for a link into another inventory."""
    domain, kind, target = found.groups()
    role = f"{domain}:{_ROLES.get(kind, kind)}" if domain else "any"
    return f'<a linktype="xref" role="{role}" target="{escape(target)}">'


class Run:
    """Gathers paragraphs and simple lists into text blocks between the other blocks of one stream."""

    def __init__(self, reader: Reader, level: int) -> None:
        self.reader, self.context, self.level = reader, reader.context, level
        self.out: Stream = []
        self.pieces: list[str] = []

    def node(self, node: Node, after: Node | None) -> None:
        """One node."""
        reader = self.reader
        if reader.banner and node.type not in ("heading", "html_block", "myst_target"):
            reader.context.title = reader.context.title or reader.banner
        handler = getattr(self, f"_{node.type}", None)
        if is_cut(node) or (len(node.content or "") > MAX_LINE and node.type == "paragraph"):
            self.blocks(self.reader.kept(node))
        elif handler is not None:
            handler(node)
        else:
            self.reader.problem("removed", f"{node.type} was kept as its source")
            self.blocks(self.reader.kept(node))

    def add(self, rich: str) -> None:
        """Finished rich text; anchors that wait go before it, what stood in its line after it."""
        if self.context.pending:
            self.flush()
            self.out += self.context.target()
        if rich:
            self.pieces.append(rich)
        self.spill()

    def spill(self) -> None:
        """What was met inside a line of text: it follows the text."""
        if self.context.after:
            self.flush()
            after, self.context.after = self.context.after, []
            self.out += [*self.context.target(), *after]

    def flush(self) -> None:
        """One paragraph block of the pieces so far."""
        if self.pieces:
            self.out.append(self.reader.block("paragraph", "".join(self.pieces)))
            self.pieces = []

    def blocks(self, blocks: Stream) -> None:
        """Finished blocks."""
        self.flush()
        self.out += blocks
        self.spill()

    # ------------------------------------------------------------ nodes of text
    def _paragraph(self, node: Node) -> None:
        tokens = node.children[0].token.children or [] if node.children and node.children[0].token else []
        if len(node.children[0].content) > MAX_LINE:
            self.reader.problem("length", "a paragraph that is too long was kept as its source")
            self.blocks(self.reader.kept(node))
            return
        alone = [token for token in tokens if token.type != "text" or token.content.strip()]
        if len(alone) == 1 and alone[0].type == "image":
            self.flush()
            title = str(alone[0].attrs.get("title") or "")
            caption = inline.cleaned(self.reader, f"<p>{escape(title, quote=False)}</p>") if title else ""
            self.reader.picture(str(alone[0].attrs.get("src") or ""), alone[0].content, caption=caption)
            self.spill()
        else:
            self.add(inline.paragraph(self.reader, tokens))

    def _heading(self, node: Node) -> None:
        self.flush()
        tokens = node.children[0].token.children or [] if node.children and node.children[0].token else []
        for token in tokens:
            if token.type == "html_inline":
                for name in inline.anchors_in(token.content):
                    self.reader.anchor(name)
        links = inline.links_in(self.reader, tokens) if any(token.type == "link_open" for token in tokens) else []
        nav_only = "nav-only" in str(node.attrs.get("class") or "").split()
        self.blocks(self.reader.heading(int(node.tag[1]), inline.plain(tokens), nav_only=nav_only, links=links))

    def _hr(self, node: Node) -> None:
        self.add("<hr/>")

    def _myst_block_break(self, node: Node) -> None:
        self.flush()
        self.out += self.context.target()

    def _myst_target(self, node: Node) -> None:
        self.flush()
        self.reader.anchor(node.content)

    def _myst_line_comment(self, node: Node) -> None:
        self.flush()

    def _bullet_list(self, node: Node) -> None:
        as_blocks = "blocks" in str(node.attrs.get("class") or "").split()
        if not as_blocks and lists.is_simple(node):
            self.add(inline.cleaned(self.reader, lists.simple(self.reader, node)))
        elif self.level >= MAX_LEVEL:
            self._too_deep(node)
        else:
            self.flush()
            self.out += self.context.target()
            self.blocks(lists.block_list(self.reader, node, self.level))

    _ordered_list = _bullet_list

    def _too_deep(self, node: Node) -> None:
        self.reader.problem(
            "depth", f"a {node.type.replace('_', ' ')} nested deeper than an editor can follow; kept as its source"
        )
        self.blocks(self.reader.kept(node))

    # ------------------------------------------------------------ other nodes
    def _blockquote(self, node: Node) -> None:
        if self.level >= MAX_LEVEL:
            self._too_deep(node)
            return
        self.flush()
        before = self.context.target()
        content = self.reader.children(node.children, self.level + 1)
        value = {"content": content, "attribution": str(node.attrs.get("attribution") or "")}
        self.blocks([*before, self.reader.block("quote", value)])

    def _fence(self, node: Node) -> None:
        directive = read_directive(node.info, node.content)
        if directive is not None:
            self.flush()
            self.blocks(directives.blocks(self.reader, directive, self.level))
            return
        words = node.info.split()
        language = node.info.strip() if self.reader.exact else words[0].strip("{}.") if words else "text"
        if len(words) > 1 and not self.reader.exact:
            self.reader.problem("removed", f"words beside the language of a listing: {node.info.strip()[:60]}")
        self.blocks(self.reader.listing(node.content.removesuffix("\n"), language))

    def _colon_fence(self, node: Node) -> None:
        if read_directive(node.info, node.content) is None:
            self.reader.problem("directive", f":::{node.info.strip()[:60]} is no directive; its content was kept")
            self.blocks(self.reader.text(node.content, self.level))
        else:
            self._fence(node)

    def _code_block(self, node: Node) -> None:
        self.blocks(self.reader.listing(node.content.removesuffix("\n"), "text"))

    def _table(self, node: Node) -> None:
        if self.level >= MAX_LEVEL:
            self._too_deep(node)
        else:
            self.flush()
            self.blocks(lists.pipe_table(self.reader, node, self.level))

    def _dl(self, node: Node) -> None:
        if self.level >= MAX_LEVEL:
            self._too_deep(node)
        else:
            self.flush()
            before = self.context.target()
            self.blocks([*before, lists.definitions(self.reader, node, self.level, "")])

    def _html_block(self, node: Node) -> None:
        self.flush()
        self.blocks(html.blocks(self.reader, node.content, self.level))
