"""Bank: everything under data/, loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Union

from espejo.messages.message import Message, Word, listed, message
from espejo.model.collection import Collection, Course, Placed
from espejo.model.figure import Figure
from espejo.model.grammar import DECK_NAME, SLUG, Form
from espejo.model.keys import HasTexts
from espejo.model.language import Locale, name_language
from espejo.model.ledger import Ledger
from espejo.model.problems import Place
from espejo.model.quiz import Item, Question, Quiz, Unit
from espejo.model.reference import Formula, Pattern, Reference, Term, Topic
from espejo.model.text import ONCE, Allowed, Name, Text, key

Record = Union["Identity", "Home", Collection, Course, Unit, Item, Term, Topic, Formula, Pattern, Figure]
"""Everything that has texts of its own."""

Provable = Item | Formula | Pattern
"""Everything that may have a proof."""

_NAMESPACE = Form(SLUG, message("lowercase letters, digits and hyphens, such as espejo"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """A page that has moved."""

    old: Name = key()
    new: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirects:
    """The pages that have moved. Each old address leads to the new one, in every language."""

    redirects: tuple[Redirect, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity(HasTexts):
    """What a bank is called, and the names by which learners' notes are known to be its own."""

    id: ClassVar[str] = ""  # it has no id
    name: Text = key(once=True, line=True)
    namespace: str = key(form=_NAMESPACE)  # of notes, note types and decks; permanent
    note_type: str = key(default="", form=DECK_NAME)  # the name of the bank, if left out
    decks: str = key(default="", form=DECK_NAME)  # how its outermost decks begin: the name of the bank
    tags: str = key(default="", form=_NAMESPACE)  # what its tags begin with: the namespace
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


_BANK_FILE = Place("data/bank.yaml", 1, 1)

ESPEJO = Identity(name=Text({ONCE: "Espejo"}, _BANK_FILE), namespace="espejo", place=_BANK_FILE)
"""The identity of a bank that does not say what it is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door(HasTexts):
    """A way into the bank that home offers: a collection, a quiz, a deck or a course."""

    title: Text = key(line=True)
    about: Text = key(line=True)
    path: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Home(HasTexts):
    """What the home page shows of the bank: a question to try, and ways in."""

    id: ClassVar[str] = ""  # it has no id
    question: Name | None = key(default=None)
    doors: tuple[Door, ...] = key(default=())
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything under data/."""

    locales: Mapping[str, Locale]
    collections: tuple[Collection, ...]
    reference: Reference
    ledger: Ledger = Ledger()
    redirects: tuple[Redirect, ...] = ()
    identity: Identity = ESPEJO
    figures: Mapping[str, Figure] = field(default_factory=dict)  # by name
    home: Home | None = None

    @property
    def root(self) -> str:
        """The locale whose addresses have no prefix."""
        return next((name for name, one in self.locales.items() if one.root), next(iter(self.locales), ""))

    def language(self, locale: str) -> Word:
        """The name of a language, as each language calls it."""
        return name_language(locale, self.locales)

    def list_languages(self, locales: Iterable[str]) -> Message:
        """The names of languages as a list: English and Spanish."""
        return listed(map(self.language, locales))

    def units(self) -> Iterator[tuple[Collection, str, Unit]]:
        for collection in self.collections:
            for slug, unit in collection.units.items():
                yield collection, slug, unit

    def items(self) -> Iterator[Placed]:
        for collection in self.collections:
            yield from collection.placed()

    def questions(self) -> Iterator[tuple[Quiz, Question]]:
        for _, _, unit in self.units():
            if isinstance(unit, Quiz):
                for question in unit.questions:
                    yield unit, question

    def provable(self) -> Iterator[Provable]:
        """Every record that may have a proof; learners' notes and the ledger know them by id."""
        for placed in self.items():
            yield placed.item
        yield from self.reference.entries()

    def records(self) -> Iterator[Record]:
        yield from self._head_records()
        for _, _, unit in self.units():
            yield unit
            yield from unit.items
        yield from self._tail_records()

    def records_beside_units(self) -> Iterator[Record]:
        """Every record that is in the file of no quiz or deck."""
        yield from self._head_records()
        yield from self._tail_records()

    def _head_records(self) -> Iterator[Record]:
        yield self.identity
        yield from (self.home,) if self.home else ()
        for collection in self.collections:
            yield collection
            yield from collection.guide.courses if collection.guide else ()

    def _tail_records(self) -> Iterator[Record]:
        yield from self.reference.records()
        yield from self.figures.values()

    def figure_of(self, record: Provable) -> Figure | None:
        """The figure that a record shows, if it names one that exists."""
        return self.figures.get(record.figure) if record.figure else None

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Every text of the bank, with the id of its record."""
        for record in self.records():
            for text in self.texts_of(record):
                yield record.id, text

    @staticmethod
    def texts_of(record: Record) -> Iterator[Text]:
        """The texts of a record, with those of its proof."""
        yield from record.texts()
        proof = getattr(record, "proof", None)
        if proof:
            yield from filter(None, (proof.illustrates, proof.not_computable))
