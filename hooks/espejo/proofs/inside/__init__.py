"""Proof host: the part that runs in the proof environment, using only the standard library."""
