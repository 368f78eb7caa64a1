"""Proofs: run the programs that back the answers, and compare the outcomes with the answer keys."""
