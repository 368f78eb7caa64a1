"""Exports of the bank: Anki packages, text files for Anki, and JSON."""
