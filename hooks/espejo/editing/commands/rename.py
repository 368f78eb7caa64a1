"""`espejo rename`: rename the file of a quiz or deck."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.project import Inspection
from espejo.editing.list_edits import apply_edit
from espejo.editing.relocation import Relocator
from espejo.messages.message import message

NAME = "rename"
HELP = message("give the file of a quiz or deck another name, which is its address")
DETAILS = message("""\
Every id stays, its Anki deck keeps its name, and the old address leads to the new one.

examples:
  espejo rename quizzes/first-steps first-aid
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("where", metavar=message("where"), help=message("the quiz or deck"))
    parser.add_argument("name", metavar=message("name"), help=message("its new name, without the folder"))


def run(args: Namespace, inspection: Inspection) -> int:
    relocator = Relocator(inspection.project, inspection.bank)
    apply_edit(relocator.rename(args.where, args.name), inspection.project)
    return 0
