"""Links between the pages of a long list: the first, the last and those near the current one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

NEAR = 2
"""How many numbers are linked on either side of the current page; the first and the last always are."""


class PageLink(NamedTuple):
    """A link to one page of a list, and whether pages between it and the link before it are left out."""

    number: int
    path: str
    after_gap: bool


def list_page_links(number: int, count: int, path_of: Callable[[int], str]) -> Iterator[PageLink]:
    """The links on a page of a list, by its number; `path_of` gives the path of each page."""
    near = [other for other in range(1, count + 1) if other in (1, count) or abs(other - number) <= NEAR]
    for before, other in zip([0, *near], near, strict=False):
        yield PageLink(other, path_of(other), after_gap=other > before + 1)
