"""Command-line parser: argparse whose help and errors are in the language in which the commands speak."""

from __future__ import annotations

import argparse
from argparse import Action, ArgumentParser
from typing import Any

from espejo.commands.terminal import tell
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
    message("invalid choice: %(value)r (choose from %(choices)s)"),
    message("expected one argument"),
    message("expected at least one argument"),
)
"""What argparse itself says, so that the catalogs have it."""


class Parser(ArgumentParser):
    """A parser whose descriptions and help are messages."""

    def __init__(self, *, description: str = "", epilog: str = "", **options: Any) -> None:
        super().__init__(description=tell(description), epilog=tell(epilog), **options)

    def add_argument(self, *names: str, **options: Any) -> Action:
        about = options.pop("help", None)
        return super().add_argument(*names, help=about and tell(about), **options)


def translate_argparse() -> None:
    """Make argparse itself speak our language: it has no catalogs, and no other way to bring them."""
    vars(argparse)["_"] = lambda text: tell(Message(text, {}))
