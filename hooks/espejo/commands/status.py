"""`espejo status`: print what is translated, stale and proven, as on the status page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from espejo.check.project import Inspection
from espejo.commands.terminal import paint, say, tell
from espejo.messages.message import Message, message
from espejo.model.bank import Bank
from espejo.rendering.bank_status import FileStatus, Group, Task, measure_status, write_status

NAME = "status"
HELP = message("show how much of each quiz is translated, stale and proven, and which lines to work on")
DETAILS = message("""\
Exits with 1, without a status, if the bank has a problem.

examples:
  espejo status
  espejo status --format json | jq '.[].tasks[]'
""")

_BAR_WIDTH = 10


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help=message("default: text"))


def run(args: Namespace, inspection: Inspection) -> int:
    groups = measure_status(inspection.bank, inspection.stale)
    if args.format == "json":
        say(write_status(groups).decode().rstrip("\n"))
    else:
        say("\n".join(_report(groups, inspection.bank)))
    return 0


def _report(groups: list[Group], bank: Bank) -> Iterator[str]:
    rows = [row for group in groups for row in group.rows]
    width = max((len(row.path) for row in rows), default=0)
    names = {locale: tell(bank.language(locale)) for locale in bank.locales}
    for group in groups:
        yield from (_line(row, width, names) for row in group.rows)
    for row in rows:
        for task in row.tasks:
            owner = f"{task.id}: " if task.id else ""
            yield f"{paint(str(task.place), 'bold')}: {owner}{tell(_describe(task, bank))}"


def _describe(task: Task, bank: Bank) -> Message:
    if task.what == "missing":
        return message("not in {language} yet", language=bank.language(task.locale))
    if task.what == "stale":
        return message("stale in {language}", language=bank.language(task.locale))
    return message("not proven yet")


def _line(row: FileStatus, width: int, names: Mapping[str, str]) -> str:
    parts = [row.path.ljust(width)]
    for locale, name in names.items():
        parts.append(f"{name} {_bar(row.translated[locale], row.count)}")
    stale = sum(row.stale.values())
    said = message("stale {count}", count=stale)
    parts.append(paint(said, "yellow") if stale else tell(said))
    if row.computable:
        parts.append(tell(message("proven {bar}", bar=_bar(row.proven, row.computable))))
        if row.illustrated:
            parts.append(tell(message("{count} illustrated", count=row.illustrated)))
        if row.not_run:
            parts.append(tell(message("{count} not run", count=row.not_run)))
    return "  ".join(parts).rstrip()


def _bar(done: int, total: int) -> str:
    """Draw a bar, followed by both numbers."""
    filled = done * _BAR_WIDTH // total if total else _BAR_WIDTH
    return paint(
        "█" * filled + "░" * (_BAR_WIDTH - filled), "green" if done == total else "yellow"
    ) + f" {done}/{total}".ljust(8)
