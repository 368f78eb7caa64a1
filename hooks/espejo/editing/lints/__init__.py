"""Lints: a bank in, what looks wrong in its wording out. A lint can be wrong, so a record may allow it."""
