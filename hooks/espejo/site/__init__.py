"""Site: a bank in; its pages in every locale, with frame, styles and fonts, out."""
