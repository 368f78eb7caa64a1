"""Markdown and TeX rendering: turns text into safe HTML, or reports what is wrong with it."""
