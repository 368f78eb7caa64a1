"""Pages of a collection: its index, and one page for each quiz or deck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Deck, Unit
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

    path: str
    unit: Unit


def list_unit_pages(collection: Collection, locale: str) -> Iterator[Page]:
    slugs = list(collection.units)
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
                "previous": _neighbor(collection, slugs[index - 1] if index else ""),
                "next": _neighbor(collection, slugs[index + 1] if index + 1 < len(slugs) else ""),
            },
        )


def _neighbor(collection: Collection, slug: str) -> Neighbor | None:
    return Neighbor(unit_path(collection.folder, slug), collection.units[slug]) if slug else None
