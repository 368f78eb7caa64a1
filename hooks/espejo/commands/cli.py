"""Command line `espejo`: parses arguments, inspects the bank and runs one command."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from espejo.check.project import inspect_project
from espejo.commands import accept, changes, check, export, new, pdf, prove, schema, status
from espejo.commands.terminal import say, warn
from espejo.model.problems import report_problems

# A command with ALLOWS_FAULTS also runs on a bank with faults, which stop all others.
COMMANDS = (check, status, new, accept, prove, changes, export, pdf, schema)


def main(argv: list[str] | None = None) -> int:
    """Return the exit code: 0 for success, 1 if the bank has a problem, 2 if the command failed."""
    args = _make_parser().parse_args(argv)
    if not args.data.is_dir():
        return _fail(f"No folder {args.data}. Run this in the folder that has data/, or use --data.")
    base = getattr(args, "base", None)
    if base and not (base / "locales").is_dir():
        return _fail(f"No bank in {base}. Use --base with a data/ folder.")
    try:
        inspection = inspect_project(args.data, base=base)
        if inspection.faults and not args.allows_faults:
            say(report_problems(inspection.faults))
            return 1
        return int(args.run(args, inspection))
    except BrokenPipeError:  # the reader of our output, such as `head`, has closed it
        return 1
    except (OSError, ValueError) as error:
        warn(f"Error: {error}")
        return 2


def _fail(message: str) -> int:
    warn(message)
    return 2


def _make_parser() -> ArgumentParser:
    parser = ArgumentParser(prog="espejo", description="A question bank in two languages.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for command in COMMANDS:
        subparser = commands.add_parser(
            command.NAME,
            help=command.HELP,
            description=f"{command.HELP[0].upper()}{command.HELP[1:]}.",
            epilog=command.DETAILS,
            formatter_class=RawDescriptionHelpFormatter,
        )
        subparser.add_argument(
            "--data", type=Path, default=Path("data"), help="the bank's folder (default: data)"
        )
        command.configure(subparser)
        subparser.set_defaults(run=command.run, allows_faults=getattr(command, "ALLOWS_FAULTS", False))
    return parser


if __name__ == "__main__":
    sys.exit(main())
