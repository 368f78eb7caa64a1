"""Site: a bank in, pages out, one per locale, with their frame, styles and fonts."""
