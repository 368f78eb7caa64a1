"""Terminal quiz: asks questions from this bank or a published one, line by line."""
