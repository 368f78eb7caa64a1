"""Addresses: the path of every page and file of the site, and the names that nothing can have.

Learners keep these addresses: they do not change.
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
from espejo.model.problems import Place
from espejo.model.quiz import Unit

TOPICS = "topics"
REFERENCE = "reference"
FORMULAS = f"{REFERENCE}/formulas"
PATTERNS = f"{REFERENCE}/patterns"
GLOSSARY = "glossary"
PROOFS = "proofs"
DOWNLOADS = "downloads"
STATUS = "status"
SEARCH = "search"
PRACTICE = "practice"
YOU = "you"
REVIEW = "review"
OFFLINE = "offline"
CONTRIBUTING = "contributing"
FIELDS = f"{CONTRIBUTING}/fields"

PAGES = (
    *(TOPICS, REFERENCE, FORMULAS, PATTERNS, GLOSSARY),
    *(PRACTICE, REVIEW, YOU, PROOFS, DOWNLOADS, OFFLINE, STATUS, SEARCH, CONTRIBUTING, FIELDS),
)
"""The pages that a site has besides home and those that the data gives an address to, unless empty."""

ANYWHERE = "anywhere"
"""The page about learning without a network and in a terminal, which is written by hand."""

SCHEMA = "schema"
FOLDERS = ("anki", "assets", "pagefind", SCHEMA)
"""The top-level folders of files that go with the pages."""

RESERVED = tuple(
    sorted({*(path.partition("/")[0] for path in PAGES), ANYWHERE, *FOLDERS, FIGURES, "languages", "locales"})
)
"""What no collection can be called: the first part of another address, or a name the data itself uses."""

SPECIAL = re.compile("index|readme|404|con|prn|aux|nul|(?:com|lpt)[0-9]")
"""What no part of an address can be called: MkDocs, web servers or Windows take these for something else."""


ANCHORS = frozenset(["anki", "content", "import-package", "import-text", "json", "updates", "words"])
"""The anchors that pages with collections or terms have themselves. No collection or term is called so."""


def list_taken(bank: Bank) -> frozenset[str]:
    """The names that no collection can have: the reserved ones, and the languages with their variants."""
    languages = [locale.casefold() for locale in bank.locales]
    variants = (language.partition("-")[2] for language in languages)  # zh-hant is also hant in zh
    return frozenset([*RESERVED, *ANCHORS, *languages, *filter(None, variants)])


def could_be_unit(path: str, taken: Container[str]) -> bool:
    """Whether a collection, quiz or deck could ever have had this address; `taken` are names of the site."""
    parts = path.split("/")
    names_print_view = len(parts) > 1 and parts[1] == PRINT
    return parts[0] not in taken and not names_print_view and not any(map(SPECIAL.fullmatch, parts))


def unit_path(folder: str, slug: str) -> str:
    """The page of a quiz or deck."""
    return f"{folder}/{slug}"


TOPIC_PAGE = 25
"""How many questions and cards of a topic a page shows; the others are on further pages."""


def topic_path(topic: str, number: int = 1) -> str:
    """A page of a topic: the first one, or a further one with its number."""
    return f"{TOPICS}/{topic}/{number}" if number > 1 else f"{TOPICS}/{topic}"


def count_topic_pages(items: int) -> int:
    """How many pages a topic with so many questions and cards has."""
    return ceil(items / TOPIC_PAGE)


def status_path(folder: str, number: int = 1) -> str:
    """A page with the status of a collection or of the reference; a long one has several, counted from 1."""
    return f"{STATUS}/{folder}/{number}" if number > 1 else f"{STATUS}/{folder}"


def list_destinations(bank: Bank) -> dict[str, tuple[Unit, ...]]:
    """The paths that home may lead to, each with its quizzes or decks.

    They are those of collections, of quizzes and decks, and of courses: `study-guide#fundamentals`.
    """
    found: dict[str, tuple[Unit, ...]] = {}
    for collection in bank.collections:
        folder, units = collection.folder, collection.units
        found[folder] = tuple(units.values())
        for course in collection.guide.courses if collection.guide else ():
            found[f"{folder}#{course.id}"] = tuple(units[slug] for slug in course.quizzes if slug in units)
        found |= {unit_path(folder, slug): (unit,) for slug, unit in units.items()}
    return found


PRINT = "print"
"""The part of an address where the print views of a guide begin."""


def print_path(folder: str, course: str = "") -> str:
    """The print view of a whole guide or of one course."""
    return f"{folder}/{PRINT}/{course}".rstrip("/")


SIDE_BY_SIDE = "side-by-side"
"""The last part of the address where a quiz or deck stands in all its languages."""


def side_by_side_path(unit: str) -> str:
    """The side-by-side view of the quiz or deck with this path.

    No other page can have its address: the others with three parts are the print views of courses, and no
    quiz can be called `print`.
    """
    return f"{unit}/{SIDE_BY_SIDE}"


class Address(NamedTuple):
    """An address that the data gives to a page, without the language, and what is named there."""

    path: str
    place: Place
    owner: str = ""


def list_site_pages(bank: Bank) -> Iterator[str]:
    """The pages of PAGES that have something to show."""
    reference, named = bank.reference, _count_items(bank)
    filled = {
        TOPICS: any(topic.id in named for topic in reference.topics),
        FORMULAS: bool(reference.formulas),
        PATTERNS: bool(reference.patterns),
        GLOSSARY: bool(reference.terms),
        PRACTICE: any(True for _ in bank.items()),
        PROOFS: any(record.proof for record in bank.provable()),
    }
    filled[REVIEW] = filled[PRACTICE] or filled[GLOSSARY]
    filled[REFERENCE] = any(filled[path] for path in (FORMULAS, PATTERNS, GLOSSARY))
    return (path for path in PAGES if filled.get(path, True))


def _count_items(bank: Bank) -> Counter[str]:
    """The ids of the topics that a question or card has, each with how many have it."""
    return Counter(name for placed in bank.items() for name in placed.item.topics)


def list_data_pages(bank: Bank) -> Iterator[str]:
    """The addresses that the data gives to pages, without the language and without the print views."""
    named = _count_items(bank)
    yield from (address.path for address in (*_list_collections(bank), *_list_units(bank)))
    yield from (address.path for address in _list_topics(bank) if address.owner in named)


def list_further_pages(bank: Bank) -> Iterator[str]:
    """Pages 2 and up of topics. They come and go with their questions, so no redirect leads there."""
    named = _count_items(bank)
    for topic in bank.reference.topics:
        pages = count_topic_pages(named[topic.id])
        yield from (topic_path(topic.id, number) for number in range(2, pages + 1))


def list_addresses(bank: Bank) -> Iterator[Address]:
    """Every address that the data gives, also to topics that have no page yet and to print views."""
    yield from (*_list_collections(bank), *list_print_views(bank), *_list_units(bank), *_list_topics(bank))


def list_print_views(bank: Bank) -> Iterator[Address]:
    for collection in bank.collections:
        if guide := collection.guide:
            yield Address(print_path(collection.folder), guide.place)
            for course in guide.courses:
                yield Address(print_path(collection.folder, course.id), course.place, course.id)


def list_side_by_side_views(bank: Bank) -> Iterator[Address]:
    """The view of each quiz and deck, if there are languages to compare."""
    if len(bank.locales) > 1:
        yield from (unit._replace(path=side_by_side_path(unit.path)) for unit in _list_units(bank))


def list_views(bank: Bank) -> Iterator[Address]:
    """The pages that show again what others show: print views and side-by-side views."""
    yield from (*list_print_views(bank), *list_side_by_side_views(bank))


def _list_collections(bank: Bank) -> Iterator[Address]:
    return (Address(collection.folder, collection.place) for collection in bank.collections)


def _list_units(bank: Bank) -> Iterator[Address]:
    for collection, slug, unit in bank.units():
        yield Address(unit_path(collection.folder, slug), unit.place._replace(line=1, column=1))


def _list_topics(bank: Bank) -> Iterator[Address]:
    return (Address(topic_path(topic.id), topic.place, topic.id) for topic in bank.reference.topics)


def page_address(path: str, locale: str, root: str, *, directory_urls: bool = True) -> str:
    """The address of a page from the site's root: 'es/quizzes/phase-07/', or 'es/quizzes/phase-07.html'."""
    folder = f"{locale}/" if locale != root else ""
    if not directory_urls:
        return f"{folder}{path or 'index'}.html"
    return f"{folder}{path}/" if path else folder


def name_file(address: str) -> str:
    """The file of the page at an address."""
    return address if address.endswith(".html") else f"{address}index.html"


def package_path(bank: Bank, variant: str, folder: str = "") -> str:
    """An Anki package: of the whole bank, of one collection, or of the glossary."""
    return f"anki/{bank.identity.namespace}-{variant}{f'-{folder}' if folder else ''}.apkg"


def learned_package_name(bank: Bank, variant: str) -> str:
    """An Anki package of the whole bank with a learner's history, which is never part of the site."""
    return f"{bank.identity.namespace}-{variant}-history.apkg"


def text_path(variant: str, folder: str, slug: str) -> str:
    """The text file of one quiz or deck for Anki's import."""
    return f"anki/{variant}/{folder}/{slug}.tsv"


def glossary_text_path(variant: str) -> str:
    """The text file of the glossary for Anki's import."""
    return f"anki/{variant}/{GLOSSARY}.tsv"


def bank_path(locale: str = "") -> str:
    """The bank as JSON: in one language, or in all."""
    return f"bank.{locale}.json" if locale else "bank.json"


LOG_FORMAT = f"{YOU}/log"
"""The page about the format of the log, which is written by hand."""

BANK_SCHEMA = "bank.schema.json"
STATUS_JSON = "status.json"
PRACTICE_MAP = "practice.json"


def picture_path(locale: str, folder: str = "") -> str:
    """The picture that social networks show for home, or for the pages of one collection."""
    return f"assets/pictures/{locale}{f'/{folder}' if folder else ''}.png"


TOUCH_ICON = "assets/icons/touch.png"
"""The icon of a bookmark on the home screen of a phone."""


def icon_path(size: int, *, maskable: bool = False) -> str:
    """An icon of the web manifest; a maskable one has room around it, for systems that cut a shape out."""
    return f"assets/icons/{'maskable' if maskable else 'icon'}-{size}.png"


MANIFEST = "manifest.webmanifest"
"""The name of the web manifest, which is beside the home page of each language."""


def pdf_path(folder: str, locale: str) -> str:
    """A guide as a PDF."""
    return f"{folder}.{locale}.pdf"


PDFS = Path(".cache", "pdf")
"""The folder of the project where `make pdf` puts the PDFs for the next build of the site."""
