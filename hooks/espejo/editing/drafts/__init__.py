"""Authoring: JSON Schemas for editors, drafts of new records, and moves of existing ones."""
