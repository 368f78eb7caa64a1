"""Site: the pages of a bank in every locale, with their frame, styles and fonts."""
