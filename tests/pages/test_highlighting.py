"""Code listings as HTML (cases CODE-01, -03, -05, -06 and IMP-04, -06): exact, safe, and never slow."""

from __future__ import annotations

import os
import re
import sys
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docsite.pages import highlighting
from docsite.pages.highlight_worker import split_lines
from docsite.pages.highlighting import (
    LANGUAGES,
    SIZE_LIMIT,
    Highlighted,
    copy_text,
    highlight,
    highlight_many,
    is_known_language,
    usual_language,
)

SESSION = """\
>>> rows = [
...     1,
...
...     2,
... ]
>>> print(rows)
[1, 2]
>>>
>>> s = ">>> not a prompt"
"""
COPIED = 'rows = [\n    1,\n\n    2,\n]\nprint(rows)\n\ns = ">>> not a prompt"\n'
SPAN = re.compile(r'<span class="[a-z0-9]{1,4}">|</span>')

names = [name for name, _ in LANGUAGES]
code_like = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            [
                "\n",
                "\t",
                " ",
                ">>> ",
                "... ",
                "$ ",
                "<b>&</b>",
                "x = 1",
                "'''",
                '"',
                "\\",
                "{% if %}",
                "/*",
                "# c",
                "é",
                "\ufeff",
            ]
        ),
        max_size=20,
    ).map("".join),
)


def text(result: Highlighted) -> str:
    """What a browser shows: HTML with spans taken out and the three escapes undone."""
    html = SPAN.sub("", "".join(result.lines))
    assert "<" not in html
    assert ">" not in html
    return html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def copied_from_html(result: Highlighted) -> str:
    """What the copy button makes of the HTML: lines of output go, prompts go."""
    if not any('<span class="gp">' in line for line in result.lines):
        return text(result)
    lines = [re.sub(r'<span class="gp">[^<]*</span>', "", line) for line in result.lines if 'class="go"' not in line]
    return text(Highlighted(lines, result.language, ""))


def test_lines_are_self_contained() -> None:
    result = highlight('x = """a\n\nb"""\n', "python")
    assert result.lines == [
        'x <span class="o">=</span> <span class="s2">"""a</span>\n',
        "\n",
        '<span class="s2">b"""</span>\n',
    ]
    assert result.language == "python"
    assert result.note == ""


def test_prompts_are_not_copied() -> None:
    assert copy_text(SESSION, "pycon") == COPIED
    assert copied_from_html(highlight(SESSION, "pycon")) == COPIED
    assert copy_text(SESSION, "text") == SESSION
    assert copied_from_html(highlight(SESSION, "text")) == SESSION


def test_python_that_starts_with_a_prompt_is_a_session() -> None:
    assert highlight(SESSION, "").language == "pycon"
    assert copy_text(SESSION, "") == COPIED
    result = highlight(SESSION, "python3")
    assert result.language == "python"
    assert result.lines == highlight(SESSION, "pycon").lines
    assert copy_text(SESSION, "python3") == COPIED


def test_shell_session() -> None:
    session = (
        "# Install it first\n$ pip install \\\n>     docsite\nCollecting docsite\n\n"
        "(env) user@host:~/x$ cat <<EOF\nhello\nEOF\n[root@host x]# ls\nfile\n"
    )
    expected = "# Install it first\npip install \\\n    docsite\ncat <<EOF\nhello\nEOF\nls\n"
    assert copy_text(session, "console") == expected
    result = highlight(session, "shell-session")
    assert result.language == "console"
    assert copied_from_html(result) == expected
    assert text(result) == session


def test_root_prompt() -> None:
    assert copy_text("# apt install docsite\nDone.\n", "console") == "apt install docsite\n"


def test_session_without_prompt_is_copied_whole() -> None:
    for language in ("pycon", "console"):
        assert copy_text("ls\n", language) == "ls\n"
        assert copied_from_html(highlight("ls\n", language)) == "ls\n"


def test_numbered_listing_keeps_its_blank_line() -> None:
    code = "if x:\n    y()\n\nz()\n"
    result = highlight(code, "python")
    assert len(result.lines) == 4
    assert text(result) == code


def test_first_blank_line_is_kept() -> None:
    result = highlight("\n  x = 1\n", "python")
    assert result.lines[0] == "\n"
    assert text(result) == "\n  x = 1\n"


@pytest.mark.parametrize(("code", "language"), [("all:\n\techo hi\n", "make"), ("a\tb", "text")])
def test_tabs_are_kept(code: str, language: str) -> None:
    assert text(highlight(code, language)) == code


def test_only_line_ends_change() -> None:
    assert text(highlight("a = 1\r\nb = 2\rc\n\n\n", "python")) == "a = 1\nb = 2\nc\n\n\n"
    assert text(highlight("a = 1", "python")) == "a = 1"
    assert highlight("", "python").lines == []


@pytest.mark.parametrize(
    ("language", "usual", "coloured"),
    [("jsonx", "text", False), ("", "text", False), ("Python", "python", True), ("c++", "cpp", True)],
)
def test_odd_language_names(language: str, usual: str, coloured: bool) -> None:
    result = highlight("<b>&</b>", language)
    assert text(result) == "<b>&</b>"
    assert result.language == usual
    assert ("<span" in result.lines[0]) is coloured
    assert bool(result.note) is (language == "jsonx")


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("ipython3", "python"),
        ("python3", "python"),
        ("py", "python"),
        ("c++", "cpp"),
        ("none", "text"),
        ("default", ""),
        ("", ""),
        ("pycon3", "pycon"),
        ("py3tb", "pytb"),
        ("shell", "bash"),
        ("zsh", "bash"),
        ("shell-session", "console"),
        ("html+Django", "html+django"),
        ("html+jinja", "html+jinja"),
        ("jinja", "jinja"),
        ("Dockerfile", "docker"),
        ("yml", "yaml"),
        ("js", "javascript"),
        ("md", "markdown"),
        ("apache", "apacheconf"),
        ("jsonx", "text"),
        ("scala", "text"),
    ],
)
def test_usual_names(name: str, usual: str) -> None:
    assert usual_language(name) == usual
    assert usual_language(usual) == usual


def test_site_default() -> None:
    code = "x = 1\n"
    assert highlight(code, "").language == "python"
    assert highlight(code, "", "c").language == "c"
    assert highlight(code, "default", "c").language == "c"
    assert highlight(code, "c", "python").language == "c"
    assert highlight("$ pip install x ?\n", "").language == "text"
    assert highlight("$ pip install x ?\n", "").note == ""


def test_every_language_of_the_choice_works() -> None:
    code = "# x = 1; // <y> \"z\"\n{% if a %}\n\t'b' & c\n"
    results = highlight_many([(code, name) for name in names])
    assert [result.language for result in results] == names
    assert {result.note for result in results} == {""}
    assert {text(result) for result in results} == {code}
    assert len(names) == len(set(names)) >= 80
    assert all(is_known_language(name) for name in names)


def test_no_language_whose_lexer_hangs() -> None:
    hanging = "ansys cddl chapel factor fancy maple ncl pan registry rego rell rita scala smithy tads3 tcsh tnt"
    assert not any(is_known_language(name) for name in hanging.split())
    # Sixty backslashes hang Pygments' own lexer for fish for good.
    assert highlight('"' + "\\" * 60, "fish").note == ""


@settings(max_examples=300, deadline=None)
@given(code_like, st.sampled_from(["", "jsonx", *names]))
def test_text_is_exact(code: str, language: str) -> None:
    result = highlight(code, language)
    assert text(result) == code.replace("\r\n", "\n").replace("\r", "\n")
    assert len(result.lines) == len(split_lines(code.replace("\r\n", "\n").replace("\r", "\n")))
    for line in result.lines:
        assert line.count("<span") == line.count("</span>")
        assert "\n" not in line[:-1]


@settings(max_examples=200, deadline=None)
@given(code_like, st.sampled_from(["pycon", "console", "python", "text"]))
def test_button_and_function_agree(code: str, language: str) -> None:
    assert copied_from_html(highlight(code, language)) == copy_text(code, language)


def test_long_listings_are_plain() -> None:
    code = "x = 1\n" * (SIZE_LIMIT // 6 + 1)
    result = highlight(code, "python")
    assert "64 KB" in result.note
    assert text(result) == code
    assert highlight("é" * (SIZE_LIMIT // 2 + 1), "python").note
    assert highlight(code, "text").note == ""


def test_slow_listings_are_plain_and_do_not_hold_up_others() -> None:
    # Quadratic in Pygments' Python lexer: eleven seconds where it was measured.
    slow = " \n" * 8000
    started = time.monotonic()
    results = highlight_many([("a = 1", "python"), (slow, "python"), ("b = 2", "python")])
    assert time.monotonic() - started < 2 * highlighting.TIME_LIMIT + highlighting.START_LIMIT
    assert [text(result) for result in results] == ["a = 1", slow, "b = 2"]
    assert [bool(result.note) for result in results] == [False, True, False]


def test_large_batches_do_not_block() -> None:
    listings = [("x = 'é' + y\n" * 2000, "python")] * 20 + [("\x01" * 60_000, "c")]
    assert [text(result) for result in highlight_many(listings)] == [code for code, _ in listings]


def test_worker_is_replaced_when_it_dies() -> None:
    highlight("x = 1", "python")
    process = highlighting._worker._process
    assert process is not None
    process.kill()
    process.wait()
    assert "<span" in highlight("x = 1", "python").lines[0]
    assert highlighting._worker._process is not process


def test_worker_that_cannot_start(monkeypatch: pytest.MonkeyPatch) -> None:
    highlighting._worker.close()
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")
    results = highlight_many([("x = 1", "python"), ("y = 2", "c")])
    assert [text(result) for result in results] == ["x = 1", "y = 2"]
    assert all("failed" in result.note for result in results)


def test_threads_take_turns() -> None:
    failures: list[str] = []

    def work(number: int) -> None:
        for round_number in range(20):
            code = f"value_{number} = {round_number}\n"
            if text(highlight(code, "python")) != code:
                failures.append(code)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_forked_process_has_its_own_worker() -> None:
    highlight("x = 1", "python")
    process = highlighting._worker._process
    assert process is not None
    child = os.fork()
    if child == 0:
        # Leave at once, whatever happens: the rest of the test run belongs to the parent.
        status = 1
        try:
            result = highlight("y = 2", "python")
            own = highlighting._worker._process
            status = 0 if own is not None and own.pid != process.pid and "<span" in result.lines[0] else 2
            highlighting._worker.close()
        finally:
            os._exit(status)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    assert process.poll() is None
    assert "<span" in highlight("z = 3", "python").lines[0]
    assert highlighting._worker._process is process
