"""`espejo prove`: the programs that show that answers are right are run, and held against the answers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from espejo.bank import Loaded
from espejo.claims import list_claims
from espejo.files import replace_file
from espejo.model import Bank
from espejo.problems import report_problems, suggest
from espejo.prove_bank import find_unrecorded, paste, record
from espejo.prove_say import prove_and_say, remember_proven, still_proven

NAME = "prove"
HELP = "run the proofs, each in a process of its own, and hold what they show against the answers"
DETAILS = """\
It runs code from the data: only do this with data you have read. What has not changed since it last passed
is not run again. Exits with 1 if something does not hold, or if the ledger does not know yet that it does.

examples:
  espejo prove            run what changed
  espejo prove q-07-01    this one alone
  espejo prove --write    let the ledger remember what passed, and with which versions
"""

shortcut = still_proven


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="id", help="only these (default: all that have a proof)")
    parser.add_argument("--write", action="store_true", help="let the ledger remember what passed")
    parser.add_argument("--again", action="store_true", help="run also what has not changed")
    parser.add_argument(
        "--env", type=Path, default=Path(".venv-prove"), help="the virtual environment to run them in"
    )
    parser.add_argument(
        "--trial", action="store_true", help="leave the ledger out of it: for other versions than ours"
    )
    parser.add_argument("--summary", type=Path, help="also write what was found here, as Markdown")


def run(chosen: Namespace, loaded: Loaded) -> int:
    bank = loaded.bank
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    known = {claim.id for claim in list_claims(bank) if claim.program}
    if strange := [id_ for id_ in chosen.ids if id_ not in known]:
        print(f"There is no proof of '{strange[0]}'.{suggest(strange[0], known)}", file=sys.stderr)
        return 2
    verdict, summary = prove_and_say(bank, chosen)
    if chosen.trial or (verdict.problems and not chosen.write):
        return 1 if verdict.problems else 0
    unrecorded = find_unrecorded(bank, verdict.proven, chosen.ids)
    unknown = [id_ for id_ in unrecorded if id_ not in bank.ledger.by_id]
    if len(unrecorded) > len(unknown):
        _record(chosen, bank, unrecorded)
    if unknown:
        print(f"Not accepted yet, and so not in the ledger: {', '.join(unknown)}. Run `espejo accept` first.")
    if verdict.problems or unknown or (unrecorded and not chosen.write):
        return 1
    remember_proven(chosen, summary)
    return 0


def _record(chosen: Namespace, bank: Bank, unrecorded: Mapping[str, str]) -> None:
    """Writes what passed into the ledger, or says what to write there."""
    if chosen.write:
        replace_file(chosen.data / "ledger.yaml", record(bank, unrecorded).encode())
        count = sum(id_ in bank.ledger.by_id for id_ in unrecorded)
        print(f"{count} written into the ledger.")
        return
    print("The ledger does not know it yet. Run `espejo prove --write`, or put these lines into")
    print(f"{bank.ledger.place.file}, each in place of the one with the same id:\n")
    print("\n".join(paste(bank, unrecorded)))
