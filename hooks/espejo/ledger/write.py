"""Ledger writer: entries, terms, deck names, and retired ids as sorted YAML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from espejo.files import lock_folder, replace_file
from espejo.load.bank import load_ledger
from espejo.load.portable import find_other_meaning, quote_text
from espejo.messages.message import fail
from espejo.model.ledger import Entry, Ledger, TermEntry, read_time

_HEAD = """\
# What the bank remembers about each id. A workflow writes it after each merge: nobody has to edit it.
# at: the page where it stands. was: the pages where it stood before, from which readers are led here.
# seen: per language, when what a learner sees last changed, and the fingerprint of what she saw.
# agreed: the fingerprints of the passages that were accepted together, one column per text.
# proven: the last proof that passed, and its versions.
# right: what that proof computed, which is compared with the answer. values: the value of each choice.
# terms: the terms of the glossary, of which it only remembers what was seen.
# decks: the names of Anki decks. They never change: a new name would strand the cards of the old one.
# retired: ids that were used once and are never used again.
"""


# Text that is safe in YAML without quotes: words of ASCII letters and digits.
_PLAIN = re.compile(r"\w(?:[\w./+-]|:(?=\w)| (?=\w))*", re.ASCII)


def write_ledger(ledger: Ledger) -> str:
    """Write the ledger as sorted YAML."""
    entries = sorted(ledger.entries, key=lambda entry: entry.id)
    names, terms = ledger.names, ledger.terms_by_id
    sections = {
        "entries:": [line for entry in entries for line in _write_entry(entry)],
        "terms:": [line for id_ in sorted(terms) for line in _write_term(terms[id_])],
        "decks:": [line for path in sorted(names) for line in _write_name(path, names[path])],
        "retired:": [f"  - {_write_value(id_)}" for id_ in sorted(ledger.retired)],
    }
    return _HEAD + "".join(f"{name}\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines)


def replace_ledger(data: Path, before: Ledger, after: Ledger) -> None:
    """Write the ledger file, unless another command has changed it in the meantime."""
    with lock_folder(data):
        if load_ledger(data) != before:
            fail(
                "{file} was changed by someone else while this command ran. "
                "Nothing was written. Run it again.",
                file=str(data / "ledger.yaml"),
            )
        replace_file(data / "ledger.yaml", write_ledger(after).encode())


def _write_entry(entry: Entry) -> Iterator[str]:
    yield f"  - id: {_write_value(entry.id)}"
    if entry.at:
        yield f"    at: {_write_value(entry.at)}"
    if entry.was:
        yield f"    was: [{', '.join(map(quote_text, entry.was))}]"
    yield from _write_mapping("seen", entry.seen or {})
    yield from _write_mapping("agreed", entry.agreed or {})
    if entry.proven:
        yield f"    proven: {_write_value(entry.proven)}"
    if entry.right:
        yield f"    right: {quote_text(entry.right)}"
    if entry.values:
        yield f"    values: [{', '.join(map(quote_text, entry.values))}]"


def _write_term(entry: TermEntry) -> Iterator[str]:
    yield f"  - id: {_write_value(entry.id)}"
    yield from _write_mapping("seen", entry.seen or {})


def _write_name(path: str, name: Mapping[str, str]) -> Iterator[str]:
    yield f"  - path: {_write_value(path)}"
    yield from _write_mapping("name", name, quote_text)


def next_time(before: str, now: datetime) -> str:
    """Timestamp of a change: now, but always later than the previous change."""
    moment = max(int(now.timestamp()), read_time(before) + 1)
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write_value(text: str) -> str:
    """Write a value, quoted only if needed: a fingerprint can look like a number."""
    return text if _PLAIN.fullmatch(text) and not find_other_meaning(text) else quote_text(text)


def _write_mapping(
    name: str, values: Mapping[str, str], write: Callable[[str], str] = _write_value
) -> Iterator[str]:
    if values:
        yield f"    {name}:"
    yield from (f"      {_write_value(locale)}: {write(values[locale])}" for locale in sorted(values))
