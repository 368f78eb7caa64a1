"""`espejo accept`: record in the ledger how the bank reads now, and that its languages agree."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.notices import find_drafts
from espejo.check.project import Inspection
from espejo.commands.terminal import say, warn
from espejo.ledger.gap import update_ledger
from espejo.ledger.write import replace_ledger
from espejo.model.problems import report_notices, suggest

NAME = "accept"
HELP = "record the current text of the bank in the ledger"
DETAILS = """\
With an id, declares that its languages say the same. Without one, records everything that changed: what
changed in all languages as agreed, and what changed in only one as stale in the other.
Times only move forward, so that Anki updates the cards that learners already have.

examples:
  espejo accept           record everything that changed
  espejo accept q-07-02   declare that q-07-02 says the same in all languages
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="*", metavar="id", help="ids that say the same in all languages")


def run(args: Namespace, inspection: Inspection) -> int:
    bank, gap = inspection.bank, inspection.gap
    assert gap  # noqa: S101 (a bank without faults has a gap, maybe an empty one)
    known = {record.id for record in bank.provable()} | set(gap.retired)
    if unknown := [id_ for id_ in args.ids if id_ not in known]:
        warn(f"Unknown id '{unknown[0]}'.{suggest(unknown[0], known)}")
        return 2
    drafts = [draft for draft in find_drafts(bank) if not args.ids or draft.owner in ("", *args.ids)]
    if drafts:  # accepting would freeze placeholder titles as names of Anki decks, for good
        say(f"{report_notices(drafts)}\nNothing was accepted.")
        return 1
    replace_ledger(inspection.data, bank.ledger, update_ledger(bank, gap, args.ids))
    new = gap.agreed if args.ids else gap.entries
    accepted = [id_ for id_ in (*new, *gap.retired) if not args.ids or id_ in args.ids]
    accepted += gap.names
    names = f": {', '.join(accepted[:10])}" if accepted else ""
    say(f"{len(accepted)} accepted{names}{', …' if len(accepted) > 10 else ''}.")
    return 0
