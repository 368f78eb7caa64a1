"""Exports: a site in; Anki packages, text for Anki and JSON out."""
