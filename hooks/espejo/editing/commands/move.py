"""`espejo move`: move questions or cards to another file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.project import Inspection
from espejo.editing.list_edits import apply_edit
from espejo.editing.relocation import Relocator
from espejo.messages.message import message

NAME = "move"
HELP = message("move questions or cards to another file")
DETAILS = message("""\
They keep their ids, histories, proofs and Anki notes, and their old addresses lead to the new place.

examples:
  espejo move q-07-05 quizzes/phase-08-tensor-autograd
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("ids", nargs="+", metavar="id", help=message("what to move"))
    parser.add_argument(
        "where", metavar=message("where"), help=message("the quiz or deck to move it to, to its end")
    )


def run(args: Namespace, inspection: Inspection) -> int:
    relocator = Relocator(inspection.project, inspection.bank)
    apply_edit(relocator.move(args.ids, args.where), inspection.project)
    return 0
