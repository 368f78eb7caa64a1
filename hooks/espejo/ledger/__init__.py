"""Ledger: compares a bank with its last accepted state, and records ids, deck names, and proofs."""
