"""Ledger: a bank in; what has changed since it was last accepted, and a new ledger, out."""
