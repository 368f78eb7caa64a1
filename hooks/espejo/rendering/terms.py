"""Glossary terms in text: finds where the bank's texts use them, and links their first use in a record."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from espejo.markdown.fragments import block, inline
from espejo.markdown.words import WORD, Phrases, Stemmer, Words, are_forms
from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.language import Locale
from espejo.model.quiz import Item
from espejo.model.reference import Term
from espejo.model.text import ONCE, Text

MAX_WORDS = 20
"""Most words in a term; longer ones are not searched for."""

MAX_LINKS = 6
"""Most terms linked in a record; more would be distracting."""

_PARENTHESIS = re.compile(r"\([^()]*\)")  # optional in text: 'rectified linear unit (ReLU)'
_WORD = WORD.pattern.replace("+", "++").replace(
    ")*", ")*+"
)  # possessive quantifiers: no backtracking, linear time
# An element whose words are skipped; a tag, whose quoted values may contain anything; an entity;
# or a run: words with only whitespace in between.
_PART = re.compile(
    r"<(a|code|h[1-6]|math|pre|svg)\b[^<]*+(?:<(?!/\1>)[^<]*+)*+</\1>"
    rf'|</?[a-z](?:[^>"]|"[^"]*")*+>|&#?\w+;|({_WORD}(?:\s++{_WORD})*+)'
)
_WORD_OF_RUN = re.compile(r"\S+")
_GAP = " | "
"""Separates the words of two runs, so that no name can span both."""


Keep = Callable[[str, str, Callable[[], Any]], Any]
"""The cache of a site: see `Site.keep`."""


class Use(NamedTuple):
    """A use of a term in an HTML fragment: the term's id, its start, and its end."""

    id: str
    start: int
    end: int


class _Name(NamedTuple):
    """One name of a term, as words in its language."""

    id: str
    words: Words


class TermFinder:
    """Finds glossary terms in HTML fragments of one language."""

    def __init__(self, locale: str, language: Locale, terms: Iterable[Term]) -> None:
        self._stems = Stemmer(language.writing.endings if language.writing else ())
        self._names = list(_list_names(locale, tuple(terms)))
        self._phrases = Phrases(self._list_phrases())
        # Every page that shows a text compares both of its languages.
        self.find: Callable[[str], tuple[Use, ...]] = lru_cache(maxsize=4096)(self._find)

    @cached_property
    def known(self) -> frozenset[str]:
        """Ids of the terms that have a name in this language."""
        return frozenset(name.id for name in self._names)

    def _list_phrases(self) -> Iterator[tuple[Words, list[_Name]]]:
        """List the names by stems and by exact words: 'biases' has the stem 'bias', but 'bias' has 'bia'."""
        grouped: dict[Words, list[_Name]] = {}
        for name in self._names:
            for words in {self._stem(name.words), name.words}:
                grouped.setdefault(words, []).append(name)
        yield from grouped.items()

    def _stem(self, words: Iterable[str]) -> Words:
        return tuple(map(self._stems.__getitem__, words))

    def _find(self, html: str) -> tuple[Use, ...]:
        runs = _list_runs(html)
        words = tuple(_GAP.join([run[2] for run in runs]).lower().split())
        found = self._phrases.find(tuple(map(self._stems.__getitem__, words)))
        named = [(id_, part) for names, part in found if (id_ := _find_name(names, words[part]))]
        places = _list_places(html, runs) if named else []
        return tuple([Use(id_, places[part.start][0], places[part.stop - 1][1]) for id_, part in named])


def _list_names(locale: str, terms: Iterable[Term]) -> Iterator[_Name]:
    """List the names of all terms, then their synonyms, without parenthesized parts."""
    named = [(term.id, term.term) for term in terms]
    named += [(term.id, text) for term in terms for text in term.also]
    for id_, text in named:
        if text.has(locale):
            runs = _list_runs(_PARENTHESIS.sub("", inline(text.show(locale).markdown)))
            if len(runs) == 1 and len(words := runs[0][2].lower().split()) <= MAX_WORDS:
                yield _Name(id_, tuple(words))


def _find_name(names: Iterable[_Name], words: Words) -> str:
    """Return the id of the first name that these words are a form of."""
    for name in names:
        if all(map(are_forms, words, name.words)):
            return name.id
    return ""


def _list_runs(html: str) -> list[re.Match[str]]:
    """List the runs in a fragment. Code, formulas, links, and headings have none."""
    return [part for part in _PART.finditer(html) if part[2]]


def _list_places(html: str, runs: Iterable[re.Match[str]]) -> list[tuple[int, int]]:
    """List the start and end of each word of the runs, and of each gap."""
    places: list[tuple[int, int]] = []
    for run in runs:
        places += [word.span() for word in _WORD_OF_RUN.finditer(html, *run.span(2))]
        places.append((0, 0))
    return places


def _list_own_texts(item: Item) -> Iterator[Text]:
    """List a question's or card's own texts, without the titles of its sources."""
    cited = {id(text) for source in item.sources for text in source.texts()}
    return (text for text in item.texts() if id(text) not in cited)


class Terms:
    """Glossary terms in a bank's texts."""

    def __init__(self, bank: Bank, keep: Keep) -> None:
        self._bank, self._keep = bank, keep
        self._units = {unit_path(one.folder, slug): unit for one, slug, unit in bank.units()}
        self._finders = {
            locale: TermFinder(locale, language, bank.reference.terms)
            for locale, language in bank.locales.items()
        }

    def find(self, text: Text, html: str, locale: str) -> Iterator[Use]:
        """Find terms in a text's HTML in this language that its other languages confirm.

        An ambiguous word counts only where it is translated as the term: Spanish 'forma' is the term 'shape'
        where the English text has 'shape', but not where it has 'way'.
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
        """Questions and cards that use a term, in order, by locale and term."""
        return {locale: self._list_items(locale) for locale in self._bank.locales}

    def _list_items(self, locale: str) -> Mapping[str, tuple[Placed, ...]]:
        used: dict[str, list[Placed]] = {}
        placed = {one.item.id: one for one in self._bank.items()}
        for path in self._units:
            for item, terms in self.used_by(path, locale):
                for term in terms:
                    used.setdefault(term, []).append(placed[item])
        return {id_: tuple(items) for id_, items in used.items()}

    def used_by(self, path: str, locale: str) -> list[tuple[str, list[str]]]:
        """List the ids of a quiz or deck's items, each with the ids of the terms it uses in a language."""
        items = self._units[path].items
        uses: list[tuple[str, list[str]]] = self._keep(
            path, f"terms in {locale}", lambda: [(one.id, self._find_in_item(one, locale)) for one in items]
        )
        return uses

    def _find_in_item(self, item: Item, locale: str) -> list[str]:
        shown = ((text, text.show(locale)) for text in _list_own_texts(item))
        found = (self.find(text, block(one.markdown), locale) for text, one in shown if one.locale == locale)
        return list(dict.fromkeys(use.id for uses in found for use in uses))


class TermLinks:
    """Term links of one record on a page. Each term is linked once, so add texts in reading order."""

    def __init__(self, terms: Terms, glossary: str) -> None:
        self._terms = terms
        self._glossary = escape(glossary)  # link to the glossary page
        self._linked: set[str] = set()

    def add(self, text: Text, html: Markup, locale: str) -> Markup:
        """Link the terms in a text's HTML that the record hasn't linked yet."""
        parts, done = list[str](), 0
        for id_, start, end in self._terms.find(text, html, locale):
            if id_ not in self._linked and len(self._linked) < MAX_LINKS:
                self._linked.add(id_)
                parts.append(f'{html[done:start]}<a class="term" href="{self._glossary}#{escape(id_)}">')
                parts.append(f"{html[start:end]}</a>")
                done = end
        return Markup("".join([*parts, html[done:]])) if parts else html
