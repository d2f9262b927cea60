"""The words of the demo: every block, links that lead somewhere, pages that answer, a second run that changes nothing."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.test import TestCase
from wagtail.images import get_image_model
from wagtail.models import Revision

from docsite.basepage.models import Addressing, BasePage
from docsite.exchange.demo.content import TREE, docnames
from docsite.exchange.demo.loader import load_demo
from docsite.pages.blocks import CONTAINERS, LEAVES
from docsite.pages.blocks.containers import ADMONITION_TITLES, VERSION_NOTES
from docsite.pages.models import BodyPage
from docsite.pages.sanitising import clean_rich
from docsite.pages.streams import own_anchors, walk
from docsite.versions.models import Version
from faq.models import FAQEntryPage

WITHOUT_PAGE = [Addressing.CAPTION, Addressing.ANCHOR]
NAMES = ["0.9", "1.0", "1.1", "2.0"]
MARKUP = ["<kbd>", "<sub>", "<abbr ", "guilabel", "menuselection", "data-math", 'linktype="xref"', 'href="https://']


def pages_of(version: str) -> Any:
    return BasePage.objects.in_subtree(Version.objects.get(name=version).root.path).order_by("path")


def bodies(pages: Any) -> Iterator[tuple[BodyPage, list[dict[str, Any]]]]:
    """The pages with a body, each with all its blocks, inner ones included."""
    for page in pages.specific():
        if isinstance(page, BodyPage):
            yield page, list(walk(list(page.body.raw_data)))


def texts(blocks: list[dict[str, Any]]) -> str:
    """All rich text of the blocks, quotes not escaped."""
    return json.dumps([block["value"] for block in blocks]).replace('\\"', '"')


class DemoContentTests(TestCase):
    """A TestCase, because it loads the content once for all its tests."""

    @classmethod
    def setUpTestData(cls) -> None:
        cls.counts = load_demo()

    def test_versions_in_their_states_share_pages_and_differ(self) -> None:
        found = [(v.name, v.state) for v in Version.objects.all()]
        assert found == [("2.0", "draft"), ("1.1", "preview"), ("1.0", "current"), ("0.9", "eol")]
        assert BasePage.find_problems() == ([], [], [], [], [])
        addresses, hashes = {}, {}
        for name in NAMES:
            pages = pages_of(name).exclude(addressing__in=WITHOUT_PAGE)
            addresses[name] = {path.split(f"/{name}/", 1)[1] for path in pages.values_list("url_path", flat=True)}
            hashes[name] = dict(pages.values_list("lineage", "content_hash"))
        assert len(addresses["1.0"]) >= 30
        assert addresses["0.9"] < addresses["1.0"] < addresses["1.1"]
        common = hashes["0.9"].keys() & hashes["1.0"].keys()
        same = {lineage for lineage in common if hashes["0.9"][lineage] == hashes["1.0"][lineage]}
        assert same
        assert common - same

    def test_the_tree_is_in_the_order_of_the_outline(self) -> None:
        paths = pages_of("1.1").exclude(addressing__in=WITHOUT_PAGE).values_list("url_path", flat=True)
        assert [path.split("/1.1/", 1)[1].rstrip("/") for path in paths] == ["", *docnames(TREE)]

    def test_every_block_and_kind_is_there(self) -> None:
        blocks = [block for _page, inside in bodies(pages_of("1.0")) for block in inside]
        assert {block["type"] for block in blocks} == {*LEAVES, *CONTAINERS}

        def values(kind: str, field: str) -> set[str]:
            return {block["value"][field] for block in blocks if block["type"] == kind}

        assert values("admonition", "kind") >= set(ADMONITION_TITLES)
        assert values("version_note", "kind") == set(VERSION_NOTES)
        assert values("definitions", "kind") == {"", "glossary", "footnote", "citation", "fields", "options"}
        assert values("code", "language") >= {"python", "console", "pycon", "diff", "text"}
        words = texts([block for block in blocks if block["type"] == "paragraph"])
        assert [markup for markup in MARKUP if markup not in words] == []

    def test_questions_have_topics_code_and_links(self) -> None:
        entries = [(page, blocks) for page, blocks in bodies(pages_of("1.0")) if isinstance(page, FAQEntryPage)]
        assert len(entries) >= 10
        assert len({page.topic for page, _blocks in entries}) >= 3
        blocks = [block for _page, inside in entries for block in inside]
        assert any(block["type"] == "code" for block in blocks)
        assert 'linktype="doc"' in texts(blocks)

    def test_text_is_in_its_stored_form_with_ids_that_follow_from_it(self) -> None:
        stored: dict[str, dict[Any, str]] = {name: {} for name in NAMES}
        for name in ("1.0", "1.1"):
            for page, blocks in bodies(pages_of(name)):
                ids = [block["id"] for block in blocks]
                assert len(ids) == len(set(ids)), page.url_path
                for block in blocks:
                    assert block["type"] != "paragraph" or clean_rich(block["value"]) == (block["value"], [])
                stored[name][page.lineage] = json.dumps(list(page.body.raw_data))
        same = [lineage for lineage, body in stored["1.0"].items() if stored["1.1"][lineage] == body]
        assert len(same) > 30, "ids of blocks and of list items are the same in two versions"

    def test_every_link_leads_to_a_page_and_an_anchor_of_its_version(self) -> None:
        outside = [pair for pair in bodies(BasePage.objects.all()) if pair[0].url_path.count("/docs/") == 0]
        for name in NAMES:
            pages = [*bodies(pages_of(name)), *outside]
            anchors: dict[str, set[str]] = {}
            for page, blocks in pages:
                own = anchors.setdefault(str(page.lineage), {""})
                own.update(anchor for block in blocks for anchor in own_anchors(block))
                if isinstance(page, FAQEntryPage):
                    anchors[str(page.get_parent().lineage)].add(page.anchor)
            for page, blocks in pages:
                for link in re.findall(r'<a linktype="doc"[^>]*>', texts(blocks)):
                    attributes = dict(re.findall(r'(\w+)="([^"]*)"', link))
                    assert attributes["lineage"] in anchors, (page.url_path, link)
                    assert attributes.get("anchor", "") in anchors[attributes["lineage"]], (page.url_path, link)

    def test_every_page_answers(self) -> None:
        pages = BasePage.objects.live().exclude(addressing__in=WITHOUT_PAGE).filter(depth__gt=1)
        assert pages.count() > 100
        for page in pages:
            response = self.client.get(page.url, follow=True)
            expected = 404 if page.url_path.startswith("/home/docs/2.0/") else 200
            assert response.status_code == expected, page.url
            assert "broken-link" not in response.content.decode(), page.url

    def test_a_second_run_changes_nothing(self) -> None:
        def everything() -> list[Any]:
            pages = BasePage.objects.order_by("pk").values_list("pk", "url_path", "content_hash", "latest_revision")
            return [list(pages), Revision.objects.count(), get_image_model().objects.count()]

        before = everything()
        again = load_demo()
        assert again == {"created": 0, "updated": 0, "unchanged": sum(self.counts.values()), "kept": 0}
        assert everything() == before
