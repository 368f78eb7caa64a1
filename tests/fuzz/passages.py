"""Grammar of hostile passages: Markdown, TeX, and code that careless or malicious contributors may write."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

MAX_PASSAGE = 19_900

ODD_CHARACTERS = (
    *("\ufeff", "\0", "\x07", "\x1b", "\x7f", "\x80", "\x85", "\x9f", "\r", "\x0b", "\x0c", "\u2028"),
    *("\u2029", "\t", "\x1c", "\x1f", "\u202e", "\u2066", "\u200f", "\u061c", "\u200b", "\u200d"),
    *("\u2060", "\u00ad", "\u0301", "e\u0301", "\u0323\u0307", "\u1112\u1161\u11ab", "\u0344", "\u212b"),
    *("\U0001f600", "\U0001f468\u200d\U0001f469", "\U00020000", "\U000e0041", "\U0010ffff", "\ufffe"),
    *("\uffff", "\ue000", "\ufffd", "\u3164", "\u00a0", "\u3000", "\u202f", "\ufe0f", "ﬁ", "ß", "İ", "ı"),
    *("Ǆ", "٣", "½", "²", "Ω", "ﷺ", "字", "ñ", "'", '"', "#", ": ", "- ", "? ", "|", ">", "&a ", "*a", "!"),
    *("%", "@", "`", "{", "}", "[", "]", ",", "---\n", "...\n", "<<: ", "\\", "$", "<", "&", "\n", "\n\n"),
    *("\r\n", "  ", "\n\t", "%YAML 1.1\n"),
)

_Grammar = Mapping[str, tuple[str, ...]]

_TAME: _Grammar = {
    "passage": ("⟨inline⟩", "⟨inline⟩", "⟨block⟩", "⟨block⟩\n\n⟨block⟩", "⟨block⟩\n\n⟨block⟩\n\n⟨block⟩"),
    "block": (
        *("⟨inline⟩", "⟨inline⟩ ⟨inline⟩ ⟨inline⟩", "⟨inline⟩\n⟨inline⟩", "⟨inline⟩  \n⟨inline⟩"),
        *("- ⟨item⟩", "* ⟨item⟩\n* ⟨item⟩", "7) ⟨item⟩\n\n8) ⟨item⟩", "- [ ] ⟨item⟩", "> ⟨quoted⟩"),
        *("```⟨language⟩\n⟨code⟩\n```", "~~~\n⟨code⟩\n~~~", "    ⟨word⟩", "$$⟨tex⟩$$", "$$\n⟨tex⟩ ⟨tex⟩$$"),
        *("| ⟨cell⟩ | ⟨cell⟩ |\n| --- | :-: |\n| ⟨cell⟩ | ⟨cell⟩ |", "[⟨inline⟩][a]\n\n[a]: ⟨url⟩ 'x'"),
    ),
    "inline": (
        *(
            "⟨word⟩ ⟨word⟩",
            "⟨word⟩",
            "⟨word⟩ ⟨word⟩ ⟨odd⟩ ⟨word⟩",
            "`⟨word⟩`",
            "`` ⟨odd⟩ ``",
            "$⟨tex⟩$",
            "⟨odd⟩",
        ),
        *("*⟨inline⟩*", "__⟨inline⟩__", "~~⟨inline⟩~~", "***⟨inline⟩***", "[⟨inline⟩](⟨url⟩)", "<⟨url⟩>"),
        *('[⟨inline⟩](<⟨url⟩> "a title")', "[⟨inline⟩](⟨url⟩ '<b>')"),
    ),
    "word": (
        *("zebra", "Überfluß", "x", "3.14", "1,000", "don't", "¿qué?", "字", "naïve", "snake_case"),
        *("__init__", "a*b", "2^10", "50%", "#tag", "@user", "R&D", "a|b", "\\n", "…", "a~b"),
    ),
    "cell": ("zebra", "`x`", "*a*", "1,000", "$x$"),
    "odd": (
        *("&amp;", "&lt;script&gt;", "&#60;b&#62;", "&#x3c;", "&nbsp;", "&", "&#", "&eacute;", "&quot;"),
        *("[sound:x.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[[type:Front]]", "{{c1::x}}", "{{#Front}}"),
        *("[anki:play:q:0]", r"\(x\)", r"\[x\]", r"\\[x\\]", "#deck:x", "[SOUND:y]"),
    ),
    "url": (
        *("https://example.org/", "https://example.org/a_(b)", "https://example.org/?q=1&r=2#s"),
        *("mailto:a@b.org", "https://example.org/ñ", "https://xn--a.test/", "https://a.b/%22on=x"),
    ),
    "tex": (
        *("x^2", r"\frac{1}{2}", r"\sum_{i=1}^n x_i", r"\text{if } x", r"\sqrt[3]{x}", r"a_{b_{c_{d}}}"),
        *("a < b", "é", r"\begin{matrix}1&2\\3&4\end{matrix}", r"\begin{cases}a&b\end{cases}", "'"),
        *(r"\text{</span><script>alert(1)</script>}", r"\mathrm{d}x", r"\,", r"\not=", r"\mathbb{R}"),
        *("{{}}", r"\text{a \$ b}", r"\%", r"\#"),
    ),
    "language": ("python", "pycon", "console", "c", "json", "yaml", "diff", "text", "", "x"),
    "code": (
        *("def f(x):\n    return x", "print('</code></pre><script>')", ">>> 1\n1", "$ ls\na::b", "{"),
        *("'''\nunclosed", '{"a": [1', "/* x", "- a\n+ b\n", "\t\tx", "", "a\n\n\n\nb", "`` ` ``"),
        *("&amp; <b>", "f'{'", "\\", "@@ -1 +1 @@", "[a]\nb = ", "<<EOF\nx\nEOF"),
    ),
}
_PIECES = (
    *("- ", "> ", "1. ", "[", "]", "](", "![", "*", "_", "**", "`", "``", "$", "$a ", "$$", "# ", "=", "|"),
    *("<", "<a ", "&", "&#", "\\", "~", "~~", "```\n", "- - ", "*a ", "[a]: b\n", "[a](", "(", "{", "\n\n"),
    *("  \n", "|-", "|a\n|-\n", "<!--", "<?", "::", "'", '"', "http://", "https://a.b ", "@", "\\(", "{{"),
    *("[[", "- a\n  ", "> - ", "---\n", "===\n", "a_"),
)
_WILD: _Grammar = {
    "passage": ("---", "#", "\\", "[a]: b", "[]()", "$$", "[](https://a.b)", "&nbsp;", "`` ``", "⟨odd⟩"),
    "block": ("```a`b\n⟨code⟩", "| a | b |\n|-|\n| ⟨inline⟩ |", "- - ⟨item⟩", "999999999. ⟨item⟩"),
    "inline": ("![⟨inline⟩](⟨url⟩)", "[⟨inline⟩]( ⟨url⟩ )", "`⟨word⟩", "*⟨inline⟩", "~⟨inline⟩~"),
    "word": ODD_CHARACTERS,
    "odd": (
        *_PIECES,
        *("<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->", "</div>"),
        *("<!DOCTYPE a>", "<svg/onload=x>", "<![CDATA[x]]>", "<style>*{}</style>", "<a@b.c>", "<>", "<p"),
        *("<iframe srcdoc='x'>", "<math><mi>x</mi></math>", "&shy;", "&#0;", "&#xd800;", "&#x110000;"),
        *("&#x202e;", "&NewLine;", "&notanentity;", "&#13;", "&#x2028;", "&ZeroWidthSpace;", "&#x1f;"),
    ),
    "url": (
        *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.test/", "http://a.b/"),
        *("https://a b.test/", "", "/", "&#106;avascript:alert(1)", "https://", "#", "https:example"),
    ),
    "tex": (
        *(r"\href{javascript:alert(1)}{x}", r"\url{https://a.b}", r"\style{color:red}{x}", r"\class{a}{b}"),
        *(r"\def\x{y}\x", r"\newcommand{\a}{\a\a}\a", r"\color{red}{x}", r"\unicode{x41}", r"\left(", "{"),
        *("}", "\\", r"\\", "^", "x^^2", "&", "%", "~", "#", "😀", r"\verb|x|", r"\require{html}", r"\$"),
        *(r"\)", r"\[", "%x\ny", r"\htmlData{a=b}{c}"),
    ),
    "language": ("python x y", "Python", "<b>", "&amp;"),
    "code": ("x" * 300, '"' * 50, "#" * 50, "````", 'R"x('),
}
_ALL: _Grammar = {name: (*forms, *_WILD.get(name, ())) for name, forms in _TAME.items()}
_SYMBOL = re.compile("⟨([a-z]+)⟩")
_NESTED = {"item": "\n  ", "quoted": "\n> "}
"""Nested blocks, and the prefixes of their lines."""


def make_passage(random: Random) -> str:
    """Makes a passage of any form; two in three contain few things that the check rejects."""
    if random.random() < 0.05:
        return _repeat(random)
    return _expand(random, _choose_grammar(random), "passage", 4)[:MAX_PASSAGE]


def make_line(random: Random) -> str:
    """Makes a passage of one line, for fields such as titles and choices."""
    return _expand(random, _choose_grammar(random), "inline", 3)


def _choose_grammar(random: Random) -> _Grammar:
    return _TAME if random.random() < 0.67 else _ALL


def _expand(random: Random, grammar: _Grammar, symbol: str, depth: int) -> str:
    """Expands a symbol at random; at the maximum depth, only to words."""
    if symbol in _NESTED:
        return _expand(random, grammar, "block", depth).replace("\n", _NESTED[symbol])
    name = "word" if depth <= 0 and symbol in ("block", "inline") else symbol
    form = random.choice(grammar[name])
    return _SYMBOL.sub(lambda found: _expand(random, grammar, found[1], depth - 1), form)


def _repeat(random: Random) -> str:
    """Repeats a few pieces of syntax up to the limit."""
    piece = "".join(random.choices(_PIECES, k=random.choice((1, 1, 1, 2, 3))))
    head, tail = random.choice(("", "a ", "```python\n", "- ")), random.choice(("", "a", "\n```", ")", "]"))
    count = random.choice((10, 100, 1000, 10_000))
    return head + piece * min(count, (MAX_PASSAGE - 20) // len(piece)) + tail
