"""Editing: help for authors. Lints, schemas and drafts, moves, and reports on pull requests."""
