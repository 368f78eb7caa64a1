"""Proof records in the ledger: finds passed proofs that aren't recorded yet, and records them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from espejo.ledger.claims import list_claims
from espejo.ledger.proof_states import read_proven
from espejo.model.bank import Bank
from espejo.model.ledger import Entry, Ledger

_FRACTION = re.compile(r"\d\.|\de[-+]?\d")


class Proven(NamedTuple):
    """The ledger's record of a passed proof; empty for a proof that is gone."""

    line: str = ""  # its digest and versions
    right: str = ""
    values: tuple[str, ...] = ()


def find_unrecorded(bank: Bank, proven: Mapping[str, Proven], ids: list[str]) -> dict[str, Proven]:
    """Find the proof records to add, change, or clear, by id."""
    with_program = {claim.id for claim in list_claims(bank) if claim.program}
    unrecorded = {id_: Proven() for id_ in bank.ledger.proven if id_ not in with_program and not ids}
    for id_, new in proven.items():
        entry = bank.ledger.proven.get(id_)
        if not entry or not _records(entry, new):
            unrecorded[id_] = new
    return unrecorded


def find_contradicted(bank: Bank, proven: Mapping[str, Proven]) -> list[str]:
    """Ids for which the ledger has different values from the same program; pages show these values."""
    known = bank.ledger.proven
    return [
        id_
        for id_, new in proven.items()
        if id_ in known
        and read_proven(known[id_].proven)[0] == read_proven(new.line)[0]
        and not _has_values(known[id_], new)
    ]


def _records(entry: Entry, new: Proven) -> bool:
    """Whether an entry matches the result of a run."""
    return _without_python(entry.proven) == _without_python(new.line) and _has_values(entry, new)


def _has_values(entry: Entry, new: Proven) -> bool:
    same_length = len(entry.values) == len(new.values)
    return same_length and all(map(is_same_value, entry.values, new.values))


def is_same_value(one: str, other: str) -> bool:
    """Whether two values are the same. Fractions always match, because they depend on the machine."""
    return bool(_FRACTION.search(one) and _FRACTION.search(other)) or one == other


def _without_python(proven: str) -> tuple[str, dict[str, str]]:
    """Drop the version of Python, because a different one alone isn't worth a ledger update."""
    digest, versions = read_proven(proven)
    return digest, {name: version for name, version in versions.items() if name != "python"}


def record_proofs(ledger: Ledger, unrecorded: Mapping[str, Proven]) -> Ledger:
    """Return the ledger with these proofs recorded."""
    entries = dict(ledger.by_id)
    for id_, (line, right, values) in unrecorded.items():
        known = entries.get(id_) or Entry(id=id_, place=ledger.place)
        entries[id_] = replace(known, proven=line, right=right, values=values)
    return replace(ledger, entries=tuple(entries.values()))
