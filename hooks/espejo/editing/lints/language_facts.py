"""Language facts: rules and vocabulary of a language for the lints, compiled once for fast lookup.

They come from `writing` in the language files and from the glossary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import get_args

from espejo.markdown.parsed import BLANK, CODE, ParsedPassage
from espejo.markdown.words import Phrases, Stemmer, Words, split_words
from espejo.model.bank import Bank
from espejo.model.grammar import MAX_CHOICES
from espejo.model.language import Writing
from espejo.model.problems import Place
from espejo.model.quiz import Labels, list_labels
from espejo.model.reference import Term

_NO_WRITING = Writing(place=Place("", 1, 1))
_QUOTES = "\"“”„«»'"
# Labels of choices, except I, because of phrases such as "the choice I made".
_LABELS = [label for style in get_args(Labels) for label in list_labels(style, MAX_CHOICES) if label != "I"]
_LABEL = f"(?:{'|'.join(_LABELS)})"
MAX_TERM_WORDS = 20
_SHORT = 3  # stems this short ('of', 'de', 'que') vary with the sentence
_PARENTHESIS = re.compile(r"\([^()]*\)")
_NEGATING = frozenset(("negation", "concord"))
_GAP = f"[\\s{BLANK}]+"
_AROUND = f" \n{BLANK}.,;"  # characters stripped from both ends of a choice


class LanguageFacts:
    def __init__(self, locale: str, bank: Bank) -> None:
        writing = bank.locales[locale].writing or _NO_WRITING
        self.locale, self.name = locale, bank.language(locale)
        self.file = bank.locales[locale].place.file
        self.quotes, self.openings = writing.quotes, writing.openings
        self.wrong_quotes = [mark for mark in _QUOTES if mark not in writing.quotes] if writing.quotes else []
        ordinals = "|".join(map(re.escape, writing.ordinals))
        self._ordinal = re.compile(rf"(?:{ordinals})(?!\w)", re.IGNORECASE) if ordinals else None
        senses = [(sense, _compile_words(words)) for sense, words in _list_senses(writing) if words]
        self.find_sense = cache(
            lambda word: next((sense for sense, one in senses if one.fullmatch(word)), "")
        )  # of a word in negations: 'negation', 'concord', 'denial', or ''
        self._phrases = Phrases(self._list_phrases(writing))
        self.common = frozenset(writing.common)
        others = [other.writing for name, other in bank.locales.items() if name != locale and other.writing]
        self.foreign = frozenset(word for other in others for word in other.common) - self.common
        self.order = _compile_phrases(writing.order)
        self._catch_all = _compile_whole(writing.catch_alls)
        self.stems = Stemmer(writing.endings)
        self.terms = {term.id: term.term.show(locale).markdown for term in bank.reference.terms}
        self._names = {term.id: list(self._stem_names(term)) for term in bank.reference.terms}
        self._long_stems = {
            id_: [[stem for stem in stems if len(stem) > _SHORT] or stems for stems in names]
            for id_, names in self._names.items()
            if writing.endings
        }
        self.is_leading = locale == _find_leading_locale(bank.reference.terms)
        # Ignore synonyms, and terms with very many words.
        terms = self._names.items() if writing.endings else ()
        self._terms = Phrases(
            (names[0], id_) for id_, names in terms if names and len(names[0]) <= MAX_TERM_WORDS
        )

    def may_negate(self, words: Iterable[str]) -> bool:
        """Whether one of these words is a negation, including words that only repeat another negation."""
        return not _NEGATING.isdisjoint(map(self.find_sense, words))

    def is_catch_all(self, passage: ParsedPassage) -> bool:
        """Whether a choice refers to other choices: 'None of these.', 'A and B'."""
        prose = passage.prose.replace("*", "").strip(_AROUND)
        return bool(self._catch_all and self._catch_all.fullmatch(prose))

    def _list_phrases(self, writing: Writing) -> Iterator[tuple[Words, str]]:
        """Multi-word negations, denials, and idioms. 'si no' is an option: it may or may not negate."""
        for idiom in writing.idioms:
            yield tuple(split_words(idiom)), "idiom"
        for sense, listed in _list_senses(writing):
            for words in (tuple(split_words(phrase)) for phrase in listed if " " in phrase):
                yield words, "option" if sense == "denial" and self.may_negate(words) else sense

    def is_ordinal(self, prose: str, end: int) -> bool:
        """Whether the number that ends here is an ordinal, such as '3rd' or '3.º'."""
        return bool(self._ordinal and self._ordinal.match(prose, end))

    def find_senses(self, prose: str) -> Iterator[tuple[str, str]]:
        """Yield the sense of each word and phrase, so that the words of idioms don't count as negations.

        Phrases don't span code: in 'o `x` no', the last word is not part of 'o no'.
        """
        for part in filter(str.strip, prose.split(CODE)):
            yield from self._find_senses(split_words(part))

    def _find_senses(self, words: list[str]) -> Iterator[tuple[str, str]]:
        end = 0
        for sense, found in self._phrases.find(tuple(words)):
            yield from ((self.find_sense(word), word) for word in words[end : found.start])
            yield sense, " ".join(words[found])
            end = found.stop
        yield from ((self.find_sense(word), word) for word in words[end:])

    def _stem_names(self, term: Term) -> Iterator[Words]:
        """The stems of the term and its synonyms, without parentheses, which a text may omit."""
        for text in (term.term, *term.also):
            if text.has(self.locale):
                prose = ParsedPassage(text.show(self.locale).markdown).prose
                yield self.stem(split_words(_PARENTHESIS.sub("", prose)))

    def stem(self, words: Iterable[str]) -> Words:
        return tuple(map(self.stems.__getitem__, words))

    def find_terms(self, words: list[str]) -> Iterator[tuple[str, slice]]:
        """Find glossary terms in a passage, each with its word range; the longest match wins."""
        return self._terms.find(self.stem(words))

    def has_term(self, stems: set[str], id_: str) -> bool:
        """Whether these stems include all stems of the term or a synonym. Short stems are ignored."""
        names = self._long_stems.get(id_)
        return not names or any(map(stems.issuperset, names))


def _list_senses(writing: Writing) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The words of a language for negations and denials, by sense."""
    yield "negation", writing.negations
    yield "concord", writing.concord
    yield "denial", writing.denials


def _compile_words(words: Iterable[str]) -> re.Pattern[str]:
    """Compile words with * as a wildcard."""
    return re.compile("|".join(re.escape(word.lower()).replace(r"\*", ".*") for word in words))


def _find_leading_locale(terms: Iterable[Term]) -> str:
    """The locale the glossary lists first. Terms in a passage there must have their translations elsewhere.

    The reverse doesn't hold, because words are often ambiguous: 'forma' does not always mean 'shape'.
    """
    return next((next(iter(term.term.passages)) for term in terms if len(term.term.passages) > 1), "")


def find_words(prose: str, words: Iterable[str]) -> int:
    """The offset of these consecutive words, separated only by spaces; -1 if not found."""
    found = re.search(f"(?<!\\w){_GAP.join(map(re.escape, words))}(?!\\w)", prose, re.IGNORECASE)
    return found.start() if found else -1


def _compile_phrases(phrases: Iterable[str]) -> dict[str, re.Pattern[str]]:
    """Compile phrases to patterns, indexed by their longest word.

    The longest word is usually the rarest, so looking it up first rules out most passages.
    """
    patterns: dict[str, list[str]] = {}
    for words in dict.fromkeys(tuple(phrase.lower().split()) for phrase in phrases):
        longest = max((word for word in words if word != "{label}"), key=len)
        patterns.setdefault(longest, []).append(_write_pattern(words))
    return {word: re.compile(f"(?<!\\w)(?:{'|'.join(parts)})(?!\\w)") for word, parts in patterns.items()}


def _compile_whole(phrases: Iterable[str]) -> re.Pattern[str] | None:
    patterns = [_write_pattern(phrase.lower().split()) for phrase in phrases]
    return re.compile("|".join(patterns)) if patterns else None


def _write_pattern(words: Iterable[str]) -> str:
    """Write a pattern for consecutive words, where `{label}` matches the label of a choice."""
    return _GAP.join(_LABEL if word == "{label}" else f"(?i:{re.escape(word)})" for word in words)
