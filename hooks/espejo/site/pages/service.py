"""Pages about the bank: its status, and the fields of its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from espejo.model.addresses import FIELDS, STATUS
from espejo.rendering.site import Site
from espejo.site.field_reference import explain_file_kinds
from espejo.site.page import Heading, Page
from espejo.site.pages.titles import titled_page


def status_page(site: Site, locale: str) -> Iterator[Page]:
    yield titled_page(site, STATUS, locale, groups=site.status)


def fields_page(site: Site, locale: str) -> Iterator[Page]:
    kinds = explain_file_kinds(site.bank, locale, site.words[locale])
    outline = tuple(
        Heading(record.anchor, record.about.striptags(), locale) for kind in kinds for record in kind.records
    )
    yield replace(titled_page(site, FIELDS, locale, outline=outline, kinds=kinds), gathered=True)
