"""Pages about the bank: what can be taken along, what is proven, and the fields of its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from espejo.model.addresses import DOWNLOADS, FIELDS, PROOFS
from espejo.rendering.site import Site
from espejo.site.field_reference import explain_file_kinds
from espejo.site.page import Heading, Page
from espejo.site.pages.titles import titled_page


def downloads_page(site: Site, locale: str) -> Iterator[Page]:
    yield replace(titled_page(site, DOWNLOADS, locale), wide=True)


def proofs_page(site: Site, locale: str) -> Iterator[Page]:
    yield replace(titled_page(site, PROOFS, locale), wide=True)


def fields_page(site: Site, locale: str) -> Iterator[Page]:
    kinds = explain_file_kinds(site.bank, locale, site.words[locale])
    outline = tuple(
        Heading(record.anchor, record.about.striptags(), locale) for kind in kinds for record in kind.records
    )
    yield replace(titled_page(site, FIELDS, locale, outline=outline, kinds=kinds), gathered=True)
