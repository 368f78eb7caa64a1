"""Passages: Markdown and TeX in; one piece of safe HTML, or what is wrong with the passage, out."""
