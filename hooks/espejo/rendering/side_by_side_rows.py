"""Side-by-side rows: the texts of a question or card in reading order, to align across languages.

Every text of a record is in some row. Texts that no function here handles, such as those of a new key, get a
row at the end of the answer, where they give nothing away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.figure import Figure, FigureWith
from espejo.model.kinds import KINDS
from espejo.model.problems import Place
from espejo.model.quiz import Item, Question, Unit
from espejo.model.reference import Citation
from espejo.model.text import Text


class Row(NamedTuple):
    """Content of one row, once per language: a text, an interface string, or both."""

    role: str  # what it is, for the template and the style sheet
    texts: tuple[Text, ...] = ()
    word: str = ""
    label: str = ""
    part: str = ""  # which choice, reason, or point: its number in the file, or 'true' or 'false'
    right: bool = False  # whether it is a right choice
    tag: str = "div"  # the element around it
    is_line: bool = False  # whether a single paragraph has no element of its own
    citation: Citation | None = None

    @property
    def same(self) -> bool:
        """Whether it's written once for all languages."""
        for text in self.texts:
            if text.differs:
                return False
        return bool(self.texts)

    @property
    def shared(self) -> bool:
        """Whether it's shown once, across all columns. List items are repeated in each column."""
        return self.same and not (self.label or self.word or self.citation)

    @property
    def has_blocks(self) -> bool:
        """Whether its paragraphs, listings and tables can be aligned one by one."""
        return bool(self.texts) and self.tag == "div" and not (self.is_line or self.word or self.citation)

    def has(self, locale: str) -> bool:
        return not self.texts or all(text.has(locale) for text in self.texts)

    def choose_tag(self, locale: str, locales: Iterable[str]) -> str:
        """Return the HTML tag for a language: only the first one that has a heading uses a heading tag."""
        if self.tag == "div":
            return self.tag
        return self.tag if locale == next((one for one in locales if self.has(one)), "") else "p"

    def place_of(self, locale: str) -> Place | None:
        """Return where to edit this row in a language: its first missing text, or else its first text."""
        for text in self.texts:
            if not text.has(locale):
                return text.place_of(locale)
        return self.texts[0].place_of(locale) if self.texts else None


class AlignedItem(NamedTuple):
    """A question or card as rows: what is asked, its hint, and its answer."""

    placed: Placed
    asked: tuple[Row, ...]
    hint: tuple[Row, ...]
    answer: tuple[Row, ...]


def align_item(placed: Placed, figure: Figure | None) -> AlignedItem:
    item = placed.item
    asked = (
        *_title(item),
        *_passages(item, "front", "prompt"),
        *_drawing(item, figure, "prompt"),
        *_choices(placed),
        *_unit(item),
    )
    hint = tuple(_passages(item, "hint"))
    answer = (
        *_verdict(placed),
        *_passages(item, "back"),
        *_points(item),
        *_passages(item, "answer"),
        *_drawing(item, figure, "answer"),
        *_passages(item, "why"),
        *_reasons(placed),
        *_proof(item),
        *_sources(item),
    )
    rest = _rest(Bank.texts_of(item), (*asked, *hint, *answer))
    return AlignedItem(placed, asked, hint, (*answer, *rest))


def align_unit(unit: Unit) -> tuple[Row, ...]:
    """Align the heading of a quiz or deck: its title, subject, and focus."""
    named = (
        *([Row("series", (unit.title,), tag="p", is_line=True)] if unit.subject else []),
        Row("subject", (unit.name,), tag="h1", is_line=True),
        *([Row("focus", (unit.focus,))] if unit.focus else []),
    )
    return (*named, *_rest(unit.texts(), named))


def _title(item: Item) -> Iterator[Row]:
    if isinstance(item, Question):
        yield Row("title", (item.title,), tag="h2", is_line=True)


def _passages(record: Item, *names: str) -> Iterator[Row]:
    """Make a row for each of these keys that the record has."""
    for name in names:
        if text := getattr(record, name, None):
            yield Row(name, (text,))


def _drawing(item: Item, figure: Figure | None, shown_with: FigureWith) -> Iterator[Row]:
    if figure and item.figure_with == shown_with:
        yield Row("figure", tuple(figure.texts()))


def _choices(placed: Placed) -> Iterator[Row]:
    """Make rows for the choices, or for true and false."""
    question = placed.question
    for number, choice in enumerate(question.choices if question else (), 1):
        label, part = f"{placed.label(number)}.", str(number)
        yield Row("choice", (choice.text,), label=label, part=part, right=choice.correct, is_line=True)
    if question and question.correct is not None:
        yield Row("choice", word="true", part="true", right=question.correct)
        yield Row("choice", word="false", part="false", right=not question.correct)


def _unit(item: Item) -> Iterator[Row]:
    if isinstance(item, Question) and item.unit:
        yield Row("unit", (item.unit,), word="answer_in_unit")


def _verdict(placed: Placed) -> Iterator[Row]:
    question = placed.question
    if question and (kind := KINDS[question.kind]).verdict(question, placed.labels):
        has_key = kind.answer_key(question, placed.labels) is not None
        yield Row("verdict" if has_key else "open-verdict", tag="p")


def _list(heading: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Put a heading above the rows of a list, if there are any."""
    for index, row in enumerate(rows):
        if index == 0:
            yield Row("heading", word=heading, tag="h3")
        yield row


def _points(item: Item) -> Iterator[Row]:
    points = enumerate(item.points if isinstance(item, Question) else (), 1)
    return _list("points", (Row("point", (text,), part=str(at), is_line=True) for at, text in points))


def _reasons(placed: Placed) -> Iterator[Row]:
    if question := placed.question:
        for heading, correct in (("why_right", True), ("why_not", False)):
            reasons = (
                Row("reason", (text,), label=f"{placed.label(number)}.", part=str(number), is_line=True)
                for number, text in question.reasons(correct=correct)
            )
            yield from _list(heading, reasons)


def _proof(item: Item) -> Iterator[Row]:
    """Make rows for the texts of a proof; the program itself is on the question's page."""
    if proof := item.proof:
        said = (("proof_illustrates", proof.illustrates), ("not_computable", proof.not_computable))
        for heading, text in said:
            if text:
                yield from _list(heading, [Row("proof-words", (text,), is_line=True)])


def _sources(item: Item) -> Iterator[Row]:
    if item.sources:
        yield Row("heading", word="read_on", tag="h3")
    for one in item.sources:
        yield Row("source", tuple(one.texts()), citation=one)
    if item.corrects:
        yield from _list("correction", [Row("proof-words", (item.corrects,), is_line=True)])


def _rest(texts: Iterable[Text], rows: Iterable[Row]) -> Iterator[Row]:
    """Make a row for each text that has none."""
    shown = {id(text) for row in rows for text in row.texts}
    return (Row("rest", (text,)) for text in texts if id(text) not in shown)
