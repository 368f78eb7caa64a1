"""TeX: conversion to MathML, and faults with their places."""

from __future__ import annotations

import re
from itertools import product

from espejo.markdown.checks import Fault, find_faults
from espejo.markdown.fragments import block, plain
from espejo.markdown.tex import MAX_DEPTH, MAX_LENGTH, find_tex_fault, mathml
from espejo.messages.message import message


def test_inline_and_display_formulas() -> None:
    assert '<p>If <math alttext="x &lt; 1"><mi>x</mi><mo>&lt;</mo><mn>1</mn></math>.</p>' in block(
        "If $x < 1$."
    )
    html = block("$$\n\\frac{a}{b}\n$$")
    assert '<span class="formula" tabindex="0"><math alttext="\\frac{a}{b}" display="block"><mfrac>' in html


def test_a_formula_has_plain_text() -> None:
    assert plain("Divide by $\\sqrt{d_k}$.") == "Divide by dk."


def test_dollars_in_code_and_escaped_dollars_are_dollars() -> None:
    assert "<math" not in block("`$x$`\n\n```console\n$ pip install $NAME\n```")
    assert list(find_faults("`$x`\n\n```console\n$ pip\n```")) == []
    assert block("It costs \\$5.") == "<p>It costs $5.</p>"
    assert list(find_faults("Write \\$\\$ or [\\$\\] here.")) == []


def test_mathml_has_classes_instead_of_styles() -> None:
    """The Content-Security-Policy forbids inline styles."""
    for tex in (
        r"\begin{cases} x & x > 0 \\ 0 & x \le 0 \end{cases}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
        r"\left(J + I\right)^\top y \! z f''(x) \iff a \bmod b",
    ):
        made = mathml(tex, display=True)
        assert made.startswith("<math")
        assert " style=" not in made


BAD_TEX = (
    (r"a + \foo", 4, 'invalid TeX: unknown command "\\foo".'),
    (r"¿á? \foo", 4, 'invalid TeX: unknown command "\\foo".'),
    (r"\frac{1}", 8, "invalid TeX: expected argument but reached end of input."),
    (r"\left( x", 8, 'invalid TeX: expected closing token "\\right", but reached'),
    (r"x \def\y{z} \y", 2, "the macro \\def is not allowed. Write the formula out."),
    (r"\newcommand{\y}{\y\y}\y", 0, "the macro \\newcommand is not allowed. Write the formula out."),
    (r"\providecommand{\y}{z}\y", 0, "the macro \\providecommand is not allowed. Write the formula out."),
    (r"x \global\def\y{z}", 2, "the macro \\global is not allowed. Write the formula out."),
    (r"\eqref{a}", 0, "the pages cannot show a link or a label in a formula. Remove it."),
    ("x % \\href{javascript:alert(1)}{y}\n z", 2, "a % in a formula starts a comment. Write \\%"),
    (r"50\% % c", 5, r"a % in a formula starts a comment. Write \%"),
    (r"\color{red} x", 0, "the pages cannot show a color in a formula. Remove it."),
    (r"\begin{array}{|c|} a \end{array}", 0, "the pages cannot show a line next to cells in a formula"),
    (r"\boxed{x}", 0, "browsers do not show a box or a line through a formula."),
    (r"\raisebox{9em}{x}", 0, "a formula must not be moved over other text."),
    (r"\!" * 13 + "x", 0, "a formula must not be moved over other text."),
    (r"x\mathchoice{a}{b}{c}{d}", 1, "the macro \\mathchoice is not allowed."),
    (r"\hspace{99em}", 0, "the length 99em in a formula is too large. The limit is 10em."),
    ("x_{" * MAX_DEPTH + "y" + "}" * MAX_DEPTH, 0, "the formula is nested more than"),
    (r"\sqrt " * 60 + "x", 0, "the formula is nested more than"),
    ("x" * (MAX_LENGTH + 1), 0, "the formula is longer than 2,000 characters. Shorten it."),
    ("  ", 0, "empty formula."),
)


def test_bad_tex_is_a_fault_with_its_place() -> None:
    for tex, at, said in BAD_TEX:
        fault = find_tex_fault(tex, display=True)
        assert fault, tex
        assert fault.offset == at, tex
        assert fault.fact.startswith(said), tex
    for markdown, offset in (("¿Qué es $\\foo$?", 9), ("One\n\n$$\nx + \\foo\n$$", 12)):
        unknown = message("invalid TeX: {reason}", reason='unknown command "\\foo".')
        assert list(find_faults(markdown)) == [Fault(offset, unknown)]
        assert markdown[offset:].startswith("\\foo")


UNSAFE = (
    *(
        "href",
        "url",
        "class",
        "cssId",
        "style",
        "data",
        "html",
        "htmlClass",
        "htmlId",
        "htmlStyle",
        "htmlData",
    ),
    *(
        "require",
        "includegraphics",
        "unicode",
        "bbox",
        "verb",
        "char",
        "mmlToken",
        "toggle",
        "mathtip",
        "texttip",
    ),
    *("def", "edef", "gdef", "xdef", "let", "futurelet", "global", "newcommand", "renewcommand"),
    *(
        "providecommand",
        "newenvironment",
        "renewenvironment",
        "DeclareMathOperator",
        "Newextarrow",
        "newtagform",
    ),
    *(
        "DeclarePairedDelimiter",
        "DeclarePairedDelimiters",
        "usetagform",
        "csname",
        "expandafter",
        "label",
        "tag",
    ),
    *("ref", "eqref", "ce", "pu", "enclose", "cancel", "color", "textcolor", "colorbox", "boxed"),
    *("(", ")", "[", "]", "input", "write", "catcode"),
)
"""Commands of MathJax or LaTeX that load, link, style, define, or end something."""


def test_unsafe_commands_are_faults() -> None:
    """Exports contain a formula's TeX, and other programs support more commands than our pages."""
    for context, name in product(("{}", r"\text{{{}}}", r"\frac{{{}}}{{2}}", r"\operatorname{{{}}}"), UNSAFE):
        arguments = ("", "{a}", "{a}{b}", r"\a{b}\a", "*{a}{b}")
        for use in (rf"\{name}{written}" for written in arguments):
            assert find_tex_fault(context.format(use), display=True), context.format(use)


def test_a_formula_cannot_inject_html() -> None:
    for hostile in (
        r"\text{<script>alert(1)</script>}",
        r"\text{</math><img src=x onerror=alert(1)>}",
        r"\mathrm{<a href=javascript:alert(1)>}",
        r"\href{javascript:alert(1)}{x}",
        r"\class{x onclick=alert(1)}{y}",
    ):
        assert not {"script", "img", "a"} & set(re.findall("<([a-z]+)", block(f"${hostile}$"))), hostile


def test_a_dollar_without_a_formula_is_a_fault() -> None:
    for markdown in ("Costs $5, not $x.", "$\\frac{1}{2$", "$$\na\n+ b\n$$"):
        assert any("a $ outside a formula" in fault.fact for fault in find_faults(markdown))


def test_a_fix_escapes_the_dollar_signs_of_prices() -> None:
    """The fix requires a digit after each dollar sign: otherwise, one may start a formula."""
    (fault,) = find_faults("Costs $5.")
    assert fault.fixed == r"Costs \$5."
    assert [one.fixed for one in find_faults("Costs US$5 or US$6, and $x$.")] == [""]


def test_uneven_tables_are_faults() -> None:
    for table, said in (
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "uneven table. Cells in this row: 3, in the header: 2."),
        ("a | b\n--- | ---\n1\n", "uneven table. Cells in this row: 1, in the header: 2."),
        ("| a | b |\n|---|\n| 1 | 2 |", "the delimiter row does not have as many cells as the header."),
        ("> | a | b |\n> |---|---|\n> | 1 |", "uneven table. Cells in this row: 1, in the header: 2."),
    ):
        (fault,) = find_faults(table)
        assert fault.fact.startswith(said)
    for even in ("| a | b |\n|:--|--:|\n| `x\\|y` | $x$ |\n| | 2 |", "a | b\n--|--\n1 | 2\n\nc | d", "x | y"):
        assert list(find_faults(even)) == []
