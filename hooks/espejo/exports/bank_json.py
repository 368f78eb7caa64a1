"""JSON export of the bank, with Markdown and HTML of every question and card, and its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, get_args

from espejo.ledger.deck_names import name_bank
from espejo.markdown.figure_svg import render_figure
from espejo.markdown.fragments import block, plain
from espejo.model.addresses import BANK_SCHEMA
from espejo.model.collection import Placed
from espejo.model.figure import FigureWith
from espejo.model.grammar import ITEM_ID
from espejo.model.json_schema import make_object
from espejo.model.keys import HasTexts, Key, list_keys
from espejo.model.kinds import KINDS
from espejo.model.kinds.fingerprint import CARD, name_kind
from espejo.model.quiz import Card, Item, Labels, Question, Quiz
from espejo.model.reference import Term, Topic
from espejo.model.text import Text
from espejo.rendering.site import Site

VERSION = 2
"""Format version; incremented on changes that break existing readers or logs."""

_NAMES = {"unit": "value_unit"}
"""Keys renamed in the JSON, where `unit` is the quiz or deck of an item."""

_APART = ("id", "kind", "topics", "figure", "figure_with")
"""Keys that are exported separately."""

_UNSEEN = ("fixed_order",)
"""Keys hidden from learners but needed by programs that show the questions."""

_TOPIC_KEYS, _TERM_KEYS = (
    tuple(key for key in list_keys(shape) if key.name != "allow") for shape in (Topic, Term)
)
"""Exported keys of topics and terms, including a term's synonyms, which a card must not give away."""


def write_bank(site: Site, locales: tuple[str, ...]) -> Iterator[bytes]:
    """Write the bank in these languages, one item per line, in chunks."""
    head = json.dumps(_Writer(site, locales).head(), ensure_ascii=False)
    yield f'{head[:-1]}, "items": ['.encode()
    between = b"\n"
    for items in filter(None, (write_unit(site, path, locales) for path in site.units_by_path)):
        yield between + items
        between = b",\n"
    yield b"\n]}\n"


def write_unit(site: Site, path: str, locales: tuple[str, ...]) -> bytes:
    """Write the items of a quiz or deck in these languages, one per line."""

    def write() -> bytes:
        writer = _Writer(site, locales)
        written = (json.dumps(writer.item(one), ensure_ascii=False) for one in site.placed_in(path))
        return ",\n".join(written).encode()

    return site.keep(path, f"JSON in {locales}", write)


def write_schema(site: Site) -> bytes:
    return (json.dumps(_schema(site), ensure_ascii=False, indent=1) + "\n").encode()


@dataclass(frozen=True)
class _Writer:
    site: Site
    locales: tuple[str, ...]

    def head(self) -> dict[str, Any]:
        bank = self.site.bank
        return {
            "$schema": self.site.home + BANK_SCHEMA,
            "version": VERSION,
            "bank": bank.identity.namespace,
            "languages": list(self.locales),
            "topics": [self.values(topic, _TOPIC_KEYS) for topic in bank.reference.topics],
            "terms": [self.values(term, _TERM_KEYS) for term in bank.reference.terms],
            "collections": [
                {
                    "folder": collection.folder,
                    "title": self.text(collection.title),
                    "about": self.text(collection.about),
                    "units": [
                        {
                            "slug": slug,
                            "title": self.text(unit.title),
                            "subject": self.text(unit.name),
                            "focus": self.text(unit.focus or unit.name),
                            "labels": unit.labels if isinstance(unit, Quiz) else "numbers",
                            "topics": list(unit.topics),
                            "prerequisites": self.site.prerequisites(unit),
                            "minutes": self.site.minutes[unit.place.file],
                        }
                        for slug, unit in collection.units.items()
                    ],
                }
                for collection in bank.collections
            ],
        }

    def item(self, placed: Placed) -> dict[str, Any]:
        item = placed.item
        home, address = self.site.home, self.site.address
        urls = {locale: f"{home}{address(placed.path, locale)}#{item.id}" for locale in self.locales}
        return {
            "id": item.id,
            "kind": name_kind(item),
            "collection": placed.collection.folder,
            "unit": placed.slug,
            "number": placed.number,
            "topics": list(item.topics),
            "changed": self.site.bank.ledger.changed(item.id, self.locales),
            "url": urls,
            **self.values(item, _CONTENT_KEYS[type(item)]),
            **self.figure(item),
        }

    def figure(self, item: Item) -> dict[str, Any]:
        """The figure of an item, if any: its SVG, alt text, and labels in each language."""
        figure = self.site.bank.figure_of(item)
        if not figure:
            return {}
        drawn = {}
        for locale in self.locales:
            shown = figure.choose_language(locale)
            drawn[locale] = {
                "lang": shown,
                "alt": plain(figure.alt.show(shown).markdown),
                "labels": dict(figure.written_labels(shown)),
                "svg": render_figure(figure, shown, f"{item.id}-{locale}"),
            }
        return {"figure": {"name": item.figure, "with": item.figure_with, "drawn": drawn}}

    def values(self, record: Any, keys: Iterable[Key]) -> dict[str, Any]:
        """The values of a record under these keys, without empty ones."""
        values = {json_name(key): getattr(record, key.name) for key in keys}
        return {name: self.value(value) for name, value in values.items() if value not in (None, ())}

    def value(self, value: Any) -> Any:
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, tuple):
            return [self.value(item) for item in value]
        if isinstance(value, HasTexts):
            return self.values(value, list_keys(type(value)))
        if isinstance(value, Decimal):
            return int(value) if value == value.to_integral_value() else float(value)
        return value

    def text(self, text: Text) -> dict[str, Any]:
        """Markdown, HTML, and actual language (after fallback) of a text, for each language."""
        passages = {locale: text.show(locale) for locale in self.locales}
        return {
            locale: {"lang": passage.locale, "markdown": passage.markdown, "html": block(passage.markdown)}
            for locale, passage in passages.items()
        }


def _content_keys(shape: type) -> list[Key]:
    """Content keys of a question or card: texts first, then plain values, then lists."""
    keys = [key for key in list_keys(shape) if (key.seen or key.name in _UNSEEN) and key.name not in _APART]
    return sorted(keys, key=lambda key: (key.is_list, key.item is not Text))


_CONTENT_KEYS: Mapping[type, list[Key]] = {shape: _content_keys(shape) for shape in (Question, Card)}


def json_name(key: Key) -> str:
    """The name of a key in the JSON."""
    return _NAMES.get(key.name, key.name)


def _value_schema(key: Key) -> dict[str, Any]:
    """Derive the schema of a value from the type of its key."""
    if key.item is Text:
        schema: dict[str, Any] = {"$ref": "#/$defs/text"}
    elif key.holds_record:
        schema = _record_schema(list_keys(key.item))
    elif key.options:
        schema = {"enum": list(key.options)}
    else:
        schema = {"type": {bool: "boolean", Decimal: "number"}.get(key.item, "string")}
    return {"type": "array", "items": schema} if key.is_list else schema


def _record_schema(keys: Iterable[Key]) -> dict[str, Any]:
    """Derive the schema of a record from its keys; `values` leaves out empty ones."""
    schemas = {key.name: (_value_schema(key), key.default in (None, ())) for key in keys}
    needed = {name: schema for name, (schema, optional) in schemas.items() if not optional}
    return make_object(needed, {name: schema for name, (schema, optional) in schemas.items() if optional})


def _figure_schema() -> dict[str, Any]:
    string = {"type": "string"}
    labels = {"type": "object", "additionalProperties": string}
    drawn = make_object({"lang": string, "alt": string, "labels": labels, "svg": string})
    return make_object(
        {
            "name": string,
            "with": {"enum": list(get_args(FigureWith))},
            "drawn": {
                "type": "object",
                "description": "by language; lang differs where a translation is missing",
                "minProperties": 1,
                "additionalProperties": drawn,
            },
        }
    )


def _schema(site: Site) -> dict[str, Any]:
    string, text = {"type": "string"}, {"$ref": "#/$defs/text"}
    names = {"type": "array", "items": string}
    unit = make_object(
        {
            **{"slug": string, "title": text, "subject": text, "focus": text, "topics": names},
            "labels": {"enum": list(get_args(Labels)), "description": "how choices are labeled"},
            "prerequisites": names,
            "minutes": {"type": "integer", "minimum": 1, "description": "how long it takes, estimated"},
        }
    )
    item = make_object(
        {
            "id": {"type": "string", "pattern": f"^{ITEM_ID.pattern}$"},
            "kind": {"enum": [*KINDS, CARD]},
            "collection": string,
            "unit": string,
            "number": {"type": "integer", "minimum": 1},
            "topics": names,
            "changed": {"type": "integer", "description": "seconds since 1970 (UTC); 0 if not known"},
            "url": {"type": "object", "additionalProperties": {"type": "string", "format": "uri"}},
        },
        {
            **{json_name(key): _value_schema(key) for keys in _CONTENT_KEYS.values() for key in keys},
            "figure": _figure_schema(),
        },
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": site.home + BANK_SCHEMA,
        "title": f"The {name_bank(site.bank, site.root)} question bank",
        **make_object(
            {
                "$schema": string,
                "version": {"const": VERSION},
                "bank": {"type": "string", "description": "the namespace of the bank in learners' logs"},
                "languages": names,
                "topics": {"type": "array", "items": _record_schema(_TOPIC_KEYS)},
                "terms": {"type": "array", "items": _record_schema(_TERM_KEYS)},
                "collections": {
                    "type": "array",
                    "items": make_object(
                        {
                            "folder": string,
                            "title": text,
                            "about": text,
                            "units": {"type": "array", "items": unit},
                        }
                    ),
                },
                "items": {"type": "array", "items": item},
            }
        ),
        "$defs": {
            "text": {
                "type": "object",
                "description": "by language; lang differs where a translation is missing",
                "minProperties": 1,
                "additionalProperties": make_object({"lang": string, "markdown": string, "html": string}),
            }
        },
    }
