"""YAML text writer: any text in quotes, on one line, that YAML reads as exactly this text."""

from __future__ import annotations

from math import inf

import yaml


def quote_text(text: str) -> str:
    """Text in single quotes or, if it does not all print, in double quotes with escapes."""
    if text.isprintable():
        escaped = text.replace("'", "''")
        return f"'{escaped}'"
    return yaml.dump(text, Dumper=yaml.SafeDumper, default_style='"', allow_unicode=True, width=inf).rstrip()
