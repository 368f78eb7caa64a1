"""Tokens: custom properties of theme.css that settings change, as a style sheet to append to it."""

from __future__ import annotations

from collections.abc import Mapping


def write_tokens(tokens: Mapping[str, object]) -> str:
    """A style sheet that sets custom properties; "" if none has a value."""
    lines = [f"  {name}: {value};\n" for name, value in tokens.items() if value]
    return f":root {{\n{''.join(lines)}}}\n" if lines else ""
