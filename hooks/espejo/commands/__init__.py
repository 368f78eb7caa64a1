"""Commands: the command line, `espejo`."""
