"""Field reference: the keys and values allowed in each kind of data file, in one language."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import PurePosixPath
from typing import NamedTuple, cast

from markupsafe import Markup

from espejo.load.file_kinds import FILE_KINDS, list_files
from espejo.markdown.fragments import inline
from espejo.model.bank import Bank
from espejo.model.keys import Key, list_keys, list_records
from espejo.model.kinds import KINDS
from espejo.model.quiz import KindName
from espejo.model.text import Code, Text
from espejo.rendering.words import Words

_CODE = Markup("<code>{}</code>")


class OptionHelp(NamedTuple):
    """An allowed value of a key, what it means, and what else it requires."""

    value: str
    about: Markup
    needs: Markup


class KeyHelp(NamedTuple):
    """A key: its name, whether it is required, its format, and its purpose."""

    name: str
    needed: bool
    form: Markup
    about: Markup
    options: tuple[OptionHelp, ...]


class RecordHelp(NamedTuple):
    """A record: its anchor on the page, what it is, and its keys."""

    anchor: str
    about: Markup
    rows: tuple[KeyHelp, ...]


class FileKindHelp(NamedTuple):
    """A kind of file: its name, its locations, and its records, the whole file first."""

    name: str
    files: tuple[str, ...]
    records: tuple[RecordHelp, ...]


def explain_file_kinds(bank: Bank, locale: str, words: Words) -> list[FileKindHelp]:
    """Explain every kind of file, in the order of FILE_KINDS."""
    explainer = _Explainer(bank, locale, words)
    return [explainer.file_kind(name) for name in FILE_KINDS]


class _Explainer:
    def __init__(self, bank: Bank, locale: str, words: Words) -> None:
        self.descriptions = bank.locales[locale].fields
        self.words = words
        self.locations = _locate_files(bank)
        self.explained: set[type] = set()

    def file_kind(self, name: str) -> FileKindHelp:
        """Explain a kind of file. Records that occur in several kinds are explained in the first."""
        shape = FILE_KINDS[name]
        new = [record for record in dict.fromkeys(list_records(shape)) if record not in self.explained]
        self.explained.update(new)
        records = [self.record(record, name if record is shape else "") for record in new]
        return FileKindHelp(name, self.locations.get(name, ()), tuple(records))

    def record(self, shape: type, anchor: str) -> RecordHelp:
        rows = tuple(self.row(key) for key in list_keys(shape))
        about = Markup(inline(self.descriptions[shape.__name__]).removesuffix("."))
        return RecordHelp(anchor or shape.__name__.lower(), about, rows)

    def row(self, key: Key) -> KeyHelp:
        form = self.form(key)
        if isinstance(key.default, bool) or (key.options and not key.needed and key.default is not None):
            value = _CODE.format(str(key.default).lower())
            form = Markup("; ").join((form, self.words("field_default", value=value)))
        options = tuple(self.option(key, value) for value in key.options)
        return KeyHelp(key.name, key.needed, form, inline(self.descriptions[key.field]), options)

    def form(self, key: Key) -> Markup:
        form = self.item_form(key)
        return self.words("field_list", form=form) if key.is_list else form

    def item_form(self, key: Key) -> Markup:
        if key.holds_record:
            name = key.item.__name__.lower()
            return Markup('<a href="#{}">{}</a>').format(name, name)
        if key.item is bool:
            return self.words("field_truth", true=_CODE.format("true"), false=_CODE.format("false"))
        if key.item is Decimal:
            return self.words("field_number")
        if key.options:
            return self.words("field_option")
        if key.item is Text:
            return self.words("field_text")
        if key.item is Code:
            return self.words("field_code")
        return self.words("field_line" if isinstance(key.item, type) else "field_pairs")

    def option(self, key: Key, value: str | int) -> OptionHelp:
        needs: list[Markup] = []
        if kind := KINDS.get(cast("KindName", value)) if key.name == "kind" else None:
            needs = [self.words("field_needs", keys=_codes(kind.needs))]
            if kind.may_have:
                needs.append(self.words("field_may", keys=_codes(kind.may_have)))
        return OptionHelp(
            str(value), inline(self.descriptions[f"{key.field}.{value}"]), Markup(" ").join(needs)
        )


def _codes(names: tuple[str, ...]) -> Markup:
    return Markup(", ").join(_CODE.format(name) for name in names)


def _locate_files(bank: Bank) -> dict[str, tuple[str, ...]]:
    """List the files of each kind by name, or as a glob if a folder has several."""
    found: dict[str, list[str]] = {}
    for file, kind in list_files(bank).items():
        found.setdefault(kind, []).append(file)
    return {kind: tuple(_shorten(files)) for kind, files in found.items()}


def _shorten(files: list[str]) -> Iterator[str]:
    folders: dict[str, list[str]] = {}
    for file in files:
        folders.setdefault(PurePosixPath(file).parent.as_posix(), []).append(file)
    for folder, inside in folders.items():
        yield inside[0] if len(inside) == 1 else f"{folder}/*.yaml"
