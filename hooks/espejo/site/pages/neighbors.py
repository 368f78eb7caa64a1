"""Neighbors of a quiz or deck: the previous and next ones, for the links at the end of its page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.quiz import Item, Unit
from espejo.model.reference import Topic
from espejo.rendering.site import Site

MakePath = Callable[[str, str], str]
"""Makes the path of a page from a collection's folder and the slug of a quiz or deck."""


class Neighbor(NamedTuple):
    """The previous or next quiz or deck."""

    collection: Collection
    path: str
    unit: Unit


def find_neighbors(
    site: Site, collection: Collection, make_path: MakePath = unit_path
) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the slug of each quiz or deck, with its neighbors and topics as template variables."""
    around = [None, *_list_units(collection, make_path), _find_first_after(site, collection, make_path)]
    for index, (slug, unit) in enumerate(collection.units.items()):
        asked = _list_topics(site, unit.items)
        yield slug, {"previous": around[index], "next": around[index + 2], "asked": asked}


def _list_units(collection: Collection, make_path: MakePath) -> Iterator[Neighbor]:
    for slug, unit in collection.units.items():
        yield Neighbor(collection, make_path(collection.folder, slug), unit)


def _find_first_after(site: Site, collection: Collection, make_path: MakePath) -> Neighbor | None:
    """Find the neighbor of the last quiz or deck: the first one of the next collection that has any."""
    collections = site.bank.collections
    later = collections[collections.index(collection) + 1 :]
    return next((first for one in later for first in _list_units(one, make_path)), None)


def _list_topics(site: Site, items: Iterable[Item]) -> list[Topic]:
    """List the topics of questions or cards, in order of first appearance."""
    names = dict.fromkeys(name for item in items for name in item.topics)
    return [site.topics_by_id[name] for name in names]
