"""Collection pages: its index, and one page for each quiz or deck."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Deck
from espejo.rendering.site import Site
from espejo.site.frame import PRACTICE_WORDS, PROGRESS_WORDS
from espejo.site.page import Page
from espejo.site.pages.neighbors import find_neighbors
from espejo.site.pages.titles import make_crumb, outline_item, plain_text, title_unit


def collection_page(collection: Collection, locale: str) -> Page:
    return Page(
        path=collection.folder,
        locale=locale,
        template="guide.html" if collection.guide else "collection.html",
        title=plain_text(collection.title, locale),
        description=plain_text(collection.about, locale),
        wide=bool(collection.guide),
        script_words=PROGRESS_WORDS,
        subject={"collection": collection, "guide": collection.guide},
        units=tuple(unit_path(collection.folder, slug) for slug in collection.units),
    )


def list_unit_pages(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    for slug, neighbors in find_neighbors(site, collection):
        unit = collection.units[slug]
        items = tuple(collection.placed_in(slug))
        yield Page(
            path=unit_path(collection.folder, slug),
            locale=locale,
            template="deck.html" if isinstance(unit, Deck) else "quiz.html",
            title=title_unit(unit, locale),
            description=plain_text(unit.focus, locale),
            trail=(make_crumb(collection.folder, collection.title, locale),),
            outline=tuple(outline_item(item, locale) for item in items),
            script_words=PRACTICE_WORDS,
            subject={
                "collection": collection,
                "unit": unit,
                "items": items,
                "slug": slug,
                **neighbors,
            },
            units=(unit_path(collection.folder, slug),),
        )
