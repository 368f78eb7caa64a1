"""Page: an address, a template and its variables. The HTML is rendered later, on demand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Heading(NamedTuple):
    """An entry of a page's outline: the record's id, its title, and the locale of the title."""

    id: str
    title: str
    locale: str


class Crumb(NamedTuple):
    """A breadcrumb: a page above another one, its title, and the locale of the title."""

    path: str
    title: str
    locale: str
    address: str = ""  # of a page written by hand, below the site


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page in one locale.

    A `wide` page is wider than a column of text. A `standalone` page is a whole HTML document, without the
    frame of the site. A page with an `original` shows the same in another way: search engines are told to
    look there.
    """

    path: str
    locale: str
    template: str
    title: str
    description: str
    trail: tuple[Crumb, ...] = ()  # the pages above it, without home
    outline: tuple[Heading, ...] = ()
    wide: bool = False
    standalone: bool = False
    original: str = ""  # the path of that page
    script_words: tuple[str, ...] = ()  # the words that its scripts show, besides those of every page
    subject: Mapping[str, Any] = field(default_factory=dict)  # the variables of its template
    units: tuple[str, ...] | None = None  # the paths of the quizzes and decks it shows; None: of all
