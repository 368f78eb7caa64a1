"""Pages that show a quiz or deck in all its languages, side by side."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model.addresses import side_by_side_path, unit_path
from espejo.model.collection import Collection
from espejo.rendering.side_by_side import align_item, align_unit
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.titles import make_crumb, title_unit


def list_side_by_side_pages(site: Site, collection: Collection, locale: str) -> Iterator[Page]:
    for slug in collection.units:
        if side_by_side_path(unit_path(collection.folder, slug)) in site.units_side_by_side:
            yield _side_by_side_page(site, collection, slug, locale)


def _side_by_side_page(site: Site, collection: Collection, slug: str, locale: str) -> Page:
    unit, path, words = collection.units[slug], unit_path(collection.folder, slug), site.words[locale]
    items = collection.placed_in(slug)
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
        subject={
            "unit": unit,
            "head": align_unit(unit),
            "items": [align_item(placed, site.bank.figure_of(placed.item)) for placed in items],
        },
    )
