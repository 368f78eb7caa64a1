"""What a pull request is told: what changed, what must not be forgotten, and on which line."""
