"""Quiz bank: the parts of a bank a quiz needs, either from `data/` or from a published file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from espejo.messages.message import Word
from espejo.model.bank import Bank
from espejo.model.kinds.fingerprint import key_fingerprint
from espejo.model.quiz import Card, Item, Labels, Quiz
from espejo.model.reference import Term
from espejo.model.text import Text
from espejo.study.terminal.clean import clean_line

GLOSSARY = "glossary"
_BLANK = "…"
_MOST_NAMES = 20
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class FigureWords:
    """Text of a figure: its alternative text, and its labels in each language."""

    alt: Text
    labels: Mapping[str, tuple[str, ...]]
    with_answer: bool  # whether only the answer shows it


@dataclass(frozen=True, slots=True)
class QuizUnit:
    """A quiz or deck: its path, its title, the labels of its choices, and its items."""

    path: str
    title: Text
    subject: Text
    labels: Labels
    items: tuple[Item, ...]

    @property
    def is_deck(self) -> bool:
        return all(isinstance(item, Card) for item in self.items)


@dataclass(frozen=True, slots=True)
class Asked:
    """An item to ask, with the labels of its choices, its key, and its part of the bank."""

    item: Item
    labels: Labels
    key: str
    part: str


@dataclass(frozen=True)
class QuizBank:
    """Everything that can be asked, in order."""

    namespace: str
    languages: tuple[str, ...]
    names: Mapping[str, Word]  # names of the languages
    units: tuple[QuizUnit, ...]
    topics: Mapping[str, Text]  # titles by id
    terms: tuple[Card, ...] = ()  # both cards of each glossary term
    figures: Mapping[str, FigureWords] = field(default_factory=dict)  # by the id of the item
    left_out: int = 0  # number of items in a file that could not be read

    @cached_property
    def by_id(self) -> Mapping[str, Asked]:
        """Every item and every glossary card, by its id in the log."""
        placed = [(item, unit.labels, unit.path) for unit in self.units for item in unit.items]
        placed += [(card, "numbers", GLOSSARY) for card in self.terms]
        return {
            item.id: Asked(item, labels, key_fingerprint(item), path.partition("/")[0])
            for item, labels, path in placed
        }

    def title_of(self, name: str) -> Text | None:
        """Return the title of a referenced item or term."""
        asked = self.by_id.get(name) or self.by_id.get(f"term/{name}")
        return asked.item.heading if asked else None


def take_bank(bank: Bank) -> QuizBank:
    """Make a quiz bank from a loaded bank."""
    figures = {
        placed.item.id: FigureWords(
            figure.alt,
            {one: tuple(label for _, label in figure.written_labels(one)) for one in bank.locales},
            with_answer=placed.item.figure_with == "answer",
        )
        for placed in bank.items()
        if (figure := bank.figure_of(placed.item))
    }
    return QuizBank(
        namespace=bank.identity.namespace,
        languages=tuple(dict.fromkeys([bank.root, *bank.locales])),
        names={locale: bank.language(locale) for locale in bank.locales},
        units=tuple(
            QuizUnit(
                f"{collection.folder}/{slug}",
                unit.title,
                unit.name,
                unit.labels if isinstance(unit, Quiz) else "numbers",
                unit.items,
            )
            for collection, slug, unit in bank.units()
        ),
        topics={topic.id: topic.title for topic in bank.reference.topics},
        terms=tuple(list_term_cards(bank.reference.terms)),
        figures=figures,
    )


def list_term_cards(terms: Iterable[Term]) -> Iterator[Card]:
    """Make both cards of each term: `term/ID` asks for the definition, `meaning/ID` for the term."""
    kept = list(terms)
    for term in kept:
        yield _make_card(f"term/{term.id}", term.term, term.meaning, term)
    for term in kept:
        yield _make_card(f"meaning/{term.id}", _leave_blanks(term), term.term, term)


def _make_card(id_: str, front: Text, back: Text, term: Term) -> Card:
    return Card(id=id_, front=front, back=back, place=term.place, last_line=term.place.line)


def _leave_blanks(term: Term) -> Text:
    """Blank out each name of the term in its definition, so that it doesn't give the answer away."""
    names = [
        name for text in (term.term, *term.also) for name in text.passages.values() if _WORD.search(name)
    ]
    patterns = [_match_name(name) for name in sorted(names, key=len, reverse=True)[:_MOST_NAMES]]
    if not patterns:
        return term.meaning
    named = re.compile("|".join(patterns), re.IGNORECASE)
    blanked = {locale: named.sub(_BLANK, passage) for locale, passage in term.meaning.passages.items()}
    return replace(term.meaning, passages=blanked)


def _match_name(name: str) -> str:
    """Return a regex for a name, allowing plural and gender endings on its words."""
    words = _WORD.findall(clean_line(name))[:20]
    return r"\b" + r"\W{1,3}".join(rf"{re.escape(word)}(?:\w{{1,2}})?" for word in words) + r"\b"
