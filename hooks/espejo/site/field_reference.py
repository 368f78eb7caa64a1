"""Field reference: the kinds of data files, with their locations and their records, for the template."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import PurePosixPath
from typing import NamedTuple

from espejo.load.file_kinds import FILE_KINDS, list_files
from espejo.model.bank import Bank
from espejo.model.keys import Key, list_records
from espejo.model.text import Code, Text

_FORMS = {bool: "field_truth", Decimal: "field_number", Text: "field_text", Code: "field_code"}
"""Words for the format of a value, by its type."""


class FileKind(NamedTuple):
    """A kind of file: its name, its locations, and its record classes, that of the whole file first."""

    name: str
    files: tuple[str, ...]
    records: tuple[type, ...]

    def name_anchor(self, record: type) -> str:
        """Return the anchor of a record on the page."""
        return self.name if record is self.records[0] else record.__name__.lower()


def list_file_kinds(bank: Bank) -> Iterator[FileKind]:
    """List every kind of file. Records that occur in several kinds are listed in the first."""
    listed: set[type] = set()
    locations = _locate_files(bank)
    for name, shape in FILE_KINDS.items():
        new = [record for record in dict.fromkeys(list_records(shape)) if record not in listed]
        listed.update(new)
        yield FileKind(name, locations.get(name, ()), tuple(new))


def name_form(key: Key) -> str:
    """Return the word for the format of a key's values."""
    if key.options:
        return "field_option"
    return _FORMS.get(key.item) or ("field_line" if isinstance(key.item, type) else "field_pairs")


def shows_default(key: Key) -> bool:
    """Whether readers need to know the default of a key: of a truth value, or of a choice of values."""
    is_choice = bool(key.options) and not key.needed and key.default is not None
    return isinstance(key.default, bool) or is_choice


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
