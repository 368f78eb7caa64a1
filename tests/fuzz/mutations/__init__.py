"""Mutations: changes to the files of a bank, at the level of characters, YAML, meaning, and size."""
