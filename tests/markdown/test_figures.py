"""Figures: the SVG allowlist, labels in each language, and which edits count as changes."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from conftest import Open
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.exports.anki_escape import escape_syntax
from espejo.ledger.fingerprints import list_remembered, take_fingerprints
from espejo.markdown.drawing import parse_drawing
from espejo.markdown.drawing_rules import CLASSES
from espejo.markdown.figure_svg import render_figure
from espejo.model.figure import Figure
from espejo.model.problems import Place
from espejo.model.text import Code, Name, Text
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank

FIGURE = "figures/remainder.yaml"
PLACE = Place("data/figures/x.yaml", 1, 1)


def draw(inside: str) -> str:
    return f'<svg viewBox="0 0 320 100">{inside}</svg>'


def make_figure(inside: str, **labels: str) -> Figure:
    """Makes a figure with this drawing and these English labels."""
    texts = {Name(name, PLACE): Text({"en": label}, PLACE) for name, label in labels.items()}
    alt = Text({"en": 'A "b" & <c>.'}, PLACE)
    return Figure(alt=alt, labels=texts, drawing=Code(draw(inside), PLACE), place=PLACE)


def find_facts(svg: str) -> list[str]:
    return [str(fault.fact) for fault in parse_drawing(svg).faults]


REFUSED = (
    *("<script>alert(1)</script>", "<style>path { fill: red }</style>", "<foreignObject/>", "<svg:rect/>"),
    *("<image href='https://example.org/x.png'/>", "<use href='#x'/>", "<rect xlink:href='x'/>"),
    *("<a href='https://example.org'><path d='M 0 0'/></a>", "<rect fill='url(https://example.org)'/>"),
    *("<animate attributeName='x'/>", "<path d='M 0 0' onclick='alert(1)'/>", "<svg viewBox='0 0 320 100'/>"),
    *("<path d='M 0 0' style='fill: red'/>", "<path d='M 0 0' id='x'/>"),
    *("<rect class='question'/>", "<g class='soft'/>"),
    *("<rect x='1e9'/>", "<rect x='NaN'/>", "<rect x='99999'/>", "<rect x='1px'/>", "<rect width='-1'/>"),
    *("<path d='M 0'/>", "<path d='L 0 0'/>", "<path d='M 0 0 L'/>", "<path d='M 0 0 url(x)'/>"),
    *("<polygon points='1 2 3'/>", "<g transform='scale(9)'/>", "<g transform='rotate(1) x'/>"),
    *("<text x='1' y='1' text-anchor='center'>1</text>", "<text x='1' y='1'> </text>"),
    *("<text x='1' y='1'>&#x202e;1</text>", "<text x='1' y='1'>1 + 2 + 3 + 4 + 5</text>"),
    *("<text x='1' y='1'><g/></text>", "words", "<?php x ?>", "<![CDATA[<script>]]>", "<g>", "&nbsp;"),
)
"""Scripts, links, other files, styles, ids, huge numbers, units, and broken XML."""


def test_a_drawing_with_anything_else_is_a_fault_and_not_shown() -> None:
    for inside in REFUSED:
        faults = parse_drawing(draw(inside)).faults
        assert faults, inside
        assert all(fault.line == 1 and fault.column >= 1 for fault in faults), inside
        assert render_figure(make_figure(inside), "en", "x") == "", inside


def test_a_drawing_is_one_svg_with_a_width_legible_on_a_phone() -> None:
    for svg in (
        "",
        "<svg/>",
        "<g/>",
        '<svg viewBox="0 0 640 100"/>',
        '<svg viewBox="0 0 320 999"/>',
        '<svg viewBox="0 0 320 100" width="9"/>',
        '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 320 100"/>',
        '<svg viewBox="0 0 320 100"/><svg viewBox="0 0 320 100"/>',
    ):
        assert find_facts(svg), svg


def test_a_document_type_is_refused_before_any_entity_is_read() -> None:
    """Otherwise entities could grow exponentially or read local files."""
    grow = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    for declared in (f'[<!ENTITY e0 "ha">{grow}]', 'SYSTEM "file:///etc/passwd"', '[<!ENTITY x SYSTEM "x">]'):
        facts = find_facts(f"<!DOCTYPE svg {declared}>" + draw("<text>&e11;</text>"))
        assert [fact.partition(" is ")[0] for fact in facts] == ["a document type"]


def test_a_fault_says_what_to_write_instead() -> None:
    facts = find_facts(draw("<rect fill='red'/><circel r='1'/><rect class='acent'/><title>x</title>"))
    assert "Expected class, with one or more of" in facts[0]
    assert facts[1].endswith("Did you mean 'circle'?")
    assert facts[2].endswith("Did you mean 'accent'?")
    assert facts[3].endswith("Write it as the 'alt' of the figure.")


def test_labels_and_alt_text_are_escaped() -> None:
    svg = render_figure(make_figure("<text x='1' y='2'>a</text>", a='<b> & "c"'), "en", "x")
    assert ">&lt;b&gt; &amp; &#34;c&#34;</text>" in svg
    assert 'aria-label="A &#34;b&#34; &amp; ."' in svg


def test_classes_become_figure_classes_and_attributes() -> None:
    """Colors are classes in the style sheets; everything else is an SVG attribute, never a style."""
    inside = "".join(f"<path d='M 1 1 L 2 2' class='{name}'/>" for name in CLASSES)
    svg = render_figure(make_figure(inside), "en", "x")
    drawn = [set(found.split()) for found in re.findall(r'class="([^"]*)"', svg)]
    assert set().union(*drawn) == {f"figure-{name}" for name in ("quiet", "accent", "right", "wrong", "code")}
    assert "style=" not in svg
    assert not re.search(r'(?:fill|stroke)="(?!none|currentColor)', svg)


def test_an_arrowhead_has_the_color_of_its_line_or_group() -> None:
    inside = "<g class='accent'><line class='arrow'/></g><line class='arrow'/><line class='arrow right'/>"
    svg = render_figure(make_figure(inside), "en", "q-1")
    used = re.findall(r'marker-end="url\(#([^)]*)\)"', svg)
    assert used == ["q-1-arrow-accent", "q-1-arrow", "q-1-arrow-right"]
    assert re.findall(r'<marker id="([^"]*)"', svg) == used


def test_anki_syntax_in_a_label_is_broken_up_by_svg_elements() -> None:
    """An HTML span would end the drawing."""
    for label in ("[sound:x.mp3]", "[[type:Back]]", "{{c1::x}}", r"\begin{x}", "$$x$$"):
        svg = escape_syntax(render_figure(make_figure("<text x='1' y='2'>a</text>", a=label), "en", "x"))
        assert label not in svg
        (text,) = fromstring(svg).findall("{*}text")  # noqa: S314 (it's our own)
        assert "".join(text.itertext()) == label
        assert {one.tag.rpartition("}")[2] for one in text.iter()} <= {"text", "tspan"}


def test_unknown_and_unused_labels_are_reported(data: Path) -> None:
    """Each report has its place, and a suggestion if the name is misspelled."""
    replace_once(data / FIGURE, ">rest</text>", ">rset</text>")
    lines = (data / FIGURE).read_text(encoding="utf-8").split("\n")
    wrong, unused = (
        next(n for n, line in enumerate(lines, 1) if part in line) for part in (">rset<", "  rest:")
    )
    assert [(one.place.line, str(one.fact)) for one in sorted(inspect_project(data).faults)] == [
        (unused, "the drawing does not show the label 'rest'. Remove it, or write <text …>rest</text>"),
        (wrong, "unknown label 'rset'. Did you mean 'rest'?"),
    ]


def test_a_fault_of_a_drawing_has_its_place_in_the_file(data: Path) -> None:
    replace_once(data / FIGURE, '<rect x="260"', '<rect fill="é" bad="1" x="260"')
    lines = (data / FIGURE).read_text(encoding="utf-8").split("\n")
    line = next(n for n, text in enumerate(lines, 1) if "bad=" in text)
    places = {problem.place for problem in inspect_project(data).faults}
    assert places == {Place(f"data/{FIGURE}", line, lines[line - 1].index("<rect") + 1)}


def test_labels_and_alt_text_are_plain(data: Path) -> None:
    """Labels are also short. Screen readers would read markup aloud."""
    path = data / FIGURE
    text = path.read_text(encoding="utf-8")
    label = "{en: left over, es: sobra}"
    for written in ("'**bold**'", "'$x^2$'", "'`code`'", "https://example.org/x", "x" * 41):
        path.write_text(text.replace(label, f"{{en: {written}, es: sobra}}"), encoding="utf-8")
        (fault, *_) = inspect_project(data).faults
        assert fault.place.file == f"data/{FIGURE}"
        assert ("longer than" if "xxx" in written else "plain text") in fault.fact
    for alt in ("A **bold** word.", "See https://example.org/x.", "'$x$'", "'- a list'"):
        path.write_text(re.sub(r"  en: Seven .*", f"  en: {alt}", text), encoding="utf-8")
        (fault,) = inspect_project(data).faults
        assert fault.place.line == 4
        assert fault.fact == "an alternative text is plain, without Markdown and TeX."


def test_only_a_label_drawn_as_code_may_be_written_once(data: Path) -> None:
    """Code is the same in every language; words aren't."""
    replace_once(data / FIGURE, 'total: "7"', "total: number_of_squares")
    (fault,) = inspect_project(data).faults
    assert "prose written once for every language" in fault.fact
    replace_once(data / FIGURE, 'class="small quiet">total', 'class="code quiet">total')
    assert not inspect_project(data).faults


def test_unknown_missing_and_unused_figures_are_reported(data: Path) -> None:
    quiz = data / "quizzes" / "phase-01-arithmetic.yaml"
    replace_once(quiz, "figure: remainder\n", "figure: remainders\n")
    (fault,) = inspect_project(data).faults
    assert str(fault).endswith("q-01-01: unknown figure 'remainders'. Did you mean 'remainder'?")
    replace_once(quiz, "    figure: remainders\n", "")
    (fault,) = inspect_project(data).faults
    assert str(fault).endswith("q-01-01: 'figure_with' without a 'figure'. Remove it.")
    replace_once(quiz, "    figure_with: answer\n", "")
    inspection = inspect_project(data)
    assert not inspection.faults
    shutil.copy(data / FIGURE, data / "figures" / "other.yaml")
    found = [str(one) for one in inspect_project(data).notices if "figures" in one.place.file]
    assert found == ["data/figures/other.yaml:1:1: no question, card, formula or pattern shows this figure."]


def test_a_figure_is_shown_with_the_prompt_or_only_with_the_answer() -> None:
    """Formulas always show their figures."""
    loaded = load_small_bank()
    view = View(Site(loaded.bank, home=SITE_URL), "x", "es")
    records = {record.id: record for record in loaded.bank.provable()}
    for id_, where in (
        ("q-01-01", "answer"),
        ("pt-01-01", "prompt"),
        ("d-01-01", "prompt"),
        ("f-01", "prompt"),
    ):
        shown = {one: view.figure(records[id_], one) for one in ("prompt", "answer")}
        assert shown[where], id_
        assert not shown[{"prompt": "answer", "answer": "prompt"}[where]] or id_ == "f-01"
    assert view.figure(records["q-01-02"], "prompt") is None


def test_a_figure_without_a_label_is_drawn_in_the_other_language(data: Path) -> None:
    """The whole drawing switches, so that it never mixes languages."""
    replace_once(data / FIGURE, "{en: left over, es: sobra}", "{en: left over}")
    bank = inspect_project(data).bank
    shown = View(Site(bank, home=SITE_URL), "x", "es").figure(bank.reference.formulas[0], "prompt")
    assert shown
    assert shown.locale == "en"
    assert shown.mark == bank.locales["en"].mark
    assert "left over" in shown.html
    assert "tres" not in shown.html


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("es: sobra}", "es: queda}", {"es"}),
        ("es: Siete cuadrados", "es: Siete casillas", {"es"}),
        ('x="260"', 'x="262"', {"en", "es"}),
        ("# Two groups", "# Both groups", set()),
    ],
)
def test_an_edit_changes_the_fingerprints_of_what_learners_see(
    data: Path, old: str, new: str, changed: set[str]
) -> None:
    """Only the notes with that figure change, and only in the edited language."""

    def take() -> dict[str, dict[str, str]]:
        bank = inspect_project(data).bank
        return {one.record.id: take_fingerprints(one, bank.locales).seen for one in list_remembered(bank)}

    before = take()
    replace_once(data / FIGURE, old, new)
    after = take()
    moved = {
        (id_, locale) for id_ in before for locale in after[id_] if before[id_][locale] != after[id_][locale]
    }
    assert moved == {
        (id_, locale) for id_ in ("q-01-01", "pt-01-01", "d-01-01", "f-01") for locale in changed
    }


def test_a_label_edited_in_one_language_is_stale_in_the_other(data: Path) -> None:
    replace_once(data / FIGURE, "en: left over", "en: remains")
    stale = {(one.id, one.locale, one.text.place.file) for one in inspect_project(data).stale}
    assert ("q-01-01", "es", f"data/{FIGURE}") in stale


INK = """() => {
    const svg = document.querySelector("#pt-01-01 .figure svg");
    const scale = svg.getBoundingClientRect().width / 320;
    const texts = [...svg.querySelectorAll("text")];
    const color = (element, name) => getComputedStyle(element)[name];
    return {
        smallest: Math.min(...texts.map(text => parseFloat(color(text, "fontSize")) * scale)),
        overflow: document.documentElement.scrollWidth - innerWidth,
        ink: [color(document.body, "color"), color(svg.querySelector("text:not([class])"), "fill")],
        accent: ["path.figure-accent", "marker path"].map(one => color(svg.querySelector(one), "color")),
        link: color(document.querySelector("#pt-01-01 summary"), "color"),
    };
}"""


def test_a_figure_is_legible_on_a_small_phone_in_the_colors_of_the_theme(visit: Open) -> None:
    """Its text is at least 11 pixels high, and nothing is cut off."""
    seen = [
        visit("/study-guide/quiz-01-division/", width=320, color_scheme=scheme).evaluate(INK)
        for scheme in ("light", "dark")
    ]
    for one in seen:
        assert one["smallest"] >= 11
        assert one["overflow"] == 0
        assert one["ink"][0] == one["ink"][1]
        assert set(one["accent"]) == {one["link"]}
    light, dark = seen
    assert light["ink"] != dark["ink"]
    assert light["accent"] != dark["accent"]
