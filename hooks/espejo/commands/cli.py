"""Command line `espejo`: parses arguments, inspects the bank and runs one command."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from espejo.check.project import inspect_project
from espejo.commands import accept, changes, check, export, new, pdf, prove, schema, status
from espejo.model.problems import report_problems

COMMANDS = (check, status, new, accept, prove, changes, export, pdf, schema)


def main(arguments: list[str] | None = None) -> int:
    """Exits with 0 if all is well, 1 if the bank has a problem, 2 if the command could not do its work."""
    chosen = _parser().parse_args(arguments)
    if not chosen.data.is_dir():
        return _refuse(f"There is no folder {chosen.data}. Run this where data/ is, or name it with --data.")
    base = getattr(chosen, "base", None)
    if base and not (base / "locales").is_dir():
        return _refuse(f"There is no bank in {base}. Name its folder data/ with --base.")
    try:
        inspection = inspect_project(chosen.data, base=base)
        if inspection.faults and not chosen.takes_faults:
            print(report_problems(inspection.faults))
            return 1
        return int(chosen.run(chosen, inspection))
    except BrokenPipeError:  # whoever was listening has heard enough
        return 1
    except (OSError, ValueError) as error:
        print(f"It did not work: {error}", file=sys.stderr)
        return 2


def _refuse(why: str) -> int:
    print(why, file=sys.stderr)
    return 2


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="espejo", description="A question bank in two languages.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for command in COMMANDS:
        added = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=f"{command.HELP[0].upper()}{command.HELP[1:]}.",
            epilog=command.DETAILS,
            formatter_class=RawDescriptionHelpFormatter,
        )
        added.add_argument(
            "--data", type=Path, default=Path("data"), help="the bank's folder (default: data)"
        )
        command.configure(added)
        added.set_defaults(run=command.run, takes_faults=getattr(command, "TAKES_FAULTS", False))
    return parser


if __name__ == "__main__":
    sys.exit(main())
