"""Proofs: programs behind the answers. Claims in; outcomes, compared with the answer keys, out."""
