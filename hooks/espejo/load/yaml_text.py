"""YAML quoting: writes any text as a one-line quoted scalar that reads back exactly."""

from __future__ import annotations

from math import inf

import yaml


def quote_text(text: str) -> str:
    """Quote a text: in single quotes or, if it has unprintable characters, in double quotes with escapes."""
    if text.isprintable():
        escaped = text.replace("'", "''")
        return f"'{escaped}'"
    return yaml.dump(text, Dumper=yaml.SafeDumper, default_style='"', allow_unicode=True, width=inf).rstrip()
