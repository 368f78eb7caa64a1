"""The command `espejo`: what a contributor asks of the bank in a terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from espejo.bank import load_bank
from espejo.commands import accept, changes, check, export, new, pdf, prove, schema, status

COMMANDS = (check, status, new, accept, prove, changes, export, pdf, schema)


def main(arguments: list[str] | None = None) -> int:
    """Exits with 0 if all is well, 1 if the bank has a problem, 2 if the command could not do its work."""
    chosen = _parser().parse_args(arguments)
    for option in ("data", "base"):
        folder = getattr(chosen, option, None)
        if folder and not (folder / "locales").is_dir():
            hint = "Run this where data/ is, or name it" if option == "data" else "Name its folder data/"
            print(f"There is no bank in {folder}. {hint} with --{option}.", file=sys.stderr)
            return 2
    try:
        if "shortcut" in chosen and (said := chosen.shortcut(chosen)):
            print(said)
            return 0
        return int(chosen.run(chosen, load_bank(chosen.data.resolve())))
    except BrokenPipeError:  # whoever was listening has heard enough
        return 1
    except (OSError, ValueError) as error:
        print(f"It did not work: {error}", file=sys.stderr)
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
        added.set_defaults(run=command.run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
