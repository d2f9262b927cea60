"""Tabs, folded text, steps, cards, diagrams, films and files as readers get them without a script."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from lxml import html as lxml_html
from wagtail.documents import get_document_model

from docsite.editing.views import _anchors
from docsite.pages.blocks import CONTAINERS, LEAVES, MAX_LEVEL, content_block
from docsite.pages.models import DocPage
from docsite.pages.streams import child_streams, normalise, own_anchors, plain_text, walk
from tests.editing.editor_form import post_edit
from tests.factories import code, doc_link, heading, make_page, make_version, paragraph

pytestmark = pytest.mark.django_db


def tabs(*items: tuple[str, str, list[Any]], sync: str = "") -> dict[str, Any]:
    return {
        "type": "tabs",
        "value": {"sync": sync, "items": [{"label": la, "anchor": a, "content": c} for la, a, c in items]},
    }


def steps(*items: tuple[str, str, list[Any]]) -> dict[str, Any]:
    return {"type": "steps", "value": {"items": [{"title": t, "anchor": a, "content": c} for t, a, c in items]}}


def details(summary: str, *content: Any, opened: bool = False) -> dict[str, Any]:
    return {"type": "details", "value": {"summary": summary, "open": opened, "content": list(content)}}


def cards(*items: tuple[str, str], columns: int = 2) -> dict[str, Any]:
    return {"type": "cards", "value": {"columns": columns, "items": [{"title": t, "text": x} for t, x in items]}}


def shown(client: Client, *body: Any) -> lxml_html.HtmlElement:
    page = make_page(make_version("1.10"), "p", body=list(body))
    content = client.get(page.url).content.decode()
    return lxml_html.document_fromstring(content).xpath("//article/div[@class='body']")[0]


def test_every_panel_of_tabs_is_there_with_its_label(client: Client) -> None:
    body = shown(client, tabs(("`pip`", "with-pip", [code("pip\n")]), ("conda", "", [paragraph("<p>x</p>")]), sync="t"))
    group = body.xpath("./div[@class='tabs']")[0]
    assert group.get("data-sync") == "t"
    panels = group.xpath("./div[@class='tab-panel']")
    assert [panel.xpath("string(./p[@class='tab-label'])") for panel in panels] == ["pip", "conda"]
    assert [panel.get("id") for panel in panels] == ["with-pip", None]
    assert panels[0].xpath("string(.//pre)") == "pip\n"
    assert not group.xpath(".//*[@hidden][not(@data-copy)]")


def test_details(client: Client) -> None:
    body = shown(client, details("<p>More <b>of it</b></p>", code("x\n")), details("<p>Open</p>", opened=True))
    closed, opened = body.xpath("./details")
    assert lxml_html.tostring(closed.xpath("./summary")[0]).decode() == "<summary>More <b>of it</b></summary>"
    assert closed.get("open") is None
    assert opened.get("open") is not None


def test_steps(client: Client) -> None:
    body = shown(client, steps(("Install `it`", "first", [code("x\n")]), ("", "", [paragraph("<p>y</p>")])))
    items = body.xpath("./ol[@class='steps']/li")
    assert items[0].get("id") == "first"
    assert items[0].xpath("string(./p[@class='step-title']/code)") == "it"
    assert items[0].xpath("./p/a[@class='permalink']/@href") == ["#first"]
    assert not items[1].xpath("./p[@class='step-title']")


def test_cards_have_one_link_in_their_title(client: Client) -> None:
    version = make_version("1.9", "supported")
    target = make_page(version, "t")
    body = shown(
        client, cards((f"<p>{doc_link(target, 'There')}</p>", "<p>text</p>"), ("<p>No link</p>", ""), columns=3)
    )
    grid = body.xpath("./ul[@class='cards']")[0]
    assert grid.get("data-columns") == "3"
    assert grid.xpath("./li[1]/p/a/text()") == ["There"]
    assert not grid.xpath(".//a//a")
    assert grid.xpath("string(./li[2]/p)") == "No link"


def test_a_diagram_is_its_source(client: Client) -> None:
    source = 'graph LR\n  a["<b>"] --> b\n'
    value = {"source": source.replace("\n", "\r\n"), "caption": "A `graph`", "alt": "a leads to b"}
    figure = shown(client, {"type": "diagram", "value": value}).xpath("./figure")[0]
    assert (figure.get("class"), figure.get("data-language")) == ("code diagram", "mermaid")
    assert figure.xpath("string(./pre/code)") == source
    assert figure.xpath("string(./figcaption)") == "A graph"
    assert "a leads to b" in figure.text_content()
    assert figure.xpath("./button[@data-copy]")


def test_film_and_file(client: Client, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    model = get_document_model()
    film = model.objects.create(title="Film", file=ContentFile(b"x" * 2048, name="film.webm"))
    body = shown(
        client,
        {"type": "video", "value": {"document": film.pk, "caption": "<p>What <b>it</b> shows</p>", "width": "400px"}},
        {"type": "download", "value": {"document": film.pk, "text": "The `film`", "source": ""}},
        {"type": "download", "value": {"document": None, "text": "", "source": "lost.zip"}},
        {"type": "video", "value": {"document": None, "caption": "<p>gone</p>", "width": "", "source": "a.mp4"}},
    )
    video = body.xpath("./figure[@class='video']/video")[0]
    assert video.get("preload") == "metadata"
    assert video.get("controls") is not None
    assert video.xpath("./source/@type") == ["video/webm"]
    response = client.get(video.xpath("./source/@src")[0])
    assert (response.status_code, b"".join(response.streaming_content)) == (200, b"x" * 2048)
    link, lost = body.xpath("./p[contains(@class, 'download')]")
    assert link.xpath("string(./a/code)") == "film"
    assert {"film.webm", "WEBM", "2.0\xa0KB"} <= set(link.xpath("string(./span)").split(" · "))
    assert (lost.text, lost.xpath("./a")) == ("lost.zip", [])
    assert "media-src" not in client.get("/")["Content-Security-Policy"]  # default-src 'self' covers it
    assert "default-src 'self'" in client.get("/")["Content-Security-Policy"]


# ---------------------------------------------------------------- raw data
ALL = [
    heading("One"),
    tabs(("First `tab`", "one", [heading("In a tab")]), ("Second", "one", [paragraph("<p>second panel</p>")])),
    steps(("Step", "one", [paragraph("<p>in a step</p>")]), ("Other", "", [])),
    details("<p>Summary</p>", paragraph("<p>folded</p>")),
    cards(("<p>Card</p>", "<p>its text</p>")),
    {"type": "diagram", "value": {"source": "graph", "caption": "Caption", "alt": "Alt"}},
    {"type": "video", "value": {"document": None, "caption": "<p>Film</p>", "width": "", "source": ""}},
    {"type": "download", "value": {"document": None, "text": "File", "source": ""}},
]


def test_words_in_reading_order() -> None:
    assert plain_text(normalise(ALL)).split("\n") == [
        "One", "First tab", "In a tab", "Second", "second panel", "Step", "in a step", "Other", "Summary", "folded",
        "Card", "its text", "Caption", "Alt", "graph", "Film", "File",
    ]  # fmt: skip


def test_anchors_are_unique_and_stay() -> None:
    body = normalise(ALL)
    found = [anchor for block in walk(body) for anchor in own_anchors(block)]
    assert len(found) == len(set(found)) == 5
    assert [item["anchor"] for item in body[1]["value"]["items"]] == ["one", "one_3"]  # the heading took one_2
    assert body[2]["value"]["items"][1]["anchor"] == ""
    assert normalise(body) == body


def test_rich_text_in_them_is_sanitised() -> None:
    bad = '<p onclick="x">a<script>alert(1)</script><a href="javascript:x">b</a></p>'
    video = {"type": "video", "value": {"document": None, "caption": bad, "width": "", "source": ""}}
    body = normalise([details(bad), cards((bad, bad)), video])
    assert body[0]["value"]["summary"] == body[1]["value"]["items"][0]["text"] == body[2]["value"]["caption"]
    assert body[0]["value"]["summary"] == "<p>ab</p>"


def test_links_can_lead_into_tabs_and_steps() -> None:
    page = make_page(make_version("1.10"), "p", body=ALL)
    assert {"one", "one_2", "one_3", "in-a-tab"} <= {anchor["anchor"] for anchor in _anchors(page)}


@pytest.mark.parametrize("name", ["tabs", "steps", "details"])
def test_containers_hold_blocks_and_the_last_level_has_none(name: str) -> None:
    assert name in CONTAINERS
    assert name not in content_block(MAX_LEVEL).child_blocks
    block = {"tabs": ALL[1], "steps": ALL[2], "details": ALL[3]}[name]
    assert [inner for stream in child_streams(block) for inner in stream]


def test_blocks_are_in_few_groups() -> None:
    groups = {str(group) for _block, group in (*LEAVES.values(), *CONTAINERS.values())}
    assert groups == {
        "Text", "Code and formulas", "Media", "Boxes", "Layout", "Reuse", "Reference", "Technical",
    }  # fmt: skip


def test_publishing_them_unchanged_changes_nothing(admin_client: Client) -> None:
    page = make_page(make_version("1.10"), "p", body=ALL)
    before = list(DocPage.objects.get(pk=page.pk).body.raw_data)
    assert post_edit(admin_client, DocPage.objects.get(pk=page.pk)).status_code == 302
    after = DocPage.objects.get(pk=page.pk)
    assert after.content_hash == page.content_hash
    assert [block["id"] for block in walk(list(after.body.raw_data))] == [block["id"] for block in walk(before)]
