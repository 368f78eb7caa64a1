"""Check: the rules of a bank. They find everything that is wrong with it or worth knowing about it."""
