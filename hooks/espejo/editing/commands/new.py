"""`espejo new`: start a quiz, question, deck, card, topic, term, formula, or pattern."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, Namespace
from typing import NamedTuple

from espejo.check.project import Inspection
from espejo.commands.parser import add_common_options
from espejo.commands.terminal import say, tell
from espejo.editing.list_edits import apply_edit
from espejo.editing.new_records import Request, add_record
from espejo.messages.message import Message, MessageError, message, sentences
from espejo.model.kinds import KINDS
from espejo.model.problems import suggest
from espejo.model.text import DRAFT
from espejo.packages import CHECK

NAME = "new"
HELP = message("start a quiz, a question, a deck, a card, a topic, a term, a formula or a pattern")
DETAILS = message("""\
Writes a valid draft that says in each passage what belongs there. The rest of the file stays as it is.

examples:
  espejo new question quizzes/first-steps --kind multiple
  espejo new card drills/chapter-03-backprop-autograd --in es
  espejo new topic first-aid
  espejo new formula
""")

_DEFAULT_KIND = next(iter(KINDS))


class _Noun(NamedTuple):
    """A subcommand of `new`: its help, the name of its location argument (empty if none), and an example."""

    help: Message
    where: str = ""
    example: str = ""


_COLLECTION_AND_NAME = message("collection/name")

_NOUNS = {
    "quiz": _Noun(
        message("start a quiz with one question, with the next free id"),
        _COLLECTION_AND_NAME,
        "study-guide/quiz-13-graph-networks",
    ),
    "question": _Noun(
        message("start a question at the end of a quiz, with the next free id"),
        message("quiz"),
        "quizzes/first-steps",
    ),
    "deck": _Noun(
        message("start a deck with one card, with the next free id"),
        _COLLECTION_AND_NAME,
        "drills/chapter-04-optimizers",
    ),
    "card": _Noun(
        message("start a card at the end of a deck, with the next free id"),
        message("deck"),
        "drills/chapter-03-backprop-autograd",
    ),
    "topic": _Noun(message("start a topic of questions and cards"), "id", "first-aid"),
    "term": _Noun(message("start a term of the glossary"), "id", "water-cycle"),
    "formula": _Noun(message("start a formula of the reference, with the next free id")),
    "pattern": _Noun(message("start a code pattern of the reference, with the next free id")),
}


def configure(parser: ArgumentParser) -> None:
    nouns = parser.add_subparsers(required=True, metavar=tell(message("what")), dest="noun")
    for name, noun in _NOUNS.items():
        command = f"espejo new {name} {noun.example}".rstrip()
        subparser = nouns.add_parser(
            name, help=tell(noun.help), epilog=message("example: {command}", command=command)
        )
        if noun.where:
            subparser.add_argument("where", nargs="+", metavar=noun.where, help=_describe_where(noun))
        add_common_options(subparser, default=SUPPRESS)
        subparser.add_argument(
            "--in",
            dest="locales",
            action="append",
            metavar=message("language"),
            help=message("write only this language (repeatable; default: all)"),
        )
        subparser.set_defaults(kind=_DEFAULT_KIND, course=0, **({} if noun.where else {"where": []}))
        if name in ("quiz", "question"):
            subparser.add_argument(
                "--kind",
                choices=KINDS,
                default=_DEFAULT_KIND,
                help=message("kind of question (default: {kind})", kind=_DEFAULT_KIND),
            )
        if name == "quiz":
            subparser.add_argument(
                "--course",
                type=_positive,
                default=0,
                help=message("number of the course (default: the last)"),
            )


def _describe_where(noun: _Noun) -> Message:
    if "/" in noun.example:
        return message("such as {example}; a space may replace the slash", example=noun.example)
    return message("such as {example}", example=noun.example)


def _positive(value: str) -> int:
    if not (value.isascii() and value.isdigit() and int(value)):
        raise ArgumentTypeError(tell(message("not a positive number: '{value}'", value=value)))
    return int(value)


def run(args: Namespace, inspection: Inspection) -> int:
    bank = inspection.bank
    locales = tuple(dict.fromkeys(args.locales or bank.locales))
    for locale in locales:
        if locale not in bank.locales:
            unknown = message("Unknown language '{code}'.", code=locale)
            raise MessageError(sentences(unknown, suggest(locale, bank.locales)))
    request = Request(args.noun, "/".join(args.where), args.kind, locales, args.course)
    apply_edit(add_record(inspection.project, bank, request), inspection.project)
    sign = DRAFT.strip()
    say(
        message("Replace each passage that begins with {sign}, then run: {command}", sign=sign, command=CHECK)
    )
    return 0
