"""File of passed proofs: the CI job that runs proofs passes it to the job that writes the ledger.

The reader doesn't trust it: it accepts only proofs of programs in the bank, and only values in the ledger's
format.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from espejo.files import replace_file
from espejo.ledger.claims import Claim, list_claims
from espejo.ledger.proof_records import Proven
from espejo.ledger.proof_states import contradicts, is_same_program
from espejo.load.data_files import UnreadableError, read_bytes
from espejo.messages.message import MessageError, message
from espejo.model.bank import Bank
from espejo.model.keys import list_keys
from espejo.model.ledger import Entry
from espejo.model.problems import Place

MAX_BYTES = 5_000_000

_FORMS = {key.name: key.form for key in list_keys(Entry)}


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
        raise MessageError(
            message("{file} is not a file that `espejo prove --out` has written.", file=str(path))
        )
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
