"""What the bank remembers of each id: when what a learner sees last changed, and which passages agree.

The build only reads it. `espejo accept` writes it, and the check prints the lines to whoever cannot run that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property

from espejo.problems import Place
from espejo.text import key

MISSING = "none"
"""What stands for the fingerprint of a passage that a language does not have."""

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?: |$)")

_HEAD = """\
# yaml-language-server: $schema=../docs/schema/ledger.json
# What the bank remembers of each id. Written by `espejo accept`, read by the build.
# seen: in each language, when what a learner sees last changed, and the fingerprint of how it read.
# agreed: the fingerprints of the passages that were accepted together, a column for each text.
# proven: which proof last passed, and with which versions. Written by `espejo prove --write`.
# decks: the names of Anki decks, which never change: a new name would strand the cards of the old one.
# retired: ids that were used once and are never used again.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is remembered of one id."""

    id: str = key()
    seen: Mapping[str, str] | None = key(default=None)  # a time and the fingerprint of what is seen
    agreed: Mapping[str, str] | None = key(default=None)  # fingerprints of what was accepted together
    proven: str = key(default="")  # the digest of the last proof that passed, and its versions
    place: Place

    def digest(self, locale: str) -> str:
        return (self.seen or {}).get(locale, "").partition(" ")[2]

    def time(self, locale: str) -> int:
        """When what is seen in this language last changed, in seconds; 0 if it is not known."""
        return read_time((self.seen or {}).get(locale, ""))

    def rows(self, locales: Iterable[str]) -> list[tuple[str, ...]]:
        """What was accepted together: of each text its fingerprints, a column for each language."""
        columns = [(self.agreed or {}).get(locale, "").split() for locale in locales]
        longest = max(map(len, columns), default=0)
        return list(zip(*(column or [MISSING] * longest for column in columns), strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckName:
    """What an Anki deck is called, for good."""

    path: str = key()  # of a collection, quiz or deck, or what stands for the outermost decks
    name: Mapping[str, str] = key()
    place: Place


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """All of it."""

    entries: tuple[Entry, ...] = key(default=())
    decks: tuple[DeckName, ...] = key(default=())
    retired: tuple[str, ...] = key(default=())
    place: Place = field(default=Place("data/ledger.yaml", 1, 1))

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        return {entry.id: entry for entry in self.entries}

    @cached_property
    def proven(self) -> Mapping[str, str]:
        return {entry.id: entry.proven for entry in self.entries if entry.proven}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return {deck.path: deck.name for deck in self.decks}

    def changed(self, id_: str, locales: Iterable[str]) -> int:
        """When what is seen of an id in these languages last changed, in seconds; 0 if it is not known."""
        entry = self.by_id.get(id_)
        return max((entry.time(locale) for locale in locales), default=0) if entry else 0


def read_time(seen: str) -> int:
    """The time that stands before the fingerprints, in seconds; 0 if there is none."""
    try:
        return int(datetime.fromisoformat(seen.partition(" ")[0]).timestamp()) if TIME.match(seen) else 0
    except ValueError:
        return 0


def move(before: str, now: datetime) -> str:
    """The time of a change: now, but never at or before the time of the last one."""
    moment = max(int(now.timestamp()), read_time(before) + 1)
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write_ledger(
    entries: Iterable[Entry], names: Mapping[str, Mapping[str, str]], retired: Iterable[str]
) -> str:
    """The file, sorted, so that two people's changes seldom meet in one place."""
    remembered = sorted(entries, key=lambda entry: entry.id)
    sections = {
        "entries:": [line for entry in remembered for line in write_entry(entry)],
        "decks:": [line for path in sorted(names) for line in write_name(path, names[path])],
        "retired:": [f"  - {id_}" for id_ in sorted(retired)],
    }
    return _HEAD + "".join(f"{name}\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines)


def write_entry(entry: Entry) -> Iterator[str]:
    yield f"  - id: {entry.id}"
    yield from _write_mapping("seen", entry.seen or {})
    yield from _write_mapping("agreed", entry.agreed or {})
    yield from (f"    proven: {line}" for line in (entry.proven,) if line)


def write_name(path: str, name: Mapping[str, str]) -> Iterator[str]:
    yield f"  - path: {path}"
    yield from _write_mapping("name", {locale: _quoted(said) for locale, said in name.items()})


def _write_mapping(name: str, values: Mapping[str, str]) -> Iterator[str]:
    if values:
        yield f"    {name}:"
    yield from (f"      {locale}: {values[locale]}" for locale in sorted(values))


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"
