"""Schema files: JSON Schemas for editors, published with the site."""

from __future__ import annotations

import json
from pathlib import Path

from espejo.editing.schema import make_schemas
from espejo.messages.message import MessageError
from espejo.model.addresses import SCHEMA
from espejo.model.bank import Bank
from espejo.site.settings import read_settings


def write_schemas(bank: Bank) -> dict[str, bytes]:
    """The contents of the schema files, by address on the site."""
    return {
        f"{SCHEMA}/{name}.json": f"{json.dumps(schema, ensure_ascii=False, indent=2)}\n".encode()
        for name, schema in make_schemas(bank).items()
    }


def find_schemas(project: Path) -> str:
    """The base URL of the schemas; empty if mkdocs.yml has no site URL yet."""
    try:
        return f"{read_settings(project).home}{SCHEMA}/"
    except MessageError:
        return ""


def write_schema_line(folder: str, kind: str) -> str:
    """The first line of a data file, which points editors to its schema."""
    return f"# yaml-language-server: $schema={folder}{kind}.json"
