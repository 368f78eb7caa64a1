"""`espejo retire`: permanently remove questions, cards, or whole files."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.project import Inspection
from espejo.editing.list_edits import apply_edit
from espejo.editing.relocation import Relocator
from espejo.messages.message import message

NAME = "retire"
HELP = message("remove questions, cards or whole files for good")
DETAILS = message("""\
Their ids are never used again, and learners keep the cards that they have. The page of a file leads to its
collection.

examples:
  espejo retire q-07-05
  espejo retire drills/chapter-03-backprop-autograd
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "names",
        nargs="+",
        metavar=message("name"),
        help=message("ids, or the paths of quizzes and decks"),
    )


def run(args: Namespace, inspection: Inspection) -> int:
    relocator = Relocator(inspection.project, inspection.bank)
    apply_edit(relocator.retire(args.names), inspection.project)
    return 0
