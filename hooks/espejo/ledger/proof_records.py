"""Proof records: passed proofs that the ledger lacks, and the file that carries them between CI jobs.

The job that runs proofs writes the file. The job that writes the ledger doesn't trust it: it accepts only
proofs of programs in the bank, and only values in the ledger's format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from espejo.files import replace_file
from espejo.ledger.claims import Claim, contradicts, is_same_program, list_claims, read_proven
from espejo.load.data_files import UnreadableError, read_bytes
from espejo.messages.message import MessageError, fail, message
from espejo.model.bank import Bank
from espejo.model.keys import list_keys
from espejo.model.ledger import Entry, Ledger
from espejo.model.problems import Place

MAX_BYTES = 5_000_000

_FORMS = {key.name: key.form for key in list_keys(Entry)}
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


def write_proven_file(path: Path, proven: Mapping[str, Proven]) -> None:
    records = {id_: one._asdict() for id_, one in proven.items()}
    replace_file(path, json.dumps(records, indent=1, ensure_ascii=False).encode())


def read_proven_file(path: Path, bank: Bank) -> dict[str, Proven]:
    """Read the proofs that belong to this bank. Raise `MessageError` if the file has another format."""
    try:
        content = read_bytes(path, MAX_BYTES)
        records = json.loads(content) if len(content) <= MAX_BYTES else None
    except UnreadableError as error:
        raise MessageError(message("{file}: {error}", file=str(path), error=error.args[0])) from None
    except (ValueError, RecursionError):
        records = None
    if not isinstance(records, dict):
        fail("{file} is not a file that `espejo prove --out` has written.", file=str(path))
    return dict(_list_known(records, bank))


def _list_known(records: Mapping[str, Any], bank: Bank) -> Iterator[tuple[str, Proven]]:
    for claim in list_claims(bank):
        proven = _read_proven(records.get(claim.id)) if claim.program else None
        if proven and _is_of(claim, proven):
            yield claim.id, proven


def _read_proven(record: Any) -> Proven | None:
    match record:
        case {"line": line, "right": right, "values": list(values)}:
            fits = _fits("proven", line) and (right == "" or _fits("right", right))
            if fits and all(_fits("values", value) for value in values):
                return Proven(line, right, tuple(values))
    return None


def _fits(name: str, value: Any) -> bool:
    form = _FORMS[name]
    return bool(form and isinstance(value, str) and form.pattern.fullmatch(value))


def _is_of(claim: Claim, proven: Proven) -> bool:
    """Whether this very program passed and computed the right answer."""
    entry = Entry(
        id=claim.id, proven=proven.line, right=proven.right, values=proven.values, place=Place("", 1, 1)
    )
    return is_same_program(claim, entry) and not contradicts(claim, entry)
