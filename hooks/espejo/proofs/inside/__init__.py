"""Proof runner: the part that runs in the environment of the proofs, with the standard library alone."""
