"""Exports: a site in, files that people take away out: Anki packages, text, JSON."""
