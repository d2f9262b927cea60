"""Imports go one way: each layer may use the ones above it, and siblings never each other.

So any file can be read with only the layers above it in mind, and a feature can be removed as a folder.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent

LAYERS: tuple[tuple[str, ...], ...] = (
    ("docsite.basepage",),
    ("docsite.versions",),
    ("docsite.pages",),
    ("docsite.richtext",),
    ("docsite.markdown",),
    ("docsite.publishing",),
    ("faq",),
    ("docsite.reader", "docsite.search", "docsite.exchange", "docsite.feedback"),
    ("docsite.api", "docsite.editing"),
    ("docsite.urls", "docsite.wsgi"),
)
# Outside the layers: read through django.conf.settings by everyone, imported by nobody.
SETTINGS = "docsite.settings"

# {(importing module, imported package): "why it cannot be otherwise"}; a test fails on unneeded entries.
EXCEPTIONS: dict[tuple[str, str], str] = {}

RANK = {package: rank for rank, packages in enumerate(LAYERS) for package in packages}


def module_name(path: Path, root: Path = PROJECT) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(module: str) -> str:
    """``docsite.pages`` for ``docsite.pages.blocks.leaves``; ``faq`` for ``faq.models``."""
    return ".".join(module.split(".")[: 2 if module.startswith("docsite.") else 1])


def imported_modules(path: Path, root: Path = PROJECT) -> Iterator[str]:
    """Every module that a file imports, wherever in the file; ``from a import b`` gives ``a.b``."""
    here = module_name(path, root).split(".")
    if path.name != "__init__.py":
        here.pop()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def own_imports() -> Iterator[tuple[str, str]]:
    """Pairs (module, module of this project that it imports) of the whole project."""
    for top in ("docsite", "faq"):
        for path in sorted((PROJECT / top).rglob("*.py")):
            for imported in imported_modules(path):
                if imported.split(".")[0] in ("docsite", "faq"):
                    yield module_name(path), imported


def is_allowed(module: str, imported: str) -> bool:
    source, target = package_of(module), package_of(imported)
    if source == target:
        return True
    if SETTINGS in (source, target):
        return False
    return RANK[target] < RANK[source]


def pure_modules() -> list[Path]:
    """The modules that pyproject.toml declares strict: text in, text out, no database and no request."""
    with (PROJECT / "pyproject.toml").open("rb") as file:
        overrides = tomllib.load(file)["tool"]["mypy"]["overrides"]
    names = next(o["module"] for o in overrides if o.get("warn_return_any"))
    patterns = [name.replace(".", "/").removesuffix("/*") for name in names]
    return [
        path
        for name, pattern in zip(names, patterns, strict=True)
        for path in (sorted((PROJECT / pattern).rglob("*.py")) if name.endswith(".*") else [PROJECT / f"{pattern}.py"])
        if path.exists()
    ]


def test_every_package_has_its_layer():
    folders = {
        f"docsite.{path.stem}"
        for path in (PROJECT / "docsite").iterdir()
        if path.stem not in ("__init__", "__pycache__") and (path.suffix == ".py" or path.is_dir())
    }
    assert folders - {SETTINGS} <= RANK.keys()


def test_imports_go_one_way():
    wrong = [
        f"{module} imports {imported}"
        for module, imported in own_imports()
        if not is_allowed(module, imported) and (module, package_of(imported)) not in EXCEPTIONS
    ]
    assert not wrong, "\n".join(wrong)


def test_exceptions_are_still_needed():
    needed = {(module, package_of(imported)) for module, imported in own_imports()}
    assert needed >= EXCEPTIONS.keys()


@pytest.mark.parametrize("path", pure_modules(), ids=module_name)
def test_pure_modules_know_no_database_and_no_request(path: Path):
    pure = {module_name(other) for other in pure_modules()}
    wrong = [
        name
        for name in imported_modules(path)
        if name.startswith(("django.", "wagtail.", "docsite.", "faq."))
        and not name.startswith("django.utils.")
        and name not in pure
        and name.rpartition(".")[0] not in pure
    ]
    assert not wrong


@pytest.mark.parametrize(
    ("module", "imported", "allowed"),
    [
        ("docsite.pages.models", "docsite.versions.models.Version", True),
        ("docsite.versions.models", "docsite.pages.models.DocPage", False),
        ("docsite.reader.context", "faq.models.FAQPage", True),
        ("faq.models", "docsite.reader.context", False),
        ("docsite.search.views", "docsite.reader.navigation", False),
        ("docsite.editing.reports", "faq.models", True),
        ("docsite.editing.reports", "docsite.api.urls", False),
        ("docsite.urls", "docsite.reader.views", True),
        ("docsite.reader.views", "docsite.settings.base", False),
        ("docsite.settings.dev", "docsite.settings.base", True),
    ],
)
def test_the_rule_itself(module: str, imported: str, allowed: bool):
    assert is_allowed(module, imported) is allowed


def test_relative_and_nested_imports_are_seen(tmp_path: Path):
    path = tmp_path / "docsite" / "search" / "views.py"
    path.parent.mkdir(parents=True)
    path.write_text("from . import forms\nfrom ..pages.models import DocPage\ndef f():\n    import faq.models\n")
    assert set(imported_modules(path, tmp_path)) == {
        "docsite.search.forms",
        "docsite.pages.models.DocPage",
        "faq.models",
    }
