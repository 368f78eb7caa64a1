"""Neighbors of a quiz or deck: what comes before and after it, for the links at the end of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Item, Unit
from espejo.model.reference import Topic
from espejo.rendering.site import Site

MakePath = Callable[[str, str], str]
"""Makes the path of a page from the folder of a collection and the slug of a quiz or deck."""


class Neighbor(NamedTuple):
    """The previous or next quiz or deck."""

    collection: Collection
    path: str
    unit: Unit


def find_neighbors(
    site: Site, collection: Collection, make_path: MakePath = unit_path
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Each quiz or deck by its slug, with its neighbors and its topics as the templates call them."""
    around = [None, *_list_units(collection, make_path), _find_first_after(site, collection, make_path)]
    for index, (slug, unit) in enumerate(collection.units.items()):
        asked = _list_topics(site, unit.items)
        yield slug, {"previous": around[index], "next": around[index + 2], "asked": asked}


def _list_units(collection: Collection, make_path: MakePath) -> Iterator[Neighbor]:
    for slug, unit in collection.units.items():
        yield Neighbor(collection, make_path(collection.folder, slug), unit)


def _find_first_after(site: Site, collection: Collection, make_path: MakePath) -> Neighbor | None:
    """The first quiz or deck of the next collection that has any: where the last of this one leads."""
    collections = site.bank.collections
    later = collections[collections.index(collection) + 1 :]
    return next((first for one in later for first in _list_units(one, make_path)), None)


def _list_topics(site: Site, items: Iterable[Item]) -> list[Topic]:
    """The topics of questions or cards, in the order in which they are first asked about."""
    names = dict.fromkeys(name for item in items for name in item.topics)
    return [site.topics_by_id[name] for name in names]
