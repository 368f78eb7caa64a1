"""Lint score: edits the passages of a bank automatically, and counts how often each lint is right."""
