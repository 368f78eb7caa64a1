"""Mutations: what can be done to the files of a bank, on the level of characters, of YAML and of meaning."""
