"""Page: an address, a template, and its variables. The HTML is rendered later, on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


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
