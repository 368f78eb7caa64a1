"""Mutations: what can be done to the files of a bank, on the level of characters, YAML, meaning and size."""
