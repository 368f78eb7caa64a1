"""The bank enters, JSON leaves: every question and card with its fragments, for people who build on it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from espejo.addresses import SCHEMA_PATH
from espejo.check import ITEM_ID, KIND_KEYS, MAX_CHOICES, MIN_CHOICES
from espejo.fragments import block
from espejo.model import Asked, Card, Question
from espejo.schema import close_object
from espejo.text import Text
from espejo.view import View

if TYPE_CHECKING:
    from espejo.pages import Site

VERSION = 1


def write_bank(site: Site, locales: tuple[str, ...]) -> bytes:
    """The bank in these languages, an item a line; the items are never all in memory as objects."""
    writer = _Writer(site, locales)
    head = json.dumps(writer.head(), ensure_ascii=False)
    items = ",\n".join(json.dumps(writer.item(asked), ensure_ascii=False) for asked in site.bank.items())
    return f'{head[:-1]}, "items": [\n{items}\n]}}\n'.encode()


def write_schema(site: Site) -> bytes:
    return (json.dumps(_schema(site), ensure_ascii=False, indent=1) + "\n").encode()


class _Writer:
    def __init__(self, site: Site, locales: tuple[str, ...]) -> None:
        self.site = site
        self.locales = locales

    def head(self) -> dict[str, Any]:
        bank = self.site.bank
        return {
            "$schema": self.site.home + SCHEMA_PATH,
            "version": VERSION,
            "languages": list(self.locales),
            "topics": [
                {"id": one.id, "title": self.text(one.title), "about": self.text(one.about)}
                for one in bank.reference.topics
            ],
            "collections": [
                {
                    "folder": one.folder,
                    "title": self.text(one.title),
                    "about": self.text(one.about),
                    "units": [
                        {
                            "slug": slug,
                            "title": self.text(unit.title),
                            "subject": self.text(unit.subject),
                            "focus": self.text(unit.focus),
                            "topics": list(unit.topics),
                        }
                        for slug, unit in one.units.items()
                    ],
                }
                for one in bank.collections
            ],
        }

    def item(self, asked: Asked) -> dict[str, Any]:
        item = asked.item
        head = {
            "id": item.id,
            "kind": "card" if isinstance(item, Card) else item.kind,
            "collection": asked.collection.folder,
            "unit": asked.slug,
            "number": asked.number,
            "topics": list(item.topics),
            "changed": self.site.bank.ledger.changed(item.id, self.locales),
            "url": {locale: View(self.site, asked.path, locale).url(item.id) for locale in self.locales},
        }
        if isinstance(item, Card):
            return {**head, "front": self.text(item.front), "back": self.text(item.back)}
        return {**head, **self.question(item)}

    def question(self, question: Question) -> dict[str, Any]:
        optional = {"prompt": question.prompt, "answer": question.answer, "why": question.why}
        made: dict[str, Any] = {"title": self.text(question.title)}
        made |= {name: self.text(text) for name, text in optional.items() if text}
        if question.correct is not None:
            made["correct"] = question.correct
        if question.points:
            made["points"] = [self.text(point) for point in question.points]
        if question.choices:
            made["choices"] = [
                {"text": self.text(choice.text), "correct": choice.correct}
                | ({"why": self.text(choice.why)} if choice.why else {})
                for choice in question.choices
            ]
        return made

    def text(self, text: Text) -> dict[str, Any]:
        """In each language the Markdown, its HTML, and the language it really is in."""
        shown = {locale: text.show(locale) for locale in self.locales}
        return {
            locale: {"lang": one.locale, "markdown": one.markdown, "html": block(one.markdown)}
            for locale, one in shown.items()
        }


def _schema(site: Site) -> dict[str, Any]:
    string, boolean = {"type": "string"}, {"type": "boolean"}
    text = {"$ref": "#/$defs/text"}
    names = {"type": "array", "items": string}
    choice = close_object({"text": text, "correct": boolean}, {"why": text})
    unit = close_object({"slug": string, "title": text, "subject": text, "focus": text, "topics": names})
    units = {"type": "array", "items": unit}
    topic = close_object({"id": string, "title": text, "about": text})
    item = close_object(
        {
            "id": {"type": "string", "pattern": f"^{ITEM_ID.pattern}$"},
            "kind": {"enum": [*KIND_KEYS, "card"]},
            "collection": string,
            "unit": string,
            "number": {"type": "integer", "minimum": 1},
            "topics": names,
            "changed": {"type": "integer", "description": "seconds since 1970 (UTC); 0 if not known"},
            "url": {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}},
        },
        {
            **dict.fromkeys(("title", "prompt", "answer", "why", "front", "back"), text),
            "correct": {**boolean, "description": "of a statement that is true or false"},
            "points": {"type": "array", "items": text},
            "choices": {"type": "array", "items": choice, "minItems": MIN_CHOICES, "maxItems": MAX_CHOICES},
        },
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": site.home + SCHEMA_PATH,
        "title": "The Espejo question bank",
        **close_object(
            {
                "$schema": string,
                "version": {"const": VERSION},
                "languages": names,
                "topics": {"type": "array", "items": topic},
                "collections": {
                    "type": "array",
                    "items": close_object({"folder": string, "title": text, "about": text, "units": units}),
                },
                "items": {"type": "array", "items": item},
            }
        ),
        "$defs": {
            "text": {
                "type": "object",
                "description": "by language; lang differs where a translation is missing",
                "minProperties": 1,
                "additionalProperties": close_object({"lang": string, "markdown": string, "html": string}),
            }
        },
    }
