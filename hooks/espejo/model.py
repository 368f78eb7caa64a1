"""What the bank is made of. A class here is also the shape of a record in a file: a field is a key,
a field without a default must be there, and what follows `key(...)` is what an editor is told of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from espejo.problems import Place

ONCE = ""
"""The key under which a passage that is the same in every locale stands in a text."""

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
"""What can be a folder, an anchor or a part of an address."""

Kind = Literal["single", "multiple", "truefalse", "free", "recall"]
Labels = Literal["numbers", "letters"]


def key(about: str, **kw: Any) -> Any:
    """A field of a record, with a sentence about it."""
    return field(metadata={"about": about}, **kw)


class Passage(NamedTuple):
    """What is shown of a text: the locale it is in and the Markdown."""

    locale: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Text:
    """One passage in every locale: a mapping from locale to Markdown, or one string for all of them."""

    passages: Mapping[str, str]
    places: Mapping[str, Place]
    place: Place

    def show(self, locale: str) -> Passage:
        """The passage in this locale, or else in the first one that has it."""
        if locale in self.passages:
            return Passage(locale, self.passages[locale])
        if ONCE in self.passages:
            return Passage(locale, self.passages[ONCE])
        return next((Passage(*item) for item in self.passages.items()), Passage(locale, ""))

    @property
    def differs(self) -> bool:
        """Whether it is written for each locale, and not once for all."""
        return ONCE not in self.passages

    def has(self, locale: str) -> bool:
        return locale in self.passages or ONCE in self.passages


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One choice of a question."""

    text: Text = key("What the reader may choose.")
    correct: bool = key("Whether it is right.", default=False)
    why: Text | None = key("Why it is wrong, in a sentence or two.", default=None)
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a quiz."""

    id: str = key("Written by hand, unique in the bank, never reused: q-07-01.")
    kind: Kind = key("How it is answered.")
    title: Text = key("A short heading. It may be the whole question.")
    prompt: Text | None = key("The question, if the title does not say it all.", default=None)
    choices: tuple[Choice, ...] = key("Two to five, for single and multiple.", default=())
    correct: bool | None = key("For truefalse: whether the statement is true.", default=None)
    answer: Text | None = key("For free and recall: a model answer.", default=None)
    points: tuple[Text, ...] = key("For free: what a good answer mentions.", default=())
    why: Text | None = key("Why the answer is right.", default=None)
    place: Place
    last_line: int

    def texts(self) -> Iterator[Text]:
        """Every text of the question, in reading order."""
        yield self.title
        if self.prompt:
            yield self.prompt
        for choice in self.choices:
            yield choice.text
            if choice.why:
                yield choice.why
        if self.answer:
            yield self.answer
        yield from self.points
        if self.why:
            yield self.why


@dataclass(frozen=True, slots=True, kw_only=True)
class Quiz:
    """One file of questions."""

    title: Text = key("The page's title.")
    subject: Text = key("What it is about, in two or three words.")
    focus: Text = key("What it centres on, in a sentence. Also the page's description.")
    labels: Labels = key("Whether choices are numbered or lettered.", default="numbers")
    questions: tuple[Question, ...] = key("The questions, in order.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """A family of quizzes: a folder under data/, and its address on the site."""

    folder: str = key("The folder's name, and the address of its index page.")
    prefix: str = key("What the ids of its questions begin with: q.")
    title: Text = key("What it is called.")
    about: Text = key("What a reader finds in it, in a sentence.")
    place: Place
    quizzes: Mapping[str, Quiz] = field(default_factory=dict)  # by slug, from the folder's files

    def count_questions(self) -> int:
        return sum(len(quiz.questions) for quiz in self.quizzes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """The families of quizzes, in the order in which the site shows them."""

    collections: tuple[Collection, ...] = key("The collections.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One term of the glossary."""

    id: str = key("Written by hand: its anchor on the page in every language.")
    term: Text = key("The term in each language; one string if it stays English everywhere.")
    meaning: Text = key("What it means, in a sentence.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Glossary:
    """The terms, and how each language says them."""

    terms: tuple[Term, ...] = key("The terms.")
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Locale:
    """One language of the site and every word the site itself says in it."""

    name: str = key("The language's own name for itself.")
    mark: str = key("A short mark for passages shown in it elsewhere: EN.")
    flag: str = key("What stands before a note written in it.", default="")
    territory: str = key("Language and territory, for og:locale: en_US.")
    words: Mapping[str, str] = key("What the site says, by name.")
    place: Place


@dataclass(frozen=True, slots=True)
class Bank:
    """Everything under data/."""

    locales: Mapping[str, Locale]
    collections: tuple[Collection, ...]
    glossary: Glossary

    def quizzes(self) -> Iterator[tuple[Collection, str, Quiz]]:
        for collection in self.collections:
            for slug, quiz in collection.quizzes.items():
                yield collection, slug, quiz

    def questions(self) -> Iterator[tuple[Quiz, Question]]:
        for _, _, quiz in self.quizzes():
            for question in quiz.questions:
                yield quiz, question

    def texts(self) -> Iterator[tuple[str, Text]]:
        """Every text of the bank with the id of its record."""
        for collection in self.collections:
            yield "", collection.title
            yield "", collection.about
        for _, _, quiz in self.quizzes():
            for text in (quiz.title, quiz.subject, quiz.focus):
                yield "", text
            for question in quiz.questions:
                for text in question.texts():
                    yield question.id, text
        for term in self.glossary.terms:
            yield term.id, term.term
            yield term.id, term.meaning
