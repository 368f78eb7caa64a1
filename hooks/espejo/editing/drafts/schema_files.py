"""Schema files: the JSON Schemas of all kinds of data file, as committed under docs/schema."""

from __future__ import annotations

import json

from espejo.editing.drafts.schema import make_schemas
from espejo.load.file_kinds import SCHEMAS
from espejo.model.bank import Bank


def write_schemas(bank: Bank) -> dict[str, bytes]:
    """The contents of the schema files, by their path in the project."""
    return {
        f"{SCHEMAS}/{name}.json": f"{json.dumps(schema, ensure_ascii=False, indent=2)}\n".encode()
        for name, schema in make_schemas(bank).items()
    }
