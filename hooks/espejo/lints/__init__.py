"""Lints: a bank in, what looks wrong in its languages out. A lint can be wrong, and be told so."""
