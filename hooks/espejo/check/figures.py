"""Figure rules: names, drawings, labels, and alternative texts."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

from espejo.markdown.checks import find_faults
from espejo.markdown.drawing import Drawing, parse_drawing
from espejo.markdown.passages import to_html
from espejo.messages.message import Message, message, sentences
from espejo.model.bank import Bank
from espejo.model.figure import FIGURES, Figure
from espejo.model.grammar import SLUG
from espejo.model.problems import Notice, Problem, Suggester
from espejo.model.text import Text

MAX_LABEL = 40
"""Maximum length of a label, in characters. A longer one is wider than the drawing."""


def check_figure_names(bank: Bank) -> Iterator[Problem]:
    """Records name existing figures, and figures have valid file names."""
    suggest = Suggester()
    for record in bank.provable():
        name = record.figure
        if name and name not in bank.figures:
            fact = _describe_unknown(name, bank, suggest)
            yield Problem(name.place, record.id, fact)
        elif name is None and getattr(record, "figure_with", "prompt") != "prompt":
            yield Problem(record.place, record.id, message("'figure_with' without a 'figure'. Remove it."))
    for stem, figure in bank.figures.items():
        if not SLUG.fullmatch(stem):
            fact = message(
                "invalid file name '{name}'. Expected lowercase letters, digits and hyphens: water-cycle",
                name=stem,
            )
            yield Problem(figure.place._replace(line=1, column=1), "", fact)


def _describe_unknown(name: str, bank: Bank, suggest: Suggester) -> Message:
    stem, dot, _ = name.rpartition(".")
    if dot:
        return message(
            "a figure is a drawing in data/{folder}, named without an ending. Write: figure: {name}",
            folder=FIGURES,
            name=stem,
        )
    expected = suggest(name, bank.figures, f"data/{FIGURES}/{name}.yaml" if not bank.figures else "")
    return sentences(message("unknown figure '{name}'.", name=name), expected)


def check_drawings(bank: Bank) -> Iterator[Problem]:
    """A drawing contains only allowed elements and uses every label of its figure."""
    for figure in bank.figures.values():
        if figure.drawing:  # if it's empty, the loader has already reported why
            drawing = parse_drawing(str(figure.drawing))
            for fault in drawing.faults:
                yield Problem(figure.drawing.at(fault.line, fault.column), "", fault.fact)
            if not drawing.faults:
                yield from _compare_labels(figure, drawing)


def _compare_labels(figure: Figure, drawing: Drawing) -> Iterator[Problem]:
    suggest = Suggester()
    labels, used = figure.labels or {}, set()
    for element in drawing.labels():
        used.add(element.label)
        if element.label not in labels:
            expected = (
                suggest(element.label, labels) if labels else message("Add it to the 'labels' of the figure.")
            )
            fact = sentences(message("unknown label '{name}'.", name=element.label), expected)
            yield Problem(figure.drawing.at(element.line, element.column), "", fact)
    for name in labels:
        if name not in used:
            fact = message(
                "the drawing does not show the label '{name}'. Remove it, or write <text …>{name}</text>",
                name=name,
            )
            yield Problem(name.place, "", fact)


def check_figure_texts(bank: Bank) -> Iterator[Problem]:
    """Labels and alternative texts are plain text, because Markdown and TeX aren't rendered there."""
    for figure in bank.figures.values():
        for text in figure.texts():
            is_label = text is not figure.alt
            for locale, passage in text.passages.items():
                if (fact := _find_text_fault(passage, is_label=is_label)) and not any(find_faults(passage)):
                    yield Problem(text.place_of(locale), "", fact)


def list_code_labels(bank: Bank) -> Iterator[Text]:
    """Labels drawn only as code, which are the same in every language."""
    for figure in bank.figures.values():
        shown = list(parse_drawing(str(figure.drawing)).labels())
        prose = {element.label for element in shown if "code" not in element.classes}
        yield from (text for name, text in (figure.labels or {}).items() if name not in prose)


def find_unused_figures(bank: Bank) -> Iterator[Notice]:
    """Find figures that no record shows."""
    shown = {record.figure for record in bank.provable()}
    for name, figure in bank.figures.items():
        if name not in shown:
            fact = message("no question, card, formula or pattern shows this figure.")
            yield Notice(figure.place._replace(line=1, column=1), "", fact)


def _find_text_fault(passage: str, *, is_label: bool) -> Message | None:
    if is_label and len(passage) > MAX_LABEL:
        return message("the label is longer than {count} characters. Shorten it.", count=MAX_LABEL)
    if is_label and ("\n" in passage.strip() or not _is_plain(passage)):
        return message("a label is one line of plain text, without Markdown and TeX.")
    if not _is_plain(passage):
        return message("an alternative text is plain, without Markdown and TeX.")
    return None


def _is_plain(passage: str) -> bool:
    html = to_html(passage).strip()
    inside = html.removeprefix("<p>").removesuffix("</p>")
    return "<" not in inside and unescape(inside).split() == passage.split()
