"""JSON Schema of an object, for the schemas of data files and of the bank as JSON."""

from __future__ import annotations

from typing import Any


def make_object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """The schema of an object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
