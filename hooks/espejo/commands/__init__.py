"""Commands: the `espejo` command line, one module per subcommand."""
