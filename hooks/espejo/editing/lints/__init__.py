"""Lints: find wording that looks wrong. They can be mistaken, so records may allow exceptions."""
