"""Forge: two versions of a bank in, what a pull request is told out."""
