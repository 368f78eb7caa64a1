"""Changelog lines: announce changed answers to learners, and find those not announced yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from espejo.check.edits.answer_keys import ChangedKey, Right, list_right
from espejo.load.data_files import read_lines
from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Notice

CHANGELOG = "CHANGELOG.md"

_ID = re.compile(r"[\w-]+")
_MAX_BYTES = 1_000_000
_MAX_TEXT = 100  # longer choices are not quoted


def find_untold(changed: list[ChangedKey], bank: Bank, project: Path, base: Path | None) -> Iterator[Notice]:
    """Find changed keys that no new changelog line mentions, if the project has a changelog."""
    lines = read_lines(project / CHANGELOG, _MAX_BYTES) if changed else []
    if not lines:
        return
    old = set(read_lines(base / CHANGELOG, _MAX_BYTES)) if base else set()
    told = {id_ for line in lines if line not in old for id_ in _ID.findall(line)}
    for one in changed:
        if one.id not in told:
            fact = message(
                "another answer is right now, and {file} does not say so. Add to it: {line}",
                file=CHANGELOG,
                line=write_line(one, bank),
            )
            yield Notice(one.after.item.place, one.id, fact)


def write_line(changed: ChangedKey, bank: Bank) -> str:
    """Write the changelog line, in English, with the answers in the site's root language."""
    new, old = (_describe(placed, bank) for placed in (changed.after, changed.before))
    return f"- `{changed.id}`: the answer is now {new}; it was {old}."


def _describe(placed: Placed, bank: Bank) -> str:
    right = list_right(placed, bank.root, bank.locales[bank.root])
    return " and ".join(map(_describe_one, right)) or "open"


def _describe_one(right: Right) -> str:
    text = " ".join(right.markdown.split())
    short = text if len(text) <= _MAX_TEXT else ""
    return " ".join(filter(None, [right.label, f"({short})" if right.label and short else short]))
