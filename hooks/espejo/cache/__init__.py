"""Cache: what was made before, kept under `.cache/` by a digest of all that it was made of."""
