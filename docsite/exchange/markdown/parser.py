"""markdown-it with the syntax of MyST and GitHub, and bounds that hold on hostile input.  Pure."""

from __future__ import annotations

import functools
import re

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.attrs import attrs_block_plugin
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.field_list import fieldlist_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

Node = SyntaxTreeNode

MAX_NESTING = 60  # blocks in blocks; what lies deeper markdown-it would leave out without a word
MAX_LINE = 100_000  # characters of one paragraph; inline syntax is only searched in shorter ones
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@functools.cache
def parser(*, fields: bool = False) -> MarkdownIt:
    """The parser; with ``fields`` also for ``:name: text`` lists, which elsewhere would take words between colons."""
    md = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING}).enable(["table", "strikethrough"])
    for plugin in (myst_block_plugin, myst_role_plugin, colon_fence_plugin, deflist_plugin, attrs_block_plugin):
        md.use(plugin)
    if fields:
        md.use(fieldlist_plugin)
    # Addresses are judged and kept as written by whoever reads the tokens.
    md.normalizeLink = lambda url: url  # type: ignore[method-assign]  # the hook that markdown-it documents
    md.normalizeLinkText = lambda link: link  # type: ignore[method-assign]  # likewise
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # likewise
    return md


def nodes(text: str, references: dict[str, object], *, fields: bool = False) -> list[Node]:
    """The blocks of ``text``.  ``references`` are the link definitions seen so far, to which those in it are added."""
    env = {"references": references}
    tokens = parser(fields=fields).parse(text, env)
    references.update(env["references"])
    return list(SyntaxTreeNode(tokens).children) if tokens else []


def inline_nodes(text: str, references: dict[str, object]) -> list[Token]:
    """The inline tokens of one line."""
    tokens = parser().parseInline(text, {"references": references})
    return tokens[0].children or [] if tokens else []


def is_cut(node: Node) -> bool:
    """Whether something below ``node`` is nested so deep that markdown-it left its content out."""
    return any(
        inner.level >= MAX_NESTING - 1 for inner in node.walk() if inner.type != "inline" and inner.nester_tokens
    )


def clean(text: str) -> str:
    """``text`` with line ends as LF, and without control characters, which no page can hold."""
    return _CONTROLS.sub("", text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\ufeff"))
