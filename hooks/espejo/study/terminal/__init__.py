"""The quiz in a terminal: a bank, ours or a published one, asked line by line."""
