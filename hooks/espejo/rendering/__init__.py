"""Rendering: a bank and templates in, HTML out. One template environment, and the view that templates ask."""
