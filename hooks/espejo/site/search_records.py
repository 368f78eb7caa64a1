"""Search records: one for each question, card, term, formula, pattern, topic, and page written by hand.

A record contains only what readers see before they open the answer, so that no result gives one away.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from espejo.markdown.fragments import plain
from espejo.model.addresses import FORMULAS, GLOSSARY, PATTERNS, topic_path
from espejo.model.collection import Placed
from espejo.model.quiz import Question
from espejo.model.reference import Formula, Pattern, Term, Topic
from espejo.model.text import Text
from espejo.rendering.page_view import NOTE
from espejo.rendering.site import Site

SearchKind = Literal["question", "card", "term", "formula", "pattern", "topic", "page"]

GROUPS: Mapping[SearchKind, str] = {
    "question": "search_questions",
    "card": "search_cards",
    "term": "glossary_title",
    "formula": "formulas_title",
    "pattern": "patterns_title",
    "topic": "topics_title",
    "page": "search_pages",
}
"""Groups of results, in order, with the word for the heading of each."""

_BETWEEN = " · "
_BEFORE_CHOICES = " — "
_ELIDED = re.compile(r"(?<!\w)[^\W\d_]{1,6}[’'](\w{3,})")
"""A word after an elided one, as in «l’urgence», which Pagefind takes for a single word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRecord:
    """An entry of the search index: its address, its language, its text, and the metadata shown in results.

    `meta` is searched too: the title, the id, the quiz title, and for a term its synonyms and its names in
    other languages, under `term-LANGUAGE`.
    """

    url: str
    language: str
    content: str
    meta: Mapping[str, str]


def list_language_records(site: Site, locale: str) -> Iterator[SearchRecord]:
    reference, in_locale = site.bank.reference, _InLocale(site, locale)
    for path in site.units_by_path:
        yield from list_unit_records(site, path, locale)
    yield from map(in_locale.term, reference.terms)
    yield from map(in_locale.formula, reference.formulas)
    yield from map(in_locale.pattern, reference.patterns)
    yield from (in_locale.topic(topic) for topic, _ in site.topics)


def list_unit_records(site: Site, path: str, locale: str) -> list[SearchRecord]:
    """List the records of a quiz or deck in one language."""
    make = _InLocale(site, locale).item
    return site.keep(path, f"search records in {locale}", lambda: list(map(make, site.placed_in(path))))


@dataclass(frozen=True, slots=True)
class _InLocale:
    """The records in one language."""

    _site: Site
    _locale: str

    def item(self, placed: Placed) -> SearchRecord:
        item, unit = placed.item, placed.unit
        url = f"{self._site.address(placed.path, self._locale)}#{item.id}"
        series = NOTE.sub("", self._plain(unit.title))
        where = f"{series}: {self._plain(unit.subject)}" if unit.subject else series
        if isinstance(item, Question):
            offer = self._join([choice.text for choice in item.choices])
            content = _BEFORE_CHOICES.join(filter(None, (self._join([item.prompt]), offer)))
            return self._record("question", url, item.id, item.title, content, unit=where)
        return self._record("card", url, item.id, item.front, "", unit=where)

    def term(self, term: Term) -> SearchRecord:
        url = f"{self._site.address(GLOSSARY, self._locale)}#{term.id}"
        others = {
            f"term-{locale}": self._name_term(term, locale)
            for locale in self._site.bank.locales
            if locale != self._locale and term.term.differs
        }
        also = _BETWEEN.join(self._list_synonyms(term, self._locale))
        return self._record("term", url, term.id, term.term, self._plain(term.meaning), also=also, **others)

    def formula(self, formula: Formula) -> SearchRecord:
        url = f"{self._site.address(FORMULAS, self._locale)}#{formula.id}"
        texts = [*(symbol.meaning for symbol in formula.symbols), formula.note]
        return self._record("formula", url, formula.id, formula.title, self._join(texts))

    def pattern(self, pattern: Pattern) -> SearchRecord:
        url = f"{self._site.address(PATTERNS, self._locale)}#{pattern.id}"
        content = self._join([pattern.caption, pattern.note])
        return self._record("pattern", url, pattern.id, pattern.title, content)

    def topic(self, topic: Topic) -> SearchRecord:
        url = self._site.address(topic_path(topic.id), self._locale)
        return self._record("topic", url, topic.id, topic.title, self._plain(topic.about))

    def _record(
        self, kind: SearchKind, url: str, id_: str, title: Text, content: str, **meta: str
    ) -> SearchRecord:
        heading = self._plain(title)
        shown = {"title": heading, "id": id_, "kind": mark_kind(kind), **meta}
        shown["elided"] = find_elided(f"{heading} {content}")
        return SearchRecord(
            url=url,
            language=self._locale,
            content=content or heading,  # Pagefind ignores the title of a record without content
            meta={name: value for name, value in shown.items() if value},
        )

    def _join(self, texts: Iterable[Text | None]) -> str:
        return _BETWEEN.join(filter(None, (self._plain(text) for text in texts if text)))

    def _plain(self, text: Text) -> str:
        return plain(text.show(self._locale).markdown)

    def _name_term(self, term: Term, locale: str) -> str:
        """Return a term's name and synonyms in another language; empty if it has none."""
        if not term.term.has(locale):
            return ""
        names = [plain(term.term.show(locale).markdown), *self._list_synonyms(term, locale)]
        return _BETWEEN.join(names)

    def _list_synonyms(self, term: Term, locale: str) -> list[str]:
        return [plain(also.show(locale).markdown) for also in term.also if also.has(locale)]


def write_page_record(path: str, address: str, locale: str, title: str, html: str) -> SearchRecord:
    """Make the record of a page written by hand, from its HTML."""
    text = " ".join(Markup(html).striptags().split())
    meta = {"title": title, "id": path, "kind": mark_kind("page"), "elided": find_elided(f"{title} {text}")}
    shown = {name: value for name, value in meta.items() if value}
    return SearchRecord(url=address, language=locale, content=text or title, meta=shown)


def find_elided(text: str) -> str:
    """Return the words that follow an elided one, to be found on their own."""
    return " ".join(dict.fromkeys(_ELIDED.findall(text)))


def mark_kind(kind: SearchKind) -> str:
    """Return a hidden search word that finds all records of a kind.

    Pagefind's filters are made for this, but it writes their values in a different order each time.
    """
    return f"ofkind{kind}"
