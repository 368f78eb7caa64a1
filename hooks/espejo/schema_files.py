"""The bank enters; the schemas of its files leave as files, and the line by which a file names its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from espejo.model import Bank
from espejo.problems import Notice, Place
from espejo.schema import make_schema
from espejo.shapes import SHAPES, list_files

FOLDER = "docs/schema"


def write_schemas(bank: Bank, root: str) -> dict[str, bytes]:
    """The schemas, by their path in the project."""
    made = {name: make_schema(name, bank.locales, root) for name in SHAPES}
    return {
        f"{FOLDER}/{name}.json": f"{json.dumps(schema, ensure_ascii=False, indent=2)}\n".encode()
        for name, schema in made.items()
    }


def schema_line(file: str, kind: str) -> str:
    """The first line of a file: the path from there, so that editors find the schema without a network."""
    return f"# yaml-language-server: $schema={'../' * file.count('/')}{FOLDER}/{kind}.json"


def find_unnamed(project: Path, bank: Bank) -> Iterator[Notice]:
    """The files whose first line does not name their schema."""
    for file, kind in list_files(bank).items():
        path, line = project / file, schema_line(file, kind)
        if path.is_file():
            with path.open(encoding="utf-8", errors="replace") as opened:
                if opened.readline(200).rstrip() != line:
                    fact = f"the first line does not name the schema, for editors. Expected: {line}"
                    yield Notice(Place(file, 1, 1), "", fact)
