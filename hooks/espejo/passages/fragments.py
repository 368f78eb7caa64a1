"""A passage of Markdown enters, a fragment leaves: one piece of safe HTML, the same wherever it is shown."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape, unescape
from itertools import groupby
from operator import itemgetter

import nh3
import pyromark
from markupsafe import Markup
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer
from pygments.token import STANDARD_TYPES, _TokenType

from espejo.passages.markdown import OPTIONS
from espejo.passages.tex import mathml

# The languages of code that are highlighted: those of our subject. Some other lexers can be made to hang.
LANGUAGES = frozenset(
    ["python", "py", "pycon", "console", "sh", "bash", "text", "json", "yaml", "toml", "c", "cpp", "diff"]
)

_TAGS = {
    *("p", "br", "hr", "em", "strong", "del", "a", "blockquote", "ul", "ol", "li"),
    *("code", "pre", "span", "table", "thead", "tbody", "tr", "th", "td"),
}

_SIDES = {"left", "right", "center"}

# Sanitizing comes first: what is put in afterwards (highlighted code, MathML) is made from escaped text.
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes={"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}},
    allowed_classes={"th": _SIDES, "td": _SIDES, "span": {"math", "math-inline", "math-display"}},
    url_schemes={"https", "mailto"},
    link_rel="noopener",
)
_CODE = re.compile(r'<pre><code(?: class="language-([\w+-]*)[^"]*")?>(.*?)</code></pre>', re.DOTALL)
_MATH = re.compile(r'<span class="math math-(inline|display)">(.*?)</span>', re.DOTALL)
_FORMULA = re.compile(r"<math.*?</math>", re.DOTALL)
_NO_HEADER = re.compile(r'<th( class="\w+")?></th>')
# A passage without any markup, whose words are the passage itself.
_PLAIN = re.compile(r"[^\W\d_][\w ,.;:'’()?!¿¡“”«»%/=–—…-]*(?<! )")
_ALIGN = re.compile(r'<(t[hd]) style="text-align: (left|right|center)">')


# Large, because cards, JSON and pages show the same passages one after the other.
@lru_cache(maxsize=65536)
def block(markdown: str) -> Markup:
    """A passage as paragraphs, lists, code, tables and formulas."""
    html = pyromark.html(markdown, options=OPTIONS)
    if "text-align" in html:
        html = _ALIGN.sub(r'<\1 class="\2">', html)
    html = _CLEANER.clean(html)
    if "<table" in html:
        html = _NO_HEADER.sub(r"<td\1></td>", html)  # over the column of names stands nothing
        html = html.replace("<table>", '<div class="table" tabindex="0"><table>').replace(
            "</table>", "</table></div>"
        )
    if "<pre>" in html:
        html = _CODE.sub(_highlighted, html)
    if '<span class="math' in html:
        html = _MATH.sub(_typeset, html)
    return Markup(html.strip())


@lru_cache(maxsize=65536)
def inline(markdown: str) -> Markup:
    """A passage of one paragraph, without the paragraph: for headings and choices."""
    html = block(markdown)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The words alone: for titles of windows and descriptions."""
    return markdown if _PLAIN.fullmatch(markdown) and "_" not in markdown else block(markdown).striptags()


def find_formulas(markdown: str) -> list[str]:
    """The formulas of a passage, as MathML."""
    return _FORMULA.findall(block(markdown)) if "$" in markdown else []


def _typeset(match: re.Match[str]) -> str:
    tex = unescape(match[2])
    if match[1] == "inline":
        return mathml(tex, display=False)
    return f'<span class="formula" tabindex="0">{mathml(tex, display=True)}</span>'


def _highlighted(match: re.Match[str]) -> str:
    return listing(match[1] or "", unescape(match[2]))


def listing(name: str, code: str) -> Markup:
    """Code in this language, highlighted."""
    return Markup(f'<pre class="highlight" tabindex="0"><code>{_highlight(name, code)}</code></pre>')


# Large, because the second language comes when the first is done, with mostly the same code.
@lru_cache(maxsize=32768)
def _highlight(name: str, code: str) -> str:
    """Pygments' tokens with the classes of its formatter, which takes longer and marks what has no color."""
    tokens = ((_css_class(kind), text) for kind, text in _lexer(name).get_tokens(code))
    made = []
    for css, group in groupby(tokens, key=itemgetter(0)):
        text = escape("".join(text for _, text in group))
        made.append(f'<span class="{css}">{text}</span>' if css else text)
    return "".join(made)


@lru_cache(maxsize=256)
def _css_class(kind: _TokenType) -> str:
    """The short name of a token, or of the nearest kind that has one; none for what is the color of ink."""
    while kind not in STANDARD_TYPES and kind.parent is not None:
        kind = kind.parent
    return "" if STANDARD_TYPES[kind] in ("n", "w", "o", "p") else STANDARD_TYPES[kind]


@lru_cache(maxsize=64)
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name) if name in LANGUAGES else TextLexer()
