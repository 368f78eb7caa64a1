"""Pages of a site: for each locale the collections, quizzes, topics, reference and service pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple
from unicodedata import combining, normalize

from espejo.model.addresses import (
    DOWNLOADS,
    FIELDS,
    FORMULAS,
    GLOSSARY,
    PATTERNS,
    PROOFS,
    REFERENCE,
    SEARCH,
    STATUS,
    TOPICS,
    list_site_pages,
    topic_path,
    unit_path,
)
from espejo.model.collection import Collection, Placed
from espejo.model.quiz import Deck, Unit
from espejo.model.reference import Formula, Topic
from espejo.model.text import Text
from espejo.passages.fragments import plain
from espejo.rendering.site import Site
from espejo.site.field_reference import explain_file_kinds
from espejo.site.page import Crumb, Heading, Page
from espejo.site.print_views import list_books


def list_pages(site: Site, locale: str) -> Iterator[Page]:
    """Every page that is generated from the data, in one locale."""
    for collection in site.bank.collections:
        yield _collection_page(collection, locale)
        yield from _unit_pages(collection, locale)
        yield from list_print_views(site, collection, locale)
    for path in list_site_pages(site.bank):
        if make := _MAKERS.get(path):
            yield from make(site, locale)


def list_print_views(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    """The print views of a guide: the whole first, then its courses."""
    words = site.words[locale]
    for book in list_books(collection):
        names = [_plain(titled.title, locale) for titled in (collection, book.course) if titled]
        yield Page(
            path=book.path,
            locale=locale,
            template="book/book.html",
            title=words("book_title", title=": ".join(names)),
            description=words("book_about", title=": ".join(names)),
            standalone=True,
            subject={"book": book},
        )


def _collection_page(collection: Collection, locale: str) -> Page:
    return Page(
        path=collection.folder,
        locale=locale,
        template="guide.html" if collection.guide else "collection.html",
        title=_plain(collection.title, locale),
        description=_plain(collection.about, locale),
        subject={"collection": collection, "guide": collection.guide},
    )


class Neighbor(NamedTuple):
    """The previous or next quiz or deck, for the links at the bottom of a page."""

    path: str
    unit: Unit


def _unit_pages(collection: Collection, locale: str) -> Iterator[Page]:
    slugs = list(collection.units)
    for index, (slug, unit) in enumerate(collection.units.items()):
        items = tuple(collection.placed_in(slug))
        yield Page(
            path=unit_path(collection.folder, slug),
            locale=locale,
            template="deck.html" if isinstance(unit, Deck) else "quiz.html",
            title=f"{_plain(unit.title, locale)}: {_plain(unit.subject, locale)}",
            description=_plain(unit.focus, locale),
            trail=(_crumb(collection.folder, collection.title, locale),),
            outline=tuple(_outline_entry(item, locale) for item in items),
            subject={
                "collection": collection,
                "unit": unit,
                "items": items,
                "slug": slug,
                "previous": _neighbor(collection, slugs[index - 1] if index else ""),
                "next": _neighbor(collection, slugs[index + 1] if index + 1 < len(slugs) else ""),
            },
        )


def _neighbor(collection: Collection, slug: str) -> Neighbor | None:
    return Neighbor(unit_path(collection.folder, slug), collection.units[slug]) if slug else None


def _topic_page(site: Site, topic: Topic, placed: tuple[Placed, ...], locale: str) -> Page:
    return Page(
        path=topic_path(topic.id),
        locale=locale,
        template="topic.html",
        title=_plain(topic.title, locale),
        description=_plain(topic.about, locale),
        trail=_trail(site, topic_path(topic.id), locale),
        outline=tuple(_outline_entry(item, locale) for item in placed),
        gathered=True,
        subject={"topic": topic, "items": placed},
    )


def _titled_page(
    site: Site, path: str, locale: str, *, outline: tuple[Heading, ...] = (), **subject: Any
) -> Page:
    """A page whose title and description are words of the site."""
    name, words = path.rpartition("/")[2], site.words[locale]
    return Page(
        path=path,
        locale=locale,
        template=f"{name}.html",
        title=words(f"{name}_title"),
        description=words(f"{name}_about"),
        trail=_trail(site, path, locale),
        outline=outline,
        subject=subject,
    )


def _plain_page(path: str) -> Callable[[Site, str], Iterator[Page]]:
    """A maker of a page that needs nothing but its words."""

    def make(site: Site, locale: str) -> Iterator[Page]:
        yield _titled_page(site, path, locale)

    return make


def _topic_pages(site: Site, locale: str) -> Iterator[Page]:
    yield _titled_page(site, TOPICS, locale)
    for topic, placed in site.topics:
        yield _topic_page(site, topic, placed, locale)


def _formulas_page(site: Site, locale: str) -> Iterator[Page]:
    formulas = site.bank.reference.formulas

    def group(formula: Formula) -> str:
        return formula.group.show(locale).markdown

    outline = tuple(_heading(formula.id, formula.title, locale) for formula in formulas)
    groups = [tuple(members) for _, members in groupby(formulas, group)]
    yield _titled_page(site, FORMULAS, locale, outline=outline, groups=groups)


def _patterns_page(site: Site, locale: str) -> Iterator[Page]:
    patterns = site.bank.reference.patterns
    outline = tuple(_heading(pattern.id, pattern.title, locale) for pattern in patterns)
    yield _titled_page(site, PATTERNS, locale, outline=outline, patterns=patterns)


def _glossary_page(site: Site, locale: str) -> Iterator[Page]:
    terms = sorted(site.bank.reference.terms, key=lambda term: _sort_key(_plain(term.term, locale)))
    yield _titled_page(site, GLOSSARY, locale, terms=terms)


def _status_page(site: Site, locale: str) -> Iterator[Page]:
    yield _titled_page(site, STATUS, locale, groups=site.status)


def _fields_page(site: Site, locale: str) -> Iterator[Page]:
    kinds = explain_file_kinds(site.bank, locale, site.words[locale])
    outline = tuple(
        Heading(record.anchor, record.about.striptags(), locale) for kind in kinds for record in kind.records
    )
    yield replace(_titled_page(site, FIELDS, locale, outline=outline, kinds=kinds), gathered=True)


_MAKERS: Mapping[str, Callable[[Site, str], Iterator[Page]]] = {
    TOPICS: _topic_pages,
    REFERENCE: _plain_page(REFERENCE),
    FORMULAS: _formulas_page,
    PATTERNS: _patterns_page,
    GLOSSARY: _glossary_page,
    PROOFS: _plain_page(PROOFS),
    DOWNLOADS: _plain_page(DOWNLOADS),
    STATUS: _status_page,
    SEARCH: _plain_page(SEARCH),
    FIELDS: _fields_page,
}


def _trail(site: Site, path: str, locale: str) -> tuple[Crumb, ...]:
    """The page above another one by their addresses, if it is not home: it is named like the link to it."""
    above = path.rpartition("/")[0]
    return (Crumb(above, site.words[locale](above), locale),) if above else ()


def _crumb(path: str, title: Text, locale: str) -> Crumb:
    passage = title.show(locale)
    return Crumb(path, plain(passage.markdown), passage.locale)


def _outline_entry(placed: Placed, locale: str) -> Heading:
    return _heading(placed.item.id, placed.item.heading, locale)


def _heading(id_: str, title: Text, locale: str) -> Heading:
    passage = title.show(locale)
    return Heading(id_, plain(passage.markdown), passage.locale)


def _sort_key(word: str) -> tuple[str, str]:
    """Alphabetical order, in which an accent only decides between words that are otherwise the same."""
    letters = normalize("NFD", word.casefold())
    return "".join(letter for letter in letters if not combining(letter)), letters


def _plain(text: Text, locale: str) -> str:
    return plain(text.show(locale).markdown)
