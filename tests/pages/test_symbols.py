"""What a body can be linked to by name."""

import pytest

from docsite.pages.symbols import SymbolData, key_of, symbols_of
from tests.factories import heading


def api(signature: str, anchor: str, *, kind: str = "function", domain: str = "py") -> dict[str, object]:
    value = {
        "kind": kind,
        "domain": domain,
        "signatures": [{"signature": signature, "anchor": anchor, "aliases": ["old"], "source": ""}],
        "fields": [],
        "content": [],
    }
    return {"type": "api", "value": value}


def test_objects_modules_terms_and_labels() -> None:
    glossary = {"kind": "glossary", "items": [{"term": "<p>Big <b>term</b></p>", "anchor": "term-big", "content": []}]}
    stream = [
        {"type": "target", "value": {"anchors": ["module-pkg.sub", "lone"]}},
        heading("A `title`", anchor="a-title", aliases=["label"]),
        api("class pkg.C(x)", "pkg.C", kind="class"),
        {"type": "definitions", "value": glossary},
    ]
    assert symbols_of(stream) == [
        SymbolData("py", "module", "pkg.sub", "module-pkg.sub", ""),
        SymbolData("std", "label", "lone", "lone", ""),
        SymbolData("std", "label", "a-title", "a-title", "A title"),
        SymbolData("std", "label", "label", "label", "A title"),
        SymbolData("py", "class", "pkg.C", "pkg.C", ""),
        SymbolData("std", "term", "Big term", "term-big", ""),
        SymbolData("std", "label", "term-big", "term-big", ""),
    ]


@pytest.mark.parametrize(
    ("domain", "kind", "signature", "anchor", "expected"),
    [
        ("std", "option", "--jobs <n>, -j", "cmdoption-jobs", ("cmdoption", "--jobs")),
        ("std", "envvar", "PATH", "envvar-PATH", ("envvar", "PATH")),
        ("c", "function", "int PyObject_Call(PyObject *o)", "c.PyObject_Call", ("function", "PyObject_Call")),
        ("cpp", "function", "void at::add(Tensor a)", "_CPPv4N2at3addE", ("function", "at::add")),
        ("py", "function", "pkg.f(x)", "id5", ("function", "pkg.f")),
    ],
)
def test_names_where_the_anchor_is_another(
    domain: str, kind: str, signature: str, anchor: str, expected: tuple[str, str]
) -> None:
    symbol = symbols_of([api(signature, anchor, kind=kind, domain=domain)])[0]
    assert (symbol.type, symbol.name, symbol.anchor) == (*expected, anchor)


@pytest.mark.parametrize(("name", "key"), [("torch.nn.Linear", "linear"), ("at::add", "add"), ("...", "..."), ("", "")])
def test_keys(name: str, key: str) -> None:
    assert key_of(name) == key
