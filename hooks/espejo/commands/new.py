"""`espejo new`: start a quiz, a question, a deck, a card, a topic, a term, a formula or a pattern."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from espejo.authoring.draft import DraftError, Request, draft
from espejo.authoring.units import AuthoringError
from espejo.check.project import Inspection
from espejo.commands.terminal import say, warn
from espejo.files import replace_file
from espejo.model.kinds import KINDS
from espejo.model.problems import suggest
from espejo.model.text import DRAFT

NAME = "new"
HELP = "start a quiz, a question, a deck, a card, a topic, a term, a formula or a pattern"
DETAILS = """\
Writes a valid draft that says in each passage what belongs there. The rest of the file stays as it is.

examples:
  espejo new question quizzes/phase-07-scalar-autograd --kind multiple
  espejo new card drills/chapter-03-backprop-autograd --in es
  espejo new topic loss-functions
  espejo new formula
"""

_DEFAULT_KIND = next(iter(KINDS))

_NOUNS = {
    "quiz": ("a quiz with one question", "collection/name", "study-guide/quiz-13-graph-networks"),
    "question": ("a question at the end of a quiz", "quiz", "quizzes/phase-07-scalar-autograd"),
    "deck": ("a deck with one card", "collection/name", "drills/chapter-04-optimizers"),
    "card": ("a card at the end of a deck", "deck", "drills/chapter-03-backprop-autograd"),
    "topic": ("a topic of questions and cards", "id", "loss-functions"),
    "term": ("a term of the glossary", "id", "chain-rule"),
    "formula": ("a formula of the reference", "", ""),
    "pattern": ("a code pattern of the reference", "", ""),
}


def configure(parser: ArgumentParser) -> None:
    nouns = parser.add_subparsers(required=True, metavar="what", dest="noun")
    for noun, (about, where, example) in _NOUNS.items():
        subparser = nouns.add_parser(
            noun,
            help=f"start {about}{'' if where == 'id' else ', with the next free id'}",
            epilog=f"example: espejo new {noun} {example}".rstrip(),
        )
        if where:
            hint = "" if where == "id" else "; a space may replace the slash"
            subparser.add_argument("where", nargs="+", metavar=where, help=f"such as {example}{hint}")
        subparser.add_argument(
            "--data", type=Path, default=SUPPRESS, help="the bank's folder (default: data)"
        )
        subparser.add_argument(
            "--in",
            dest="locales",
            action="append",
            metavar="language",
            help="write only this language (repeatable; default: all)",
        )
        subparser.set_defaults(kind=_DEFAULT_KIND, course=0, **({} if where else {"where": []}))
        if noun in ("quiz", "question"):
            subparser.add_argument(
                "--kind",
                choices=KINDS,
                default=_DEFAULT_KIND,
                help=f"kind of question (default: {_DEFAULT_KIND})",
            )
        if noun == "quiz":
            subparser.add_argument(
                "--course", type=_positive, default=0, help="number of the course (default: the last)"
            )


def _positive(value: str) -> int:
    if not (value.isascii() and value.isdigit() and int(value)):
        raise ArgumentTypeError(f"not a positive number: '{value}'")
    return int(value)


def run(args: Namespace, inspection: Inspection) -> int:
    bank, project = inspection.bank, args.data.resolve().parent
    locales = tuple(dict.fromkeys(args.locales or bank.locales))
    try:
        for locale in locales:
            if locale not in bank.locales:
                raise DraftError(f"Unknown language '{locale}'.{suggest(locale, bank.locales)}")
        where = "/".join(args.where)
        drafts = draft(project, bank, Request(args.noun, where, args.kind, locales, args.course))
    except AuthoringError as error:
        warn(error)
        return 2
    for file, text, line, about in drafts:
        replace_file(project / file, text.encode())
        say(f"{file}:{line}: {about}")
    say(f"Replace each passage that begins with {DRAFT.strip()}, then run: make check")
    return 0
