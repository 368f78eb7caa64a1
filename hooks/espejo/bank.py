"""The folder data/ enters; the bank leaves, with its problems and its notices."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, TypeVar

from espejo.check import RULES
from espejo.drift import find_drifts
from espejo.ledger import Ledger
from espejo.load import MAX_BYTES, MAX_LEDGER_BYTES, load_file
from espejo.model import Bank, Collection, Collections, Deck, Guide, Locale, Quiz, Unit
from espejo.notices import find_notices
from espejo.problems import Notice, Place, Problem
from espejo.read import Reader
from espejo.redirects import REDIRECTS, Redirect, Redirects
from espejo.reference import Formulas, Glossary, Patterns, Reference, Topics
from espejo.source import Source
from espejo.text import SLUG

Record = TypeVar("Record")


# What editors and systems leave behind.
_IGNORED = re.compile(r"\.|.*(?:~|\.swp|\.bak)$")


class Loaded(NamedTuple):
    """A bank, and what is to be said of it. With problems it is not fit to be shown."""

    bank: Bank
    problems: list[Problem]
    notices: list[Notice]
    unread: frozenset[str] = frozenset()  # files of which nothing could be read


def load_bank(data: Path) -> Loaded:
    """Loads everything under `data` once and checks it."""
    with no_collecting():
        return _load(data)


def _load(data: Path) -> Loaded:
    desk = _Desk(data)
    locales = {path.stem: desk.read(Locale, path) for path in desk.folder("locales")}
    desk.locales = frozenset(locales)
    if not locales:
        place = Place(desk.name(data / "locales"), 1, 1)
        missing = Problem(place, "", "no language. Expected a file for each, such as en.yaml.")
        return Loaded(Bank({}, (), Reference()), [missing], [])
    families = desk.read(Collections, data / "collections.yaml").collections
    filled = tuple(desk.fill(one) for one in families)
    bank = Bank(locales, filled, desk.reference(), desk.ledger(), desk.redirects())
    desk.check_strays()
    problems = [problem for source in desk.sources for problem in source.owned_problems()]
    for rule in RULES:
        problems.extend(rule(bank))
    if not problems:
        bank = replace(bank, drifts=tuple(find_drifts(bank)))
    return Loaded(bank, problems, list(find_notices(bank)), frozenset(desk.unread))


@contextmanager
def no_collecting() -> Iterator[None]:
    """Nothing that loading makes is garbage, so looking for some while it grows is time lost."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Desk:
    """Reads files one by one and remembers what it has read."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.sources: list[Source] = []
        self.locales: frozenset[str] = frozenset()
        self.unread: set[str] = set()

    def name(self, path: Path) -> str:
        return path.relative_to(self.data.parent).as_posix()

    def folder(self, name: str) -> list[Path]:
        """The files of a folder of the bank; none if that is not its name but a way out of it."""
        return sorted((self.data / name).glob("*.yaml")) if SLUG.fullmatch(name) else []

    def fill(self, collection: Collection) -> Collection:
        """The collection with the files of its folder, in the order of its guide if it has one."""
        paths = {path.stem: path for path in self.folder(collection.folder)}
        guide = self.read(Guide, paths.pop("guide")) if "guide" in paths else None
        planned = [slug for course in guide.courses for slug in course.quizzes] if guide else []
        order = dict.fromkeys([*(slug for slug in planned if slug in paths), *paths])
        shape: type[Unit] = Deck if collection.holds == "decks" else Quiz
        units = {slug: self.read(shape, paths[slug]) for slug in order}
        return replace(collection, guide=guide, units=units)

    def reference(self) -> Reference:
        return Reference(
            self.read(Glossary, self.data / "glossary.yaml").terms,
            self.read(Topics, self.data / "topics.yaml").topics,
            self.read(Formulas, self.data / "reference" / "formulas.yaml").formulas,
            self.read(Patterns, self.data / "reference" / "patterns.yaml").patterns,
        )

    def ledger(self) -> Ledger:
        """What the bank remembers; a new bank remembers nothing."""
        path = self.data / "ledger.yaml"
        return self.read(Ledger, path, limit=MAX_LEDGER_BYTES) if path.exists() else Ledger()

    def redirects(self) -> tuple[Redirect, ...]:
        """The pages that moved; there is no such file until one does."""
        path = self.data / REDIRECTS
        return self.read(Redirects, path).redirects if path.exists() else ()

    def read(self, shape: type[Record], path: Path, *, limit: int = MAX_BYTES) -> Record:
        source = Source(self.name(path))
        if path.is_symlink() or path.parent.is_symlink():
            source.add_at(1, 1, "a link to another file. Put the file itself here.")
        elif path.is_file():
            source = load_file(path, file=self.name(path), limit=limit)
        else:
            source.add_at(1, 1, "the file is missing.")
        self.sources.append(source)
        if source.root is None:
            self.unread.add(source.file)
        record = Reader(source, locales=self.locales).document(shape)
        source.close()
        return record

    def check_strays(self) -> None:
        """A file that nothing reads is a mistake somebody would look for in vain."""
        known = {source.file for source in self.sources}
        for path in self._files():
            if self.name(path) not in known:
                stray = Source(self.name(path))
                fact = "no collection reads this file. Put it in one of their folders, or delete it."
                fact = "the file's name must end with .yaml." if path.suffix == ".yml" else fact
                stray.add_at(1, 1, fact)
                self.sources.append(stray)

    def _files(self) -> Iterator[Path]:
        return (
            path for path in sorted(self.data.rglob("*")) if path.is_file() and not _IGNORED.match(path.name)
        )
