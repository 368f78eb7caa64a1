"""URLs and paths: where every page and file of the site is, and which names are reserved.

Learners bookmark these URLs, so they never change.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from math import ceil
from pathlib import Path
from typing import NamedTuple

from espejo.model.bank import Bank
from espejo.model.figure import FIGURES
from espejo.model.grammar import SLUG
from espejo.model.problems import Place
from espejo.model.quiz import Unit

TOPICS = "topics"
REFERENCE = "reference"
FORMULAS = f"{REFERENCE}/formulas"
PATTERNS = f"{REFERENCE}/patterns"
GLOSSARY = "glossary"
PROOFS = "proofs"
CORRECTIONS = "corrections"
DOWNLOADS = "downloads"
STATUS = "status"
SEARCH = "search"
PRACTICE = "practice"
REVIEW = "review"
OFFLINE = "offline"
CONTRIBUTING = "contributing"
FIELDS = f"{CONTRIBUTING}/fields"

PAGES = (
    *(TOPICS, FORMULAS, PATTERNS, GLOSSARY),
    *(PRACTICE, REVIEW, PROOFS, CORRECTIONS, DOWNLOADS, OFFLINE, STATUS, SEARCH, CONTRIBUTING, FIELDS),
)
"""Built-in pages, apart from home; empty ones are left out. All other pages come from the data."""

YOU, ANYWHERE = "you", "anywhere"
FORMER = {
    YOU: ((REVIEW,), {}),
    ANYWHERE: ((OFFLINE,), {"terminal": DOWNLOADS}),
    REFERENCE: ((GLOSSARY, FORMULAS, PATTERNS), {}),
}
"""Former pages: the first of these that exists has their content now, except for some of their anchors."""

SCHEMA = "schema"
FOLDERS = ("anki", "assets", "pagefind", SCHEMA)
"""Top-level folders for files other than pages."""

RESERVED = tuple(
    sorted({*(path.partition("/")[0] for path in PAGES), *FORMER, *FOLDERS, FIGURES, "languages", "locales"})
)
"""Names no collection may use: they begin other URLs, or the data uses them itself."""

SPECIAL = re.compile("index|readme|404|con|prn|aux|nul|(?:com|lpt)[0-9]")
"""Reserved path names: special to MkDocs, web servers, or Windows."""

PRINT = "print"
"""Path segment before the print views of a guide."""

SIDE_BY_SIDE = "side-by-side"
"""Last path segment of the view that shows a quiz or deck in all its languages."""

UNIT_NAME = re.compile(f"(?!(?:{SPECIAL.pattern}|guide|{PRINT}|{SIDE_BY_SIDE})$){SLUG.pattern}")
"""A quiz or deck, which is also part of its address."""

ANCHORS = frozenset(
    ["anki", "content", "import-package", "import-text", "json", "terminal", "updates", "words"]
)
"""Anchors built into pages that list collections or terms, so no collection or term may use them."""


def list_taken(bank: Bank) -> frozenset[str]:
    """Every name a collection may not use: reserved names, languages, and their variants."""
    languages = [locale.casefold() for locale in bank.locales]
    variants = (language.partition("-")[2] for language in languages)  # zh-hant is also hant in zh
    return frozenset([*RESERVED, *ANCHORS, *languages, *filter(None, variants)])


def could_be_unit(path: str, taken: Container[str]) -> bool:
    """Whether a collection, quiz, or deck could ever have had this path; `taken` is from `list_taken`."""
    parts = path.split("/")
    names_print_view = len(parts) > 1 and parts[1] == PRINT
    return parts[0] not in taken and not names_print_view and not any(map(SPECIAL.fullmatch, parts))


def unit_path(folder: str, slug: str) -> str:
    """The page of a quiz or deck."""
    return f"{folder}/{slug}"


TOPIC_PAGE = 25
"""Number of questions and cards per topic page."""


def topic_path(topic: str, number: int = 1) -> str:
    """A page of a topic, counted from 1."""
    return f"{TOPICS}/{topic}/{number}" if number > 1 else f"{TOPICS}/{topic}"


def count_topic_pages(items: int) -> int:
    """How many pages a topic with this many questions and cards needs."""
    return ceil(items / TOPIC_PAGE)


def status_path(folder: str, number: int = 1) -> str:
    """A status page of a collection or the reference, counted from 1; long ones are split."""
    return f"{STATUS}/{folder}/{number}" if number > 1 else f"{STATUS}/{folder}"


def list_destinations(bank: Bank) -> dict[str, tuple[Unit, ...]]:
    """Every path the home page may link to, with the quizzes or decks behind it.

    That covers collections, quizzes, decks, and courses (`study-guide#fundamentals`).
    """
    found: dict[str, tuple[Unit, ...]] = {}
    for collection in bank.collections:
        folder, units = collection.folder, collection.units
        found[folder] = tuple(units.values())
        for course in collection.guide.courses if collection.guide else ():
            found[f"{folder}#{course.id}"] = tuple(units[slug] for slug in course.quizzes if slug in units)
        found |= {unit_path(folder, slug): (unit,) for slug, unit in units.items()}
    return found


def print_path(folder: str, course: str = "") -> str:
    """The print view of a whole guide or of one course."""
    return f"{folder}/{PRINT}/{course}".rstrip("/")


def side_by_side_path(unit: str) -> str:
    """The side-by-side view of the quiz or deck with this path.

    It can't collide: the only other URLs with three segments are print views of courses, and no quiz can be
    called `print` (`UNIT_NAME`).
    """
    return f"{unit}/{SIDE_BY_SIDE}"


class Address(NamedTuple):
    """The path of a page that comes from the data, without the language, and the record that defines it."""

    path: str
    place: Place
    owner: str = ""


def list_site_pages(bank: Bank) -> Iterator[str]:
    """The pages in PAGES that aren't empty."""
    reference, named = bank.reference, _count_items(bank)
    filled = {
        TOPICS: any(topic.id in named for topic in reference.topics),
        FORMULAS: bool(reference.formulas),
        PATTERNS: bool(reference.patterns),
        GLOSSARY: bool(reference.terms),
        PRACTICE: any(True for _ in bank.items()),
        PROOFS: any(record.proof for record in bank.provable()),
        CORRECTIONS: any(record.corrects for record in bank.provable()),
        CONTRIBUTING: False,  # written by hand
    }
    filled[REVIEW] = filled[PRACTICE] or filled[GLOSSARY]
    return (path for path in PAGES if filled.get(path, True))


def _count_items(bank: Bank) -> Counter[str]:
    """How many questions and cards each topic has, by id; unused topics are absent."""
    return Counter(name for placed in bank.items() for name in placed.item.topics)


def list_data_pages(bank: Bank) -> Iterator[str]:
    """Paths of the pages that come from the data, without the language, excluding print views."""
    named = _count_items(bank)
    yield from (address.path for address in (*_list_collections(bank), *_list_units(bank)))
    yield from (address.path for address in _list_topics(bank) if address.owner in named)


def list_further_pages(bank: Bank) -> Iterator[str]:
    """Page 2 and up of each topic. They come and go with its questions, so redirects never target them."""
    named = _count_items(bank)
    for topic in bank.reference.topics:
        pages = count_topic_pages(named[topic.id])
        yield from (topic_path(topic.id, number) for number in range(2, pages + 1))


def list_addresses(bank: Bank) -> Iterator[Address]:
    """Every path that comes from the data, including print views and topics without a page yet."""
    yield from (*_list_collections(bank), *list_print_views(bank), *_list_units(bank), *_list_topics(bank))


def list_print_views(bank: Bank) -> Iterator[Address]:
    for collection in bank.collections:
        if guide := collection.guide:
            yield Address(print_path(collection.folder), guide.place)
            for course in guide.courses:
                yield Address(print_path(collection.folder, course.id), course.place, course.id)


def list_side_by_side_views(bank: Bank) -> Iterator[Address]:
    """One view per quiz and deck, if the bank has more than one language."""
    if len(bank.locales) > 1:
        yield from (unit._replace(path=side_by_side_path(unit.path)) for unit in _list_units(bank))


def list_views(bank: Bank) -> Iterator[Address]:
    """Alternative views of other pages: print views and side-by-side views."""
    yield from (*list_print_views(bank), *list_side_by_side_views(bank))


def _list_collections(bank: Bank) -> Iterator[Address]:
    return (Address(collection.folder, collection.place) for collection in bank.collections)


def _list_units(bank: Bank) -> Iterator[Address]:
    for collection, slug, unit in bank.units():
        yield Address(unit_path(collection.folder, slug), unit.place._replace(line=1, column=1))


def _list_topics(bank: Bank) -> Iterator[Address]:
    return (Address(topic_path(topic.id), topic.place, topic.id) for topic in bank.reference.topics)


def page_address(path: str, locale: str, root: str, *, directory_urls: bool = True) -> str:
    """The URL of a page relative to the root: 'es/quizzes/phase-07/' or 'es/quizzes/phase-07.html'."""
    folder = f"{locale}/" if locale != root else ""
    if not directory_urls:
        return f"{folder}{path or 'index'}.html"
    return f"{folder}{path}/" if path else folder


def name_file(address: str) -> str:
    """The file behind the URL of a page."""
    return address if address.endswith(".html") else f"{address}index.html"


def package_path(bank: Bank, variant: str, folder: str = "") -> str:
    """The Anki package of the whole bank, one collection, or the glossary."""
    return f"anki/{bank.identity.namespace}-{variant}{f'-{folder}' if folder else ''}.apkg"


def learned_package_name(bank: Bank, variant: str) -> str:
    """The Anki package with a learner's history, which is never published."""
    return f"{bank.identity.namespace}-{variant}-history.apkg"


def text_path(variant: str, folder: str, slug: str) -> str:
    """The text file that Anki imports for one quiz or deck."""
    return f"anki/{variant}/{folder}/{slug}.tsv"


def glossary_text_path(variant: str) -> str:
    """The text file that Anki imports for the glossary."""
    return f"anki/{variant}/{GLOSSARY}.tsv"


def bank_path(locale: str = "") -> str:
    """The JSON export, in one language or all."""
    return f"bank.{locale}.json" if locale else "bank.json"


LOG_FORMAT = f"{YOU}/log"
"""The handwritten page about the log format."""

BANK_SCHEMA = "bank.schema.json"
STATUS_JSON = "status.json"
PRACTICE_MAP = "practice.json"


def picture_path(locale: str, folder: str = "") -> str:
    """The social card of the home page or of one collection."""
    return f"assets/pictures/{locale}{f'/{folder}' if folder else ''}.png"


TOUCH_ICON = "assets/icons/touch.png"
"""Icon for phone home screens (apple-touch-icon)."""


def icon_path(size: int, *, maskable: bool = False) -> str:
    """An icon of the web manifest; maskable icons have padding, because some systems crop them."""
    return f"assets/icons/{'maskable' if maskable else 'icon'}-{size}.png"


MANIFEST = "manifest.webmanifest"
"""File name of the web manifest, next to the home page of each language."""


def pdf_path(folder: str, locale: str) -> str:
    """A guide as a PDF."""
    return f"{folder}.{locale}.pdf"


PDFS = Path(".cache", "pdf")
"""Project folder where `make pdf` leaves the PDFs for the next site build."""
