"""Pages of a collection: its index, and for each quiz or deck its own page and the side-by-side page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

from espejo.model.addresses import side_by_side_path, unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Deck, Unit
from espejo.rendering.side_by_side_pairs import Pairs
from espejo.rendering.side_by_side_rows import align_item, align_unit
from espejo.rendering.site import Site
from espejo.site.page import PRACTICE_WORDS, PROGRESS_WORDS, Page
from espejo.site.pages.titles import make_crumb, outline_item, plain_text, title_unit


class Neighbor(NamedTuple):
    """The previous or next quiz or deck."""

    collection: Collection
    path: str
    unit: Unit


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
    for slug, unit in collection.units.items():
        subject = _describe_unit(site, collection, slug, unit_path)
        yield Page(
            path=unit_path(collection.folder, slug),
            locale=locale,
            template="deck.html" if isinstance(unit, Deck) else "quiz.html",
            title=title_unit(unit, locale),
            description=plain_text(unit.focus or unit.name, locale),
            trail=(make_crumb(collection.folder, collection.title, locale),),
            outline=tuple(outline_item(item, locale) for item in subject["items"]),
            script_words=PRACTICE_WORDS,
            subject={**subject, "slug": slug},
            units=(unit_path(collection.folder, slug),),
        )


def list_side_by_side_pages(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    words = site.words[locale]
    for slug, unit in collection.units.items():
        path, title = unit_path(collection.folder, slug), title_unit(unit, locale)
        if side_by_side_path(path) not in site.units_side_by_side:
            continue
        yield Page(
            path=side_by_side_path(path),
            locale=locale,
            template="side_by_side.html",
            title=words("side_by_side_title", title=title),
            description=words("side_by_side_description", title=title),
            trail=(
                make_crumb(collection.folder, collection.title, locale),
                make_crumb(path, unit.title, locale),
            ),
            wide=True,
            original=path,
            script_words=PRACTICE_WORDS,
            subject={
                **_describe_unit(site, collection, slug, _make_view_path),
                "pair": Pairs,
                # Lazy, because pages kept from the last build aren't rendered again.
                "align_head": partial(align_unit, unit),
                "align": lambda placed: align_item(placed, site.bank.figure_of(placed.item)),
            },
            units=(path,),
        )


def _make_view_path(folder: str, slug: str) -> str:
    return side_by_side_path(unit_path(folder, slug))


def _describe_unit(
    site: Site, collection: Collection, slug: str, make_path: Callable[[str, str], str]
) -> dict[str, Any]:
    """Return the template variables of a quiz or deck: its items, its topics, and its neighbors.

    The last one in a collection is followed by the first one of the next collection that has any.
    """
    unit = collection.units[slug]
    later = site.bank.collections[site.bank.collections.index(collection) + 1 :]
    following = chain.from_iterable(_list_neighbors(one, make_path) for one in later)
    around = [None, *_list_neighbors(collection, make_path), next(following, None)]
    index = list(collection.units).index(slug)
    topics = dict.fromkeys(name for item in unit.items for name in item.topics)
    return {
        "collection": collection,
        "unit": unit,
        "items": tuple(collection.placed_in(slug)),
        "previous": around[index],
        "next": around[index + 2],
        "asked": [site.topics_by_id[name] for name in topics],
    }


def _list_neighbors(collection: Collection, make_path: Callable[[str, str], str]) -> Iterator[Neighbor]:
    for slug, unit in collection.units.items():
        yield Neighbor(collection, make_path(collection.folder, slug), unit)
