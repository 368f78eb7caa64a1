"""Rendering: turns a bank into HTML, with one template environment and the view that templates use."""
