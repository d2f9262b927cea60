"""The languages of code listings: their usual names, other names, and which of Pygments' lexers shows them.

This is an allow-list. Pygments has six hundred lexers; a short text makes some of them hang for good (scala,
fish, tcsh, rego, smithy and a dozen rare ones), so they are left out. Of those, fish is shown as Bash.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from pygments.lexers import get_all_lexers

TEXT = "text"
"""The language of plain text."""

# Name, label, and Pygments' alias where it differs.
_COMMON = """
text Plain text
python Python
pycon Python console
bash Shell script
console Shell session
json JSON
yaml YAML
toml TOML
html HTML
css CSS
javascript JavaScript
typescript TypeScript
sql SQL
c C
cpp C++
rst reStructuredText
markdown Markdown
diff Diff
ini INI
"""
_OTHER = """
apacheconf Apache configuration
awk Awk
bat Windows batch
clojure Clojure
cmake CMake
coffeescript CoffeeScript
common-lisp Common Lisp
crystal Crystal
csharp C#
css+django CSS + Django :css+jinja
cuda CUDA
cython Cython
d D
dart Dart
django Django template
docker Dockerfile
doscon Windows command session
elixir Elixir
emacs-lisp Emacs Lisp
erb ERB
erlang Erlang
fish fish :bash
fortran Fortran
fsharp F#
gherkin Gherkin
glsl GLSL
go Go
graphql GraphQL
graphviz Graphviz
groovy Groovy
haskell Haskell
html+django HTML + Django
html+jinja HTML + Jinja
html+php HTML + PHP
http HTTP
java Java
javascript+django JavaScript + Django :javascript+jinja
jinja Jinja template
jsonc JSON with comments :json
jsx JSX
julia Julia
kotlin Kotlin
less Less
llvm LLVM
lua Lua
make Makefile
mako Mako
matlab MATLAB
mysql MySQL
nasm NASM
nginx nginx configuration
nim Nim
nix Nix
objective-c Objective-C
ocaml OCaml
octave Octave
pascal Pascal :delphi
perl Perl
php PHP
postgresql PostgreSQL
pot gettext catalogue
powershell PowerShell
properties Java properties
protobuf Protocol Buffers
psql psql session
puppet Puppet
pytb Python traceback
r R
racket Racket
rbcon Ruby session
ruby Ruby
rust Rust
sass Sass
scheme Scheme
scss SCSS
solidity Solidity
sparql SPARQL
svelte Svelte :html
swift Swift
systemd systemd unit
systemverilog SystemVerilog
tcl Tcl
terraform Terraform
tex TeX
thrift Thrift
tsx TSX
turtle Turtle
vb.net Visual Basic .NET
verilog Verilog
vhdl VHDL
vim Vim script
vue Vue
wgsl WGSL
xml XML
zig Zig
"""
_EXTRA_ALIASES = {
    "c++11": "cpp",
    "eval-rst": "rst",
    "eval_rst": "rst",
    "gettext": "pot",
    "golang": "go",
    "html+jinja2": "html+jinja",
    "ipython": "python",
    "ipython2": "python",
    "ipython3": "python",
    "jinja2": "jinja",
    "latex": "tex",
    "none": TEXT,
    "plain": TEXT,
    "plaintext": TEXT,
    "py3tb": "pytb",
    "pycon3": "pycon",
    "python2": "python",
    "terminal": "console",
    "txt": TEXT,
    "yml": "yaml",
}


def usual_language(name: str) -> str:
    """Return the one name used for a language: `Python` and `py3` give `python`, `c++` gives `cpp`.

    The site's default stays empty; a name that is not known gives `text`, as it will be shown.
    """
    name = normalise(name)
    return usual_names().get(name, TEXT) if name else ""


def is_known_language(name: str) -> bool:
    """Tell whether `docsite.pages.highlighting` takes this name without a note."""
    name = normalise(name)
    return not name or name in usual_names()


def normalise(name: str) -> str:
    """Return a name as it is looked up; empty for the site's default."""
    name = name.strip().lower()
    return "" if name == "default" else name


def _table() -> Iterator[tuple[str, str, str]]:
    """Yield name, label and Pygments' alias of every language, common ones first."""
    for line in (_COMMON.strip() + _OTHER.rstrip()).split("\n"):
        name, _, rest = line.partition(" ")
        label, _, alias = rest.partition(" :")
        yield name, label, alias or name


LANGUAGES = [(name, label) for name, label, _ in _table()]
"""Names and labels of the languages for a choice in the admin, common ones first, then by name."""


@cache
def lexers() -> dict[str, str]:
    """Return Pygments' alias of every language."""
    return {name: alias for name, _, alias in _table()}


@cache
def usual_names() -> dict[str, str]:
    """Return the usual name for every name that is understood, in lower case."""
    own = {name: alias for name, alias in lexers().items() if name == alias}
    by_lexer = {alias: name for name, alias in lexers().items()} | own
    names: dict[str, str] = {}
    for _, aliases, _, _ in get_all_lexers(plugins=False):
        name = next((by_lexer[alias] for alias in aliases if alias in by_lexer), None)
        if name is not None:
            names.update({alias.lower(): name for alias in aliases})
    return names | _EXTRA_ALIASES | {name: name for name in lexers()}
