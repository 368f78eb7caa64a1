"""What the command `espejo` can do: a module each, with its name, its help, its options and its work."""
