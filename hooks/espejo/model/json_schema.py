"""JSON Schema helper, shared by the schemas of data files and of the JSON export."""

from __future__ import annotations

from typing import Any


def make_object(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """Build the schema of an object with exactly these keys."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
    }
