"""What stands beside the questions: the glossary, the topics, the formulas and the code patterns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from espejo.problems import Place
from espejo.proof import Proof
from espejo.text import Text, key


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of the glossary."""

    id: str = key("Written by hand: its anchor on the page in every language.")
    term: Text = key("The term in each language; one string if it stays English everywhere.")
    meaning: Text = key("What it means, in a sentence.")
    place: Place

    def texts(self) -> Iterator[Text]:
        yield self.term
        yield self.meaning


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """The terms, and how each language says them."""

    terms: tuple[Term, ...] = key("The terms.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Something that questions of several quizzes are about; it has a page that gathers them."""

    id: str = key("Written by hand: what questions name, and the address of its page.")
    title: Text = key("What it is called.")
    about: Text = key("What its questions ask about, in a sentence.")
    place: Place

    def texts(self) -> Iterator[Text]:
        yield self.title
        yield self.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """The topics a question may name, in the order in which the site shows them."""

    topics: tuple[Topic, ...] = key("The topics.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol:
    """One symbol of a formula."""

    symbol: Text = key("The symbol: $d_k$.")
    meaning: Text = key("What it stands for.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A formula with what each symbol means."""

    id: str = key("Written by hand, unique in the bank, never reused: f-01.")
    group: Text = key("What it is filed under; the same words for all of a group.")
    title: Text = key("What it is called.")
    formula: Text = key("The formula itself: $$y = f(x)$$.")
    symbols: tuple[Symbol, ...] = key("Its symbols, in the order in which they appear.")
    note: Text = key("When it is used, and what to watch for.")
    proof: Proof | None = key("A program that shows that it is right.", default=None)
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

    formulas: tuple[Formula, ...] = key("The formulas.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A listing: code that is written again and again, complete."""

    id: str = key("Written by hand, unique in the bank, never reused: p-01.")
    title: Text = key("What it is called.")
    caption: Text = key("What the listing shows, in a sentence.")
    code: Text = key("The listing, between two lines of ```.")
    note: Text = key("What to watch for.")
    proof: Proof | None = key("A program that shows what it promises.", default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        yield from (self.title, self.caption, self.code, self.note)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """The code patterns, in order."""

    patterns: tuple[Pattern, ...] = key("The patterns.")
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
