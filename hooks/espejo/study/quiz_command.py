"""`espejo quiz`: take a quiz, exam, or review in the terminal, from this bank or a published one."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from importlib.util import find_spec
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.terminal import tell
from espejo.messages.message import fail, message
from espejo.packages import QUIZ

NAME = "quiz"
HELP = message("be asked in the terminal: a quiz, an exam or a review")
DETAILS = message("""\
Without a quiz, it lists what there is to choose from and, with --log, what is due for review. Type ? at any
prompt to see what you can type. What you answer is kept only with --log, in the file that the page "Your
practice" of the site downloads and loads. Nothing else is written.

examples:
  espejo quiz
  espejo quiz quizzes/first-steps --in es --log espejo-log.json
  espejo quiz --review --log espejo-log.json
  espejo quiz --exam --topic burns --count 20 --minutes 30
  espejo quiz --from https://espejo-quiz.github.io/
""")


def configure(parser: ArgumentParser) -> None:
    add, number = parser.add_argument, message("NUMBER")
    path = message("a quiz or deck such as quizzes/first-steps, or a whole collection")
    source = message("the address of a site, or the address or file of its bank.json (default: this bank)")
    log = message("your log: it is read, and each answer is added to it; a new one is made if it is missing")
    new = message("how many new questions and cards a review may have a day (default: 10)")
    add("path", nargs="?", metavar=message("QUIZ"), help=path)
    add("--from", dest="source", metavar=message("SITE"), help=source)
    add("--in", dest="language", metavar=message("LANGUAGE"), help=message("the language of the questions"))
    add("--log", type=Path, metavar=message("FILE"), help=log)
    add("--exam", action="store_true", help=message("without feedback until you hand it in"))
    add("--review", action="store_true", help=message("what is due, from your log"))
    topics = message("draw from these topics")
    add("--topic", nargs="+", action="extend", metavar=message("TOPIC"), help=topics)
    add("--count", type=_number, metavar=number, help=message("how many questions to draw"))
    add("--minutes", type=_number, metavar=number, help=message("the time for an exam (default: no limit)"))
    add("--new", type=_number_or_none, default=10, metavar=number, help=new)
    add("--terms", action="store_true", help=message("review the glossary too"))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= 9999):
        raise ArgumentTypeError(tell(message("expected a number from 1 to 9999")))
    return int(text)


def _number_or_none(text: str) -> int:
    return 0 if text == "0" else _number(text)


def needs_bank(args: Namespace) -> bool:
    """Whether the command needs the bank in this folder, rather than a published one."""
    return args.source is None


def run(args: Namespace, inspection: Inspection | None) -> int:
    if not find_spec("rich"):
        fail("this needs the package rich, which is not installed. Run: {command}", command=QUIZ)
    if args.exam and args.review:
        fail("an exam is not a review. Choose one of --exam and --review.")
    from espejo.study.terminal.start import run_quiz  # needs rich

    return run_quiz(args, inspection.bank if inspection else None)
