"""TeX: it becomes MathML when the site is built, and bad TeX is a fault with its place."""

from __future__ import annotations

import pytest

from espejo.markdown.checks import Fault, find_faults
from espejo.markdown.fragments import block, plain
from espejo.markdown.passages import plain_words
from espejo.markdown.tex import MAX_DEPTH, MAX_LENGTH, find_tex_fault, mathml
from espejo.messages.message import message

UNKNOWN_COMMAND = message("invalid TeX: {reason}", reason='unknown command "\\foo".')


def test_a_formula_in_a_line_and_one_of_its_own() -> None:
    assert '<p>If <math alttext="x &lt; 1"><mi>x</mi><mo>&lt;</mo><mn>1</mn></math>.</p>' in block(
        "If $x < 1$."
    )
    html = block("$$\n\\frac{a}{b}\n$$")
    assert '<span class="formula" tabindex="0"><math alttext="\\frac{a}{b}" display="block"><mfrac>' in html


def test_a_formula_can_be_read_as_text() -> None:
    """Where only plain text fits, such as the title of a page."""
    assert plain("Divide by $\\sqrt{d_k}$.") == "Divide by dk."


def test_dollars_in_code_are_code() -> None:
    assert "<math" not in block("`$x$`\n\n```console\n$ pip install $NAME\n```")
    assert list(find_faults("`$x`\n\n```console\n$ pip\n```")) == []


def test_an_escaped_dollar_is_a_dollar() -> None:
    assert block("It costs \\$5.") == "<p>It costs $5.</p>"
    assert list(find_faults("Write \\$\\$ or [\\$\\] here.")) == []


@pytest.mark.parametrize(
    "tex",
    [
        r"\begin{cases} x & x > 0 \\ 0 & x \le 0 \end{cases}",
        r"\begin{aligned} a &= b \\ c &= d \end{aligned}",
        r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
        r"\left(J + I\right)^\top y \! z f''(x) \iff a \bmod b",
    ],
)
def test_no_formula_has_a_style_of_its_own(tex: str) -> None:
    """The pages forbid inline styles; what lays out columns is a class."""
    made = mathml(tex, display=True)
    assert made.startswith("<math")
    assert " style=" not in made


@pytest.mark.parametrize(
    ("tex", "at", "said"),
    [
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
        (r"\begin{array}{|c|} a \end{array}", 0, "the pages cannot show a line beside cells in a formula"),
        (r"\boxed{x}", 0, "browsers do not show a box or a line through a formula."),
        (r"\raisebox{9em}{x}", 0, "a formula must not be moved over other text."),
        (r"\!" * 13 + "x", 0, "a formula must not be moved over other text."),
        (r"x\mathchoice{a}{b}{c}{d}", 1, "the macro \\mathchoice is not allowed."),
        (r"\hspace{99em}", 0, "the length 99em in a formula is too large. The limit is 10em."),
        ("x_{" * MAX_DEPTH + "y" + "}" * MAX_DEPTH, 0, "the formula is nested more than"),
        (r"\sqrt " * 60 + "x", 0, "the formula is nested more than"),
        ("x" * (MAX_LENGTH + 1), 0, "the formula is longer than 2,000 characters. Shorten it."),
        ("  ", 0, "empty formula."),
    ],
)
def test_bad_tex_is_a_fault_with_its_place(tex: str, at: int, said: str) -> None:
    fault = find_tex_fault(tex, display=True)
    assert fault
    assert fault.offset == at
    assert fault.fact.startswith(said)


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
    *("providecommand", "newenvironment", "renewenvironment", "DeclareMathOperator", "Newextarrow"),
    *(
        "DeclarePairedDelimiter",
        "DeclarePairedDelimiters",
        "newtagform",
        "usetagform",
        "csname",
        "expandafter",
    ),
    *(
        "label",
        "tag",
        "ref",
        "eqref",
        "ce",
        "pu",
        "enclose",
        "cancel",
        "color",
        "textcolor",
        "colorbox",
        "boxed",
    ),
    *("(", ")", "[", "]", "input", "write", "catcode"),
)
"""Commands that load, link, style, define or end something in MathJax or LaTeX, which other programs run."""


@pytest.mark.parametrize("context", ["{}", r"\text{{{}}}", r"\frac{{{}}}{{2}}", r"\operatorname{{{}}}"])
@pytest.mark.parametrize("name", UNSAFE)
def test_no_formula_has_a_command_that_does_more_than_show(name: str, context: str) -> None:
    """The exports give a formula's TeX to programs that know more commands than the pages."""
    for use in (
        rf"\{name}",
        rf"\{name}{{a}}",
        rf"\{name}{{a}}{{b}}",
        rf"\{name}\a{{b}}\a",
        rf"\{name}*{{a}}{{b}}",
    ):
        assert find_tex_fault(context.format(use), display=True), use


@pytest.mark.parametrize(
    "hostile",
    [
        r"\text{<script>alert(1)</script>}",
        r"\text{</math><img src=x onerror=alert(1)>}",
        r"\mathrm{<a href=javascript:alert(1)>}",
        r"\href{javascript:alert(1)}{x}",
        r"\class{x onclick=alert(1)}{y}",
    ],
)
def test_no_formula_can_run_a_script(hostile: str) -> None:
    html = block(f"${hostile}$")
    assert "<script" not in html
    assert "<img" not in html
    assert "<a " not in html


@pytest.mark.parametrize(
    ("markdown", "fault"),
    [
        ("¿Qué es $\\foo$?", Fault(9, UNKNOWN_COMMAND)),
        ("One\n\n$$\nx + \\foo\n$$", Fault(12, UNKNOWN_COMMAND)),
    ],
)
def test_the_place_of_bad_tex_in_a_passage(markdown: str, fault: Fault) -> None:
    assert list(find_faults(markdown)) == [fault]
    assert markdown[fault.offset :].startswith("\\foo")


@pytest.mark.parametrize("markdown", ["Costs $5, not $x.", "$\\frac{1}{2$", "$$\na\n+ b\n$$"])
def test_a_dollar_without_a_formula_is_a_fault(markdown: str) -> None:
    assert any("a $ outside a formula" in fault.fact for fault in find_faults(markdown))


def test_a_price_is_shown_with_its_dollar_sign_escaped() -> None:
    """If every dollar sign is before a digit: otherwise it is not clear which of them mean money."""
    (fault,) = find_faults("Costs $5.")
    assert fault.fixed == r"Costs \$5."
    assert [one.fixed for one in find_faults("Costs US$5 or US$6, and $x$.")] == [""]


def test_letters_of_a_formula_are_not_prose_but_its_words_are() -> None:
    """So a formula without words can be written once for every language."""
    assert plain_words("$abc + \\alpha$") == []
    assert plain_words("$x = \\text{loss}$") == ["loss"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "uneven table. Cells in this row: 3, in the header: 2."),
        ("a | b\n--- | ---\n1\n", "uneven table. Cells in this row: 1, in the header: 2."),
        ("| a | b |\n|---|\n| 1 | 2 |", "the delimiter row does not have as many cells as the header."),
        ("> | a | b |\n> |---|---|\n> | 1 |", "uneven table. Cells in this row: 1, in the header: 2."),
    ],
)
def test_an_uneven_table_is_a_fault(table: str, said: str) -> None:
    faults = list(find_faults(table))
    assert len(faults) == 1
    assert faults[0].fact.startswith(said)


@pytest.mark.parametrize(
    "table", ["| a | b |\n|:--|--:|\n| `x\\|y` | $x$ |\n| | 2 |", "a | b\n--|--\n1 | 2\n\nc | d", "x | y"]
)
def test_an_even_table_is_none(table: str) -> None:
    assert list(find_faults(table)) == []
