"""What the conversion of one page carries along: where links lead, anchors waiting for a block, problems."""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from docsite.exchange.sphinx.html import Element, Problem, split_href, with_ids
from docsite.pages.streams import Block, content_hash

MAX_LEVEL = 7


class Context:
    """State of one page's conversion."""

    def __init__(
        self,
        docname: str,
        lineage: str,
        lineage_of: Callable[[str], str | None],
        image_for: Callable[[str], int | None],
    ) -> None:
        self.docname, self.lineage = docname, lineage
        self.lineage_of, self.image_for = lineage_of, image_for
        self.problems: list[Problem] = []
        self.title = ""
        self.shift = 0  # added to the levels of headings below a second title
        self.links: dict[str, str] = {}  # the opening tag by address, for pages that link much
        # Anchors met since the last block: they stand before the next one.
        self.pending: list[str] = []
        # Blocks met inside a line of text: they follow it.
        self.after: list[Block] = []
        self._seen_ids: set[str] = set()
        self._seen_blocks: Counter[str] = Counter()
        self._seen_problems: set[tuple[str, str]] = set()
        self._namespace = uuid.UUID(lineage)

    def problem(self, kind: str, message: str) -> None:
        """Note something for the report, once."""
        if (kind, message) not in self._seen_problems:
            self._seen_problems.add((kind, message))
            self.problems.append(Problem(self.docname, kind, message))

    def drop(self, node: Element) -> None:
        """Note an element that is left out on purpose; its ids still wait for the next block."""
        self.anchors_inside(node)
        if node.tag == "script":
            self.problem("script", "a script was left out")
        elif node.tag not in ("link", "meta"):
            self.problem("removed", f"<{node.tag}> was left out")

    # ------------------------------------------------------------ anchors
    def anchor(self, node: Element) -> None:
        """Let the ids of an element wait for the next block."""
        self.pending += self.take_ids(node)

    def anchors_inside(self, node: Element) -> None:
        """Let the ids of an element and of all inside it wait for the next block."""
        for inner in with_ids(node):
            self.pending += self.take_ids(inner)

    def take_ids(self, node: Element) -> list[str]:
        """The ids of one element that no earlier element of the page had; each is given out once."""
        own, named = node.get("id"), node.get("name") if node.tag == "a" else None
        if own is None and named is None:
            return []
        ids = []
        for name in (own, named):
            if not name:
                continue
            if name in self._seen_ids:
                if name != own or node.tag != "a":
                    self.problem("anchor", f"the id {name[:100]} occurs twice; the first one is kept")
                continue
            if any(character.isspace() for character in name):
                self.problem("anchor", f"the id “{name[:100]}” holds a blank, which HTML forbids")
            self._seen_ids.add(name)
            ids.append(name)
        return ids

    def take_pending(self) -> list[str]:
        """The waiting anchors, which wait no longer."""
        pending, self.pending = self.pending, []
        return pending

    # ------------------------------------------------------------ blocks
    def block(self, kind: str, value: Any) -> Block:
        """A raw block with an id that only depends on the page, the content and how often that content came before."""
        digest = content_hash(kind, value)
        self._seen_blocks[digest] += 1
        name = f'["{digest}", {self._seen_blocks[digest]}]'
        return {"type": kind, "value": value, "id": str(uuid.uuid5(self._namespace, name))}

    def target(self) -> list[Block]:
        """The waiting anchors as a block, if there are any."""
        anchors = self.take_pending()
        return [self.block("target", {"anchors": anchors})] if anchors else []

    def figure(
        self, image: Element, *, inline: bool = False, link: str = "", caption: str = "", align: str = ""
    ) -> None:
        """Let an image follow the line it stands in."""
        self.anchor(image)
        source = image.get("src") or image.get("data") or ""
        target = split_href(self.docname, source)
        pk = self.image_for(target.path) if target.kind == "internal" else None
        if pk is None:
            self.problem("image", f"the image {source[:200]} is missing")
        leads = split_href(self.docname, link)
        enlarge = leads.kind == "internal" and link != "" and leads.path == target.path
        if link and leads.kind != "external" and not enlarge:
            self.problem("link", f"the link of the image {source[:200]} to {link[:200]} was left out")
        value = {
            "image": pk,
            "alt": (image.get("alt") or "").strip(),
            "caption": caption,
            "width": _size(image, "width"),
            "height": _size(image, "height"),
            "link": link if leads.kind == "external" else "",
            "enlarge": enlarge and pk is not None,
            "align": align,
            "inline": inline,
            "source": source[:500],
        }
        self.after.append(self.block("figure", value))


def _size(image: Element, name: str) -> str:
    """Width or height in pixels or percent: from the attribute, or from the style that Sphinx writes."""
    styled = re.search(rf"(?:^|;)\s*{name}:\s*([^;]+)", image.get("style") or "")
    number = ((styled[1] if styled else image.get(name)) or "").strip().removesuffix("px")
    if re.fullmatch(r"\d{1,5}\.\d+", number):
        number = str(round(float(number)))
    return number if re.fullmatch(r"\d{1,5}%?", number) else ""
