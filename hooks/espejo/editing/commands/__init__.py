"""Commands for authors: start, move, rename and retire records, list changes, and check sources."""
