"""Blocks as readers get them, and what saving does to a body."""

import pytest
from django.test import Client
from lxml import html as lxml_html

from docsite.pages.blocks import CONTAINERS, LEAVES, content_block
from docsite.pages.models import DocPage, RenderedBody
from docsite.pages.streams import content_hash, normalise, plain_text
from tests.factories import code, doc_link, heading, make_page, make_version, paragraph

pytestmark = pytest.mark.django_db


def article(client: Client, page: DocPage) -> lxml_html.HtmlElement:
    response = client.get(page.url)
    assert response.status_code == 200
    return lxml_html.document_fromstring(response.content.decode()).xpath("//article/div[@class='body']")[0]


def shown_code(element: lxml_html.HtmlElement) -> str:
    return element.xpath("string(.//pre/code)")


@pytest.mark.parametrize("language", ["jsonx", "", "Python", "c++", "ipython3", "none", "default", "pycon3"])
def test_code_06_any_language_name_is_shown(client: Client, language: str) -> None:
    """CODE-06, IMP-04: no language name breaks the page."""
    page = make_page(make_version("1.10"), "p", body=[code("<b>&</b>", language)])
    figure = article(client, page).xpath(".//figure[@data-language]")[0]
    assert shown_code(figure) == "<b>&</b>"
    assert figure.get("data-language")


def test_code_03_numbers_are_not_text(client: Client) -> None:
    """CODE-03: numbers 9 to 12 are shown, and none of them is in the text."""
    text = "if x:\n    y()\n\nz()\n"
    page = make_page(make_version("1.10"), "p", body=[code(text, line_numbers=True, start_line=9)])
    figure = article(client, page).xpath(".//figure")[0]
    assert shown_code(figure) == text
    assert figure.xpath(".//span[contains(@class, 'line')]/@data-line") == ["9", "10", "11", "12"]


@pytest.mark.parametrize("text", ["all:\n\techo hi\n", "\n  x = 1\n", "a\tb", "  \n\n x  \n\n", "x"])
def test_code_is_byte_exact(client: Client, text: str) -> None:
    """CODE-05, IMP-06."""
    page = make_page(make_version("1.10"), "p", body=[code(text, "make"), code(text, "text"), code(text, "python")])
    assert [shown_code(figure) for figure in article(client, page).xpath(".//figure")] == [text] * 3
    assert DocPage.objects.get(pk=page.pk).body[0].value["code"] == text


def test_emphasised_lines(client: Client) -> None:
    page = make_page(make_version("1.10"), "p", body=[code("a\nb\nc\nd\n", emphasize_lines="2, 4-9")])
    lines = article(client, page).xpath(".//span[contains(@class, 'line')]")
    assert ["hl" in line.get("class") for line in lines] == [False, True, False, True]


def test_links_are_resolved_in_the_readers_version(client: Client) -> None:
    old, new = make_version("1.9", "supported"), make_version("1.10")
    target = make_page(old, "a", title="A")
    moved = make_page(new, "b", title="B", lineage=target.lineage)
    body = [paragraph(f"<p>{doc_link(target, 'words', 'x y')} {doc_link(target, 'pinned', version='1.9')}</p>")]
    source = make_page(old, "source", body=body)
    copy = make_page(new, "source", body=body, lineage=source.lineage)
    assert article(client, source).xpath(".//p/a/@href")[0] == "/docs/1.9/a/#x%20y"
    assert article(client, copy).xpath(".//p/a/@href") == [f"{moved.url}#x%20y", "/docs/1.9/a/"]
    assert source.content_hash == copy.content_hash
    assert RenderedBody.objects.filter(pk=source.content_hash).count() == 1


@pytest.mark.parametrize("count", [1, 40])
def test_links_cost_no_query_each(client: Client, django_assert_max_num_queries, count: int) -> None:
    version = make_version("1.10")
    targets = [make_page(version, f"t{number}") for number in range(count)]
    page = make_page(version, "p", body=[paragraph("<p>" + " ".join(doc_link(t) for t in targets) + "</p>")])
    client.get(page.url)
    with django_assert_max_num_queries(10):
        assert len(article(client, page).xpath(".//p/a[@href]")) >= count


def test_a_link_to_a_removed_page_keeps_its_words(client: Client) -> None:
    version = make_version("1.10")
    target = make_page(version, "target")
    page = make_page(version, "p", body=[paragraph(f"<p>See {doc_link(target, 'the words')}.</p>")])
    target.delete()
    link = article(client, page).xpath(".//p/a[@class='broken-link']")[0]
    assert (link.text, link.get("href")) == ("the words", None)


def test_reading_highlights_nothing(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    page = make_page(make_version("1.10"), "p", body=[code("x = 1\n")])

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("highlighted in a reader's request")

    monkeypatch.setattr("docsite.pages.rendering.highlight_many", refuse)
    monkeypatch.setattr("docsite.pages.blocks.leaves.highlight", refuse)
    assert article(client, page).xpath(".//figure//span[@class]")


def test_inline_math_and_tex_kept(client: Client) -> None:
    page = make_page(
        make_version("1.10"), "p", body=[paragraph('<p>Cost <span data-math="O(n^2) &lt; x">O(n^2) &lt; x</span></p>')]
    )
    assert article(client, page).xpath(".//math//annotation/text()") == ["O(n^2) < x"]


HOSTILE = [
    "<p>x<script>alert(1)</script></p>",
    '<p><a href="javascript:alert(1)">x</a></p>',
    '<p><img src="x" onerror="alert(1)">x</p>',
    '<p style="color:red" onclick="alert(1)">x</p>',
    "<p><svg><script>alert(1)</script></svg>x</p>",
]


@pytest.mark.parametrize("html", HOSTILE)
@pytest.mark.parametrize("kind", ["paragraph", "html"])
def test_saved_markup_is_sanitised(client: Client, html: str, kind: str) -> None:
    """Invariant 6, for whatever is saved by a program."""
    block = paragraph(html) if kind == "paragraph" else {"type": "html", "value": {"html": html, "reason": ""}}
    page = make_page(make_version("1.10"), "p", body=[block])
    stored = str(DocPage.objects.get(pk=page.pk).body.raw_data[0]["value"])
    for bad in ("<script", "javascript:", "onerror", "onclick", "style="):
        assert bad not in stored
    assert "alert(1)" not in client.get(page.url).content.decode()


def test_normalising_is_idempotent_and_keeps_anchors() -> None:
    body = [
        heading("One"),
        heading("One"),
        heading("Two", anchor="kept"),
        paragraph("<p>x <b>y</b></p>"),
        code("a\r\nb"),
    ]
    once = normalise(body)
    assert normalise(once) == once
    assert [block["value"]["anchor"] for block in once[:3]] == ["one", "one_2", "kept"]
    assert once[4]["value"]["code"] == "a\nb"


def test_content_hash_leaves_ids_out() -> None:
    one, two = normalise([heading("One")]), normalise([heading("One")])
    assert one[0]["id"] != two[0]["id"]
    assert content_hash(one) == content_hash(two)
    assert content_hash(one) != content_hash(normalise([heading("Two")]))


def test_the_form_for_programs_has_no_stored_markup() -> None:
    """Links by lineage, code raw; API-01 in the blocks themselves."""
    version = make_version("1.10")
    target = make_page(version, "t")
    note = {"kind": "note", "title": "", "content": [paragraph(f"<p>{doc_link(target, 'x', 'y')}</p>")]}
    body = [{"type": "admonition", "value": note}, code("a < b"), heading("One")]
    page = make_page(version, "p", body=body)
    given = page.body.stream_block.get_api_representation(page.body)
    assert "linktype" not in str(given)
    assert given[0]["value"]["content"][0]["value"] == f'<p><a href="doc:{target.lineage}#y">x</a></p>'
    assert given[1]["value"]["code"] == "a < b"
    assert given[2]["value"]["level"] == 2


@pytest.mark.parametrize("name", [*LEAVES, *CONTAINERS])
def test_every_block_shows_a_preview_and_says_what_it_is(name: str) -> None:
    block = content_block(1).child_blocks[name]
    assert block.meta.icon
    assert block.get_description()
    assert block.is_previewable
    value = block.get_preview_value()
    assert block.render(value).strip() or name == "figure"


def test_plain_text_has_all_words() -> None:
    body = normalise(
        [
            heading("Head `code`"),
            {"type": "list", "value": {"ordered": True, "start": 1, "items": [[paragraph("<p>in a list</p>")]]}},
            code("print(1)"),
        ]
    )
    assert plain_text(body).split("\n") == ["Head code", "in a list", "print(1)"]


def test_saving_again_changes_nothing() -> None:
    page = make_page(make_version("1.10"), "p", body=[heading("One"), paragraph("<p>x</p>"), code("a\n")])
    before = list(DocPage.objects.get(pk=page.pk).body.raw_data)
    again = DocPage.objects.get(pk=page.pk)
    again.save_revision().publish()
    after = DocPage.objects.get(pk=page.pk)
    assert list(after.body.raw_data) == before
    assert after.content_hash == page.content_hash
