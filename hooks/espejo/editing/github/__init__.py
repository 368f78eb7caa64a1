"""Forge: two versions of a bank in; annotations and a summary for the pull request out."""
