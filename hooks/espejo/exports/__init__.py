"""Exports: files to download, made from a site: Anki packages, text for Anki, JSON."""
