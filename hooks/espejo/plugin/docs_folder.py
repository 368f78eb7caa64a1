"""Checks of docs/: pages written by hand need plain file names, and addresses that aren't taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from espejo.load.data_files import LINK, list_tree
from espejo.messages.message import Message, message
from espejo.model.addresses import PAGES, STATUS, list_data_pages, list_further_pages, list_views
from espejo.model.bank import Bank
from espejo.model.problems import Place, Problem

_PLAIN_NAME = re.compile(r"[\w./-]+", re.ASCII)


def check_docs(docs: Path, beside: Iterable[Path], bank: Bank) -> Iterator[Problem]:
    """Check the folder, and the files `beside` it that become pages too.

    MkDocs prints the names, publishes the targets of symbolic links, and follows circular ones.
    """
    for page in beside:
        if page.is_symlink():
            yield Problem(Place(page.name, 1, 1), "", LINK)
    names = []
    for file, unreadable in list_tree(docs):
        names.append(file.relative_to(docs).as_posix())
        place = Place(f"{docs.name}/{names[-1]}", 1, 1)
        if unreadable:
            yield Problem(place, "", unreadable)
        if not _PLAIN_NAME.fullmatch(place.file):
            yield Problem(place, "", message("rename the file: use only letters, digits, '-', '_' and '.'"))
        if file.is_relative_to(docs / STATUS) and file.name.partition(".")[0] not in ("index", "README"):
            yield Problem(place, "", _describe_page(STATUS))  # it can have any number of pages
    yield from _check_addresses(docs.name, names, bank)


def _check_addresses(folder: str, names: Iterable[str], bank: Bank) -> Iterator[Problem]:
    """Check that no file has the address of a generated page."""
    generated = (*PAGES, *list_data_pages(bank), *list_further_pages(bank))
    pages = {*generated, *(view.path for view in list_views(bank))}
    for name in names:
        if name.endswith(".md") and (path := _find_address(name, bank)) in pages:
            yield Problem(Place(f"{folder}/{name}", 1, 1), "", _describe_page(path))


def _find_address(name: str, bank: Bank) -> str:
    """Return the address that MkDocs gives a page, without its language."""
    path = name.removesuffix(".md")
    stem, _, suffix = path.rpartition(".")
    path = stem if suffix in bank.locales else path
    return path.removesuffix("/index").removesuffix("/README")


def _describe_page(path: str) -> Message:
    return message("'{path}' is a page of the bank. Rename the file.", path=path)
