"""`espejo check`: report all problems and notices of a bank with their places."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from espejo.check.fixes import fix_files
from espejo.check.project import Inspection, inspect_project
from espejo.commands.annotations import annotate_pull_request
from espejo.commands.parser import add_messages_option
from espejo.commands.terminal import paint, say, send_commands, tell, warn
from espejo.messages.message import Message, message, plural
from espejo.model.problems import Problem, printable, report_notices, report_problems

NAME = "check"
HELP = message("check everything under data/ and report every problem with its place")
DETAILS = message("""\
Exits with 1 if there is a problem. Notices, such as a missing translation, are not problems.

examples:
  espejo check
  espejo check --all                   list every notice, and not only how many a file has
  espejo check --fix                   fix unambiguous problems first, and show the difference
  espejo check --base ../before/data   also check that nothing was lost, and what follows a changed answer
  espejo check --format json | jq '.problems[].fact'
""")
ALLOWS_FAULTS = True


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=("text", "json", "github"),
        default="text",
        help=message("github: annotations for a pull request"),
    )
    parser.add_argument(
        "--all", action="store_true", help=message("list every problem and notice, however many there are")
    )
    parser.add_argument(
        "--base", type=Path, help=message("the data/ folder before the edit, to check that nothing was lost")
    )
    parser.add_argument(
        "--fix", action="store_true", help=message("fix unambiguous problems, and show the difference")
    )
    add_messages_option(parser)


def run(args: Namespace, inspection: Inspection) -> int:
    if args.fix:
        _fix(inspection.data, say if args.format == "text" else warn)
        inspection = inspect_project(inspection.data, base=args.base, same=inspection.same)
    problems, notices = inspection.problems, inspection.notices
    if args.format == "json":
        say(json.dumps(_to_json(inspection), ensure_ascii=False, indent=2))
        return 1 if problems else 0
    if args.format == "github":
        send_commands(annotate_pull_request(inspection, args.base))
    if notices:
        say(report_notices(notices, _paint_problem, tell, all_=args.all, program=_name_program()))
    say("\n".join(_report(inspection, all_=args.all)))
    return 1 if problems else 0


def _fix(data: Path, tell_about: Callable[[str], None]) -> None:
    """Apply unambiguous fixes and show the diff, on standard error if the output is machine-readable."""
    fixed = 0
    for file in fix_files(data):
        if reason := file.write(data.parent):
            warn(reason)
        else:
            fixed += 1
            tell_about(file.show())
    tell_about(
        plural("Fixed {count} file.", "Fixed {count} files.", fixed)
        if fixed
        else message("Nothing was fixed: no problem is unambiguous.")
    )


def _report(inspection: Inspection, *, all_: bool) -> Iterator[str]:
    if inspection.problems:
        yield report_problems(inspection.problems, _paint_problem, tell, all_=all_)
    else:
        yield paint(_summary(inspection), "green")
    if inspection.gap:
        yield tell(inspection.gap.summary())


def _name_program() -> str:
    """How this program was called, if from a folder below this one, such as .venv/bin/espejo."""
    called = Path(sys.argv[0]).absolute()
    is_below = called.name == "espejo" and called.is_relative_to(Path.cwd())
    return called.relative_to(Path.cwd()).as_posix() if is_below else "espejo"


def _paint_problem(problem: Problem) -> str:
    place, line = printable(str(problem.place)), problem.show(tell)
    return paint(place, "bold") + line.removeprefix(place)


def _to_json(inspection: Inspection) -> dict[str, Any]:
    return {
        "problems": [_problem_to_json(problem) for problem in sorted(set(inspection.problems))],
        "notices": [_problem_to_json(notice) for notice in sorted(set(inspection.notices))],
        "ledger": [_problem_to_json(one) for one in inspection.gap.follow_ups] if inspection.gap else [],
    }


def _problem_to_json(problem: Problem) -> dict[str, Any]:
    return {**problem.place._asdict(), "id": problem.owner, "fact": tell(problem.fact)}


def _summary(inspection: Inspection) -> Message:
    bank = inspection.bank
    return message(
        "{items} questions and cards in {files} files, {languages}: no problems.",
        items=len(list(bank.items())),
        files=len(list(bank.units())),
        languages=bank.list_languages(bank.locales),
    )
