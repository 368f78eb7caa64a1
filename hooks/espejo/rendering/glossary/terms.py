"""Terms in text: where the passages of a bank use the terms of its glossary, in each language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.language import Locale
from espejo.model.quiz import Item
from espejo.model.reference import Term
from espejo.model.text import ONCE, Text
from espejo.passages.fragments import block, inline
from espejo.passages.words import WORD, Phrases, Stemmer, Words, are_forms

MAX_WORDS = 20
"""How many words the longest term has that is looked for."""

_SKIPPED = frozenset(["a", "code", "h1", "h2", "h3", "h4", "h5", "h6", "math", "pre", "svg"])
_PARENTHESIS = re.compile(r"\([^()]*\)")  # a text may leave it out: 'rectified linear unit (ReLU)'
_WORD = WORD.pattern.replace("+", "++").replace(")*", ")*+")  # it never goes back, so it takes linear time
# A tag, whose quoted values may contain anything; an entity; or words with only space in between.
_PART = re.compile(rf'<(/?)([a-z]\w*)(?:[^>"]|"[^"]*")*+>|&#?\w+;|({_WORD}(?:\s++{_WORD})*+)')
_WORD_OF_RUN = re.compile(r"\S+")


class Use(NamedTuple):
    """A use of a term in a fragment: the term's id, and where it begins and ends."""

    id: str
    start: int
    end: int


class _Name(NamedTuple):
    """One name of a term, as the words of its language."""

    id: str
    words: Words


class TermFinder:
    """Finds the terms of the glossary in fragments of one language."""

    def __init__(self, locale: str, language: Locale, terms: Iterable[Term]) -> None:
        self._stems = Stemmer(language.writing.endings if language.writing else ())
        self._names = list(_list_names(locale, tuple(terms)))
        self._phrases = Phrases(self._list_phrases())
        # Large, because both languages of a passage are compared on every page that shows it.
        self.find: Callable[[str], tuple[Use, ...]] = lru_cache(maxsize=65536)(self._find)

    @cached_property
    def known(self) -> frozenset[str]:
        """The ids of the terms that have a name in this language."""
        return frozenset(name.id for name in self._names)

    def _list_phrases(self) -> Iterator[tuple[Words, list[_Name]]]:
        """The names by their stems and by their words as they are: 'biases' has 'bias', 'bias' has 'bia'."""
        grouped: dict[Words, list[_Name]] = {}
        for name in self._names:
            for words in {self._stem(name.words), name.words}:
                grouped.setdefault(words, []).append(name)
        yield from grouped.items()

    def _stem(self, words: Iterable[str]) -> Words:
        return tuple(map(self._stems.__getitem__, words))

    def _find(self, html: str) -> tuple[Use, ...]:
        return tuple(use for run in _split_runs(html) for use in self._find_in_run(run))

    def _find_in_run(self, run: re.Match[str]) -> Iterator[Use]:
        words = _split_run(run)
        spans: list[re.Match[str]] = []
        for names, found in self._phrases.find(self._stem(words)):
            if name := next((one for one in names if _are_forms(words[found], one.words)), None):
                spans = spans or list(_WORD_OF_RUN.finditer(run[3]))
                start, end = spans[found.start].start(), spans[found.stop - 1].end()
                yield Use(name.id, run.start() + start, run.start() + end)


def _list_names(locale: str, terms: Iterable[Term]) -> Iterator[_Name]:
    """The names of all terms and then their synonyms, each without what is in parentheses."""
    named = [(term.id, term.term) for term in terms]
    named += [(term.id, text) for term in terms for text in term.also]
    for id_, text in named:
        if text.has(locale):
            runs = list(_split_runs(_PARENTHESIS.sub("", inline(text.show(locale).markdown))))
            if len(runs) == 1 and len(words := _split_run(runs[0])) <= MAX_WORDS:
                yield _Name(id_, words)


def _are_forms(words: Words, others: Words) -> bool:
    return all(map(are_forms, words, others))


def _split_runs(html: str) -> Iterator[re.Match[str]]:
    """The runs of a fragment: words that follow one another with only space in between.

    Code, formulas, links and headings have none. A tag, an entity or a mark ends a run.
    """
    skipped = 0
    for part in _PART.finditer(html):
        if part[2] in _SKIPPED:
            skipped += -1 if part[1] else 1
        elif part[3] and not skipped:
            yield part


def _split_run(run: re.Match[str]) -> Words:
    return tuple(map(str.lower, run[3].split()))


def _list_own_texts(item: Item) -> Iterator[Text]:
    """What a question or card says itself: the titles of its sources are not its words."""
    cited = {id(text) for source in item.sources for text in source.texts()}
    return (text for text in item.texts() if id(text) not in cited)


class Terms:
    """The terms of a bank in its texts."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._finders = {
            locale: TermFinder(locale, language, bank.reference.terms)
            for locale, language in bank.locales.items()
        }

    def find(self, text: Text, html: str, locale: str) -> Iterator[Use]:
        """The uses in a fragment of a text, in this language, that its other languages confirm.

        A word with several senses is a term only where it is translated as one: 'forma' is a shape where the
        English has 'shape', and not where it has 'way'.
        """
        uses = self._finders[locale].find(html)
        others = [other for other in text.passages if other not in (locale, ONCE)] if uses else []
        found = {other: {use.id for use in self._find_in(text, other)} for other in others}
        for use in uses:
            rivals = [found[other] for other in others if use.id in self._finders[other].known]
            if not rivals or any(use.id in ids for ids in rivals):
                yield use

    def _find_in(self, text: Text, locale: str) -> tuple[Use, ...]:
        return self._finders[locale].find(block(text.passages[locale]))

    @cached_property
    def used_in(self) -> Mapping[str, Mapping[str, tuple[Placed, ...]]]:
        """By locale and term, the questions and cards whose text uses it there, in their order."""
        return {locale: self._list_items(locale) for locale in self._bank.locales}

    def _list_items(self, locale: str) -> Mapping[str, tuple[Placed, ...]]:
        used: dict[str, dict[str, Placed]] = {}
        for placed in self._bank.items():
            for text in _list_own_texts(placed.item):
                shown = text.show(locale)
                if shown.locale == locale:
                    for use in self.find(text, block(shown.markdown), locale):
                        used.setdefault(use.id, {})[placed.item.id] = placed
        return {id_: tuple(items.values()) for id_, items in used.items()}
