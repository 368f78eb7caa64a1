"""Pages of a site: collections, quizzes, topics, reference, and service pages, for each locale."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from espejo.load.languages import list_words
from espejo.model import addresses
from espejo.rendering.site import Site
from espejo.site.page import Page
from espejo.site.pages.practice import practice_page
from espejo.site.pages.print_views import list_print_views
from espejo.site.pages.reference import formulas_page, glossary_page, patterns_page
from espejo.site.pages.service import corrections_page, fields_page, proofs_page, review_page, search_page
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


_OFFLINE_WORDS = list_words("offline")

_MAKERS: Mapping[str, Callable[[Site, str], Iterator[Page]]] = {
    addresses.TOPICS: list_topic_pages,
    addresses.FORMULAS: formulas_page,
    addresses.PATTERNS: patterns_page,
    addresses.GLOSSARY: glossary_page,
    addresses.PRACTICE: practice_page,
    addresses.REVIEW: review_page,
    addresses.PROOFS: proofs_page,
    addresses.CORRECTIONS: corrections_page,
    addresses.DOWNLOADS: _plain_page(addresses.DOWNLOADS, wide=True),
    addresses.OFFLINE: _plain_page(addresses.OFFLINE, script_words=_OFFLINE_WORDS),
    addresses.STATUS: list_status_pages,
    addresses.SEARCH: search_page,
    addresses.FIELDS: fields_page,
}
