"""Learner commands: take a quiz, write decks with a history, and import Anki reviews into a log."""
