"""Lints: rules about wording and translation. A lint can be wrong, so a record may allow it."""
