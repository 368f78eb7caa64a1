"""Fonts of pages: small files with what the site needs, made of the fonts that the setup installs."""
