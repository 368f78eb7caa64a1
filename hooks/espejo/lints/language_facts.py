"""The languages and the glossary enter; what the lints ask of a language leaves, ready to be asked often."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from espejo.lints.parsed import BLANK, ParsedPassage, split_words
from espejo.model.bank import Bank
from espejo.model.language import Writing
from espejo.model.problems import Place
from espejo.model.reference import Term
from espejo.model.text import Text

Stems = tuple[str, ...]

_NOTHING = Writing(place=Place("", 1, 1))
_QUOTES = "\"“”„«»'"
_LABEL = "[A-E1-5]"
_SHORT = 3  # 'of', 'de', 'que' change with the sentence
_ASIDE = re.compile(r"\([^()]*\)")
_GAP = f"[\\s{BLANK}]+"


class LanguageFacts:
    """One language, as the lints know it."""

    def __init__(self, locale: str, bank: Bank) -> None:
        language = bank.locales[locale]
        writing = language.writing or _NOTHING
        self.locale, self.name = locale, language.name
        self.quotes, self.openings = writing.quotes, writing.openings
        self.wrong_quotes = [mark for mark in _QUOTES if mark not in writing.quotes] if writing.quotes else []
        self.negations = frozenset(writing.negations)
        denials = (*writing.negations, *writing.denials)
        self.denials = frozenset(denials)
        self._beginnings = tuple(one[:-1] for one in denials if one.endswith("*"))
        self._ends = tuple(one[1:] for one in denials if one.startswith("*"))
        others = [one.writing for name, one in bank.locales.items() if name != locale and one.writing]
        self.foreign = frozenset(word for one in others for word in one.common) - {*writing.common}
        self.order = _compile_phrases(writing.order)
        self.stems = _Stemmer(writing.endings)
        self.terms = {term.id: term.term.show(locale).markdown for term in bank.reference.terms}
        self._terms = {term.id: list(self._say(term)) for term in bank.reference.terms}
        self._telling = {
            id_: [[stem for stem in stems if len(stem) > _SHORT] or stems for stems in said]
            for id_, said in self._terms.items()
            if writing.endings
        }
        self.leads = locale == _find_leading(bank.reference.terms)
        self._heads = _Heads(self.stems, self._terms if self.leads and writing.endings else {})

    def denies(self, words: list[str]) -> bool:
        """Whether one of these words says no, or may stand where another language does."""
        return not self.denials.isdisjoint(words) or any(
            word.startswith(self._beginnings) or word.endswith(self._ends) for word in words
        )

    def _say(self, term: Term) -> Iterator[Stems]:
        """The term and what else a text may call it; what it has in parentheses may be left out."""
        for text in (term.term, *term.also):
            if text.has(self.locale):
                prose = ParsedPassage(text.show(self.locale).markdown).prose
                yield self.stem(split_words(_ASIDE.sub("", prose)))

    def stem(self, words: Iterable[str]) -> Stems:
        return tuple(map(self.stems.__getitem__, words))

    def find_terms(self, words: list[str]) -> Iterator[tuple[str, slice]]:
        """The terms of the glossary in a passage, and which of its words they are: always the longest."""
        past = 0
        for at, word in enumerate(words):
            if at >= past and (terms := self._heads[word]):
                for term, id_ in terms:
                    if len(term) == 1 or self.stem(words[at : at + len(term)]) == term:
                        past = at + len(term)
                        yield id_, slice(at, past)
                        break

    def has_term(self, stems: set[str], id_: str) -> bool:
        """Whether the words of the term that say something, or of another word for it, are among these."""
        said = self._telling.get(id_)
        return not said or any(map(stems.issuperset, said))


class Side(NamedTuple):
    """A passage in one language, and the other texts of its record."""

    facts: LanguageFacts
    passage: ParsedPassage
    record: tuple[Text, ...] = ()


class _Stemmer(dict[str, str]):
    """For each word what inflection leaves of it, worked out once: 'capa' and 'capas' are 'cap'."""

    def __init__(self, endings: Iterable[str]) -> None:
        super().__init__()
        self._endings = sorted(endings, key=len, reverse=True)

    def __missing__(self, word: str) -> str:
        made = "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))
        for ending in self._endings:
            stem = made.removesuffix(ending)
            # A double letter is not torn apart: the s of 'loss' is no ending.
            if stem != made and len(stem) > 2 and stem[-1] != ending[0]:
                made = stem
                break
        self[word] = made
        return made


class _Heads(dict[str, list[tuple[Stems, str]]]):
    """For each word the terms that begin with it in any of its forms, the longest first."""

    def __init__(self, stems: _Stemmer, terms: Mapping[str, list[Stems]]) -> None:
        super().__init__()
        self._stems = stems
        self._index: dict[str, list[tuple[Stems, str]]] = {}
        for id_, said in terms.items():
            for term in filter(None, said[:1]):
                self._index.setdefault(term[0], []).append((term, id_))
        for found in self._index.values():
            found.sort(key=lambda one: -len(one[0]))

    def __missing__(self, word: str) -> list[tuple[Stems, str]]:
        self[word] = found = self._index.get(self._stems[word], [])
        return found


def _find_leading(terms: Iterable[Term]) -> str:
    """The language that the glossary writes first, and explains: in another, 'forma' is often no 'shape'."""
    return next((next(iter(one.term.passages)) for one in terms if len(one.term.passages) > 1), "")


def find_words(prose: str, words: Iterable[str]) -> int:
    """Where these words stand side by side, with nothing but space between them; -1 if they do not."""
    found = re.search(f"(?<!\\w){_GAP.join(map(re.escape, words))}(?!\\w)", prose, re.IGNORECASE)
    return found.start() if found else -1


def _compile_phrases(phrases: Iterable[str]) -> dict[str, re.Pattern[str]]:
    """By the longest word of each phrase, which is the rarest, a pattern for all that have it."""
    patterns: dict[str, list[str]] = {}
    for phrase in phrases:
        words = phrase.lower().split()
        rare = max((word for word in words if word != "{label}"), key=len)
        said = _GAP.join(_LABEL if word == "{label}" else f"(?i:{re.escape(word)})" for word in words)
        patterns.setdefault(rare, []).append(said)
    return {rare: re.compile(f"(?<!\\w)(?:{'|'.join(said)})(?!\\w)") for rare, said in patterns.items()}
