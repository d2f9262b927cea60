"""Linked words of listings and signatures: exactly these characters, whatever the colours."""

from __future__ import annotations

import re
from html import escape, unescape

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html

from docsite.pages.linking import Link, link_lines, links_on
from docsite.pages.models import DocPage
from docsite.pages.streams import content_hash, normalise
from tests.editing.editor_form import post_edit
from tests.factories import code, doc_link, make_page, make_version

LISTING = "import torch\nlayer = torch.nn.Linear(20, 30)\n# a < b\n"
TAG = re.compile(r"<[^>]*>")


def link(start: int, words: str, html: str) -> dict[str, object]:
    return {"start": start, "length": len(words), "link": f"<p>{html}</p>"}


def linked(page: DocPage, client: Client) -> list[tuple[str, str | None]]:
    """The links in code of the page: words and address."""
    article = lxml_html.document_fromstring(client.get(page.url).content.decode()).xpath("//div[@class='body']")[0]
    return [(a.text_content(), a.get("href")) for a in article.xpath(".//code//a")]


# ---------------------------------------------------------------- pure
def test_a_link_over_several_tokens() -> None:
    line = '<span class="n">torch</span><span class="o">.</span><span class="n">nn</span>(1)\n'
    assert link_lines([line], [Link(3, 8, "<a>")]) == [
        '<span class="n">tor</span><a><span class="n">ch</span><span class="o">.</span><span class="n">nn</span></a>'
        "(1)\n"
    ]


def test_a_link_over_lines_is_one_on_each() -> None:
    assert link_lines(["a &lt;\n", "\n", "b"], [Link(2, 6, "<a>")]) == ["a <a>&lt;</a>\n", "\n", "<a>b</a>"]


@pytest.mark.parametrize(
    ("start", "length", "html"),
    [(0, 2, "<a>xb</a>"), (-1, 1, "<a>c</a>"), (0, 0, "<a></a>"), (2, 5, "<a>c</a>"), (0, 2, "ab"), (0, 2, "")],
)
def test_links_that_do_not_fit_are_left_out(start: int, length: int, html: str) -> None:
    assert links_on("abc", [(start, length, html)]) == []


def test_of_links_that_overlap_the_first_is_used() -> None:
    given_links = [(1, 2, "<a href='2'>bc</a>"), (0, 2, "<a href='1'>ab</a>"), (2, 1, "<a href='3'>c</a>")]
    assert [one.tag for one in links_on("abc", given_links)] == ["<a href='1'>", "<a href='3'>"]


@st.composite
def _coloured(draw: st.DrawFn) -> tuple[list[str], str, list[Link]]:
    """Lines of HTML, their text, and links on it."""
    parts = draw(st.lists(st.tuples(st.sampled_from(["", "k", "n"]), st.text("ab<&>\n ", max_size=4)), max_size=8))
    html = "".join(
        "\n".join(f'<span class="{css}">{escape(words)}</span>' if css else escape(words) for words in text.split("\n"))
        for css, text in parts
    )
    text = "".join(text for _css, text in parts)
    edges = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    links = [Link(a, b, f'<a href="{a}">') for a, b in zip(edges[::2], edges[1::2], strict=False)]
    return html.splitlines(keepends=True), text, links


@given(_coloured())
def test_text_stays_and_exactly_the_words_are_linked(sample: tuple[list[str], str, list[Link]]) -> None:
    lines, text, links = sample
    marked = link_lines(lines, links)
    assert len(marked) == len(lines)
    assert unescape(TAG.sub("", "".join(marked))) == text
    for one in links:
        words = re.findall(rf'<a href="{one.start}">(.*?)</a>', "".join(marked))
        assert unescape(TAG.sub("", "".join(words))) == text[one.start : one.end].replace("\n", "")
    for line in marked:
        opened: list[str] = []
        for closing, name in re.findall(r"<(/?)(\w+)[^>]*>", line):
            if closing:
                assert opened.pop() == name
            else:
                opened.append(name)
        assert not opened


# ---------------------------------------------------------------- pages
@pytest.mark.django_db
def test_words_of_code_are_linked_in_the_readers_version(client: Client) -> None:
    version = make_version("1.10")
    target = make_page(version, "linear")
    links = [
        link(21, "torch.nn.Linear", doc_link(target, "torch.nn.Linear", "x")),
        link(7, "torch", '<a href="https://example.org/?a=1&amp;b=2">torch</a>'),
        link(47, "a < b", "<a linktype='xref' role='any' target='x'>a &lt; b</a>"),
        link(0, "export", doc_link(target, "export")),
    ]
    page = make_page(version, "p", body=[code(LISTING, links=links)])
    assert linked(page, client) == [
        ("torch", "https://example.org/?a=1&b=2"),
        ("torch.nn.Linear", "/docs/1.10/linear/#x"),
        ("a < b", None),
    ]
    figure = lxml_html.document_fromstring(client.get(page.url).content.decode()).xpath("//figure")[0]
    assert figure.xpath("string(.//pre/code)") == LISTING
    target.delete()
    assert linked(page, client)[1] == ("torch.nn.Linear", None)


@pytest.mark.django_db
def test_words_of_a_signature_are_linked(client: Client) -> None:
    version = make_version("1.10")
    target = make_page(version, "device")
    signature = {"signature": "class Linear(n: int, device: Device)", "anchor": "Linear", "aliases": [], "source": ""}
    signature["links"] = [
        link(29, "Device", doc_link(target, "Device")),
        link(6, "Linear(", "<a href='/x'>Linear(</a>"),
    ]
    value = {"kind": "class", "domain": "py", "signatures": [signature], "fields": [], "content": []}
    page = make_page(version, "p", body=[{"type": "api", "value": value}])
    assert linked(page, client) == [("Linear(", "/x"), ("Device", "/docs/1.10/device/")]


def test_no_links_and_an_empty_list_are_the_same_content() -> None:
    signature = {"signature": "f()", "anchor": "f", "aliases": [], "source": ""}

    def body(**extra: object) -> list[dict[str, object]]:
        value = {"kind": "function", "domain": "py", "fields": [], "content": []}
        return [code("x\n", **extra), {"type": "api", "value": value | {"signatures": [signature | extra]}}]

    assert content_hash(normalise(body())) == content_hash(normalise(body(links=[])))
    assert "links" not in str(normalise(body(links=[])))


def test_links_are_sanitised() -> None:
    body = normalise([code("x\n", links=[link(0, "x", '<a href="javascript:alert(1)">x</a>')])])
    assert body[0]["value"]["links"][0]["link"] == "<p>x</p>"


@pytest.mark.django_db
@pytest.mark.parametrize("with_links", [False, True])
def test_publishing_unchanged_in_the_admin_changes_nothing(admin_client: Client, with_links: bool) -> None:
    version = make_version("1.10")
    extra = {"links": [link(7, "torch", doc_link(make_page(version, "t"), "torch"))]} if with_links else {}
    page = make_page(version, "p", body=[code(LISTING, **extra)])
    before = DocPage.objects.get(pk=page.pk)
    assert post_edit(admin_client, before).status_code == 302
    after = DocPage.objects.get(pk=page.pk)
    assert after.latest_revision is not None
    assert after.content_hash == page.content_hash
    assert ("links" in after.body.raw_data[0]["value"]) is with_links
    assert after.body.raw_data[0]["value"]["code"] == LISTING
