"""Proofs: programs that verify answers, run in a sandbox and compared with the answer keys."""
