"""Authoring: JSON Schemas for editors, and drafts of new records."""
