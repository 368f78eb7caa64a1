"""`espejo accept`: bring the ledger up to date with the bank."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.parser import add_messages_option
from espejo.commands.terminal import say, tell, warn
from espejo.ledger.gap import update_ledger
from espejo.ledger.proof_records import find_unrecorded, read_proven_file, record_proofs
from espejo.ledger.write import replace_ledger
from espejo.messages.message import Message, message, plural, sentences
from espejo.model.problems import printable, suggest

NAME = "accept"
HELP = message("bring the ledger up to date with the bank")
DETAILS = message("""\
On the main branch a workflow does this after each merge, so a pull request can leave the ledger alone.
What changed in all languages is recorded as agreed, and what changed in only one as stale in the others,
unless you name its id. Times only move forward, so that Anki updates the cards that learners already have.

examples:
  espejo accept           record everything that changed
  espejo accept q-07-02   also declare that q-07-02 means the same in all languages
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "ids", nargs="*", metavar="id", help=message("ids that mean the same in all languages")
    )
    parser.add_argument(
        "--proofs", type=Path, help=message("also record the proofs in a file of espejo prove --out")
    )
    parser.add_argument(
        "--base",
        type=Path,
        help=message(
            "the data/ folder when the ledger was last recorded, to tell which edits kept the meaning"
        ),
    )
    add_messages_option(parser)


def run(args: Namespace, inspection: Inspection) -> int:
    bank = inspection.bank
    known = {record.id for record in bank.provable()}
    if unknown := [id_ for id_ in args.ids if id_ not in known]:
        warn(sentences(message("Unknown id '{id}'.", id=unknown[0]), suggest(unknown[0], known)))
        return 2
    inspection = replace(inspection, same=inspection.same | frozenset(args.ids))
    gap = inspection.gap
    assert gap is not None  # noqa: S101 (only a bank with faults has none)
    proven = read_proven_file(args.proofs, bank) if args.proofs else {}
    unrecorded = find_unrecorded(bank, proven, []) if args.proofs else {}
    after = record_proofs(update_ledger(bank.ledger, gap), unrecorded)
    if gap or unrecorded:
        replace_ledger(inspection.data, bank.ledger, after)
    for follow_up in gap.follow_ups:
        say(printable(f"{follow_up.owner or bank.ledger.place.file}: {tell(follow_up.fact)}"))
    say(_summarize(gap.count(*unrecorded), bank.ledger.place.file))
    return 0


def _summarize(count: int, file: str) -> Message:
    if not count:
        return message("The ledger is up to date.")
    return plural("{count} recorded in {file}.", "{count} recorded in {file}.", count, file=file)
