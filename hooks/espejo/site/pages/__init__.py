"""Pages of a site: collections, quizzes, topics, reference, and service pages, for each locale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from espejo.load.languages import list_words
from espejo.model.addresses import (
    DOWNLOADS,
    FIELDS,
    FORMULAS,
    GLOSSARY,
    LOG_FORMAT,
    OFFLINE,
    PATTERNS,
    PRACTICE,
    PRACTICE_MAP,
    PROOFS,
    REFERENCE,
    REVIEW,
    SEARCH,
    STATUS,
    TOPICS,
    YOU,
)
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.practice import practice_page
from espejo.site.pages.print_views import list_print_views
from espejo.site.pages.reference import formulas_page, glossary_page, patterns_page
from espejo.site.pages.service import (
    fields_page,
    proofs_page,
    review_page,
    search_page,
)
from espejo.site.pages.status import list_status_pages
from espejo.site.pages.titles import titled_page
from espejo.site.pages.topics import list_topic_pages
from espejo.site.pages.units import collection_page, list_side_by_side_pages, list_unit_pages


def list_pages(site: Site, locale: str) -> Iterator[Page]:
    """List every page generated from the data, in one locale."""
    for collection in site.bank.collections:
        yield collection_page(collection, locale)
        yield from list_unit_pages(site, collection, locale)
        yield from list_side_by_side_pages(site, collection, locale)
        yield from list_print_views(site, collection, locale)
    for path, make in _MAKERS.items():
        if path in site.pages:
            yield from make(site, locale)


def _plain_page(path: str, **subject: Any) -> Callable[[Site, str], Iterator[Page]]:
    """Return a function that makes a page with nothing from the bank. Scripts may fill it in."""
    return lambda site, locale: iter([titled_page(site, path, locale, **subject)])


_YOU_WORDS, _OFFLINE_WORDS = ("status_of", *list_words("trouble", "you")), list_words("offline")

_MAKERS: Mapping[str, Callable[[Site, str], Iterator[Page]]] = {
    TOPICS: list_topic_pages,
    REFERENCE: _plain_page(REFERENCE),
    FORMULAS: formulas_page,
    PATTERNS: patterns_page,
    GLOSSARY: glossary_page,
    PRACTICE: practice_page,
    REVIEW: review_page,
    PROOFS: proofs_page,
    DOWNLOADS: _plain_page(DOWNLOADS, wide=True),
    OFFLINE: _plain_page(OFFLINE, script_words=_OFFLINE_WORDS),
    STATUS: list_status_pages,
    SEARCH: search_page,
    YOU: _plain_page(YOU, script_words=_YOU_WORDS, format=LOG_FORMAT, map=PRACTICE_MAP),
    FIELDS: fields_page,
}
