"""`espejo rename`: give the file of a quiz or deck another name."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from espejo.check.project import Inspection
from espejo.commands.relocate import relocate

NAME = "rename"
HELP = "give the file of a quiz or deck another name, which is its address"
DETAILS = """\
Every id stays, its Anki deck keeps its name, and the old address leads to the new one.

examples:
  espejo rename quizzes/phase-07-scalar-autograd phase-07-autograd
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("where", help="the quiz or deck")
    parser.add_argument("name", help="its new name, without the folder")


def run(args: Namespace, inspection: Inspection) -> int:
    return relocate(args, inspection, lambda relocator: relocator.rename(args.where, args.name))
