"""`espejo check`: everything that is wrong with the bank, or worth knowing about it, with its place."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from espejo.accept import Behind, find_behind
from espejo.bank import Loaded, load_bank
from espejo.forge.annotate import annotate
from espejo.forge.difference import lines_between, show_all
from espejo.forge.kept import check_kept, find_vanished
from espejo.lints.lint import lint_bank
from espejo.notices import find_drafts
from espejo.problems import Notice, Problem, report_notices, report_problems
from espejo.schema_files import find_unnamed
from espejo.terminal import paint
from espejo.text import DRAFT

NAME = "check"
HELP = "check everything under data/ and report every problem with its place"
DETAILS = """\
Exits with 1 if there is a problem. Notices, such as a missing translation, are no problem.

examples:
  espejo check
  espejo check --base ../before/data   also: nothing that was there may be forgotten
  espejo check --format json | jq '.problems[].fact'
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format", choices=("text", "json", "github"), default="text", help="github: marks in a pull request"
    )
    parser.add_argument(
        "--base", type=Path, help="the folder data/ before the edit: nothing that was there may be forgotten"
    )


def run(chosen: Namespace, loaded: Loaded) -> int:
    behind = None if loaded.problems else find_behind(loaded.bank, datetime.now(UTC))
    problems = list(find_problems(chosen, loaded, behind))
    notices = [*loaded.notices, *find_unnamed(chosen.data.resolve().parent, loaded.bank)]
    if chosen.format == "json":
        print(json.dumps(_described(problems, notices, behind), ensure_ascii=False, indent=2))
        return 1 if problems else 0
    if chosen.format == "github":
        shown = lines_between(chosen.base.resolve(), chosen.data.resolve()) if chosen.base else show_all
        print("".join(f"{line}\n" for line in annotate(problems, notices, shown)), end="")
    if notices:
        print(report_notices(notices, _painted))
    print("\n".join(_said(loaded, problems, behind)))
    return 1 if problems else 0


def find_problems(chosen: Namespace, loaded: Loaded, behind: Behind | None) -> Iterator[Problem]:
    """All that is wrong: with the data, with what was forgotten since the base, and with the ledger."""
    yield from loaded.problems
    yield from lint_bank(loaded.bank, chosen.data.resolve().parent, known=loaded.problems)
    if chosen.base and not loaded.unread:  # of files that cannot be read nobody can tell what is gone
        yield from check_kept(load_bank(chosen.base.resolve()).bank, loaded.bank)
    if behind:
        yield from behind.problems
        yield from find_vanished(loaded.bank)


def _said(loaded: Loaded, problems: Iterable[Problem], behind: Behind | None) -> Iterator[str]:
    if not problems:
        yield paint(_summary(loaded), "green")
        return
    yield report_problems(problems, _painted)
    if behind and behind.problems:
        yield from _ask(behind, loaded)


def _ask(behind: Behind, loaded: Loaded) -> Iterator[str]:
    """What someone in a web editor has to paste, and what someone at a terminal has to type."""
    if any(find_drafts(loaded.bank)):
        yield f"Replace the passages that begin with {DRAFT.strip()}, and then accept them."
        return
    file = loaded.bank.ledger.place.file
    yield ""
    yield f"Run `espejo accept`, or put these lines into {file},"
    yield "each in place of the one with the same id, or where its order asks for it:"
    yield ""
    yield from behind.lines()
    if instead := list(behind.agreed_lines()):
        names = " and ".join(language.name for language in loaded.bank.locales.values())
        yield ""
        yield "With these lines, the language that did not change is marked as stale until somebody mends it."
        yield f"If {names} still say the same (a typo, a comma), name the id to `espejo accept`,"
        yield "or take these lines instead:"
        yield ""
        yield from instead


def _painted(problem: Problem) -> str:
    place, line = str(problem.place), str(problem)
    return paint(place, "bold") + line.removeprefix(place)


def _described(
    problems: Iterable[Problem], notices: Iterable[Notice], behind: Behind | None
) -> dict[str, Any]:
    return {
        "problems": [_record(problem) for problem in sorted(set(problems))],
        "notices": [_record(notice) for notice in sorted(set(notices))],
        "ledger": list(behind.lines()) if behind else [],
    }


def _record(problem: Problem) -> dict[str, Any]:
    return {**problem.place._asdict(), "id": problem.owner, "fact": problem.fact}


def _summary(loaded: Loaded) -> str:
    bank = loaded.bank
    units, items = len(list(bank.units())), len(list(bank.items()))
    names = " and ".join(locale.name for locale in bank.locales.values())
    return f"{items} questions and cards in {units} files, {names}: no problems."
