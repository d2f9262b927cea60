"""Small Sphinx output, written for the tests, in the shape of several generations of Sphinx."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lxml import html as lxml_html

from docsite.exchange.sphinx.body import Converted, convert_body

LINEAGE = "11111111-1111-4111-8111-111111111111"
OTHER = "22222222-2222-4222-8222-222222222222"


def convert(snippet: str, docname: str = "guide/page", pages: tuple[str, ...] = ("index", "other")) -> Converted:
    """Blocks of an article body."""
    return convert_body(
        lxml_html.fragment_fromstring(snippet, create_parent="div"),
        docname=docname,
        lineage=LINEAGE,
        lineage_of=lambda name: OTHER if name in pages else None,
        image_for=lambda path: 7 if path == "_images/known.png" else None,
    )


def blocks(snippet: str) -> list[dict[str, Any]]:
    """Type and value of the blocks of an article body."""
    return [{"type": block["type"], "value": block["value"]} for block in convert(snippet).blocks]


def page_html(docname: str, title: str, body: str, *, nav: str = "", prev: str = "", next_: str = "") -> str:
    """A whole page in the manner of the Read the Docs theme."""
    top = "../" * docname.count("/")
    links = "".join(
        f'<link rel="{rel}" href="{top}{target}.html">' for rel, target in (("prev", prev), ("next", next_)) if target
    )
    anchor = docname.replace("/", "-")
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>{links}
<script>var DOCUMENTATION_OPTIONS = {{ URL_ROOT: '{top}' }};</script></head><body>
<div class="wy-menu wy-menu-vertical">{nav}</div>
<div role="main" class="document"><div itemprop="articleBody">
<div class="section" id="{anchor}"><h1>{title}<a class="headerlink" href="#{anchor}">¶</a></h1>
{body}</div></div></div></body></html>"""


NAV = """<p class="caption"><span class="caption-text">Notes</span></p>
<ul><li class="toctree-l1"><a class="reference internal" href="{top}notes/faq.html">Questions</a></li></ul>
<p class="caption"><span class="caption-text">Package <code>pkg</code></span></p>
<ul><li class="toctree-l1"><a class="reference internal" href="{top}pkg.html">pkg</a>
<ul><li class="toctree-l2"><a href="{top}pkg.html#part">Part</a></li>
<li class="toctree-l2"><a href="{top}pkg.sub.html">pkg.sub</a></li></ul></li></ul>"""

FAQ_BODY = """
<div class="section" id="why"><span id="label-why"></span><h2>Why <code class="docutils literal">x</code>?<a class="headerlink" href="#why">¶</a></h2>
<p>Because of <a class="reference internal" href="../pkg.html#pkg.f"><code class="xref py py-func">pkg.f()</code></a>.</p></div>
<div class="section" id="how"><h2>How?</h2><p>See <a href="#why">above</a>.</p>
<div class="highlight-python notranslate"><div class="highlight"><pre><span></span><span class="kn">import</span> pkg
</pre></div></div></div>"""

PKG_BODY = """<div class="section" id="part"><h2>Part</h2>
<dl class="function"><dt id="pkg.f"><code class="descclassname">pkg.</code><code class="descname">f</code>(<em>x</em>, <em>y=1</em>)
<a class="reference internal" href="_modules/pkg.html"><span class="viewcode-link">[source]</span></a><a class="headerlink" href="#pkg.f">¶</a></dt>
<dd><p>Adds.</p><table class="docutils field-list"><tbody><tr class="field-odd field"><th class="field-name">Parameters:</th>
<td class="field-body"><ul class="first last simple"><li><strong>x</strong> – first</li><li><strong>y</strong> – second</li></ul></td></tr></tbody></table></dd></dl>
<p>Gone: <a href="missing.html">missing</a>. Picture: <img alt="Setup" src="_images/setup.png"></p></div>"""


def write_tree(folder: Path, *, image: bytes = b"", pkg: str = PKG_BODY) -> Path:
    """A tree of four pages, one of them special; returns the folder."""
    pages = {
        "index": page_html(
            "index", "Welcome", '<p>Start with <a href="notes/faq.html">questions</a>.</p>', nav=NAV.format(top="")
        ),
        "notes/faq": page_html(
            "notes/faq", "Questions", FAQ_BODY, nav=NAV.format(top="../"), prev="index", next_="pkg"
        ),
        "pkg": page_html("pkg", "pkg", pkg, nav=NAV.format(top=""), prev="notes/faq", next_="pkg.sub"),
        "pkg.sub": page_html("pkg.sub", "pkg.sub", "<p>Below.</p>", nav=NAV.format(top=""), prev="pkg"),
        "genindex": "<html><body><h1>Index</h1></body></html>",
    }
    for docname, text in pages.items():
        file = folder / f"{docname}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if image:
        (folder / "_images").mkdir(exist_ok=True)
        (folder / "_images" / "setup.png").write_bytes(image)
    return folder
