"""Command line `espejo`: parses arguments, checks the bank, and runs one command."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from espejo.check.additions import list_additions
from espejo.check.project import inspect_project
from espejo.commands.parser import Parser, add_common_options, add_language_option, translate_argparse
from espejo.commands.terminal import finish_output, prepare_output, say, set_language, tell, warn
from espejo.ledger.drift import find_declared
from espejo.load.data_files import UnreadableError, read_bytes
from espejo.messages.catalog import LANGUAGES, choose_language
from espejo.messages.message import Message, MessageError, message
from espejo.model.problems import printable, report_problems

# Commands with ALLOWS_FAULTS run even if the bank has faults, unlike all others. Commands with `needs_bank`
# may run without a bank.
COMMANDS = tuple(
    f"espejo.commands.{name}" for name in ("init", "check", "status", "accept", "export", "words")
)

INTERNAL_ERROR = 70
"""Exit code for internal errors: EX_SOFTWARE in sysexits.h."""

_MAX_MESSAGES = 1_000_000  # bytes

_REPORT = message(
    "This is a mistake in the program, not in your data. Run it again with --debug, and report what it says."
)


def main(argv: list[str] | None = None) -> int:
    """Return the exit code: 0 for success, 1 if the bank has a problem, 2 if the command failed.

    Internal errors return 70 and print one sentence, or a traceback with --debug.
    """
    prepare_output()
    asked = _ask_language(argv)
    set_language(asked or choose_language(os.environ))
    args = _make_parser().parse_args(argv)
    args.lang = asked
    try:
        code = _run(args)
        finish_output()
    except BrokenPipeError:  # the reader of our output, such as `head`, has exited
        finish_output()
        return 1
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError) as error:
        if args.debug:
            raise
        text = error.text if isinstance(error, MessageError) else str(error)
        return _fail(message("Error: {error}", error=text))
    except Exception as error:
        if args.debug:
            raise
        fault = message("Internal error: {error}", error=f"{type(error).__name__}: {error}")
        warn(printable(tell(fault)))
        warn(_REPORT)
        return INTERNAL_ERROR
    return code


def _run(args: Namespace) -> int:
    if not args.needs_bank(args):
        return int(args.run(args, None))
    if not args.data.is_dir():
        return _fail(
            message(
                "No folder {folder}. Run this in the folder that has data/, or use --data.",
                folder=str(args.data),
            )
        )
    base = getattr(args, "base", None)
    if base and not (base / "bank.yaml").is_file():
        return _fail(message("No bank in {folder}. Use --base with a data/ folder.", folder=str(base)))
    inspection = inspect_project(args.data, base=base, same=_read_declared(args))
    if inspection.faults and not args.allows_faults:
        say(report_problems(inspection.faults, lambda problem: problem.show(tell), tell))
        return 1
    return int(args.run(args, inspection))


def _read_declared(args: Namespace) -> frozenset[str]:
    """Read the ids declared in commit messages to mean the same in all languages."""
    path = getattr(args, "messages", None)
    if path is None:
        return frozenset()
    try:
        messages = read_bytes(path, _MAX_MESSAGES)[:_MAX_MESSAGES]
    except UnreadableError as error:
        raise MessageError(message("{file}: {error}", file=str(path), error=error.text)) from None
    return frozenset(find_declared(messages.decode(errors="replace")))


def _fail(text: Message) -> int:
    warn(text)
    return 2


def _ask_language(argv: list[str] | None) -> str | None:
    """Read --lang before parsing, because the parser's help and errors need the language."""
    first = ArgumentParser(add_help=False, exit_on_error=False)
    first.add_argument("--lang", nargs="?")
    asked = first.parse_known_args(argv)[0].lang
    return asked if asked in LANGUAGES else None


def list_commands() -> Iterator[Any]:
    """List the commands of the core, then those of other rooms."""
    added = (name for room in list_additions() for name in room.commands)
    return map(import_module, [*COMMANDS, *added])


def _make_parser() -> ArgumentParser:
    translate_argparse()
    parser = Parser(prog="espejo", description=message("A question bank in one language or several."))
    add_language_option(parser)
    commands = parser.add_subparsers(required=True, metavar=tell(message("command")))
    for command in list_commands():
        about = tell(command.HELP)
        subparser = commands.add_parser(
            command.NAME,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=command.DETAILS,
            formatter_class=RawDescriptionHelpFormatter,
        )
        add_common_options(subparser)
        command.configure(subparser)
        subparser.set_defaults(
            run=command.run,
            allows_faults=getattr(command, "ALLOWS_FAULTS", False),
            needs_bank=getattr(command, "needs_bank", lambda _: True),
        )
    return parser


if __name__ == "__main__":
    sys.exit(main())
