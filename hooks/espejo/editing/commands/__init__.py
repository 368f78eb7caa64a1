"""Author commands: start, move, rename, and retire records, list changes, and check sources."""
