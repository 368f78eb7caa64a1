"""Spelling lint: find words that are neither in the dictionary nor known to the bank.

The bank knows its glossary terms in all languages, the words accepted under `writing` in the language files,
and the names in the code of the same record.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

from espejo.editing.lints.dictionary import Dictionary, find_dictionary
from espejo.editing.lints.language_lints import blank_quotations
from espejo.editing.lints.lint import Remark, Side
from espejo.markdown.parsed import CODE, Found, Listing, ParsedPassage, parse_passage
from espejo.markdown.words import remove_accents
from espejo.messages.message import Message, Word, either, message, sentences
from espejo.model.bank import Bank
from espejo.model.language import Writing
from espejo.model.problems import quote
from espejo.model.text import Text

MAX_IN_PASSAGE = 5
"""Maximum words reported per passage, because locating each in its file takes time."""

MAX_SHORT = 8
"""Maximum words of a passage whose language is judged by the dictionaries alone."""

MIN_BASE = 4
"""Minimum length of a base word in derived forms."""

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_NAME = re.compile(r"[^\W\d_]+")
_MARKS = "*_~"  # may emphasize part of a word
_BEFORE_SENTENCE = ".!?…:"


class SpellingLint:
    """Checks the spelling in all languages whose dictionary is installed."""

    def __init__(self, bank: Bank, project: Path) -> None:
        terms = frozenset(_list_term_words(bank))
        self._spellers: dict[str, _Speller] = {}
        for name, locale in bank.locales.items():
            if locale.writing and (folder := find_dictionary(project, locale.writing.dictionary)):
                accepted = terms | frozenset(locale.writing.words)
                self._spellers[name] = _Speller(Dictionary(folder, accepted), accepted, locale.writing)
        wanted = (locale.writing and locale.writing.dictionary for locale in bank.locales.values())
        self.is_complete = len(list(filter(None, wanted))) == len(self._spellers)
        self._record: tuple[Text, ...] = ()
        self._code_names = frozenset[str]()  # of the current record
        self._reported = set[tuple[str, str]]()  # locales and words reported in the current record

    def find(self, side: Side) -> Iterator[Remark]:
        """Find misspelled words, each once per record and language, with suggestions."""
        speller = self._spellers.get(side.facts.locale)
        if speller is None:
            return
        suspects = {word for word in side.passage.words if not speller[word]}
        if not suspects:
            return
        self._begin_record(side.record)
        wrong = (word for word in _list_words(side.passage, suspects) if not self._is_right(word, side))
        for word in islice(wrong, MAX_IN_PASSAGE):
            self._reported.add((side.facts.locale, word.value))
            suggestions = speller.dictionary.suggest(word.value)
            yield Remark(word.offset, _describe(word.value, side.facts.name, suggestions))

    def is_swapped(self, one: Side, other: Side) -> bool:
        """Whether most words of each passage are only in the dictionary of the other's language."""
        return self._belongs_to(one, other) and self._belongs_to(other, one)

    def _belongs_to(self, side: Side, other: Side) -> bool:
        own, others = (self._spellers.get(one.facts.locale) for one in (side, other))
        words = [word for word in side.passage.words if len(word) > 1]
        if own is None or others is None or not 0 < len(words) <= MAX_SHORT:
            return False
        unknown = [word for word in words if not own.dictionary.knows(word)]
        return 2 * len(unknown) >= len(words) and all(map(others.dictionary.knows, unknown))

    def _begin_record(self, record: tuple[Text, ...]) -> None:
        if record is not self._record:
            passages = (parse_passage(markdown) for text in record for markdown in text.passages.values())
            code = (part.value for one in passages for part in chain[Found | Listing](one.code, one.listings))
            # The parts of names count: `max_pool` has 'max' and 'pool'.
            self._code_names = frozenset(_NAME.findall(" ".join(code).lower()))
            self._record = record
            self._reported.clear()

    def _is_right(self, word: Found, side: Side) -> bool:
        """Whether a word is known or already reported, or is a name or part of something else."""
        if (side.facts.locale, word.value) in self._reported:
            return True
        if self._spellers[side.facts.locale].knows(word.value):
            return True
        if _is_name(word, side.passage) or _is_glued(word, side.passage):
            return True
        may_be_foreign = word.value[0].isupper() or _is_in_parentheses(word, side.passage)
        if may_be_foreign and any(speller.knows(word.value) for speller in self._spellers.values()):
            return True
        return word.value.lower() in self._code_names


class _Speller(dict[str, bool]):
    """Cache of whether each lowercase word is spelled right regardless of case."""

    def __init__(self, dictionary: Dictionary, accepted: frozenset[str], writing: Writing) -> None:
        super().__init__()
        self.dictionary = dictionary
        self._accepted = accepted
        self._endings = writing.endings
        self._prefixes = [one[:-1] for one in writing.affixes if one.endswith("-")]
        self._suffixes = [one[1:] for one in writing.affixes if one.startswith("-")]

    def __missing__(self, word: str) -> bool:
        self[word] = is_right = all(map(self.knows, word.split("-")))
        return is_right

    def knows(self, part: str) -> bool:
        """Whether a word without hyphens is known, or is a number, a letter, or a name such as GPUs."""
        if len(part) < 2 or not part.replace("'", "").isalpha() or not part[1:].islower():
            return True
        if part in self._accepted or self.dictionary.knows(part):
            return True
        return any(self._accepts(form) or self.dictionary.knows(form) for form in self._list_forms(part))

    def _accepts(self, word: str) -> bool:
        """Whether the bank has a word, possibly in lower case or without an inflectional ending."""
        forms = {word, word.lower()}
        stems = {form.removesuffix(ending) for form in forms for ending in self._endings}
        return not self._accepted.isdisjoint(forms | stems)

    def _list_forms(self, word: str) -> Iterator[str]:
        """Yield the word and its possible bases: 'recalcularlo' from 'calcular'."""
        yield word
        bases = [word.removesuffix(one) for one in self._suffixes if word.endswith(one)]
        bases += [remove_accents(base) for base in bases]  # 'réstalo' is 'resta' with 'lo'
        for base in (word, *bases):
            lower = base.lower()
            bases += [lower.removeprefix(one) for one in self._prefixes if lower.startswith(one)]
        yield from (base for base in bases if len(base) >= MIN_BASE)


def _list_term_words(bank: Bank) -> Iterator[str]:
    """All words of glossary terms and synonyms, in all languages."""
    for term in bank.reference.terms:
        for text in (term.term, *term.also):
            for markdown in text.passages.values():
                for word in ParsedPassage(markdown).words:
                    yield from word.split("-")


def _list_words(passage: ParsedPassage, wanted: Iterable[str]) -> Iterator[Found]:
    """Find these words in the prose outside quotations, split at hyphens, as they are written."""
    for match in _WORD.finditer(blank_quotations(passage.prose)):
        word, offset = match[0].replace("’", "'"), match.start()
        for part in word.split("-") if word.lower() in wanted else ():
            yield Found(offset, part)
            offset += len(part) + 1


def _is_name(word: Found, passage: ParsedPassage) -> bool:
    """Whether a word is capitalized but doesn't start a sentence."""
    if not word.value[0].isupper():
        return False
    first = passage.blocks[bisect_right(passage.blocks, word.offset) - 1]
    at = word.offset - 1
    while at >= first and not (passage.prose[at].isalnum() or passage.prose[at] in _BEFORE_SENTENCE + CODE):
        at -= 1
    return at >= first and passage.prose[at] not in _BEFORE_SENTENCE


def _is_glued(word: Found, passage: ParsedPassage) -> bool:
    """Whether this is only part of a word: the rest is code or emphasized, or it is an entity."""
    text, prose = passage.markdown, passage.prose
    start, end = word.offset, word.offset + len(word.value)
    if CODE in prose[max(start - 1, 0) : end + 1]:
        return True
    while start > 0 and text[start - 1] in _MARKS:
        start -= 1
    while end < len(text) and text[end] in _MARKS:
        end += 1
    before, after = text[max(start - 1, 0) : start], text[end : end + 1]
    return before == "&" or before.isalnum() or after.isalnum()


def _is_in_parentheses(word: Found, passage: ParsedPassage) -> bool:
    """Whether a word may be a gloss: the name of the preceding thing in another language."""
    return passage.prose.rfind("(", 0, word.offset) > passage.prose.rfind(")", 0, word.offset)


def _describe(word: str, language: Word, suggestions: list[str]) -> Message:
    fact = message("{word} is not in the dictionary of {language}.", word=quote(word), language=language)
    meant = either(f"'{one}'" for one in suggestions)
    return sentences(fact, message("Did you mean {words}?", words=meant)) if suggestions else fact
