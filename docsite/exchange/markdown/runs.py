"""Gathers the nodes of one stream of Markdown: text and simple lists into paragraphs, everything else between them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docsite.exchange.markdown import directives, html, inline, lists
from docsite.exchange.markdown.options import read_directive
from docsite.exchange.markdown.parser import MAX_LINE, Node, is_cut
from docsite.exchange.sphinx.context import MAX_LEVEL
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader


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
        if is_cut(node):
            reader.problem("depth", "what is nested too deep was kept as its source")
            self.blocks(reader.kept(node))
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
        self.blocks(
            self.reader.heading(int(node.tag[1]), inline.plain(tokens, self.reader), nav_only=nav_only, links=links)
        )

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
        value: dict[str, Any] = {"content": self.reader.children(node.children, self.level + 1)}
        value["attribution"] = str(node.attrs.get("attribution") or "")
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
