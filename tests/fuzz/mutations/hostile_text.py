"""Grammar of hostile passages: Markdown, TeX, and code as a careless or malicious contributor writes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from .characters import ODD_CHARACTERS

Option = TypeVar("Option")

MAX_PASSAGE = 19_900

_WORDS = (
    *("zebra", "quartz", "Überfluß", "niño", "x", "y1", "3.14", "1,000", "don't", "¿qué?", "A", "字"),
    *("naïve", "snake_case", "__init__", "a*b", "2^10", "50%", "C++", "#tag", "@user", "R&D", "a|b"),
    *("\\n", "…", "a~b"),
)
_TAME_URLS = (
    *("https://example.org/", "https://example.org/a_(b)", "https://example.org/?q=1&r=2#s"),
    *("mailto:a@b.org", "#q-02-01", "https://example.org/ñ", "https://xn--a.test/"),
    *("https://example.org/'\"", "https://a.b/%22on=x"),
)
_WILD_URLS = (
    *("javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.test/", "http://a.b/"),
    *("vbscript:x", "https://a b.test/", "<https://a.b>", "", "/", "&#106;avascript:alert(1)", "https://"),
    *("#", "https:example"),
)
_TAME_TEX = (
    *("x^2", r"\frac{1}{2}", r"\sum_{i=1}^n x_i", r"\text{if } x", r"\sqrt[3]{x}", r"a_{b_{c_{d}}}"),
    *("a < b", "é", r"\begin{matrix}1&2\\3&4\end{matrix}", r"\begin{cases}a&b\end{cases}"),
    *(r"\begin{aligned}x&=1\end{aligned}", r"\text{</span><script>alert(1)</script>}", r"\mathrm{d}x"),
    *(r"\operatorname{a b}", r"\binom{n}{k}", r"\,", r"\overline{x}", r"\not=", r"\mathbb{R}", "{{}}"),
    *("'", "字", r"\text{a \$ b}", r"\text{“x”}", r"\%", r"\#"),
)
_WILD_TEX = (
    *(r"\href{javascript:alert(1)}{x}", r"\url{https://a.b}", r"\style{color:red}{x}", r"\class{a}{b}"),
    *(r"\cssId{a}{b}", r"\def\x{y}\x", r"\newcommand{\a}{\a\a}\a", r"\color{red}{x}", r"\boxed{x}"),
    *(r"\tag{1} x", r"\unicode{x41}", r"\left(", r"\right)", "{", "}", "\\", r"\\", "^", "_", "x^^2", "&"),
    *("%", "~", "#", '"', "😀", r"\verb|x|", r"\hspace{99em}", r"\require{html}", r"\$", r"\)", r"\]"),
    *(r"\(", r"\[", "a & b", "%x\ny", r"\htmlData{a=b}{c}"),
)
_HTML = (
    *("<b>x</b>", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!-- x -->", "<?php x ?>"),
    *("<!DOCTYPE a>", "<a href='javascript:x'>y</a>", "<svg/onload=x>", "<![CDATA[x]]>", "</div>", "<br>"),
    *("<style>*{}</style>", "<x-y>", "<iframe srcdoc='x'>", "<math><mi>x</mi></math>", "<details open>"),
    *("< b>", "<a@b.c>", "<3", "<>", "<p", "</"),
)
_TAME_ENTITIES = (
    *("&amp;", "&lt;script&gt;", "&#60;b&#62;", "&#x3c;", "&nbsp;", "&copy;", "&", "&#", "&eacute;"),
    *("&ngE;", "&quot;"),
)
_WILD_ENTITIES = (
    *("&shy;", "&#0;", "&#xd800;", "&#x110000;", "&zwj;", "&#x202e;", "&NewLine;", "&Tab;", "&rlm;"),
    *("&notanentity;", "&#13;", "&#x2028;", "&#133;", "&InvisibleTimes;", "&ZeroWidthSpace;", "&#x1f;"),
    *("&#769;",),
)
_ANKI = (
    *("[sound:x.mp3]", "[latex]x[/latex]", "[$]x[/$]", "[[type:Front]]", "{{c1::x}}", "{{Front}}"),
    *("[anki:play:q:0]", r"\(x\)", r"\[x\]", "\\\\(x\\\\)", "{{#Front}}", "#deck:x", "#html:false"),
    *(r"\\[x\\]", "[SOUND:y]", "[ sound:x]"),
)
_LANGUAGES = (
    *("python", "pycon", "console", "sh", "c", "cpp", "json", "yaml", "toml", "diff", "text", "", "x"),
    *("python",),
)
_CODE = (
    *("def f(x):\n    return x", "print('</code></pre><script>')", ">>> 1\n1", "$ ls\na::b"),
    *("#include <x>\n\n\n", "{", "'''\nunclosed", '{"a": [1', "/* x", "- a\n+ b\n", "\t\tx", "", " "),
    *("a\n\n\n\nb", "x" * 300, "`` ` ``", "&amp; <b>", 'R"x(', "f'{'", "\\", "%", '"' * 50, "/" * 50),
    *("#" * 50, "@@ -1 +1 @@", "[a]\nb = ", "$(\n", "<<EOF\nx\nEOF"),
)
_PIECES = (
    *("- ", "> ", "* ", "1. ", "[", "]", "](", "![", "*", "_", "**", "`", "``", "$", "$a ", "$$", "# "),
    *("=", "-", "|", "<", "<a ", "&", "&#", "\\", "~", "~~", "```\n", "~~~\n", "- - ", "*a ", "**a *"),
    *("[a]: b\n", "[a](", "(", "{", "}", "\n", " ", "\n\n", "  \n", "a\n", "|-", "|a\n|-\n", "<!--", "<?"),
    *("::", "a::", "'", '"', "¿", "…", "«", "[]", "[a]\n", "http://", "https://a.b ", "@", "\\(", "{{"),
    *("[[", ": ", "- a\n  ", "> - ", "1) ", "+ ", "---\n", "===\n", "a_", "_a"),
)
_WHOLE = (
    *("---", "***", "#", "\\", "[a]: b", "[a]: https://a.b", "[]()", "$$", "[](https://a.b)", "&nbsp;"),
    *("* * *", "`` ``"),
)


class Grammar:
    """Makes passages at random: a tame one holds few things that the check refuses, a wild one anything."""

    def __init__(self, random: Random, *, tame: bool) -> None:
        self._random = random
        self._tame = tame
        self._urls = _TAME_URLS if tame else (*_TAME_URLS, *_WILD_URLS)
        self._tex = _TAME_TEX if tame else (*_TAME_TEX, *_WILD_TEX)
        self._odd: tuple[str, ...] = (*_TAME_ENTITIES, *_ANKI)
        if not tame:
            self._odd += (*_WILD_ENTITIES, *_PIECES, *_HTML)

    def passage(self) -> str:
        """A few blocks or, sometimes, one piece repeated until the limit."""
        choice = self._random.random()
        if choice < 0.06:
            return self._repeat()
        if choice < 0.12:
            return self._pick((*self._odd, *_WHOLE, *ODD_CHARACTERS))
        text = "\n\n".join(self._block(3) for _ in range(self._pick((1, 1, 1, 2, 3))))
        if not self._tame and self._random.random() < 0.2:
            at = self._random.randrange(len(text) + 1)
            text = text[:at] + self._pick(ODD_CHARACTERS) + text[at:]
        return text[:MAX_PASSAGE]

    def line(self) -> str:
        """A passage of one line, for places that expect a title or a choice."""
        return self._inline(3)

    def _pick(self, options: Sequence[Option]) -> Option:
        return self._random.choice(options)

    def _repeat(self) -> str:
        piece = "".join(self._pick(_PIECES) for _ in range(self._pick((1, 1, 1, 2, 3))))
        head, tail = self._pick(("", "a ", "```python\n", "- ")), self._pick(("", "", "a", "\n```", ")", "]"))
        count = self._pick((10, 100, 1000, 10_000))
        return head + piece * min(count, (MAX_PASSAGE - 20) // len(piece)) + tail

    def _block(self, depth: int) -> str:
        makers: tuple[Callable[[int], str], ...] = (
            *(self._paragraph, self._paragraph, self._paragraph),
            *(self._listing, self._display_math, self._table, self._definition),
        )
        if depth:
            makers = (*makers, self._list, self._list, self._quote)
        return self._pick(makers)(depth)

    def _paragraph(self, depth: int) -> str:
        joint = self._pick((" ", " ", " ", "\n", "  \n", ""))
        return joint.join(self._inline(depth) for _ in range(self._pick((1, 2, 4))))

    def _list(self, depth: int) -> str:
        marker = self._pick(
            ("- ", "* ", "+ ", "1. ", "7) ", "- [ ] ", "-\n  ", "- - ", "999999999. ", "-   ")
        )
        items = [self._block(depth - 1) for _ in range(self._pick((1, 2, 3)))]
        gap = self._pick(("\n", "\n", "\n\n"))
        return gap.join(marker + _indent(item, " " * len(marker)) for item in items)

    def _quote(self, depth: int) -> str:
        return "> " + _indent(self._block(depth - 1), self._pick(("> ", ">", "")))

    def _listing(self, _depth: int) -> str:
        fence = self._pick(("```", "```", "```", "~~~", "````", "    "))
        code = self._pick(_CODE)
        if fence == "    ":
            return fence + _indent(code, fence)
        language = self._pick(
            _LANGUAGES if self._tame else (*_LANGUAGES, "python x y", "Python", "a`b", "<b>", "&amp;")
        )
        end = (
            fence
            if self._tame or self._random.random() < 0.9
            else self._pick(("", "``", f"{fence} x", f" {fence}"))
        )
        return f"{fence}{language}\n{code}\n{end}"

    def _display_math(self, _depth: int) -> str:
        return f"$${self._pick(('', '', ' ', chr(10)))}{self._formula()}$$"

    def _formula(self) -> str:
        return self._pick((" ", "", "+")).join(
            self._pick(self._tex) for _ in range(self._pick((1, 1, 1, 2, 3)))
        )

    def _table(self, depth: int) -> str:
        columns = self._pick((1, 2, 2, 3))
        rows = [[self._inline(0) for _ in range(columns)] for _ in range(self._pick((1, 2, 3)))]
        rule = [self._pick(("---", ":--", "--:", ":-:", "-")) for _ in range(columns)]
        if self._tame:
            rows = [[cell.replace("|", "\\|") for cell in row] for row in rows]
        elif self._random.random() < 0.2:
            self._pick((*rows, rule)).append(self._inline(depth))
        return "\n".join(f"| {' | '.join(row)} |" for row in (rows[0], rule, *rows[1:]))

    def _definition(self, depth: int) -> str:
        label = self._pick(("a", "zebra", "ñ", "a b", "1"))
        title = self._pick(("", "", ' "a title"', " 'x'", " (y)"))
        use = self._pick((f"[{label}]\n\n", f"[{self._inline(depth - 1)}][{label}]\n\n", ""))
        return f"{use}[{label}]: {self._pick(self._urls)}{title}"

    def _inline(self, depth: int) -> str:
        makers: tuple[Callable[[int], str], ...] = (
            *(self._words, self._words, self._words, self._words),
            *(self._code_span, self._math, self._oddity),
        )
        if depth > 0:
            makers = (*makers, self._emphasis, self._link)
        return self._pick(makers)(depth)

    def _words(self, _depth: int) -> str:
        return " ".join(self._pick(_WORDS) for _ in range(self._pick((1, 2, 5))))

    def _code_span(self, _depth: int) -> str:
        form = self._pick(("`{}`", "`` {} ``", "``{}``") if self._tame else ("`{}`", "`` {} ``", "`{}"))
        return form.format(self._pick((*_WORDS, *_HTML, *_ANKI, "`", "\\", " ", "a  b")))

    def _math(self, _depth: int) -> str:
        return f"${self._formula()}$"

    def _oddity(self, _depth: int) -> str:
        return self._pick(self._odd)

    def _emphasis(self, depth: int) -> str:
        mark = self._pick(("*", "_", "**", "__", "~~", "~", "***"))
        return f"{mark}{self._inline(depth - 1)}{mark if self._random.random() < 0.9 else ''}"

    def _link(self, depth: int) -> str:
        title = self._pick(("", "", "", ' "a title"', " 'x\"y'", ' "<b>"'))
        forms = ("[{}]({}{})", "[{}]({}{})", "[{}](<{}>{})", "{} <{}>")
        form = self._pick(forms if self._tame else (*forms, "![{}]({}{})", "[{}]( {} {} )"))
        return form.format(self._inline(depth - 1), self._pick(self._urls), title)


def _indent(text: str, prefix: str) -> str:
    return text.replace("\n", f"\n{prefix}")


def make_passage(random: Random) -> str:
    """A passage of any form; two of three are tame."""
    grammar = Grammar(random, tame=random.random() < 0.67)
    return grammar.line() if random.random() < 0.4 else grammar.passage()


def make_line(random: Random) -> str:
    """A passage of one line; two of three are tame."""
    return Grammar(random, tame=random.random() < 0.67).line()
