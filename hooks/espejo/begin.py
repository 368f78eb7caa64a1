"""The commands that write into the project: `espejo new` and `espejo schema`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from espejo.bank import Loaded
from espejo.check import KIND_KEYS
from espejo.files import replace_file
from espejo.new import DraftError, Wish, draft
from espejo.problems import report_problems, suggest
from espejo.schema_files import write_schemas
from espejo.settings import read_settings
from espejo.text import DRAFT

_NOUNS = {
    "quiz": ("a quiz with one question", "collection/name", "study-guide/quiz-13-graph-networks"),
    "question": ("a question at the end of a quiz", "quiz", "quizzes/phase-07-scalar-autograd"),
    "deck": ("a deck with one card", "collection/name", "drills/chapter-04-optimizers"),
    "card": ("a card at the end of a deck", "deck", "drills/chapter-03-backprop-autograd"),
}


def add_writers(commands: Any) -> list[argparse.ArgumentParser]:
    """Adds them, and gives back those that work on the bank's folder."""
    new = commands.add_parser("new", help="begin a quiz, a question, a deck or a card")
    nouns = new.add_subparsers(required=True, metavar="what")
    made = [_add_noun(nouns, noun) for noun in _NOUNS]
    schema = commands.add_parser(
        "schema",
        help="write the JSON Schemas that editors read, after a change of the model or of a language's words",
    )
    schema.set_defaults(run=_write_schemas)
    return [*made, schema]


def _add_noun(nouns: Any, noun: str) -> argparse.ArgumentParser:
    about, where, example = _NOUNS[noun]
    made: argparse.ArgumentParser = nouns.add_parser(
        noun,
        help=f"begin {about}, with the next free id",
        epilog=f"For example: espejo new {noun} {example}",
    )
    made.add_argument("where", nargs="+", metavar=where, help=f"such as {example}, in one word or two")
    if noun in ("quiz", "question"):
        made.add_argument("--kind", choices=KIND_KEYS, default="single", help="default: single")
    if noun == "quiz":
        made.add_argument("--course", type=_number, default=0, help="its number; default: the last")
    made.add_argument(
        "--in",
        dest="locales",
        action="append",
        metavar="language",
        help="write only in this one; may be said more than once (default: in all)",
    )
    made.set_defaults(run=_begin, noun=noun, kind="single", course=0)
    return made


def _number(written: str) -> int:
    if not (written.isascii() and written.isdigit() and int(written)):
        raise argparse.ArgumentTypeError(f"not a number from 1: '{written}'")
    return int(written)


def _begin(chosen: argparse.Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    bank, project = loaded.bank, chosen.data.resolve().parent
    locales = tuple(dict.fromkeys(chosen.locales or bank.locales))
    try:
        for locale in locales:
            if locale not in bank.locales:
                raise DraftError(f"There is no language '{locale}'.{suggest(locale, bank.locales)}")
        where = "/".join(chosen.where)
        drafts = draft(project, bank, Wish(chosen.noun, where, chosen.kind, locales, chosen.course))
    except DraftError as reason:
        print(reason, file=sys.stderr)
        return 2
    for one in drafts:
        replace_file(project / one.file, one.text.encode())
        print(f"{one.file}:{one.line}: {one.about}")
    print(f"Replace each passage that begins with {DRAFT.strip()}, then run: make check")
    return 0


def _write_schemas(chosen: argparse.Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    project = chosen.data.resolve().parent
    for path, content in write_schemas(loaded.bank, read_settings(project).root).items():
        replace_file(project / path, content)
        print(path)
    return 0
