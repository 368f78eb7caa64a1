"""Authoring: a bank in; JSON Schemas for editors and drafts of new records out."""
