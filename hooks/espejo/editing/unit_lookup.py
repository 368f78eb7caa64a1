"""Quiz and deck lookup by path, file path, or name, as typed by a user."""

from __future__ import annotations

from espejo.load.file_kinds import fixed_file
from espejo.messages.message import MessageError, comma_separated, message, sentences
from espejo.model.addresses import unit_path
from espejo.model.bank import Bank
from espejo.model.collection import Collection, Collections
from espejo.model.problems import suggest
from espejo.model.quiz import Unit


def find_unit(bank: Bank, where: str) -> tuple[Collection, str, Unit]:
    """Find a quiz or deck, with its collection and file name."""
    wanted = normalize_path(bank, where)
    units = {unit_path(found[0].folder, found[1]): found for found in bank.units()}
    matching = [path for path, (_, slug, _) in units.items() if wanted in (path, slug)]
    if not matching:
        unknown = message("Unknown file '{name}'.", name=where)
        raise MessageError(sentences(unknown, suggest(wanted, units)))
    if len(matching) > 1:
        files = comma_separated(matching)
        raise MessageError(message("'{name}' matches several files: {files}.", name=where, files=files))
    return units[matching[0]]


def normalize_path(bank: Bank, where: str) -> str:
    """Normalize the path of a quiz or deck: no `data/`, no `.yaml`."""
    data = fixed_file(bank, Collections).rpartition("/")[0]
    return where.replace("\\", "/").removeprefix("./").removeprefix(f"{data}/").removesuffix(".yaml")
