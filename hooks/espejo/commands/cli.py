"""Command line `espejo`: parses arguments, inspects the bank and runs one command."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from espejo.check.project import inspect_project
from espejo.commands import accept, changes, check, export, new, pdf, prove, schema, status
from espejo.commands.messages import read_declared
from espejo.commands.relocate import move, rename, retire
from espejo.commands.terminal import finish_output, prepare_output, say, warn
from espejo.model.problems import printable, report_problems

# A command with ALLOWS_FAULTS also runs on a bank with faults, which stop all others.
COMMANDS = (check, status, new, move, rename, retire, accept, prove, changes, export, pdf, schema)

INTERNAL_ERROR = 70
"""The exit code of an error in the program itself: EX_SOFTWARE of sysexits.h."""

_REPORT = (
    "This is a mistake in the program, not in your data. Run it again with --debug, and report what it says."
)


def main(argv: list[str] | None = None) -> int:
    """Return the exit code: 0 for success, 1 if the bank has a problem, 2 if the command failed.

    An error in the program itself gives 70, and one sentence instead of a traceback unless --debug is given.
    """
    prepare_output()
    args = _make_parser().parse_args(argv)
    try:
        code = _run(args)
        finish_output()
    except BrokenPipeError:  # the reader of our output, such as `head`, has closed it
        finish_output()
        return 1
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        if args.debug:
            raise
        return _fail(f"Error: {error}")
    except Exception as error:
        if args.debug:
            raise
        warn(printable(f"Internal error: {type(error).__name__}: {error}"))
        warn(_REPORT)
        return INTERNAL_ERROR
    return code


def _run(args: Namespace) -> int:
    if not args.data.is_dir():
        return _fail(f"No folder {args.data}. Run this in the folder that has data/, or use --data.")
    base = getattr(args, "base", None)
    if base and not (base / "locales").is_dir():
        return _fail(f"No bank in {base}. Use --base with a data/ folder.")
    same = read_declared(getattr(args, "messages", None))
    inspection = inspect_project(args.data, base=base, same=same)
    if inspection.faults and not args.allows_faults:
        say(report_problems(inspection.faults))
        return 1
    return int(args.run(args, inspection))


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
        subparser.add_argument("--debug", action="store_true", help="show where an error happened")
        command.configure(subparser)
        subparser.set_defaults(run=command.run, allows_faults=getattr(command, "ALLOWS_FAULTS", False))
    return parser


if __name__ == "__main__":
    sys.exit(main())
