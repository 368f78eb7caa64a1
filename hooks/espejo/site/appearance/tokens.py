"""Design tokens: custom properties set by mkdocs.yml, as a style sheet to append to theme.css."""

from __future__ import annotations

from collections.abc import Mapping


def write_tokens(tokens: Mapping[str, object]) -> str:
    """Write a style sheet that sets custom properties; "" if none has a value."""
    lines = [f"  {name}: {value};\n" for name, value in tokens.items() if value]
    return f":root {{\n{''.join(lines)}}}\n" if lines else ""
