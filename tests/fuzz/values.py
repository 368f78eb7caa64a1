"""Values for the keys of a bank, valid and invalid, that random text would hardly ever produce."""

from __future__ import annotations

from collections.abc import Mapping

_ODD = ("", " ", "<b>", "::error::x", "a\nb", "a\tb", "x" * 400, "ñ", "'", "{x}", "#x", "\\", "::", "..")
IDS = (
    *("q-02-01", "q-02-99", "q-99-01", "pt-01-01", "d-01-01", "f-01", "p-01", "Q-02-01", "q-02-٣٣"),
    *("q-2-1", "q-02-001", "q-02-01\n", "string", "average", "strings", "-", "__proto__", "answer-1"),
)
NAMES = (
    *("quizzes", "drills", "study-guide", "reference", "topics", "locales", "index", "print", "assets"),
    *("es", "languages", "strings", "division", "sets", "phase-02-collections", "quiz-01-division"),
    *("quizzes/phase-02-collections", "quizzes/index", "x/y/z", "quizzes/phase-02-old", "topics/strings"),
    *("study-guide/quiz-01-division", "guide", "quizzes/../x", "/x", "x/", "#deck:x", "CON", "Quizzes"),
    *("%2e%2e", "a::b", "es-MX", "zh-Hant"),
)
_NUMBERS = (
    *("0", "-0", "4", "4.0", "0.5", "1e5", "1E-5", "1e999", "-1e-999", "9" * 16, "0.000000000000001"),
    *("+4", "4.", ".5", "4,5", "٤", "NaN", "inf", "0x4", "1_0", "--4", "1/3"),
)
_DATES = (
    *("2026-03-14", "2026-3-14", "0001-01-01", "9999-12-31", "2026-02-29", "20260314", "2026-W11-6"),
    *("0000-00-00", "٢٠٢٦-٠٣-١٤", "today", "10000-01-01"),
)
_TIMES = (
    *("2026-01-04T06:00:00Z 322b7c73", "9999-12-31T23:59:59Z 322b7c73", "0001-01-01T00:00:00Z 322b7c73"),
    *("2026-01-04", "2026-13-04T06:00:00Z x", "1969-12-31T23:59:59Z x", "2026-01-04T24:00:00Z x"),
    *("2026-01-04T06:00:00+00:00 x", "2026-01-04T06:00:60Z x", "2026-01-04T06:00:00Z <b>", "x y"),
    *("none", "none none", "5dfe33 9b4809", "none " * 500, "5dfe33: 9b4809", "5DFE33 9B4809", "&a *a"),
)
_PROGRAMS = (
    *("right = [1]", "right =", "choices = {1: 2}\nright = choices", "import os\nright = 1", "def f(:\n"),
    *("right = (" + "(" * 300, "right = 1" + "+1" * 3000, "# -*- coding: latin-1 -*-\nright = 1", "\0"),
    *("right = '\\ud800'", "def counter_case():\n    pass", "lambda: (yield)", "if 1:\n  x\n y", "'''"),
    *("choices = {'A': 1, 'B': 2}\nright = ['A']", "from torch import *", "right=1;" * 500),
)
_URLS = (
    *("https://example.org/", "https://example.org/a?b=c&d=%20#e", "http://example.org/", "mailto:a@b.org"),
    *("https://a:b@c.org/", "https://127.0.0.1/", "https://[::1]/", "https://example.org:8000/", "//a.org/"),
    *("HTTPS://A.ORG/", "javascript:alert(1)", "data:text/html,x", "https://", "https://xn--a.org/"),
    *('https://example.org/"onclick=', "https://example.org/\u202e", "https://ñ.org/", "https://a.org/ b"),
)
_DRAWINGS = (
    *("<svg/>", "<svg", "<g/>", "<svg></svg><svg></svg>", "<?php ?><svg/>", "<svg><![CDATA[<b>]]></svg>"),
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
    *('<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>', "<script>alert(1)</script>", "<foreignObject/>"),
    *("<style>*{}</style>", "<use href='#a'/>", "<g>", "</g>", "<image href='https://x.test/'/>", "<set/>"),
    *("<a href='javascript:x'><path/></a>", "text", "<text>&lt;script&gt;</text>", "<text>triple</text>"),
    *("<text x='1' y='1'>[sound:x]</text>", "<text>[[type:x]] $$</text>", "<text>{{c1::x}}</text>"),
    *("<text>&#x202e;1</text>", "<text>&#0;</text>", "<path d='M 0 0 L 1e999 NaN'/>", "<path d='M0 0'/>"),
    *(f"<path d='M {'1 ' * 5000}'/>", "<rect x='1' onclick='x'/>", "<rect fill='url(#a)'/>", "<g>" * 500),
    *("<rect class='x &quot;'/>", "<circle r='-1'/>", "<g class='arrow soft'/>", "<svg:rect/>", "]]>"),
    *("<g/>" * 500, "<g transform='rotate(1) x'/>", "<!-- -- -->", "&nbsp;", "<TEXT>x</TEXT>"),
)
_WORDS = (
    *("{count}", "{", "}", "{}", "{count}{count}", "&amp;", "{count.__class__}", "{0}", "%s", "{count!r}"),
    *("{number}", "{title}", "{{count}}", "</script>", "\u2028", "a" * 3000, "{language}"),
)
_LINTS = ("numbers", "code", "math", "links", "lists", "negation", "terms", "spaces", "spelling", "length")
_FLAGS = ("true", "false", "yes", "1")

INSERTED = ("drawing", "program")
"""Keys whose values are also inserted between the lines of an existing one."""

VALUES: Mapping[str, tuple[str, ...]] = {
    "kind": ("single", "multiple", "truefalse", "numeric", "free", "recall", "card", "Single"),
    "labels": ("numbers", "letters", "roman"),
    "holds": ("quizzes", "decks", "cards"),
    **dict.fromkeys(("correct", "fixed_order"), _FLAGS),
    "needs": ("torch", "numpy", "os", "torch.nn", "Torch", "python"),
    "prefix": ("q", "pt", "d", "Q", "1", "q-"),
    "figure_with": ("prompt", "answer", "Answer", "back"),
    "edition": _DATES,
    "level": ("1", "2", "3", "0", "4", "1.0", "01", "-1", "high", "٢"),
    "url": _URLS,
    "version": ("Python 3.14", "2017", "C++17", "v1.0", "-", "(1)"),
    **dict.fromkeys(("value", "tolerance"), _NUMBERS),
    **dict.fromkeys(("id", "retired", "see"), IDS),
    **dict.fromkeys(("folder", "path", "old", "new", "quizzes", "figure", "tags", "namespace"), NAMES),
    **dict.fromkeys(("topics", "prerequisites"), (*NAMES, *IDS)),
    **dict.fromkeys(("seen", "agreed"), _TIMES),
    "proven": (
        *("d432908e0024 python 3.11", "d432908e0024", "d432908e0024 torch 2.13.0, numpy 2.4", "- a"),
        *("d432908e0024 <script> 1", "d432908e0024 python 3.11 " * 20, "d432908e0024  python  3.11"),
    ),
    "program": _PROGRAMS,
    "drawing": _DRAWINGS,
    "languages": ("en", "es", "fr", "es-MX", "zh-Hant", "xx", "EN", "con", "x/y"),
    **dict.fromkeys(("name", "mark", "flag", "note_type", "decks"), ("English", "E" * 300, "🇬🇧", "a::b")),
    "territory": ("en_US", "es_ES", "zz_ZZ", "en-US", "de_CH", "ar_EG", "fa_IR", "en_us", "zh_TW", "C"),
    "quotes": ("“”", "«»x", '""', "ab", "((", "[]", "““", "a b"),
    "writing": (
        *("{label}", "{label} {label}", "*", "a*", "*a", "(", "[", "a|b", ".", "^$", "¿?", "(a+)+$", "?*"),
        *("abc", "é*", "'s", "-", "no", "choice {label}", "{label}*", "[["),
    ),
    **dict.fromkeys(("words", "fields"), _WORDS),
    "allow": _LINTS,
}


def values_of(key: str) -> tuple[str, ...]:
    """Values for a key, both likely and unlikely."""
    return (*VALUES[key], *VALUES[key], *_ODD)
