"""Option `--messages`: a file with pull request or commit messages, which may declare agreement."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from espejo.ledger.same_meaning import find_declared, write_declaration
from espejo.load.data_files import UnreadableError, read_bytes
from espejo.messages.message import MessageError, message

MAX_BYTES = 1_000_000


def add_messages_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--messages",
        type=Path,
        help=message(
            "a file with commit messages, of which lines such as '{line}' count",
            line=write_declaration("q-07-02"),
        ),
    )


def read_declared(path: Path | None) -> frozenset[str]:
    """Read the ids declared in these messages to mean the same in all languages."""
    if path is None:
        return frozenset()
    try:
        messages = read_bytes(path, MAX_BYTES)[:MAX_BYTES]
    except UnreadableError as error:
        raise MessageError(message("{file}: {error}", file=str(path), error=error.args[0])) from None
    return frozenset(find_declared(messages.decode(errors="replace")))
