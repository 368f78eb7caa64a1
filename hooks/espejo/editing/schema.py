"""JSON Schemas of the data files, for completion and validation in editors.

They are generated from the record classes and from the patterns that the rules check. Editors parse YAML with
the core schema: a text such as `1.10` is a number to them, so texts may be numbers. Null values are rejected,
and so is the string `"true"` where a boolean is expected. `enumDescriptions` and `patternErrorMessage` are
not part of JSON Schema, but some editors support them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from decimal import Decimal
from typing import Any, get_origin

from espejo.editing.lints.linter import LINTS
from espejo.load.file_kinds import FIELDS, FILE_KINDS
from espejo.load.languages import english_words
from espejo.load.values import MAX_PASSAGE
from espejo.markdown.characters import INVISIBLE
from espejo.markdown.fragments import plain
from espejo.model.addresses import ANCHORS, RESERVED, SPECIAL, UNIT_NAME
from espejo.model.bank import Bank
from espejo.model.grammar import (
    FORMULA,
    ITEM_ID,
    LISTING,
    MARKUP,
    MAX_CHOICES,
    MIN_CHOICES,
    PREFIX,
    REFERENCE_ID,
    SLUG,
    TERRITORY,
)
from espejo.model.json_schema import make_object
from espejo.model.keys import Key, list_keys, list_records
from espejo.model.kinds import KIND_KEYS, KINDS, Kind
from espejo.model.language import BLANK
from espejo.model.proof import LIBRARIES
from espejo.model.quiz import Card, Question
from espejo.model.reference import MAX_SOURCES, Formula, Pattern
from espejo.model.text import Allowed, Code, Text, TextsByName

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = ["string", "number", "boolean"]
_LINE = {"$ref": "#/$defs/line"}
_ADDRESS_PART = re.compile(f"(?!(?:{SPECIAL.pattern})$){SLUG.pattern}")
_UNIT_PATH = re.compile(f"{SLUG.pattern}/{UNIT_NAME.pattern}")
_DESTINATION = re.compile(f"{SLUG.pattern}(?:[/#]{SLUG.pattern})?")
_PATTERNS = {
    "Question.id Card.id Home.question Step.check": ITEM_ID,
    "Topic.id Course.id": _ADDRESS_PART,
    "Formula.id Pattern.id": REFERENCE_ID,
    "Question.figure Card.figure Formula.figure Pattern.figure": SLUG,
    "Door.path": _DESTINATION,
    "Collection.prefix": PREFIX,
    "Locale.territory": TERRITORY,
}
"""Patterns of whole fields."""

_RIGHT = {"properties": {"correct": {"const": True}}, "required": ["correct"]}


def make_schemas(bank: Bank) -> dict[str, Schema]:
    """Make the schema of each kind of data file, by name, with descriptions in the root language."""
    maker = _SchemaMaker(tuple(bank.locales), bank.locales[bank.root].fields)
    return {name: _make_schema(name, maker) for name in FILE_KINDS}


def _make_schema(name: str, maker: _SchemaMaker) -> Schema:
    shape = FILE_KINDS[name]
    records = {record.__name__: maker.record(record) for record in list_records(shape)}
    file = records.pop(shape.__name__)
    return {"$schema": _DIALECT, "title": name, **file, "$defs": {**maker.base_types(), **records}}


class _SchemaMaker:
    """Makes schemas of record classes; `descriptions` has a Markdown sentence for each field."""

    def __init__(self, locales: tuple[str, ...], descriptions: Mapping[str, str]) -> None:
        self.descriptions = {name: plain(sentence) for name, sentence in descriptions.items()}
        self.locales = locales
        self.constraints = dict(_list_constraints(locales))

    def base_types(self) -> Schema:
        """Definitions shared by all kinds of files."""
        invisible = {"$ref": "#/$defs/unseen"}
        passage = {"type": [*_SCALAR, "null"], "maxLength": MAX_PASSAGE, "not": invisible}
        not_blank = {"type": _SCALAR, "pattern": r"\S"}
        return {
            "unseen": {"type": "string", "pattern": _INVISIBLE},
            "line": {**not_blank, "not": invisible},
            "text": {
                "type": [*_SCALAR, "object"],
                "pattern": r"\S",
                "maxLength": MAX_PASSAGE,
                "not": invisible,
                "properties": dict.fromkeys(self.locales, passage),
                "additionalProperties": False,
                "anyOf": [
                    {"type": _SCALAR},
                    *({"properties": {locale: not_blank}, "required": [locale]} for locale in self.locales),
                ],
            },
        }

    def record(self, shape: type) -> Schema:
        keys = list_keys(shape)
        needed = [key.name for key in keys if key.needed]
        schema = {**make_object({key.name: self._key(key) for key in keys}), "required": needed}
        name = shape.__name__
        return {"description": self.descriptions[name], **schema, **self.constraints.get(name, {})}

    def _key(self, key: Key) -> Schema:
        description = self.descriptions[key.field]
        schema = {
            "description": description,
            **self._value(key.type),
            **_match_form(key),
            **self.constraints.get(key.field, {}),
        }
        if "pattern" in schema:
            schema["patternErrorMessage"] = description  # some editors show it instead of the pattern
        if key.options:
            schema["enum"] = list(key.options)
            schema["enumDescriptions"] = [
                self.descriptions[f"{key.field}.{option}"] for option in key.options
            ]
        return schema

    def _value(self, type_: Any) -> Schema:
        if type_ is Text:
            return {"$ref": "#/$defs/text"}
        if type_ is bool:
            return {"type": "boolean"}
        if type_ is Decimal:
            return {"type": "number"}
        if type_ is Code:
            return {"type": "string", "minLength": 1}
        if isinstance(type_, type) and issubclass(type_, str):
            return _LINE
        if get_origin(type_) is tuple:
            return {"type": "array", "minItems": 1, "items": self._value(type_.__args__[0])}
        if is_dataclass(type_):
            return {"$ref": f"#/$defs/{getattr(type_, '__name__', '')}"}
        if type_ is Allowed:
            return {"type": "object", "propertyNames": {"enum": list(LINTS)}, "additionalProperties": _LINE}
        if type_ is TextsByName:
            names = {"pattern": f"^(?:{SLUG.pattern})$"}
            return {
                "type": "object",
                "propertyNames": names,
                "additionalProperties": {"$ref": "#/$defs/text"},
            }
        if get_origin(type_) is Mapping:
            return {"type": "object", "additionalProperties": _LINE}
        return {}


def _list_constraints(locales: tuple[str, ...]) -> Iterator[tuple[str, Schema]]:
    """Constraints on fields and records beyond their types, by name."""
    for names, pattern in _PATTERNS.items():
        for name in names.split():
            yield name, _match_whole(pattern)
    yield "Term.id", {**_match_whole(SLUG), "not": {"enum": sorted(ANCHORS)}}
    yield "Unit.prerequisites", {"items": _match_whole(_UNIT_PATH), "uniqueItems": True}
    for name in ("Question.see", "Card.see", "Unit.topics", "Question.topics", "Card.topics"):
        yield name, {"items": _match_whole(SLUG), "uniqueItems": True}
    for shape in (Question, Card, Formula, Pattern):
        yield f"{shape.__name__}.sources", {"maxItems": MAX_SOURCES}
    for name in ("Locale.name", "Locale.mark", "Locale.flag"):
        yield name, {"not": {"type": "string", "pattern": MARKUP.pattern}}
    yield "Locale.words", make_object({name: _word(text) for name, text in english_words().items()})
    yield "Locale.fields", make_object(dict.fromkeys(sorted(FIELDS), _LINE))
    yield "Course.quizzes", {"items": _match_whole(UNIT_NAME)}
    yield "Guide.edition", {**_match_whole(re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")), "format": "date"}
    taken = sorted({*RESERVED, *ANCHORS, *locales})
    yield "Collection.folder", {**_match_whole(_ADDRESS_PART), "not": {"enum": taken}}
    yield "Formula.formula", _match_passages(FORMULA)
    yield "Pattern.code", _match_passages(LISTING)
    yield "Question.choices", {"minItems": MIN_CHOICES, "maxItems": MAX_CHOICES}
    yield "Question.tolerance", {"exclusiveMinimum": 0}
    yield "Proof.needs", {"items": {"enum": list(LIBRARIES)}}
    proof: Schema = {"oneOf": [{"required": [name]} for name in ("program", "not_computable")]}
    yield "Proof", {**proof, "dependentRequired": {"illustrates": ["program"]}}
    headed = [{"required": [name]} for name in ("title", "prompt")]
    yield "Question", {"allOf": [_constrain_kind(kind) for kind in KINDS.values()], "anyOf": headed}


def _constrain_kind(kind: Kind) -> Schema:
    """Require the keys that a question of this kind needs, and forbid those of other kinds."""
    properties: Schema = {name: False for name in KIND_KEYS if name not in kind.keys}
    if "choices" in kind.needs:
        properties["choices"] = {"contains": _RIGHT}
    if kind.one_right:
        properties["choices"] |= {"minContains": 1, "maxContains": 1}
    return {
        "if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]},
        "then": {"required": list(kind.needs), "properties": properties},
    }


def _match_form(key: Key) -> Schema:
    """The pattern of a value, or of each one in a list or mapping; numbers such as `819332` count as text."""
    if not key.form:
        return {}
    schema = {**_match_whole(key.form.pattern), "type": _SCALAR}
    if get_origin(key.type) is Mapping:
        return {"additionalProperties": schema}
    return {"items": schema} if key.is_list else schema


def _match_whole(pattern: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}


def _match_passages(pattern: re.Pattern[str]) -> Schema:
    """A text whose non-blank passages all match."""
    passage = {"pattern": rf"^\s*(?:{pattern.pattern})?\s*$"}
    return {**passage, "additionalProperties": passage}


def _word(english: str) -> Schema:
    """A word of the site: plain text with exactly the placeholders it needs."""
    blanks = list(dict.fromkeys(BLANK.findall(english)))
    known = "|".join(rf"\{{{blank}\}}" for blank in blanks)
    schema: Schema = {
        "description": english,
        "type": _SCALAR,
        "pattern": rf"^(?:[^<{{}}]{f'|{known}' if known else ''})+$",
    }
    if blanks:
        schema["allOf"] = [{"pattern": rf"\{{{blank}\}}"} for blank in blanks]
    return schema


def _escape(pattern: str) -> str:
    """Escape a pattern as ASCII, dropping characters beyond 16 bits, which some editors don't support."""
    short = re.sub("[\U00010000-\U0010ffff](?:-[\U00010000-\U0010ffff])?", "", pattern)
    return "".join(
        character if " " < character < "\x7f" else f"\\u{ord(character):04x}" for character in short
    )


_INVISIBLE = _escape(INVISIBLE.pattern)
