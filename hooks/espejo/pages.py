"""The bank enters, pages leave: for each locale the quizzes, their indexes, the topics and the reference.

A page is an address and what is shown there; its HTML is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from espejo.book import list_books
from espejo.fields import explain_files
from espejo.fragments import plain
from espejo.model import Asked, Bank, Card, Collection, Deck, Unit
from espejo.proofs.standing import Standing, list_standings
from espejo.reference import Formula, Topic
from espejo.status import Group, take_status
from espejo.text import Text
from espejo.view import Forge, View
from espejo.words import Words


class Heading(NamedTuple):
    """An entry of a page's outline: the record's id, its title, and the locale the title is in."""

    id: str
    title: str
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page in one locale. What is `gathered` from other pages is not found twice by the search.

    A `whole` page is a document of its own, and needs no frame around it.
    """

    path: str
    locale: str
    template: str
    title: str
    description: str
    outline: tuple[Heading, ...] = ()
    gathered: bool = False
    whole: bool = False
    subject: Mapping[str, Any] = field(default_factory=dict)


class Site:
    """All pages of a bank. The root locale's addresses have no prefix."""

    def __init__(self, bank: Bank, *, root: str, home: str, forge: Forge) -> None:
        self.bank = bank
        self.root = root
        self.home = home  # the site's own address, for links from elsewhere
        self.forge = forge
        self.sizes: Mapping[str, int] = {}  # of the files that go with the pages, by path
        self.dates: Mapping[str, date] = {}  # when the PDFs among them were made, by path
        self._templates = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            auto_reload=False,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.words = {locale: Words(language.words) for locale, language in bank.locales.items()}

    def pages(self, locale: str) -> Iterator[Page]:
        for collection in self.bank.collections:
            yield self._collection_page(collection, locale)
            yield from self._unit_pages(collection, locale)
            yield from self.book_pages(collection, locale)
        if self.topics:
            yield self._listed("topics", locale)
        for topic, asked in self.topics:
            yield self._topic_page(topic, asked, locale)
        yield self._listed("reference", locale)
        yield self._formulas_page(locale)
        yield self._patterns_page(locale)
        yield self._glossary_page(locale)
        yield self._listed("proofs", locale)
        yield self._listed("downloads", locale)
        yield self._listed("status", locale, groups=self.status)
        yield self._listed("search", locale)
        yield self._fields_page(locale)

    @cached_property
    def topics(self) -> list[tuple[Topic, tuple[Asked, ...]]]:
        """The topics that have questions, each with its questions from all collections."""
        gathered: dict[str, list[Asked]] = {}
        for asked in self.bank.items():
            for name in asked.item.topics:
                gathered.setdefault(name, []).append(asked)
        topics = self.bank.reference.topics
        return [(topic, tuple(gathered[topic.id])) for topic in topics if topic.id in gathered]

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """How each answer stands: proven or not, by id."""
        return list_standings(self.bank)

    @cached_property
    def topics_by_id(self) -> Mapping[str, Topic]:
        return {topic.id: topic for topic in self.bank.reference.topics}

    @cached_property
    def stale(self) -> Mapping[tuple[str, str], set[str]]:
        """By id and locale, the locales that have moved on since the two were accepted together."""
        since: dict[tuple[str, str], set[str]] = {}
        for one in self.bank.stale():
            since.setdefault((one.id, one.locale), set()).add(one.since)
        return since

    @cached_property
    def status(self) -> list[Group]:
        return take_status(self.bank)

    def address(self, path: str, locale: str) -> str:
        """The address of a page from the site's root: 'es/quizzes/phase-07-scalar-autograd/'."""
        parts = [locale] if locale != self.root else []
        return "".join(f"{part}/" for part in [*parts, *([path] if path else [])])

    def render(self, page: Page) -> str:
        view = View(self, page.path, page.locale)
        return self.template(page.template).render(view=view, page=page, **page.subject)

    def template(self, name: str) -> Template:
        return self._templates.get_template(name)

    def _listed(
        self, name: str, locale: str, *, under: str = "", outline: tuple[Heading, ...] = (), **subject: Any
    ) -> Page:
        """A page that the words of the site introduce: its title and what it is stand in data/locales."""
        words = self.words[locale]
        return Page(
            path=f"{under}{name}",
            locale=locale,
            template=f"{name}.html",
            title=words(f"{name}_title"),
            description=words(f"{name}_about"),
            outline=outline,
            subject=subject,
        )

    def _collection_page(self, collection: Collection, locale: str) -> Page:
        return Page(
            path=collection.folder,
            locale=locale,
            template="guide.html" if collection.guide else "collection.html",
            title=_plain(collection.title, locale),
            description=_plain(collection.about, locale),
            subject={"collection": collection, "guide": collection.guide},
        )

    def _unit_pages(self, collection: Collection, locale: str) -> Iterator[Page]:
        slugs = list(collection.units)
        for at, (slug, unit) in enumerate(collection.units.items()):
            items = tuple(collection.asked_in(slug))
            yield Page(
                path=f"{collection.folder}/{slug}",
                locale=locale,
                template="deck.html" if isinstance(unit, Deck) else "quiz.html",
                title=f"{_plain(unit.title, locale)}: {_plain(unit.subject, locale)}",
                description=_plain(unit.focus, locale),
                outline=tuple(_entry(one, locale) for one in items),
                subject={
                    "collection": collection,
                    "unit": unit,
                    "items": items,
                    "slug": slug,
                    "previous": _neighbour(collection, slugs[at - 1] if at else ""),
                    "next": _neighbour(collection, slugs[at + 1] if at + 1 < len(slugs) else ""),
                },
            )

    def book_pages(self, collection: Collection, locale: str) -> Iterator[Page]:
        """The print views of a guide: the whole first, then its courses."""
        words = self.words[locale]
        for book in list_books(collection):
            names = [_plain(one.title, locale) for one in (collection, book.course) if one]
            yield Page(
                path=book.path,
                locale=locale,
                template="book.html",
                title=words("book_title", title=": ".join(names)),
                description=words("book_about", title=": ".join(names)),
                whole=True,
                subject={"book": book},
            )

    def _topic_page(self, topic: Topic, asked: tuple[Asked, ...], locale: str) -> Page:
        return Page(
            path=f"topics/{topic.id}",
            locale=locale,
            template="topic.html",
            title=_plain(topic.title, locale),
            description=_plain(topic.about, locale),
            outline=tuple(_entry(one, locale) for one in asked),
            gathered=True,
            subject={"topic": topic, "items": asked},
        )

    def _formulas_page(self, locale: str) -> Page:
        formulas = self.bank.reference.formulas

        def group(formula: Formula) -> str:
            return formula.group.show(locale).markdown

        return self._listed(
            "formulas",
            locale,
            under="reference/",
            outline=tuple(_heading(one.id, one.title, locale) for one in formulas),
            groups=[tuple(many) for _, many in groupby(formulas, group)],
        )

    def _patterns_page(self, locale: str) -> Page:
        patterns = self.bank.reference.patterns
        outline = tuple(_heading(one.id, one.title, locale) for one in patterns)
        return self._listed("patterns", locale, under="reference/", outline=outline, patterns=patterns)

    def _glossary_page(self, locale: str) -> Page:
        terms = sorted(self.bank.reference.terms, key=lambda term: _plain(term.term, locale).casefold())
        return self._listed("glossary", locale, terms=terms)

    def _fields_page(self, locale: str) -> Page:
        kinds = explain_files(self.bank, locale, self.words[locale])
        outline = tuple(
            Heading(record.anchor, record.about.striptags(), locale)
            for kind in kinds
            for record in kind.records
        )
        page = self._listed("fields", locale, under="contributing/", outline=outline, kinds=kinds)
        return replace(page, gathered=True)


class Neighbour(NamedTuple):
    """The quiz or deck before or after one, for the links at the foot."""

    path: str
    unit: Unit


def _neighbour(collection: Collection, slug: str) -> Neighbour | None:
    return Neighbour(f"{collection.folder}/{slug}", collection.units[slug]) if slug else None


def _entry(asked: Asked, locale: str) -> Heading:
    item = asked.item
    return _heading(item.id, item.front if isinstance(item, Card) else item.title, locale)


def _heading(identity: str, title: Text, locale: str) -> Heading:
    passage = title.show(locale)
    return Heading(identity, plain(passage.markdown), passage.locale)


def _plain(text: Text, locale: str) -> str:
    return plain(text.show(locale).markdown)
