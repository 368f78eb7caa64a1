"""Pages of a site: collections, quizzes, topics, reference, and service pages, for each locale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from espejo.model.addresses import (
    DOWNLOADS,
    FIELDS,
    FORMULAS,
    GLOSSARY,
    OFFLINE,
    PATTERNS,
    PRACTICE,
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
    downloads_page,
    fields_page,
    offline_page,
    proofs_page,
    review_page,
    search_page,
    you_page,
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


def _plain_page(path: str) -> Callable[[Site, str], Iterator[Page]]:
    """Return a function that makes a page with no content besides its words."""

    def make(site: Site, locale: str) -> Iterator[Page]:
        yield titled_page(site, path, locale)

    return make


_MAKERS: Mapping[str, Callable[[Site, str], Iterator[Page]]] = {
    TOPICS: list_topic_pages,
    REFERENCE: _plain_page(REFERENCE),
    FORMULAS: formulas_page,
    PATTERNS: patterns_page,
    GLOSSARY: glossary_page,
    PRACTICE: practice_page,
    REVIEW: review_page,
    PROOFS: proofs_page,
    DOWNLOADS: downloads_page,
    OFFLINE: offline_page,
    STATUS: list_status_pages,
    SEARCH: search_page,
    YOU: you_page,
    FIELDS: fields_page,
}
