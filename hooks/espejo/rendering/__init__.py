"""Rendering: HTML from the bank, with one template environment and the view that templates use."""
