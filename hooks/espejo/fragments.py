"""A passage of Markdown enters, a fragment leaves: one piece of safe HTML, the same wherever it is shown."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape

import nh3
import pyromark
from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.lexers.special import TextLexer

from espejo.markdown import OPTIONS

# The languages of code that are highlighted: those of our subject. Some other lexers can be made to hang.
LANGUAGES = frozenset(
    ["python", "py", "pycon", "console", "sh", "bash", "text", "json", "yaml", "toml", "c", "cpp", "diff"]
)

_TAGS = {
    *("p", "br", "hr", "em", "strong", "del", "a", "blockquote", "ul", "ol", "li"),
    *("code", "pre", "table", "thead", "tbody", "tr", "th", "td"),
}

_SIDES = {"left", "right", "center"}

# Sanitizing comes first: what is put in afterwards (highlighted code) is made here from escaped text.
_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes={"a": {"href", "title"}, "code": {"class"}, "ol": {"start"}},
    allowed_classes={"th": _SIDES, "td": _SIDES},
    url_schemes={"https", "mailto"},
    link_rel="noopener",
)
_CODE = re.compile(r'<pre><code(?: class="language-([\w+-]*)[^"]*")?>(.*?)</code></pre>', re.DOTALL)
_ALIGN = re.compile(r'<(t[hd]) style="text-align: (left|right|center)">')
_FORMATTER = HtmlFormatter(nowrap=True)


@lru_cache(maxsize=4096)
def block(markdown: str) -> Markup:
    """A passage as paragraphs, lists, code and tables."""
    html = pyromark.html(markdown, options=OPTIONS)
    if "text-align" in html:
        html = _ALIGN.sub(r'<\1 class="\2">', html)
    html = _CLEANER.clean(html)
    if "<table" in html:
        html = html.replace("<table>", '<div class="table" tabindex="0"><table>').replace(
            "</table>", "</table></div>"
        )
    if "<pre>" in html:
        html = _CODE.sub(_highlighted, html)
    return Markup(html.strip())


@lru_cache(maxsize=4096)
def inline(markdown: str) -> Markup:
    """A passage of one paragraph, without the paragraph: for headings and choices."""
    html = block(markdown)
    if html.startswith("<p>") and html.endswith("</p>") and html.count("<p>") == 1:
        return Markup(html[3:-4])
    return html


@lru_cache(maxsize=4096)
def plain(markdown: str) -> str:
    """The words alone: for titles of windows and descriptions."""
    return block(markdown).striptags()


def _highlighted(match: re.Match[str]) -> str:
    name, code = match[1] or "", unescape(match[2])
    return f'<pre class="highlight" tabindex="0"><code>{_highlight(name, code)}</code></pre>'


# Large, because the second language comes when all pages of the first are done, with mostly the same code.
@lru_cache(maxsize=32768)
def _highlight(name: str, code: str) -> str:
    return highlight(code, _lexer(name), _FORMATTER)


@lru_cache(maxsize=64)
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name) if name in LANGUAGES else TextLexer()
