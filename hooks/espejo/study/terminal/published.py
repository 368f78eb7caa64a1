"""Published bank: reads an untrusted `bank.json` strictly into the same records as a loaded bank.

A file with the wrong overall structure is rejected in one sentence. Malformed items are left out and counted.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeVar, get_args

from espejo.exports.bank_json import VERSION, json_name
from espejo.load.data_files import decode_text
from espejo.messages.catalog import LANGUAGES
from espejo.messages.message import MessageError, Word, fail, message
from espejo.model.grammar import ITEM_ID, LOCALE, SLUG
from espejo.model.keys import Key, list_keys
from espejo.model.kinds import KIND_KEYS, KINDS
from espejo.model.kinds.fingerprint import CARD
from espejo.model.quiz import Card, Item, Labels, Question
from espejo.model.reference import Term
from espejo.model.text import Name, Text
from espejo.study.terminal.clean import clean_line
from espejo.study.terminal.json_values import (
    LARGEST,
    MAX_PARTS,
    PLACE,
    MalformedError,
    read_decimal,
    read_int,
    read_line,
    read_list,
    read_mapping,
    read_match,
    read_text,
    refuse,
)
from espejo.study.terminal.quiz_bank import FigureWords, QuizBank, QuizUnit, list_term_cards

MAX_SIZE = 32 * 1024 * 1024
"""Most bytes in a file: many times the size of a large bank."""


R = TypeVar("R")


def read_published(content: bytes, name: str) -> QuizBank:
    """Parse a bank from the bytes of a file with this name. Raise `MessageError` if it isn't one."""
    if len(content) > MAX_SIZE:
        fail("{file} is too large: at most {bytes} bytes.", file=name, bytes=MAX_SIZE)
    try:
        file = json.loads(
            decode_text(content), parse_float=read_decimal, parse_int=read_int, parse_constant=refuse
        )
    except (ValueError, RecursionError, ArithmeticError):
        raise MessageError(
            message(
                "{file} is not JSON, or is damaged. Give the address of a site, or its bank.json.", file=name
            )
        ) from None
    _check_version(file, name)
    try:
        return _read_bank(file)
    except MalformedError:
        raise MessageError(
            message("{file} is damaged: it is not as Espejo writes it. Download it again.", file=name)
        ) from None


def _check_version(file: object, name: str) -> None:
    version = file.get("version") if isinstance(file, Mapping) and "items" in file else None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        fail(
            "{file} is JSON, but not a question bank. Give the address of a site, or its bank.json.",
            file=name,
        )
    if version < VERSION:
        fail(
            "{file} was made by an older version of Espejo. Ask its publisher to build the site again.",
            file=name,
        )
    if version > VERSION:
        fail("{file} was made by a newer version of Espejo. Update your copy and try again.", file=name)


def _read_bank(file: Mapping[str, Any]) -> QuizBank:
    languages = tuple(read_match(LOCALE, one) for one in read_list(file.get("languages")))
    if not languages:
        raise MalformedError
    items, figures, left_out = _read_items(file)
    return QuizBank(
        namespace=read_match(SLUG, file.get("bank")),
        languages=languages,
        names={code: name_code(code) for code in languages},
        units=tuple(_read_units(file, items)),
        topics={
            read_match(SLUG, read_mapping(one).get("id")): read_text(one.get("title"))
            for one in read_list(file.get("topics"))
        },
        terms=tuple(list_term_cards(_read_terms(file))),
        figures=figures,
        left_out=left_out,
    )


def name_code(code: str) -> Word:
    """Return the name of a language by its code, in every language of the tools."""
    from babel import Locale, UnknownLocaleError  # slow import, needed only for a published bank

    try:
        known = Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        return Word(code, {})
    return Word(code, {one: known.get_display_name(one) or code for one in LANGUAGES})


def _read_items(
    file: Mapping[str, Any],
) -> tuple[dict[str, list[Item]], dict[str, FigureWords], int]:
    """Read the items of each unit in file order, their figures, and the number of malformed items."""
    items: dict[str, list[Item]] = defaultdict(list)
    figures: dict[str, FigureWords] = {}
    ids: set[str] = set()
    left_out = 0
    for value in read_list(file.get("items")):
        try:
            item = _read_item(read_mapping(value))
            path = f"{read_match(SLUG, value.get('collection'))}/{read_match(SLUG, value.get('unit'))}"
            figure = _read_figure(value["figure"]) if "figure" in value else None
            if item.id in ids:
                raise MalformedError
        except MalformedError:
            left_out += 1
            continue
        ids.add(item.id)
        items[path].append(item)
        if figure:
            figures[item.id] = figure
    return items, figures, left_out


def _read_item(value: Mapping[str, Any]) -> Item:
    read_match(ITEM_ID, value.get("id"))
    if value.get("kind") == CARD:
        return _read_record(Card, value, last_line=1)
    question = _read_record(Question, value, last_line=1)
    kind = KINDS[question.kind]
    has = {name for name in KIND_KEYS if getattr(question, name) not in (None, ())}
    if not has >= set(kind.needs) or any(kind.find_faults(question)):
        raise MalformedError
    return question


def _read_record(shape: type[R], value: Any, **rest: Any) -> R:
    """Read a record of this class from the exported keys; keys that aren't exported have their defaults."""
    given = read_mapping(value)
    fields: dict[str, Any] = {}
    for key in list_keys(shape):
        written = None if key.name in _NOT_READ else given.get(json_name(key))
        if written is not None:
            many = read_list(written, MAX_PARTS) if key.is_list else [written]
            read = tuple(_read_value(key, one) for one in many)
            fields[key.name] = read if key.is_list else read[0]
        elif key.needed or key.derived:
            raise MalformedError
    return shape(**{**fields, "place": PLACE, **rest})


_NOT_READ = ("allow", "proof", "figure", "figure_with")
"""Keys that aren't exported as they are."""


def _read_value(key: Key, value: Any) -> Any:
    if key.item is Text:
        return read_text(value)
    if key.holds_record:
        return _read_record(key.item, value)
    if key.item is Decimal:
        return Decimal(value) if type(value) in (int, Decimal) and abs(value) < LARGEST else refuse()
    if key.item is bool or key.options:
        is_one = isinstance(value, bool) if key.item is bool else type(value) in (int, str)
        return value if is_one and (not key.options or value in key.options) else refuse()
    return _read_string(key, value)


def _read_string(key: Key, value: Any) -> str:
    if not isinstance(value, str) or len(value) > 500 or (key.form and not key.form.pattern.fullmatch(value)):
        raise MalformedError
    written = clean_line(value)
    return Name(written, PLACE) if key.item is Name else written


def _read_figure(value: Any) -> FigureWords:
    """Read the words of a figure, ignoring the drawing."""
    alts: dict[str, str] = {}
    labels: dict[str, tuple[str, ...]] = {}
    for drawn in list(read_mapping(read_mapping(value).get("drawn")).values())[:MAX_PARTS]:
        language = read_match(LOCALE, read_mapping(drawn).get("lang"))
        words = read_mapping(drawn.get("labels"))
        alts[language] = read_line(drawn.get("alt"))
        labels[language] = tuple(read_line(one) for one in list(words.values())[:MAX_PARTS])
    with_answer = value.get("with") == "answer"
    return FigureWords(Text(alts, PLACE), labels, with_answer) if alts else refuse()


def _read_units(file: Mapping[str, Any], items: Mapping[str, list[Item]]) -> Iterator[QuizUnit]:
    """Read the quizzes and decks that aren't empty."""
    for collection in read_list(file.get("collections")):
        folder = read_match(SLUG, read_mapping(collection).get("folder"))
        for unit in read_list(collection.get("units")):
            path = f"{folder}/{read_match(SLUG, read_mapping(unit).get('slug'))}"
            if (labels := unit.get("labels")) not in get_args(Labels):
                raise MalformedError
            title, subject = read_text(unit.get("title")), read_text(unit.get("subject"))
            if path in items:
                yield QuizUnit(path, title, subject, labels, tuple(items[path]))


def _read_terms(file: Mapping[str, Any]) -> Iterator[Term]:
    for value in read_list(file.get("terms")):
        read_match(SLUG, read_mapping(value).get("id"))
        yield _read_record(Term, {name: value.get(name) for name in ("id", "term", "meaning", "also")})
