"""Pagination: links to the first and last page of a long list, and to those near the current one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

NEAR = 2
"""Number of pages linked on either side of the current one; the first and last always are."""


class PageLink(NamedTuple):
    """A link to one page of a list, and whether there is a gap before it."""

    number: int
    path: str
    after_gap: bool


def list_page_links(number: int, count: int, path_of: Callable[[int], str]) -> Iterator[PageLink]:
    """List the links for page `number` of `count`; `path_of` returns the path of each page."""
    near = [other for other in range(1, count + 1) if other in (1, count) or abs(other - number) <= NEAR]
    for before, other in zip([0, *near], near, strict=False):
        yield PageLink(other, path_of(other), after_gap=other > before + 1)
