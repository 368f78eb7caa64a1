"""Language facts: what the lints need to know about a language, prepared once for fast lookup.

They come from `writing` in data/locales and from the glossary.
"""

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

_NO_WRITING = Writing(place=Place("", 1, 1))
_QUOTES = "\"“”„«»'"
_LABEL = "[A-E1-5]"
MAX_TERM_WORDS = 20
_SHORT = 3  # stems this short ('of', 'de', 'que') vary with the sentence
_PARENTHESIS = re.compile(r"\([^()]*\)")
_GAP = f"[\\s{BLANK}]+"


class LanguageFacts:
    def __init__(self, locale: str, bank: Bank) -> None:
        language = bank.locales[locale]
        writing = language.writing or _NO_WRITING
        self.locale, self.name = locale, language.name
        self.quotes, self.openings = writing.quotes, writing.openings
        self.wrong_quotes = [mark for mark in _QUOTES if mark not in writing.quotes] if writing.quotes else []
        self.common = frozenset(writing.common)
        self.negations = frozenset(writing.negations)
        denials = (*writing.negations, *writing.denials)
        self.denials = frozenset(denials)
        self._denial_prefixes = tuple(word[:-1] for word in denials if word.endswith("*"))
        self._denial_suffixes = tuple(word[1:] for word in denials if word.startswith("*"))
        others = [other.writing for name, other in bank.locales.items() if name != locale and other.writing]
        self.foreign = frozenset(word for other in others for word in other.common) - self.common
        self.order = _compile_phrases(writing.order)
        self.stems = _Stemmer(writing.endings)
        self.terms = {term.id: term.term.show(locale).markdown for term in bank.reference.terms}
        self._names = {term.id: list(self._stem_names(term)) for term in bank.reference.terms}
        self._long_stems = {
            id_: [[stem for stem in stems if len(stem) > _SHORT] or stems for stems in names]
            for id_, names in self._names.items()
            if writing.endings
        }
        self.is_leading = locale == _find_leading_locale(bank.reference.terms)
        self._terms = _Terms(self._names if self.is_leading and writing.endings else {})

    def has_denial(self, words: list[str]) -> bool:
        """Whether one of these words is a negation, or can translate one."""
        return not self.denials.isdisjoint(words) or any(
            word.startswith(self._denial_prefixes) or word.endswith(self._denial_suffixes) for word in words
        )

    def _stem_names(self, term: Term) -> Iterator[Stems]:
        """The stems of the term and its synonyms, without what is in parentheses, which a text may omit."""
        for text in (term.term, *term.also):
            if text.has(self.locale):
                prose = ParsedPassage(text.show(self.locale).markdown).prose
                yield self.stem(split_words(_PARENTHESIS.sub("", prose)))

    def stem(self, words: Iterable[str]) -> Stems:
        return tuple(map(self.stems.__getitem__, words))

    def find_terms(self, words: list[str]) -> Iterator[tuple[str, slice]]:
        """Find the terms of the glossary in a passage, each with its words; the longest match wins."""
        return self._terms.find(self.stem(words))

    def has_term(self, stems: set[str], id_: str) -> bool:
        """Whether these stems include those of the term or of a synonym, apart from the short ones."""
        names = self._long_stems.get(id_)
        return not names or any(map(stems.issuperset, names))


class Side(NamedTuple):
    """A passage in one language, and all texts of its record."""

    facts: LanguageFacts
    passage: ParsedPassage
    record: tuple[Text, ...] = ()


class _Stemmer(dict[str, str]):
    """Cache of stems by word: 'capa' and 'capas' both have 'cap'."""

    def __init__(self, endings: Iterable[str]) -> None:
        super().__init__()
        self._endings = sorted(endings, key=len, reverse=True)

    def __missing__(self, word: str) -> str:
        decomposed = unicodedata.normalize("NFD", word)
        plain = "".join(character for character in decomposed if not unicodedata.combining(character))
        self[word] = stem = self._strip_ending(plain)
        return stem

    def _strip_ending(self, word: str) -> str:
        for ending in self._endings:
            stem = word.removesuffix(ending)
            # Do not split a double letter: the s of 'loss' is not an ending.
            if stem != word and len(stem) > 2 and stem[-1] != ending[0]:
                return stem
        return word


class _Terms:
    """Glossary terms by their stems. A term with very many words is not looked for."""

    def __init__(self, terms: Mapping[str, list[Stems]]) -> None:
        self._ids: dict[Stems, str] = {}
        self._lengths: dict[str, set[int]] = {}  # by the first stem
        for id_, names in terms.items():
            for stems in names[:1]:
                if 0 < len(stems) <= MAX_TERM_WORDS:
                    self._ids.setdefault(stems, id_)
                    self._lengths.setdefault(stems[0], set()).add(len(stems))

    def find(self, stems: Stems) -> Iterator[tuple[str, slice]]:
        """Find terms among the stems of a passage, each with its words; the longest match wins."""
        end = 0
        for start, stem in enumerate(stems):
            if start >= end and stem in self._lengths:
                for length in sorted(self._lengths[stem], reverse=True):
                    if id_ := self._ids.get(stems[start : start + length]):
                        end = start + length
                        yield id_, slice(start, end)
                        break


def _find_leading_locale(terms: Iterable[Term]) -> str:
    """The locale that the glossary writes first. Terms are looked for only there.

    In another one their words are often used in another sense: 'forma' does not always mean 'shape'.
    """
    return next((next(iter(term.term.passages)) for term in terms if len(term.term.passages) > 1), "")


def find_words(prose: str, words: Iterable[str]) -> int:
    """The offset at which these words follow one another with only space in between; -1 if nowhere."""
    found = re.search(f"(?<!\\w){_GAP.join(map(re.escape, words))}(?!\\w)", prose, re.IGNORECASE)
    return found.start() if found else -1


def _compile_phrases(phrases: Iterable[str]) -> dict[str, re.Pattern[str]]:
    """Compile a pattern for the phrases that share a longest word, by that word.

    The longest word is usually the rarest, so looking it up first rules out most passages.
    """
    patterns: dict[str, list[str]] = {}
    for words in dict.fromkeys(tuple(phrase.lower().split()) for phrase in phrases):
        longest = max((word for word in words if word != "{label}"), key=len)
        pattern = _GAP.join(_LABEL if word == "{label}" else f"(?i:{re.escape(word)})" for word in words)
        patterns.setdefault(longest, []).append(pattern)
    return {word: re.compile(f"(?<!\\w)(?:{'|'.join(parts)})(?!\\w)") for word, parts in patterns.items()}
