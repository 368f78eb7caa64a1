"""Commands for learners: take a quiz, write decks with a history, and read Anki's reviews into a log."""
