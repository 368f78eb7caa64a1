"""Practice map (practice.json): every question, card, and term, with key fingerprints and grouping.

The scripts that track a learner's answers load it once for all languages, to count progress per quiz,
collection, course, or topic, and to skip retired questions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from espejo.model.addresses import unit_path
from espejo.model.collection import Collection
from espejo.model.kinds.fingerprint import card_fingerprint, key_fingerprint
from espejo.model.text import Text
from espejo.rendering.site import Site
from espejo.site.pages.titles import name_unit, plain_text

VERSION = 1


def write_practice_map(site: Site) -> bytes:
    """Write the map as compact JSON, in bank order."""
    return json.dumps(_Mapper(site).map(), ensure_ascii=False, separators=(",", ":")).encode()


class _Mapper:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.bank = site.bank

    def map(self) -> dict[str, Any]:
        collections = self.bank.collections
        return {
            "version": VERSION,
            "items": {placed.item.id: key_fingerprint(placed.item) for placed in self.bank.items()},
            "units": dict(self.units()),
            "collections": {one.folder: self.collection(one) for one in collections},
            "courses": {path: course for one in collections for path, course in self.courses(one)},
            "topics": {
                topic.id: {"title": self.title(topic.title), "items": [placed.item.id for placed in items]}
                for topic, items in self.site.topics
            },
            **self.path(),
            **self.glossary(),
        }

    def units(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for collection, slug, unit in self.bank.units():
            title = {locale: name_unit(unit, locale) for locale in self.bank.locales}
            items = [item.id for item in unit.items]
            minutes = self.site.minutes[unit.place.file]
            yield unit_path(collection.folder, slug), {"title": title, "items": items, "minutes": minutes}

    def collection(self, collection: Collection) -> dict[str, Any]:
        units = [unit_path(collection.folder, slug) for slug in collection.units]
        return {"title": self.title(collection.title), "units": units}

    def courses(self, collection: Collection) -> Iterator[tuple[str, dict[str, Any]]]:
        """The courses of a guide, by path: `study-guide#fundamentals`."""
        for course in collection.guide.courses if collection.guide else ():
            units = [unit_path(collection.folder, slug) for slug in course.quizzes]
            yield f"{collection.folder}#{course.id}", {"title": self.title(course.title), "units": units}

    def path(self) -> dict[str, Any]:
        """The path for newcomers: the questions of each step, and the one that shows who can skip it."""
        steps = self.bank.home.path if self.bank.home else ()
        made = [{"title": self.title(one.title), "items": one.items, "check": one.check} for one in steps]
        return {"path": made} if made else {}

    def glossary(self) -> dict[str, Any]:
        """The terms. Each has two cards: `term/ID` asks for the meaning, `meaning/ID` for the term."""
        terms = [term.id for term in self.bank.reference.terms]
        title = {locale: words.raw["glossary_title"] for locale, words in self.site.words.items()}
        return {"glossary": {"title": title, "key": card_fingerprint(), "terms": terms}} if terms else {}

    def title(self, text: Text) -> dict[str, str]:
        return {locale: plain_text(text, locale) for locale in self.bank.locales}
