"""Advice about YAML: the mistake that was probably made, and the line mended, for people new to YAML."""
