"""Commands: arguments of the command line in; a report on the terminal and an exit code out."""
