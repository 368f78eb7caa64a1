"""Schema files: JSON Schemas for editors, published with the site and named by each data file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from espejo.editing.schema import make_schemas
from espejo.load.data_files import read_lines
from espejo.load.file_kinds import list_files
from espejo.messages.message import MessageError, message
from espejo.model.addresses import SCHEMA
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Place, fix_in_line

_MAX_FIRST_LINE = 400  # bytes


def write_schemas(bank: Bank) -> dict[str, bytes]:
    """The contents of the schema files, by address on the site."""
    return {
        f"{SCHEMA}/{name}.json": f"{json.dumps(schema, ensure_ascii=False, indent=2)}\n".encode()
        for name, schema in make_schemas(bank).items()
    }


def find_schemas(project: Path) -> str:
    """The base URL of the schemas; empty if mkdocs.yml has no site URL yet."""
    from espejo.site.settings import read_settings  # imported late: loading a bank needs no site

    try:
        return f"{read_settings(project).home}{SCHEMA}/"
    except MessageError:
        return ""


def write_schema_line(folder: str, kind: str) -> str:
    """The first line of a data file, which points editors to its schema."""
    return f"# yaml-language-server: $schema={folder}{kind}.json"


def find_missing_schema_lines(bank: Bank, project: Path) -> Iterator[Notice]:
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
