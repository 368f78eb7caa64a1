"""Side-by-side pages: each shows a quiz or deck in all its languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from espejo.model.addresses import side_by_side_path, unit_path
from espejo.model.collection import Collection
from espejo.rendering.side_by_side_pairs import Pairs
from espejo.rendering.side_by_side_rows import align_item, align_unit
from espejo.rendering.site import Site
from espejo.site.frame import PRACTICE_WORDS
from espejo.site.page import Page
from espejo.site.pages.neighbors import find_neighbors
from espejo.site.pages.titles import make_crumb, title_unit


def list_side_by_side_pages(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    for slug, neighbors in find_neighbors(site, collection, _view_path):
        if _view_path(collection.folder, slug) in site.units_side_by_side:
            yield _side_by_side_page(site, collection, slug, locale, neighbors)


def _view_path(folder: str, slug: str) -> str:
    return side_by_side_path(unit_path(folder, slug))


def _side_by_side_page(
    site: Site, collection: Collection, slug: str, locale: str, neighbors: Mapping[str, object]
) -> Page:
    unit, path, words = collection.units[slug], unit_path(collection.folder, slug), site.words[locale]
    items = tuple(collection.placed_in(slug))
    return Page(
        path=side_by_side_path(path),
        locale=locale,
        template="side_by_side.html",
        title=words("side_by_side_title", title=title_unit(unit, locale)),
        description=words("side_by_side_description", title=title_unit(unit, locale)),
        trail=(
            make_crumb(collection.folder, collection.title, locale),
            make_crumb(path, unit.title, locale),
        ),
        wide=True,
        original=path,
        script_words=PRACTICE_WORDS,
        subject={
            "collection": collection,
            "unit": unit,
            "items": items,
            "pair": Pairs,
            # Lazy, because pages kept from the last build aren't rendered again.
            "align_head": partial(align_unit, unit),
            "align": lambda placed: align_item(placed, site.bank.figure_of(placed.item)),
            **neighbors,
        },
        units=(path,),
    )
