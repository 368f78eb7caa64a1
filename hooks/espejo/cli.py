"""The command `espejo`: what a contributor asks of the bank in a terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from espejo.bank import Loaded, load_bank
from espejo.problems import report_notices, report_problems


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="espejo", description="A question bank in two languages.")
    commands = parser.add_subparsers(required=True, metavar="command")
    check = commands.add_parser(
        "check",
        help="check everything under data/ and report every problem with its place",
        epilog="Exits with 1 if there is a problem. Notices, such as a missing translation, are no problem.",
    )
    check.add_argument("--data", type=Path, default=Path("data"), help="the bank's folder (default: data)")
    check.set_defaults(run=_check)
    chosen = parser.parse_args(arguments)
    return int(chosen.run(chosen))


def _check(chosen: argparse.Namespace) -> int:
    if not chosen.data.is_dir():
        print(
            f"There is no folder {chosen.data}. Run this where data/ is, or name it with --data.",
            file=sys.stderr,
        )
        return 2
    loaded = load_bank(chosen.data.resolve())
    if loaded.notices:
        print(report_notices(loaded.notices))
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    print(_summary(loaded))
    return 0


def _summary(loaded: Loaded) -> str:
    bank = loaded.bank
    quizzes, questions = len(list(bank.quizzes())), len(list(bank.questions()))
    names = " and ".join(locale.name for locale in bank.locales.values())
    return f"{questions} questions in {quizzes} quizzes, {names}: no problems."


if __name__ == "__main__":
    sys.exit(main())
