"""Reference material: glossary, topics, formulas, code patterns, and the sources records cite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from espejo.model.grammar import VERSION, WEB_ADDRESS
from espejo.model.keys import HasTexts
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.text import Allowed, Name, Text, key

MAX_SOURCES = 5
"""Limit of sources per record: more would be a bibliography, which nobody reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation(HasTexts):
    """A source of a record: a page of documentation or a paper."""

    title: Text = key(once=True, line=True)
    url: str = key(form=WEB_ADDRESS)
    part: Text | None = key(default=None, once=True, line=True)  # section of the page, in words
    version: str | None = key(default=None, form=VERSION)  # the version or year it describes
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Term(HasTexts):
    """One term of the glossary."""

    id: str = key()
    term: Text = key(once=True, line=True)  # one string if it isn't translated
    meaning: Text = key()
    also: tuple[Text, ...] = key(default=(), seen=False)  # synonyms that a text may use
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """All terms, with their translations."""

    terms: tuple[Term, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic(HasTexts):
    """A topic; its page lists its questions and cards from all collections."""

    id: str = key()
    title: Text = key(line=True)
    about: Text = key()
    allow: Allowed | None = key(default=None, seen=False)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Topics:
    """All topics, in display order."""

    topics: tuple[Topic, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbol(HasTexts):
    """One symbol of a formula."""

    symbol: Text = key(line=True)
    meaning: Text = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula(HasTexts):
    """A formula and the meaning of its symbols."""

    id: str = key()
    group: Text = key(line=True)
    title: Text = key(line=True)
    formula: Text = key()
    symbols: tuple[Symbol, ...] = key()
    figure: Name | None = key(default=None)
    note: Text = key()
    sources: tuple[Citation, ...] = key(default=())
    corrects: Text | None = key(default=None)  # where the answer departs from the document it comes from
    allow: Allowed | None = key(default=None, seen=False)
    proof: Proof | None = key(default=None, seen=False)
    place: Place
    last_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Formulas:
    """All formulas, in order."""

    formulas: tuple[Formula, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern(HasTexts):
    """A code pattern: a complete listing with a caption."""

    id: str = key()
    title: Text = key(line=True)
    caption: Text = key()
    code: Text = key()
    figure: Name | None = key(default=None)
    note: Text = key()
    sources: tuple[Citation, ...] = key(default=())
    corrects: Text | None = key(default=None)  # where the answer departs from the document it comes from
    allow: Allowed | None = key(default=None, seen=False)
    proof: Proof | None = key(default=None, seen=False)
    place: Place
    last_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """All code patterns, in order."""

    patterns: tuple[Pattern, ...] = key()
    place: Place


@dataclass(frozen=True, slots=True)
class Reference:
    """All reference material."""

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
        """The formulas and patterns, which can have proofs."""
        yield from self.formulas
        yield from self.patterns
