"""Authoring tools: lints, JSON Schemas, drafts, moves, and pull request reports."""
