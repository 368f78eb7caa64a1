"""Contributor scenarios: each is a script that a person could have followed, from the edit to main."""
