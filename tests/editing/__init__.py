"""Tests of authoring: lints, drafts, moves, schemas, and pull request summaries."""
