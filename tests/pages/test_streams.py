"""Raw streams: the reading order that contents, plain text and anchors share with the rendered page."""

from docsite.pages import streams


def heading(text: str) -> streams.Block:
    return {"type": "heading", "value": {"text": text, "level": 3, "anchor": text.lower(), "aliases": []}}


def test_fields_of_an_object_follow_its_description() -> None:
    value = {
        "kind": "function",
        "domain": "py",
        "signatures": [{"signature": "f(x)", "anchor": "f", "aliases": [], "source": ""}],
        "fields": [{"name": "Parameters", "content": [heading("Second")]}],
        "content": [heading("First")],
    }
    stream: streams.Stream = [{"type": "api", "value": value}]
    assert [entry["text"] for entry in streams.table_of_contents(stream)] == ["First", "Second"]
    assert streams.plain_text(stream).splitlines() == ["f(x)", "First", "Parameters", "Second"]


def test_addresses_that_run_something_are_not_stored() -> None:
    signature = {"signature": "f()", "anchor": "f", "aliases": [], "source": "javascript:alert(1)"}
    stream: streams.Stream = [
        {"type": "figure", "value": {"image": None, "caption": "", "link": " JavaScript:alert(1)", "source": ""}},
        {"type": "api", "value": {"kind": "function", "signatures": [signature], "fields": [], "content": []}},
        {"type": "figure", "value": {"image": None, "caption": "", "link": "https://e.org/", "source": ""}},
    ]
    first, function, second = streams.normalise(stream)
    assert first["value"]["link"] == function["value"]["signatures"][0]["source"] == ""
    assert second["value"]["link"] == "https://e.org/"
