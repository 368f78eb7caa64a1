"""Forge: annotations and summaries of pull requests, from two versions of a bank."""
