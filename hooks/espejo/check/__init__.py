"""Check: a bank in, everything that is wrong with it or worth knowing about it out."""
