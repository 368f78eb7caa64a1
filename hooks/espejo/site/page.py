"""Page: an address, a template, and its variables. The HTML is rendered later, on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from espejo.load.languages import list_words

SCRIPT_WORDS = (
    *("copy", "copied", "copy_failed"),
    *("both_about", "search", "keys_title", "keys_on", "keys_about", "keys_close"),
    *list_words("changes"),
)
"""Words for the scripts on every page. Those for the search are on the search page."""

PRACTICE_WORDS = (*list_words("answering", "trouble", "keys"), "hint", "answer", "turn_over")
"""Words for the scripts on pages where questions can be answered."""

PROGRESS_WORDS = (*list_words("progress"), "review_due_short", "minutes_short")
"""Words for the scripts on pages that show the reader's progress."""


class Heading(NamedTuple):
    """An outline entry: the record's id, its title, and the locale of the title."""

    id: str
    title: str
    locale: str


class Crumb(NamedTuple):
    """A breadcrumb: a page above another one, its title, and the locale of the title."""

    path: str
    title: str
    locale: str
    address: str = ""  # of a page written by hand, relative to the site


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page in one locale.

    A `wide` page is wider than a text column. A `standalone` page is a complete HTML document, without the
    site's page layout. A page with an `original` is another view of that page, which becomes its canonical
    URL for search engines.
    """

    path: str
    locale: str
    template: str
    title: str
    description: str
    trail: tuple[Crumb, ...] = ()  # the pages above it, except home
    outline: tuple[Heading, ...] = ()
    wide: bool = False
    standalone: bool = False
    original: str = ""  # path of the original page
    script_words: tuple[str, ...] = ()  # words for its scripts, in addition to those on every page
    subject: Mapping[str, Any] = field(default_factory=dict)  # template variables
    units: tuple[str, ...] | None = None  # paths of the quizzes and decks it shows; None: all


_NEAR = 2
"""Number of pages linked on either side of the current one; the first and last always are."""


class PageLink(NamedTuple):
    """A link to one page of a list, and whether there is a gap before it."""

    number: int
    path: str
    after_gap: bool


def list_page_links(number: int, count: int, path_of: Callable[[int], str]) -> Iterator[PageLink]:
    """List the links for page `number` of `count`; `path_of` returns the path of each page."""
    near = [other for other in range(1, count + 1) if other in (1, count) or abs(other - number) <= _NEAR]
    for before, other in zip([0, *near], near, strict=False):
        yield PageLink(other, path_of(other), after_gap=other > before + 1)
