"""Beginner-friendly YAML errors: guesses the mistake and shows the corrected line."""
