"""Lints: find wording that looks wrong. They can be mistaken, so records may allow exceptions.

A lint is a function from a passage, or from a passage in two languages, to remarks. To add one, write it and
name it in `LINTS` of `language_lints.py` or `translation_lints.py`; `find_spaces` is the smallest.
"""
