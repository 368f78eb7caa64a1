"""Notices about files: files that don't name their schema, and dictionaries that aren't installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from espejo.editing.lints.dictionary import find_dictionary
from espejo.editing.schema_files import find_schemas, write_schema_line
from espejo.load.data_files import read_lines
from espejo.load.file_kinds import list_files
from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Place, fix_in_line

_MAX_FIRST_LINE = 400


def find_file_notices(bank: Bank, project: Path) -> Iterator[Notice]:
    yield from find_missing_schema_lines(project, bank)
    yield from _find_missing_dictionaries(project, bank)


def find_missing_schema_lines(project: Path, bank: Bank) -> Iterator[Notice]:
    """Find files whose first line does not name their schema, which editors need."""
    folder = find_schemas(project)
    for file, kind in list_files(bank).items() if folder else ():
        line = write_schema_line(folder, kind)
        lines = read_lines(project / file, _MAX_FIRST_LINE)
        if lines and lines[0].rstrip() != line and kind != "ledger":  # nobody edits the ledger
            fact = message("the first line does not name the schema for editors. Expected: {line}", line=line)
            names_other = lines[0].startswith(line.partition("$")[0])
            fix = fix_in_line(1, 1, len(lines[0]), line) if names_other else fix_in_line(1, 1, 0, f"{line}\n")
            yield Notice(Place(file, 1, 1), "", fact, fix)


def _find_missing_dictionaries(project: Path, bank: Bank) -> Iterator[Notice]:
    """Find languages whose spelling is not checked, because their dictionary is not installed."""
    for name, locale in bank.locales.items():
        dictionary = locale.writing.dictionary if locale.writing else None
        if dictionary and not find_dictionary(project, dictionary):
            fact = message(
                "the spelling of {language} is not checked: its dictionary is not installed. "
                "Install it with: make setup",
                language=bank.language(name),
            )
            yield Notice(dictionary.place, "", fact)
