"""Passages: Markdown and TeX in, one piece of safe HTML out; also what a passage must not contain."""
