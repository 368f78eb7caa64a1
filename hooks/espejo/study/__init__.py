"""Learners' logs: what a reader answered, on the site or in Anki, and when to review it."""
