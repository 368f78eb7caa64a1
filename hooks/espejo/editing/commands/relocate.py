"""Shared code of the commands `move`, `rename`, and `retire`: writes files and reports what was done."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable

from espejo.check.project import Inspection
from espejo.commands.terminal import say, warn
from espejo.editing.relocation import Relocation, Relocator
from espejo.editing.unit_lookup import AuthoringError
from espejo.files import replace_file
from espejo.messages.message import message


def relocate(args: Namespace, inspection: Inspection, find: Callable[[Relocator], Relocation]) -> int:
    """Write the files that a relocation changes, and print what was done."""
    project = args.data.resolve().parent
    try:
        relocation = find(Relocator(project, inspection.bank))
    except AuthoringError as error:
        warn(error.text)
        return 2
    for file, text in relocation.contents.items():
        if text is not None:
            replace_file(project / file, text.encode())
            say(message("{file}: written", file=file))
    for file, text in relocation.contents.items():
        if text is None:
            (project / file).unlink()
            say(message("{file}: removed", file=file))
    for sentence in relocation.done:
        say(sentence)
    return 0
