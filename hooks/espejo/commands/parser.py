"""Command-line parser: argparse with translated help and errors."""

from __future__ import annotations

import argparse
from argparse import Action, ArgumentParser
from pathlib import Path
from typing import Any

from espejo.commands.terminal import tell
from espejo.ledger.drift import write_declaration
from espejo.messages.catalog import LANGUAGES
from espejo.messages.message import Message, message

_TEXTS_OF_ARGPARSE = (
    message("usage: "),
    message("positional arguments"),
    message("options"),
    message("show this help message and exit"),
    message("%(prog)s: error: %(message)s\n"),
    message("argument %(argument_name)s: %(message)s"),
    message("the following arguments are required: %s"),
    message("unrecognized arguments: %s"),
    message("ambiguous option: %(option)s could match %(matches)s"),
    message("ignored explicit argument %r"),
    message("invalid choice: %(value)r (choose from %(choices)s)"),
    message("invalid choice: %(value)r, maybe you meant %(closest)r? (choose from %(choices)s)"),
    message("expected one argument"),
    message("expected at least one argument"),
)
"""Texts of argparse in all supported Python versions, listed so that the catalogs contain them."""


class Parser(ArgumentParser):
    """A parser that translates descriptions, help, and placeholders, also in its subparsers."""

    def __init__(self, *, description: str = "", epilog: str = "", **options: Any) -> None:
        super().__init__(description=tell(description), epilog=tell(epilog), **options)

    def add_argument(self, *names: str, **options: Any) -> Action:
        said = {name: tell(options[name]) for name in ("help", "metavar") if options.get(name)}
        return super().add_argument(*names, **{**options, **said})


def add_language_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        help=message("the language to speak (default: that of the environment, such as LANG)"),
    )


def add_common_options(parser: ArgumentParser, *, default: Any = None) -> None:
    """Add the options that every command has; `default` is for nested subcommands."""
    parser.add_argument(
        "--data",
        type=Path,
        default=default or Path("data"),
        help=message("the bank's folder (default: data)"),
    )
    add_language_option(parser)
    parser.add_argument(
        "--debug",
        action="store_true",
        default=default or False,
        help=message("show where an error happened"),
    )


def add_messages_option(parser: ArgumentParser) -> None:
    """Add an option for a file with commit messages, which may declare that languages agree."""
    parser.add_argument(
        "--messages",
        type=Path,
        help=message(
            "a file with commit messages, of which lines such as '{line}' count",
            line=write_declaration("q-07-02"),
        ),
    )


def translate_argparse() -> None:
    """Make argparse use our translations, by patching its gettext function: it has no other hook."""
    vars(argparse)["_"] = lambda text: tell(Message(text, {}))
