"""What the bank remembers: when what a learner sees of each id last changed, and how it read then.

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

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ(?: |$)")

_HEAD = """\
# What the bank remembers of each question and card. Written by `espejo accept`, read by the build.
# seen: in each language, when what a learner sees last changed, and the fingerprints of how it read.
# decks: the names of Anki decks, which never change: a new name would strand the cards of the old one.
# retired: ids that were used once and are never used again.
# proven: what of a proof last passed, and with which versions. Written by `espejo prove --write`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is remembered of one id."""

    id: str = key("The id of a question, a card, a formula or a pattern.")
    seen: Mapping[str, str] | None = key(
        "In each language a time and the fingerprints of what is seen.", default=None
    )
    proven: str = key(
        "The digest of the last proof that passed, and the versions it passed with.", default=""
    )
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckName:
    """What an Anki deck is called, for good."""

    path: str = key("The address of its collection, quiz or deck; languages, for the outermost decks.")
    name: Mapping[str, str] = key("Its name in each language.")
    place: Place


@dataclass(frozen=True, kw_only=True)
class Ledger:
    """All of it."""

    entries: tuple[Entry, ...] = key("One for each id, in order.", default=())
    decks: tuple[DeckName, ...] = key("One for each quiz, deck and collection, in order.", default=())
    retired: tuple[str, ...] = key("Ids that are never used again.", default=())
    place: Place = field(default=Place("data/ledger.yaml", 1, 1))

    @cached_property
    def seen(self) -> Mapping[str, Mapping[str, str]]:
        return {entry.id: entry.seen for entry in self.entries if entry.seen}

    @cached_property
    def proven(self) -> Mapping[str, str]:
        return {entry.id: entry.proven for entry in self.entries if entry.proven}

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return {deck.path: deck.name for deck in self.decks}

    def changed(self, id_: str, locales: Iterable[str]) -> int:
        """When what is seen of an id in these languages last changed, in seconds; 0 if it is not known."""
        seen = self.seen.get(id_, {})
        return max((read_time(seen.get(locale, "")) for locale in locales), default=0)


def read_time(seen: str) -> int:
    """The time that stands before the fingerprints, in seconds; 0 if there is none."""
    try:
        return int(datetime.fromisoformat(seen.partition(" ")[0]).timestamp()) if _TIME.match(seen) else 0
    except ValueError:
        return 0


def move(before: str, now: datetime) -> str:
    """The time of a change: now, but never at or before the time of the last one."""
    moment = max(int(now.timestamp()), read_time(before) + 1)
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write_ledger(
    seen: Mapping[str, Mapping[str, str]],
    names: Mapping[str, Mapping[str, str]],
    retired: Iterable[str],
    proven: Mapping[str, str],
) -> str:
    """The file, sorted, so that two people's changes seldom meet in one place."""
    ids = sorted({*seen, *proven})
    entries = [line for id_ in ids for line in write_entry(id_, seen.get(id_, {}), proven.get(id_, ""))]
    decks = [line for path in sorted(names) for line in write_name(path, names[path])]
    gone = [f"  - {id_}" for id_ in sorted(retired)]
    sections = {"entries:": entries, "decks:": decks, "retired:": gone}
    return _HEAD + "".join(f"{name}\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines)


def write_entry(id_: str, seen: Mapping[str, str], proven: str = "") -> Iterator[str]:
    yield f"  - id: {id_}"
    if seen:
        yield "    seen:"
    yield from (f"      {locale}: {seen[locale]}" for locale in sorted(seen))
    if proven:
        yield f"    proven: {proven}"


def write_name(path: str, name: Mapping[str, str]) -> Iterator[str]:
    yield f"  - path: {path}"
    yield "    name:"
    yield from (f"      {locale}: {_quoted(name[locale])}" for locale in sorted(name))


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"
