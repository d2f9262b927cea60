"""Directives of docutils, Sphinx, MyST and sphinx-design as blocks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from docsite.exchange.markdown import html, lists, objects, shapes
from docsite.exchange.markdown.options import Directive, read_directive
from docsite.exchange.sphinx.context import MAX_LEVEL
from docsite.markdown.boxes import ADMONITIONS, TITLED
from docsite.markdown.writing import FALLBACK
from docsite.pages.streams import Stream

if TYPE_CHECKING:
    from docsite.exchange.markdown.reading import Reader

Handler = Callable[["Reader", Directive, int], Stream]
MAX_DIRECTIVES = 30
_ENTRY = re.compile(r".*<[^<>]+>|[-*:#].*")  # with a title of its own; an option or a comment
# Made by the site itself, or without anything to show.
SILENT = frozenset(
    ["toctree", "contents", "currentmodule", "py:currentmodule", "highlight", "default-role", "index", "tabularcolumns"]
)
VERSION_NOTES = frozenset(["versionadded", "versionchanged", "deprecated", "versionremoved"])


def blocks(reader: Reader, directive: Directive, level: int) -> Stream:
    """A directive as blocks of ``level``."""
    if directive.problem:
        reader.problem("directive", f"{{{directive.name}}}: {directive.problem}")
    if reader.depth >= MAX_DIRECTIVES:
        reader.problem("depth", "directives nested too deep were kept as their source")
        return reader.listing(directive.content, "markdown")
    reader.depth += 1
    try:
        name = directive.name.lower()
        if name in SILENT:
            return _silent(reader, directive, level)
        handler = LEAVES.get(name)
        if handler is not None:
            return handler(reader, directive, level)
        container = CONTAINERS.get(name) or (objects.api if objects.is_object(directive) else None)
        if container is None:
            return unknown(reader, directive, level)
        if level >= MAX_LEVEL:
            reader.problem("depth", f"{{{name}}} nested deeper than an editor can follow; its content was kept")
            return reader.text(directive.content, level)
        return [*reader.context.target(), *container(reader, directive, level)]
    finally:
        reader.depth -= 1


def _silent(reader: Reader, directive: Directive, level: int) -> Stream:
    """Nothing of a directive that shows nothing; a text that stands in it (as where its fence is not closed) stays."""
    lines = [line.strip() for line in directive.content.split("\n")]
    if directive.name == "toctree":
        lines = [line for line in lines if " " in line and not _ENTRY.fullmatch(line)]
    if directive.name == "contents" and directive.argument:
        reader.problem("directive", f"{{contents}}: the title “{directive.argument[:80]}” was left out")
    if not any(lines) or directive.name.endswith("index"):
        return []
    reader.problem("directive", f"{{{directive.name}}} holds a text: {' '.join(lines)[:80]}")
    return reader.text(directive.content, level)


def unknown(reader: Reader, directive: Directive, level: int) -> Stream:
    """A directive that nothing here knows: its source."""
    reader.problem("directive", f"{{{directive.name[:60]}}} is not known; it was kept as its source")
    options = [f":{key}: {value}".rstrip() for key, value in directive.options.items()]
    head = f"{{{directive.name}}} {directive.argument}".rstrip()
    source = "\n".join([f"```{head}", *options, directive.content, "```"])
    return reader.listing(source, "markdown")


# ---------------------------------------------------------------- leaves
def _fallback(reader: Reader, directive: Directive, level: int) -> Stream:
    """A block as JSON: what Markdown has no words for."""
    try:
        value = json.loads(directive.content)
    except (ValueError, RecursionError):
        value = None
    if value is None or not shapes.fits(directive.argument, value, MAX_LEVEL - level):
        reader.problem("directive", f"{{{FALLBACK}}} {directive.argument[:60]} holds no such block; kept as its source")
        return reader.listing(directive.content, "json")
    return [*reader.context.target(), reader.block(directive.argument, value)]


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default


def _code(reader: Reader, directive: Directive, level: int) -> Stream:
    options, known = directive.options, ("caption", "filename", "linenos", "lineno-start", "emphasize-lines", "links")
    if "name" in options:
        reader.anchor(options["name"])
    others = [key for key in options if key not in (*known, "name", "class", "dedent", "force")]
    if others:
        reader.problem("option", f"{{{directive.name}}} has options that are not known: {', '.join(others)[:100]}")
    value: dict[str, Any] = {
        "language": directive.argument if reader.exact else directive.argument.lower(),
        "code": directive.content,
        "caption": reader.plain(options.get("caption", "")),
        "filename": options.get("filename", ""),
        "line_numbers": "linenos" in options or ("lineno-start" in options and not reader.exact),
        "start_line": _number(options.get("lineno-start", ""), 1),
        "emphasize_lines": options.get("emphasize-lines", ""),
    }
    links = directive.json("links", [])
    if links and shapes.fits_links(links):
        value["links"] = links
    return [*reader.context.target(), reader.block("code", value)]


def _math(reader: Reader, directive: Directive, level: int) -> Stream:
    tex = "\n".join(part for part in (directive.argument, directive.content) if part)
    value = {"tex": tex, "anchor": directive.options.get("label", ""), "number": directive.options.get("number", "")}
    return [*reader.context.target(), reader.block("math", value)]


def _raw(reader: Reader, directive: Directive, level: int) -> Stream:
    if directive.argument != "html":
        return reader.listing(directive.content, directive.argument or "text")
    if reader.exact:
        value = {"html": directive.content, "reason": directive.options.get("reason", "")}
        return [*reader.context.target(), reader.block("html", value)]
    return html.blocks(reader, directive.content, level)


def _figure(reader: Reader, directive: Directive, level: int) -> Stream:
    options = directive.options
    if "name" in options:
        reader.anchor(options["name"])
    before = reader.context.target()
    if directive.name == "image" or reader.exact:
        caption, rest = (reader.rich(directive.content) if reader.exact else "", [])
    else:
        found = reader.text(directive.content, level)
        first = found[0] if found and found[0]["type"] == "paragraph" and found[0]["value"].count("<p>") == 1 else None
        caption, rest = (first["value"], found[1:]) if first is not None else ("", found)
    sizes = {
        key: options.get(key, "").removesuffix("px") if not reader.exact else options.get(key, "")
        for key in ("width", "height")
    }
    align = options.get("align", "") if options.get("align") in ("left", "center", "right") else ""
    reader.picture(
        directive.argument, options.get("alt", ""), inline="inline" in options, caption=caption, align=align,
        link=options.get("target", ""), **sizes,
    )  # fmt: skip
    figures, reader.context.after = reader.context.after, []
    if reader.exact:
        figures[-1]["value"]["source"] = options.get("source", "")
        if "enlarge" in options:
            figures[-1]["value"]["enlarge"] = True
    return [*before, *figures, *rest]


def _include(reader: Reader, directive: Directive, level: int) -> Stream:
    path = directive.argument
    text = (
        reader.tree.include(reader.docname, path) if len(reader.included) < 5 and path not in reader.included else None
    )
    if text is None or set(directive.options) - {"literal", "code", "language", "parser"}:
        reader.problem(
            "include", f"{path[:200]} was not included: it is not in the source, or only a part of it is asked for"
        )
        return reader.listing(f"```{{include}} {path}\n```", "markdown")
    if directive.name == "literalinclude" or directive.flag("literal") or directive.flag("code"):
        return reader.listing(
            text.removesuffix("\n"), directive.options.get("language") or directive.options.get("code") or "text"
        )
    if not path.endswith(".md"):
        reader.problem("include", f"{path[:200]} is no Markdown; it was kept as its source")
        return reader.listing(text.removesuffix("\n"), "text")
    reader.included.append(path)
    found = reader.text(text, level)
    reader.included.pop()
    return found


def _eval_rst(reader: Reader, directive: Directive, level: int) -> Stream:
    lines = [line for line in directive.content.split("\n") if line.strip() and not line.strip().startswith(":")]
    heads = [line.strip() for line in lines if not line[0].isspace()]
    if heads and all(head.startswith(tuple(f".. {name}::" for name in SILENT)) for head in heads):
        return []
    reader.problem("eval-rst", f"reStructuredText was kept as its source: {(heads or [''])[0][:80]}")
    return reader.listing(directive.content, "rst")


def _module(reader: Reader, directive: Directive, level: int) -> Stream:
    reader.anchor(f"module-{directive.argument}")
    return [*reader.context.target(), *reader.text(directive.content, level)]


def _rubric(reader: Reader, directive: Directive, level: int) -> Stream:
    rich = reader.rich(directive.argument)
    return [
        *reader.context.target(),
        reader.block("paragraph", rich.replace("<p>", "<p><b>").replace("</p>", "</b></p>")),
    ]


def _snippet(reader: Reader, directive: Directive, level: int) -> Stream:
    return [reader.block("snippet", {"snippet": directive.argument})]


def _diagram(reader: Reader, directive: Directive, level: int) -> Stream:
    options = directive.options
    value = {
        "source": directive.content,
        "caption": reader.plain(options.get("caption", "")),
        "alt": options.get("alt", ""),
    }
    return [*reader.context.target(), reader.block("diagram", value)]


def _document(directive: Directive) -> int | None:
    return _number(directive.options.get("document", ""), 0) or None


def _video(reader: Reader, directive: Directive, level: int) -> Stream:
    value = {"document": _document(directive), "caption": reader.rich(directive.content)}
    value |= {"width": directive.options.get("width", ""), "source": directive.argument}
    return [*reader.context.target(), reader.block("video", value)]


def _download(reader: Reader, directive: Directive, level: int) -> Stream:
    value = {"document": _document(directive), "text": reader.plain(directive.content), "source": directive.argument}
    return [*reader.context.target(), reader.block("download", value)]


def _children(reader: Reader, directive: Directive, level: int) -> Stream:
    depth = min(max(_number(directive.options.get("depth", ""), 1), 1), 3)
    return [*reader.context.target(), reader.block("children", {"depth": depth})]


# ---------------------------------------------------------------- containers
def _admonition(reader: Reader, directive: Directive, level: int) -> Stream:
    name, text = directive.name.lower(), directive.argument
    content = directive.content
    kind, title = name, ""
    if name == "admonition":
        kind, title = directive.options.get("class", "").split(" ")[0] or "admonition", reader.plain(text)
        if title == kind.replace("-", " ").capitalize():
            title = ""
    elif name in TITLED:
        title = reader.plain(text)
    elif text:
        content = f"{text}\n{content}"  # docutils: what stands behind the name is the first line of the content
    if "name" in directive.options:
        reader.anchor(directive.options["name"])
    before = reader.context.target()
    value = {"kind": kind, "title": title, "content": reader.text(content, level + 1)}
    return [*before, reader.block("admonition", value)]


def _version_note(reader: Reader, directive: Directive, level: int) -> Stream:
    version, _blank, rest = directive.argument.partition(" ")
    content = f"{rest}\n\n{directive.content}" if rest else directive.content
    value = {"kind": directive.name, "version": version, "content": reader.text(content, level + 1)}
    return [reader.block("version_note", value)]


def _definitions(reader: Reader, directive: Directive, level: int) -> Stream:
    kind = "glossary" if directive.name == "glossary" else directive.argument
    found = reader.parsed(directive.content)
    if len(found) == 1 and found[0].type == "dl" and kind in ("glossary", "footnote", "citation", "fields", "options"):
        return [lists.definitions(reader, found[0], level, kind)]
    if kind == "glossary":
        return [objects.glossary(reader, directive, level)]
    return unknown(reader, directive, level)


def _table(reader: Reader, directive: Directive, level: int) -> Stream:
    options = directive.options
    value: dict[str, Any] = {"caption": reader.plain(directive.argument), "anchor": options.get("name", "")}
    if directive.name == "table":
        found = reader.text(directive.content, level)
        for block in found:
            if block["type"] == "table":
                block["value"] |= value
                return found
        return found if found and not directive.argument else unknown(reader, directive, level)
    value["header_rows"] = _number(options.get("header-rows", ""), 0)
    found_nodes = reader.parsed(directive.content)
    stubs = _number(options.get("stub-columns", ""), 0)
    table = lists.list_table(reader, found_nodes, level, value, stubs, directive.json("cells", {}))
    return [table] if table is not None else unknown(reader, directive, level)


def _inner(reader: Reader, directive: Directive, name: str) -> list[Directive] | None:
    """The directives ``name`` that the content consists of; None where something else stands there."""
    found = []
    for node in reader.parsed(directive.content):
        inner = read_directive(node.info, node.content) if node.type in ("fence", "colon_fence") else None
        if inner is None or inner.name != name:
            return None
        found.append(inner)
    return found


def _tabs(reader: Reader, directive: Directive, level: int) -> Stream:
    panels = _inner(reader, directive, "tab-item")
    if panels is None:
        return unknown(reader, directive, level)
    items = [
        {
            "label": reader.plain(panel.argument),
            "anchor": panel.options.get("name", ""),
            "content": reader.text(panel.content, level + 1),
        }
        for panel in panels
    ]
    return [reader.block("tabs", {"sync": directive.options.get("sync-group", ""), "items": items})]


def _details(reader: Reader, directive: Directive, level: int) -> Stream:
    value = {"summary": reader.rich(directive.argument), "open": directive.flag("open")}
    return [reader.block("details", value | {"content": reader.text(directive.content, level + 1)})]


def _steps(reader: Reader, directive: Directive, level: int) -> Stream:
    steps = _inner(reader, directive, "step")
    if steps is None:
        return unknown(reader, directive, level)
    items = [
        {
            "title": reader.plain(step.argument),
            "anchor": step.options.get("name", ""),
            "content": reader.text(step.content, level + 1),
        }
        for step in steps
    ]
    return [reader.block("steps", {"items": items})]


def _cards(reader: Reader, directive: Directive, level: int) -> Stream:
    cards = _inner(reader, directive, "grid-item-card")
    if cards is None:
        return unknown(reader, directive, level)
    items = []
    for card in cards:
        found = reader.text(card.content, level + 1)
        if any(block["type"] != "paragraph" for block in found) or len(found) > 1:
            return unknown(reader, directive, level)
        items.append({"title": reader.rich(card.argument), "text": found[0]["value"] if found else ""})
    columns = min(max(_number(directive.argument.split(" ")[-1], 1), 1), 4)
    return [reader.block("cards", {"columns": columns, "items": items})]


LEAVES: dict[str, Handler] = {
    FALLBACK: _fallback,
    **dict.fromkeys(["code-block", "code", "sourcecode", "code-cell"], _code),
    "math": _math,
    "raw": _raw,
    **dict.fromkeys(["figure", "image"], _figure),
    **dict.fromkeys(["include", "literalinclude"], _include),
    "eval-rst": _eval_rst,
    **dict.fromkeys(["module", "py:module"], _module),
    "rubric": _rubric,
    "snippet": _snippet,
    "mermaid": _diagram,
    "video": _video,
    "download": _download,
    "children": _children,
    "grid": _cards,
}
CONTAINERS: dict[str, Handler] = {
    **dict.fromkeys([*ADMONITIONS, *TITLED, "admonition"], _admonition),
    **dict.fromkeys(VERSION_NOTES, _version_note),
    **dict.fromkeys(["glossary", "definitions"], _definitions),
    **dict.fromkeys(["table", "list-table"], _table),
    "tab-set": _tabs,
    "dropdown": _details,
    "steps": _steps,
}
