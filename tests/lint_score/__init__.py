"""Lint score: edits the passages of a bank by program, and counts how often each lint is right."""
