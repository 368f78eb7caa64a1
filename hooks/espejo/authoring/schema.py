"""JSON Schemas of the data files, for editors that complete keys and mark mistakes.

It is made from the classes that read the file and from the patterns of the rules that check it. Editors
read YAML as its core schema says, so that a passage such as `1.10` is a number to them: a text may be one.
A value that is nothing to them, such as `null`, is refused, and so is `"true"` where they know `true`.
What is not JSON Schema's own, `enumDescriptions` and `patternErrorMessage`, is for editors that know it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from decimal import Decimal
from typing import Any, get_origin

from espejo.lints.lint import LINTS
from espejo.load.file_kinds import FIELDS, FILE_KINDS
from espejo.load.reader import MAX_PASSAGE
from espejo.model.addresses import RESERVED
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
    UNIT_FILE,
)
from espejo.model.keys import Key, list_keys, list_records
from espejo.model.kinds import KIND_KEYS, KINDS, Kind
from espejo.model.ledger import TIME
from espejo.model.proof import LIBRARIES
from espejo.model.text import Allowed, Code, Name, Text
from espejo.model.words import BLANK, WORDS
from espejo.passages.characters import INVISIBLE
from espejo.passages.fragments import plain

Schema = dict[str, Any]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SCALAR = ["string", "number", "boolean"]
_LINE = {"$ref": "#/$defs/line"}
_RIGHT = {"properties": {"correct": {"const": True}}, "required": ["correct"]}


def make_schema(name: str, bank: Bank) -> Schema:
    """The schema of the kind of file with this name, explained in the root language."""
    shape = FILE_KINDS[name]
    maker = _Maker(tuple(bank.locales), bank.locales[bank.root].fields)
    records = {record.__name__: maker.record(record) for record in list_records(shape)}
    whole = records.pop(shape.__name__)
    return {"$schema": _DIALECT, "title": name, **whole, "$defs": {**maker.basics(), **records}}


def close_object(required: Schema, optional: Schema | None = None) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }


class _Maker:
    """Makes schemas in which a text may have these locales; `said` has a sentence for each field."""

    def __init__(self, locales: tuple[str, ...], said: Mapping[str, str]) -> None:
        self.said = {name: plain(sentence) for name, sentence in said.items()}
        self.locales = locales
        self.limits = dict(_limits(locales))

    def basics(self) -> Schema:
        """What the values of every kind of file are made of."""
        unseen = {"$ref": "#/$defs/unseen"}
        passage = {"type": [*_SCALAR, "null"], "maxLength": MAX_PASSAGE, "not": unseen}
        written = {"type": _SCALAR, "pattern": r"\S"}
        return {
            "unseen": {"type": "string", "pattern": _INVISIBLE},
            "line": {**written, "not": unseen},
            "text": {
                "type": [*_SCALAR, "object"],
                "pattern": r"\S",
                "maxLength": MAX_PASSAGE,
                "not": unseen,
                "properties": dict.fromkeys(self.locales, passage),
                "additionalProperties": False,
                "anyOf": [
                    {"type": _SCALAR},
                    *({"properties": {one: written}, "required": [one]} for one in self.locales),
                ],
            },
        }

    def record(self, shape: type) -> Schema:
        keys = list_keys(shape)
        needed = [key.name for key in keys if key.needed]
        made = {**close_object({key.name: self._describe(key) for key in keys}), "required": needed}
        name = shape.__name__
        return {"description": self.said[name], **made, **self.limits.get(name, {})}

    def _describe(self, key: Key) -> Schema:
        made = {
            "description": self.said[key.field],
            **self._value(key.type),
            **self.limits.get(key.field, {}),
        }
        if "pattern" in made:
            made["patternErrorMessage"] = self.said[
                key.field
            ]  # what some editors show instead of the pattern
        if key.options:
            made["enum"] = list(key.options)
            made["enumDescriptions"] = [self.said[f"{key.field}.{option}"] for option in key.options]
        return made

    def _value(self, type_: Any) -> Schema:
        if type_ is Text:
            return {"$ref": "#/$defs/text"}
        if type_ is bool:
            return {"type": "boolean"}
        if type_ is Decimal:
            return {"type": "number"}
        if type_ is Code:
            return {"type": "string", "minLength": 1}
        if type_ in (str, Name):
            return _LINE
        if get_origin(type_) is tuple:
            return {"type": "array", "minItems": 1, "items": self._value(type_.__args__[0])}
        if is_dataclass(type_):
            return {"$ref": f"#/$defs/{getattr(type_, '__name__', '')}"}
        if type_ is Allowed:
            return {"type": "object", "propertyNames": {"enum": list(LINTS)}, "additionalProperties": _LINE}
        if get_origin(type_) is Mapping:
            return {"type": "object", "additionalProperties": _LINE}
        return {}


def _limits(locales: tuple[str, ...]) -> Iterator[tuple[str, Schema]]:
    """What the rules ask of a field, or of a whole record, beyond its type."""
    for name in ("Question.id", "Card.id"):
        yield name, _whole(ITEM_ID)
    for name in ("Term.id", "Topic.id"):
        yield name, _whole(SLUG)
    for name in ("Formula.id", "Pattern.id"):
        yield name, _whole(REFERENCE_ID)
    for name in ("Unit.topics", "Question.topics", "Card.topics"):
        yield name, {"items": _whole(SLUG)}
    for name in ("Locale.name", "Locale.mark", "Locale.flag"):
        yield name, {"not": {"type": "string", "pattern": MARKUP.pattern}}
    yield "Locale.territory", _whole(TERRITORY)
    yield "Locale.words", close_object({name: _word(about) for name, about in WORDS.items()})
    yield "Locale.fields", close_object(dict.fromkeys(sorted(FIELDS), _LINE))
    yield "Course.quizzes", {"items": _whole(UNIT_FILE)}
    yield "Guide.edition", {**_whole(re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")), "format": "date"}
    yield "Collection.folder", {**_whole(SLUG), "not": {"enum": [*RESERVED, *locales]}}
    yield "Collection.prefix", _whole(PREFIX)
    yield "Formula.formula", _all_match(FORMULA)
    yield "Pattern.code", _all_match(LISTING)
    yield "Entry.seen", {"additionalProperties": {"type": "string", "pattern": f"^{TIME.pattern}"}}
    yield "Question.choices", {"minItems": MIN_CHOICES, "maxItems": MAX_CHOICES}
    yield "Proof.needs", {"items": {"enum": list(LIBRARIES)}}
    yield "Proof", {"oneOf": [{"required": [name]} for name in ("program", "not_computable")]}
    yield "Question", {"allOf": [_needs_of(kind) for kind in KINDS.values()]}


def _needs_of(kind: Kind) -> Schema:
    """The keys that a question of this kind has, and those it must not have."""
    properties: Schema = {name: False for name in KIND_KEYS if name not in kind.keys}
    if "choices" in kind.needs:
        properties["choices"] = {"contains": _RIGHT}
    if kind.one_right:
        properties["choices"] |= {"minContains": 1, "maxContains": 1}
    return {
        "if": {"properties": {"kind": {"const": kind.name}}, "required": ["kind"]},
        "then": {"required": list(kind.needs), "properties": properties},
    }


def _whole(pattern: re.Pattern[str]) -> Schema:
    return {"type": "string", "pattern": f"^(?:{pattern.pattern})$"}


def _all_match(pattern: re.Pattern[str]) -> Schema:
    """Of a text: every passage that is written at all."""
    passage = {"pattern": rf"^\s*(?:{pattern.pattern})?\s*$"}
    return {**passage, "additionalProperties": passage}


def _word(about: str) -> Schema:
    """A word of the site: plain text with the blanks it needs, and no others."""
    blanks = list(dict.fromkeys(BLANK.findall(about)))
    known = "|".join(rf"\{{{blank}\}}" for blank in blanks)
    made: Schema = {
        "description": f"It is {about}.",
        "type": _SCALAR,
        "pattern": rf"^(?:[^<{{]|\{{(?!\w+\}}){f'|{known}' if known else ''})+$",
    }
    if blanks:
        made["allOf"] = [{"pattern": rf"\{{{blank}\}}"} for blank in blanks]
    return made


def _escape(pattern: str) -> str:
    """The pattern in ASCII, without what is beyond 16 bits: not every editor's patterns reach that far."""
    within = re.sub("[\U00010000-\U0010ffff](?:-[\U00010000-\U0010ffff])?", "", pattern)
    return "".join(one if " " < one < "\x7f" else f"\\u{ord(one):04x}" for one in within)


_INVISIBLE = _escape(INVISIBLE.pattern)
