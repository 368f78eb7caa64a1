"""Pages of a collection: its index, and one page for each quiz or deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Deck, Item, Unit
from espejo.model.reference import Topic
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import make_crumb, outline_item, plain_text, title_unit


def collection_page(collection: Collection, locale: str) -> Page:
    return Page(
        path=collection.folder,
        locale=locale,
        template="guide.html" if collection.guide else "collection.html",
        title=plain_text(collection.title, locale),
        description=plain_text(collection.about, locale),
        wide=bool(collection.guide),
        subject={"collection": collection, "guide": collection.guide},
    )


class Neighbor(NamedTuple):
    """The previous or next quiz or deck, for the links at the bottom of a page."""

    collection: Collection
    path: str
    unit: Unit


def list_unit_pages(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    around = [None, *_neighbors(collection), _find_first_after(site, collection)]
    for index, (slug, unit) in enumerate(collection.units.items()):
        items = tuple(collection.placed_in(slug))
        yield Page(
            path=unit_path(collection.folder, slug),
            locale=locale,
            template="deck.html" if isinstance(unit, Deck) else "quiz.html",
            title=title_unit(unit, locale),
            description=plain_text(unit.focus, locale),
            trail=(make_crumb(collection.folder, collection.title, locale),),
            outline=tuple(outline_item(item, locale) for item in items),
            subject={
                "collection": collection,
                "unit": unit,
                "items": items,
                "slug": slug,
                "asked": _list_topics(site, unit.items),
                "previous": around[index],
                "next": around[index + 2],
            },
        )


def _neighbors(collection: Collection) -> Iterator[Neighbor]:
    for slug, unit in collection.units.items():
        yield Neighbor(collection, unit_path(collection.folder, slug), unit)


def _find_first_after(site: Site, collection: Collection) -> Neighbor | None:
    """The first quiz or deck of the next collection that has any: where the last of this one leads."""
    collections = site.bank.collections
    later = collections[collections.index(collection) + 1 :]
    return next((first for one in later for first in _neighbors(one)), None)


def _list_topics(site: Site, items: Iterable[Item]) -> list[Topic]:
    """The topics of questions or cards, in the order in which they are first asked about."""
    names = dict.fromkeys(name for item in items for name in item.topics)
    return [site.topics_by_id[name] for name in names]
