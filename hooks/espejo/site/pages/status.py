"""Status pages: a summary of the bank and its files; large groups of files get separate pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import NamedTuple

from markupsafe import Markup

from espejo.model.addresses import STATUS, status_path
from espejo.rendering.bank_status import Counts, FileStatus, Group, Work, gather_tasks
from espejo.rendering.site import Site
from espejo.site.page import Crumb, Page, list_page_links
from espejo.site.pages.titles import plain_text, titled_page

FILES_PER_PAGE = 50
WORK_PER_PAGE = 500
"""Most files and tasks listed on a page, so that pages of large banks stay small."""


class Row(NamedTuple):
    """A file with its tasks, and the number of tasks left out."""

    file: FileStatus
    work: tuple[Work, ...]
    unlisted: int


class Section(NamedTuple):
    """A group of files on the status page: its totals, and its rows by page."""

    group: Group
    counts: Counts
    work: int
    pages: tuple[tuple[Row, ...], ...]


def list_status_pages(site: Site, locale: str) -> Iterator[Page]:
    """List the status page of the bank and, if its files don't fit there, separate pages for each group."""
    sections = [_make_section(group) for group in site.status]
    rows = [row for section in sections for page in section.pages for row in page]
    folded = len(_split(rows)) <= 1
    items = [section.counts for section in sections if section.group.collection]
    yield titled_page(
        site,
        STATUS,
        locale,
        wide=True,
        items=sum(items, Counts()),
        answers=sum((section.counts for section in sections), Counts()),
        sections=sections,
        folded=folded,
    )
    if not folded:
        for section in sections:
            yield from _list_section_pages(site, section, locale)


def _make_section(group: Group) -> Section:
    rows = [_make_row(file) for file in group.rows]
    work = sum(len(row.work) + row.unlisted for row in rows)
    return Section(group, sum(group.rows, Counts()), work, tuple(_split(rows)))


def _make_row(file: FileStatus) -> Row:
    work = gather_tasks(file.tasks)
    return Row(file, tuple(work[:WORK_PER_PAGE]), len(work[WORK_PER_PAGE:]))


def _split(rows: Iterable[Row]) -> list[tuple[Row, ...]]:
    """Split the rows into pages, in order, filling each page."""
    pages: list[list[Row]] = []
    files = work = 0
    for row in rows:
        work += len(row.work)
        if not pages or files == FILES_PER_PAGE or work > WORK_PER_PAGE:
            pages.append([])
            files, work = 0, len(row.work)
        pages[-1].append(row)
        files += 1
    return [tuple(page) for page in pages]


def _list_section_pages(site: Site, section: Section, locale: str) -> Iterator[Page]:
    words, group, count = site.words[locale], section.group, len(section.pages)
    collection = group.collection
    name = plain_text(collection.title, locale) if collection else words("reference_title")
    title = words("status_group", collection=name)
    for number, rows in enumerate(section.pages, 1):
        part = Markup(" · ") + words("page_of", number=number, count=count) if count > 1 else ""
        yield Page(
            path=status_path(group.path, number),
            locale=locale,
            template="status_group.html",
            title=title + part,
            description=words("status_about"),
            trail=(Crumb(STATUS, words("status"), locale),),
            wide=True,
            subject={
                "section": section,
                "rows": rows,
                "number": number,
                "page_links": tuple(list_page_links(number, count, partial(status_path, group.path))),
            },
        )
