"""Data model: frozen records of everything in a bank. No reading, writing, or rendering."""
