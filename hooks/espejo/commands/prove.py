"""`espejo prove`: run the proofs and compare their results with the answers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.prove_report import prove_and_report
from espejo.files import replace_file
from espejo.model.problems import suggest
from espejo.proofs.claims import list_claims
from espejo.proofs.prove import find_unrecorded, list_ledger_lines, record_proofs

NAME = "prove"
HELP = "run the proofs, each in a process of its own, and hold what they show against the answers"
DETAILS = """\
Runs code from the data: only do this with data you have read. What has not changed since it last passed is
not run again. Exits with 1 if something does not hold, or the ledger is behind.

examples:
  espejo prove                    all of them
  espejo prove q-07-02 --again    one of them, also if it has not changed
  espejo prove --write            and let the ledger remember what passed
"""


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


def run(args: Namespace, inspection: Inspection) -> int:
    claims = {claim.id: claim for claim in list_claims(inspection.bank) if claim.program}
    if unknown := [id_ for id_ in args.ids if id_ not in claims]:
        print(f"There is no proof of '{unknown[0]}'.{suggest(unknown[0], claims)}", file=sys.stderr)
        return 2
    run = prove_and_report(inspection.bank, args)
    if args.trial or (run.problems and not args.write):
        return 1 if run.problems else 0
    unrecorded = find_unrecorded(inspection.bank, run.proven, args.ids)
    if unrecorded and args.write:
        replace_file(args.data / "ledger.yaml", record_proofs(inspection.bank, unrecorded).encode())
        print(f"{len(unrecorded)} written into the ledger.")
    elif unrecorded:
        print("The ledger does not know it yet. Run `espejo prove --write`, or put these lines into")
        print(f"{inspection.bank.ledger.place.file}, each in place of the one with the same id:\n")
        print("\n".join(list_ledger_lines(inspection.bank, unrecorded)))
    if run.problems or (unrecorded and not args.write):
        return 1
    return 0
