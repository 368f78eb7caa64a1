"""Command line: parses arguments, runs a command, and returns an exit code."""
