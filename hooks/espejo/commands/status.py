"""`espejo status`: print what is translated, stale and proven, as on the status page."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping

from espejo.check.project import Inspection
from espejo.commands.terminal import paint, say
from espejo.messages.message import message
from espejo.rendering.status import FileStatus, Group, measure_status, write_status

NAME = "status"
HELP = "show how much of each quiz is translated, stale and proven, and which lines to work on"
DETAILS = """\
Exits with 1, without a status, if the bank has a problem.

examples:
  espejo status
  espejo status --format json | jq '.[].tasks[]'
"""

_BAR_WIDTH = 10
_FACTS = {"missing": "not in {} yet", "stale": "stale in {}", "unproven": "not proven yet"}


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")


def run(args: Namespace, inspection: Inspection) -> int:
    groups = measure_status(inspection.bank, inspection.stale)
    if args.format == "json":
        say(write_status(groups).decode().rstrip("\n"))
    else:
        names = {locale: language.name for locale, language in inspection.bank.locales.items()}
        say("\n".join(_report(groups, names)))
    return 0


def _report(groups: list[Group], names: Mapping[str, str]) -> Iterator[str]:
    rows = [row for group in groups for row in group.rows]
    width = max((len(row.path) for row in rows), default=0)
    for group in groups:
        yield from (_line(row, width, names) for row in group.rows)
    for row in rows:
        for task in row.tasks:
            owner = f"{task.id}: " if task.id else ""
            fact = _FACTS[task.what].format(names.get(task.locale))
            yield f"{paint(str(task.place), 'bold')}: {owner}{fact}"


def _line(row: FileStatus, width: int, names: Mapping[str, str]) -> str:
    parts = [row.path.ljust(width)]
    for locale, name in names.items():
        parts.append(f"{name} {_bar(row.translated[locale], row.count)}")
    stale = sum(row.stale.values())
    parts.append(paint(f"stale {stale}", "yellow") if stale else "stale 0")
    if row.computable:
        parts.append(f"proven {_bar(row.proven, row.computable)}")
        if row.illustrated:
            parts.append(message("{count} illustrated", count=row.illustrated))
        if not_run := row.count - row.computable:
            parts.append(message("{count} not run", count=not_run))
    return "  ".join(parts).rstrip()


def _bar(done: int, total: int) -> str:
    """A bar, followed by both numbers."""
    filled = done * _BAR_WIDTH // total if total else _BAR_WIDTH
    return paint(
        "█" * filled + "░" * (_BAR_WIDTH - filled), "green" if done == total else "yellow"
    ) + f" {done}/{total}".ljust(8)
