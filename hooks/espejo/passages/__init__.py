"""Passages: Markdown and TeX to safe HTML, and the checks of what a passage may contain."""
