"""Roles of a contributor, each a script that a person could have followed, from the edit to main."""
