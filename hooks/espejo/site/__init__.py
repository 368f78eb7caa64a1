"""Site: turns a bank into pages in every locale, with layout, styles, and fonts."""
