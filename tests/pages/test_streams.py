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
