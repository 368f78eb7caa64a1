"""Bank: everything under data/, loaded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, Union

from espejo.messages.message import Message, Word, listed, message
from espejo.model.collection import Collection, Course, Placed
from espejo.model.figure import Figure
from espejo.model.grammar import DECK_NAME, LANGUAGE, SLUG, WEB_ADDRESS, Form
from espejo.model.keys import HasTexts
from espejo.model.language import Locale, name_language
from espejo.model.ledger import Ledger
from espejo.model.problems import Place
from espejo.model.quiz import Item, Question, Quiz, Unit
from espejo.model.reference import Formula, Pattern, Reference, Term, Topic
from espejo.model.text import ONCE, Allowed, Name, Text, key

Record = Union["Identity", "Home", Collection, Course, Unit, Item, Term, Topic, Formula, Pattern, Figure]
"""Any record with texts of its own."""

Provable = Item | Formula | Pattern
"""Any record that may have a proof."""

FORMAT = "1"
"""The format of the data and its ledger that this version reads and writes."""

_FORMAT = Form(re.compile("[1-9][0-9]{0,3}"), message("a number such as 1"))
_NAMESPACE = Form(SLUG, message("lowercase letters, digits and hyphens, such as espejo"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """A redirect from an old URL to a new one."""

    old: Name = key()
    new: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirects:
    """All redirects. They apply in every language."""

    redirects: tuple[Redirect, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """The license of the questions and cards: its name and the page that has it."""

    name: str = key(form=DECK_NAME)
    url: str = key(form=WEB_ADDRESS, default="")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity(HasTexts):
    """The bank's name and its identifiers in Anki, which tie learners' notes to it."""

    id: ClassVar[str] = ""  # has no id
    name: Text = key(once=True, line=True)
    languages: tuple[str, ...] = key(form=LANGUAGE, seen=False)  # the first is the root language
    license: License = key(seen=False)
    format: str = key(
        default=FORMAT, form=_FORMAT, seen=False
    )  # of all files, so that older software refuses newer ones
    namespace: str = key(form=_NAMESPACE)  # for notes, note types, and decks; permanent
    note_type: str = key(default="", form=DECK_NAME)  # defaults to the name of the bank
    decks: str = key(default="", form=DECK_NAME)  # top-level deck prefix; defaults to the name of the bank
    tags: str = key(default="", form=_NAMESPACE)  # tag prefix; defaults to the namespace
    shuffle: bool = key(default=False, seen=False)  # for quizzes that don't say otherwise
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


_BANK_FILE = Place("data/bank.yaml", 1, 1)

ESPEJO = Identity(
    name=Text({ONCE: "Espejo"}, _BANK_FILE),
    languages=(),
    license=License(name="", url="", place=_BANK_FILE),
    namespace="espejo",
    place=_BANK_FILE,
)
"""Identity of a bank that couldn't be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door(HasTexts):
    """A featured link on the home page: to a collection, quiz, deck, or course."""

    title: Text = key(line=True)
    about: Text = key(line=True)
    path: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(HasTexts):
    """A step of the path for newcomers: a few questions, and one that shows who can skip it."""

    title: Text = key(line=True)
    items: tuple[Name, ...] = key()
    check: Name = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Home(HasTexts):
    """Home page content: a sample question, the path for newcomers, and featured links."""

    id: ClassVar[str] = ""  # has no id
    question: Name | None = key(default=None)
    path: tuple[Step, ...] = key(default=())
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
        """The locale whose URLs have no prefix: the first."""
        return next(iter(self.locales), "")

    def language(self, locale: str) -> Word:
        """The name of a language, translated into each output language."""
        return name_language(locale, self.locales)

    def list_languages(self, locales: Iterable[str]) -> Message:
        """Language names as a list in prose: English and Spanish."""
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
        """Every record that may have a proof. Anki notes and the ledger refer to them by id."""
        for placed in self.items():
            yield placed.item
        yield from self.reference.entries()

    def records(self) -> Iterator[Record]:
        yield self.identity
        yield from (self.home,) if self.home else ()
        for collection in self.collections:
            yield collection
            yield from collection.guide.courses if collection.guide else ()
        for _, _, unit in self.units():
            yield unit
            yield from unit.items
        yield from self.reference.records()
        yield from self.figures.values()

    def figure_of(self, record: Provable) -> Figure | None:
        """The figure of a record, if it has one and the file exists."""
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


class Variant(NamedTuple):
    """Languages of an Anki deck, single or paired: it asks in the first one and answers in all."""

    name: str
    locales: tuple[str, ...]


def list_variants(bank: Bank) -> list[Variant]:
    """List one per language and, for each but the root, one that asks in the root and answers in both."""
    root = bank.root
    others = [locale for locale in bank.locales if locale != root]
    single = [Variant(locale, (locale,)) for locale in (root, *others)]
    return [*single, *(Variant(f"{root}-{locale}", (root, locale)) for locale in others)]
