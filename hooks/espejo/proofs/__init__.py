"""Proofs: the programs behind the answers in; their outcomes, compared with the answer keys, out."""
