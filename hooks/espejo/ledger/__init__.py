"""Ledger: what the bank remembers. A bank in; what has changed since, and a new ledger, out."""
