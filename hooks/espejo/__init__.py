"""Espejo turns the YAML bank into mirrored pages: load -> read -> check -> fragments -> pages.

Beside that line: `lints` compares the languages, `proofs` runs the programs behind the answers, `forge`
speaks to pull requests, `commands` to whoever sits at a terminal. From the model and the same fragments come
the exports (notes -> anki, tsv; bank_json) and the book (book -> press -> binding). What the bank remembers
is the ledger: fingerprints -> drift -> accept.
"""
