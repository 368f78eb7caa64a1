"""What stands beside the questions: the glossary, the topics, the formulas and the code patterns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from espejo.problems import Place
from espejo.proof import Proof
from espejo.text import Accepted, Text, key


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of the glossary."""

    id: str = key()
    term: Text = key()  # one string if it stays English everywhere
    meaning: Text = key()
    also: tuple[Text, ...] = key(default=())  # other words that a text may use for it
    accept: Accepted | None = key(default=None)
    place: Place

    def texts(self) -> Iterator[Text]:
        yield self.term
        yield self.meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """The terms, and how each language says them."""

    terms: tuple[Term, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that questions of several quizzes are about; it has a page that gathers them."""

    id: str = key()
    title: Text = key()
    about: Text = key()
    accept: Accepted | None = key(default=None)
    place: Place

    def texts(self) -> Iterator[Text]:
        yield self.title
        yield self.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """The topics a question may name, in the order in which the site shows them."""

    topics: tuple[Topic, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """One symbol of a formula."""

    symbol: Text = key()
    meaning: Text = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A formula with what each symbol means."""

    id: str = key()
    group: Text = key()
    title: Text = key()
    formula: Text = key()
    symbols: tuple[Symbol, ...] = key()
    note: Text = key()
    accept: Accepted | None = key(default=None)
    proof: Proof | None = key(default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        yield from (self.group, self.title, self.formula)
        for symbol in self.symbols:
            yield symbol.symbol
            yield symbol.meaning
        yield self.note


@dataclass(frozen=True, slots=True, kw_only=True)
class Formulas:
    """The formulas, in order."""

    formulas: tuple[Formula, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A listing: code that is written again and again, complete."""

    id: str = key()
    title: Text = key()
    caption: Text = key()
    code: Text = key()
    note: Text = key()
    accept: Accepted | None = key(default=None)
    proof: Proof | None = key(default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        yield from (self.title, self.caption, self.code, self.note)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """The code patterns, in order."""

    patterns: tuple[Pattern, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True)
class Reference:
    """All of it."""

    terms: tuple[Term, ...] = ()
    topics: tuple[Topic, ...] = ()
    formulas: tuple[Formula, ...] = ()
    patterns: tuple[Pattern, ...] = ()

    def records(self) -> Iterator[Term | Topic | Formula | Pattern]:
        yield from self.terms
        yield from self.topics
        yield from self.formulas
        yield from self.patterns

    def entries(self) -> Iterator[Formula | Pattern]:
        """Those that can be proven."""
        yield from self.formulas
        yield from self.patterns
