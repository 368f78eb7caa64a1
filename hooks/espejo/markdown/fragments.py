"""Markdown renderer: turns a passage into sanitized HTML with highlighted code and MathML.

A passage renders to the same HTML everywhere: on pages, on cards, in print, and in JSON.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from itertools import groupby
from operator import itemgetter

import nh3
from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer
from pygments.token import STANDARD_TYPES, _TokenType

from espejo.markdown.checks import MAX_LINES
from espejo.markdown.links import URL_SCHEMES
from espejo.markdown.passages import to_html
from espejo.markdown.tex import mathml

# Languages to highlight: only those our subject needs, because some other lexers can be made to hang.
LANGUAGES = frozenset(
    ["python", "py", "pycon", "console", "sh", "bash", "text", "json", "yaml", "toml", "c", "cpp", "diff"]
)

MAX_COLORED_LINE = 200
"""Listings with longer lines or too many lines aren't highlighted: many lexers take quadratic time."""

_TAGS = {
    *("p", "br", "hr", "em", "strong", "del", "a", "blockquote", "ul", "ol", "li"),
    *("code", "pre", "span", "table", "thead", "tbody", "tr", "th", "td"),
}

_ALIGNMENTS = {"left", "right", "center"}

# Sanitize first. Everything inserted afterwards (highlighted code, MathML) is built from escaped text.
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes={"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}},
    allowed_classes={"th": _ALIGNMENTS, "td": _ALIGNMENTS, "span": {"math", "math-inline", "math-display"}},
    url_schemes=URL_SCHEMES,
    link_rel="noopener",
)
_CODE_BLOCK = re.compile(r'<pre><code(?: class="language-([\w+-]*)[^"]*")?>(.*?)</code></pre>', re.DOTALL)
_MATH = re.compile(r'<span class="math math-(inline|display)">(.*?)</span>', re.DOTALL)
_PERCENT = re.compile(
    r'(<code.*?</code>|<span class="math.*?</span>)|(?<=\d) (?=%)', re.DOTALL
)  # not in code
_BLOCK = re.compile(r"<(?:p|ul|ol|pre|blockquote|div|hr)\b")
_CELL_END = re.compile("</t[hd]>")
_EMPTY_HEADER = re.compile(r'<th( class="\w+")?></th>')
# Spaces on a blank line. At each one, some lexers start looking for a docstring or function.
_BLANK = re.compile(r"^[^\S\n]+$", re.MULTILINE)
_ALIGN_STYLE = re.compile(r'<(t[hd]) style="text-align: (left|right|center)">')


# Large enough for one quiz: cards, JSON, and pages each render all its passages in turn.
@lru_cache(maxsize=8192)
def block(markdown: str) -> Markup:
    """Render a passage as block HTML: paragraphs, lists, code, tables, and formulas."""
    html = to_html(markdown)
    if "text-align" in html:
        html = _ALIGN_STYLE.sub(r'<\1 class="\2">', html)
    html = _CLEANER.clean(html)
    if " %" in html:
        html = _PERCENT.sub(lambda found: found[1] or "\N{NO-BREAK SPACE}", html)
    if "<table" in html:
        html = _EMPTY_HEADER.sub(r"<td\1></td>", html)  # the empty corner above a column of row names
        html = html.replace("<table>", '<div class="table" tabindex="0"><table>').replace(
            "</table>", "</table></div>"
        )
    if "<pre>" in html:
        html = _CODE_BLOCK.sub(_replace_code, html)
    if '<span class="math' in html:
        html = _MATH.sub(_replace_math, html)
    return Markup(html.strip())


@lru_cache(maxsize=8192)
def inline(markdown: str) -> Markup:
    """Render a passage for headings and choices: a single paragraph loses its `<p>`."""
    return unwrap(block(markdown))


def unwrap(html: Markup) -> Markup:
    """Strip the `<p>` from HTML that is a single paragraph."""
    is_single = html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1
    return html[3:-4] if is_single else html


def is_block(html: str) -> bool:
    """Whether the result of `inline` is block HTML, because it isn't a single paragraph."""
    return bool(_BLOCK.match(html))


@lru_cache(maxsize=32768)  # while serving, every edit requests all question titles
def plain(markdown: str) -> str:
    """Render a passage as plain text, for page titles, descriptions, and search."""
    return Markup(_CELL_END.sub(r"\g<0> ", str(block(markdown)))).striptags()


def find_formulas(markdown: str) -> list[str]:
    """The formulas of a passage, as MathML."""
    found = _MATH.finditer(to_html(markdown)) if "$" in markdown else ()
    return [
        mathml(unescape(tex), display=place == "display") for place, tex in (one.groups() for one in found)
    ]


def _replace_math(match: re.Match[str]) -> str:
    tex = unescape(match[2])
    if match[1] == "inline":
        return mathml(tex, display=False)
    return f'<span class="formula" tabindex="0">{mathml(tex, display=True)}</span>'


def _replace_code(match: re.Match[str]) -> str:
    return listing(match[1] or "", unescape(match[2]))


def listing(name: str, code: str) -> Markup:
    """Render code as a highlighted block; `name` is the language."""
    return Markup(f'<pre class="highlight" tabindex="0"><code>{_highlight(name, code)}</code></pre>')


# Translations of a passage mostly share the same code.
@lru_cache(maxsize=1024)
def _highlight(name: str, code: str) -> str:
    """Wrap tokens in spans with Pygments' CSS classes.

    Its own formatter is slower, and also wraps tokens without a color.
    """
    code = _BLANK.sub("", code)
    lines = code.split("\n")
    is_huge = len(lines) > MAX_LINES or max(map(len, lines)) > MAX_COLORED_LINE
    lexer = _get_lexer("text" if is_huge else name)
    tokens = ((_css_class(kind), text) for kind, text in lexer.get_tokens(code))
    parts = []
    for css_class, group in groupby(tokens, key=itemgetter(0)):
        text = escape("".join(text for _, text in group))
        parts.append(f'<span class="{css_class}">{text}</span>' if css_class else text)
    return "".join(parts)


@lru_cache(maxsize=256)
def _css_class(kind: _TokenType) -> str:
    """The CSS class of a token type or of its nearest ancestor; empty for types in the text color."""
    while kind not in STANDARD_TYPES and kind.parent is not None:
        kind = kind.parent
    return "" if STANDARD_TYPES[kind] in ("n", "w", "o", "p") else STANDARD_TYPES[kind]


@lru_cache(maxsize=64)
def _get_lexer(name: str) -> Lexer:
    return get_lexer_by_name(name) if name in LANGUAGES else TextLexer()
