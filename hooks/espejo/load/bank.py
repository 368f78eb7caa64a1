"""Bank loader: reads the folder data/ into a bank, and collects the problems."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from espejo.load.data_files import MAX_FILES, UnreadableError, list_folder, list_tree
from espejo.load.file_kinds import FIXED_FILES
from espejo.load.languages import complete_locale
from espejo.load.parse import MAX_BYTES, MAX_LEDGER_BYTES, make_unreadable, parse_file, read_content
from espejo.load.reader import Reader
from espejo.load.source import Mended, Source
from espejo.messages.message import Message, message
from espejo.model.bank import FORMAT, Bank, Home, Identity, Redirect, Redirects
from espejo.model.collection import Collection, Collections, Guide
from espejo.model.figure import FIGURES, Figure
from espejo.model.grammar import SLUG
from espejo.model.language import Locale
from espejo.model.ledger import Ledger
from espejo.model.problems import Place, Problem
from espejo.model.quiz import Deck, Quiz, Unit
from espejo.model.reference import Formulas, Glossary, Patterns, Reference, Topics

Shape = TypeVar("Shape")

_GUIDE = "guide"
"""Name of the file that makes a collection a guide."""

# Hidden files and backups.
_IGNORED = re.compile(r"\.|.*(?:~|\.swp|\.bak)$")
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".pdf")
_YAML_NAME = re.compile(r"\.ya?ml(?:\.|$)", re.IGNORECASE)


class LoadedBank(NamedTuple):
    """A bank, its problems, the files that weren't read completely, and a digest of each file's content."""

    bank: Bank
    problems: list[Problem]
    unread: frozenset[str] = frozenset()
    digests: Mapping[str, bytes] = {}
    mended: Mapping[tuple[str, int], Mended] = {}  # by file and line

    @property
    def lacks_shared_file(self) -> bool:
        """Whether a file other than a quiz or deck couldn't be read: others may refer to it."""
        return not self.unread <= {unit.place.file for _, _, unit in self.bank.units()}


class FileReading(NamedTuple):
    """A parsed file: its record, its problems, whether it was read completely, and a digest of its bytes."""

    record: Any
    problems: tuple[Problem, ...]
    is_whole: bool
    digest: bytes = b""
    mended: Mapping[int, Mended] = {}


@lru_cache(maxsize=MAX_FILES)  # with less, looping over a large bank would evict every file
def read_file(shape: type, name: str, content: bytes, locales: frozenset[str]) -> FileReading:
    """Parse a file as a record of this class; `name` is its name in problems.

    Cached, because nearly all files stay the same while serving, running `--fix`, or comparing two versions
    of a bank. The result depends on nothing else, and records are frozen, so two banks can share one.
    """
    reading = _read_source(shape, parse_file(content, file=name), locales)
    return reading._replace(digest=blake2b(content, digest_size=20).digest())


def _read_source(shape: type, source: Source, locales: frozenset[str]) -> FileReading:
    record: Any = Reader(source, locales=locales).document(shape)
    is_whole = source.root is not None and not source.is_full and not source.is_partial
    if source.mended and not issubclass(shape, Unit | Figure):
        is_whole = False  # other files depend on it, and a line may have been meant differently
    return FileReading(record, tuple(source.owned_problems()), is_whole, mended=source.list_mended())


def load_bank(data: Path) -> LoadedBank:
    """Load everything under `data`. Rules are applied later, in `espejo.check`."""
    loader = _Loader(data)
    files = list(islice(list_tree(data), MAX_FILES + 1))
    if len(files) > MAX_FILES:
        fact = message("there are more than {limit} files. Put more questions into each.", limit=MAX_FILES)
        loader.add(data, fact)
        return loader.give_up()
    languages = loader.read_languages()
    loader.locales = frozenset(languages)
    identity = loader.read(Identity, data / FIXED_FILES[Identity])
    if identity.format and int(identity.format) > int(FORMAT):
        loader.problems.clear()  # only what follows from reading a newer form
        fact = message(
            "the data has format {format}, and this version reads up to {known}. "
            "Install a newer one: pip install --upgrade mkdocs-espejo",
            format=identity.format,
            known=FORMAT,
        )
        loader.add(data / FIXED_FILES[Identity], fact)
        return loader.give_up()
    if not languages:
        return loader.give_up()
    locales = loader.read_locales(languages)
    collections = loader.read(Collections, data / FIXED_FILES[Collections]).collections
    filled = tuple(loader.fill(collection, shuffle=identity.shuffle) for collection in collections)
    bank = Bank(
        locales,
        filled,
        loader.reference(),
        loader.ledger(),
        loader.redirects(),
        identity,
        loader.figures(),
        loader.read_optional(Home),
    )
    if (
        filled and loader.name(data / FIXED_FILES[Collections]) not in loader.unread
    ):  # or else, all would be strays
        loader.check_strays(files)
    return LoadedBank(bank, loader.problems, frozenset(loader.unread), loader.digests, loader.mended)


def read_languages(data: Path) -> tuple[str, ...]:
    """Read only the languages; none if bank.yaml can't be read."""
    return _Loader(data).read_languages()


def load_ledger(data: Path) -> Ledger:
    """Load only the ledger, from disk."""
    return _Loader(data).ledger()


def _shuffle(unit: Unit, *, default: bool) -> Unit:
    """Shuffle the choices of a quiz, if it or its collection or bank says so."""
    if not isinstance(unit, Quiz) or not (default if unit.shuffle is None else unit.shuffle):
        return unit
    return replace(unit, questions=tuple(question.shuffle() for question in unit.questions))


class _Loader:
    """Reads the files of one bank, and remembers which."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.locales: frozenset[str] = frozenset()
        self.files: set[str] = set()
        self.folders: dict[str, list[Path]] = {}
        self.problems: list[Problem] = []
        self.unread: set[str] = set()
        self.digests: dict[str, bytes] = {}
        self.mended: dict[tuple[str, int], Mended] = {}

    def name(self, path: Path) -> str:
        return path.relative_to(self.data.parent).as_posix()

    def add(self, path: Path, fact: Message) -> None:
        """Report a file or folder as a whole."""
        file = self.name(path)
        self.files.add(file)
        self.problems.append(Problem(Place(file, 1, 1), "", fact))

    def give_up(self) -> LoadedBank:
        """An empty bank, with the problems that explain why nothing else can be read."""
        files = frozenset(problem.place.file for problem in self.problems)
        return LoadedBank(Bank({}, (), Reference()), self.problems, files)

    def list_folder(self, name: str) -> list[Path]:
        """The YAML files of a folder; none if its name isn't plain."""
        if name not in self.folders:
            self.folders[name] = self._list_folder(name)
        return self.folders[name]

    def _list_folder(self, name: str) -> list[Path]:
        try:
            paths = list_folder(self.data / name) if SLUG.fullmatch(name) else []
        except UnreadableError as error:
            self.add(self.data / name, error.text)
            return []
        return [path for path in paths if path.suffix == ".yaml" and not _IGNORED.match(path.name)]

    def read_languages(self) -> tuple[str, ...]:
        """The languages that bank.yaml lists. Texts can be read only when they are known, even its own."""
        path = self.data / FIXED_FILES[Identity]
        try:
            content = read_content(path, MAX_BYTES)
        except UnreadableError:
            return ()
        identity = read_file(Identity, self.name(path), content, frozenset()).record
        return tuple(dict.fromkeys(identity.languages))

    def read_locales(self, languages: Iterable[str]) -> dict[str, Locale]:
        """The languages, each with what its file in data/locales replaces, if it has one."""
        files = {path.stem: path for path in self.list_folder("locales")}
        locales = {}
        for code in languages:
            place = Place(self.name(self.data / "locales" / f"{code}.yaml"), 1, 1)
            own = self.read(Locale, files.pop(code)) if code in files else Locale(place=place)
            locales[code] = complete_locale(code, own)
        for path in files.values():
            fact = message(
                "this language is not in 'languages' of data/bank.yaml. Add it there, or delete this file."
            )
            self.add(path, fact)
        return locales

    def fill(self, collection: Collection, *, shuffle: bool) -> Collection:
        """Add the files of its folder to a collection, in the order of its guide, if any.

        `shuffle` says whether choices are shuffled where neither the collection nor the quiz says it.
        """
        shuffle = shuffle if collection.shuffle is None else collection.shuffle
        paths = {path.stem: path for path in self.list_folder(collection.folder)}
        guide = self.read(Guide, paths.pop(_GUIDE)) if _GUIDE in paths else None
        planned = [slug for course in guide.courses for slug in course.quizzes] if guide else []
        order = dict.fromkeys([*(slug for slug in planned if slug in paths), *paths])
        read = ((slug, self.read(_shape_of(collection), paths[slug])) for slug in order)
        units = {slug: _shuffle(unit, default=shuffle) for slug, unit in read}
        return replace(collection, guide=guide, units=units)

    def reference(self) -> Reference:
        """The reference material; each file is optional."""
        terms, topics = self.read_optional(Glossary), self.read_optional(Topics)
        formulas, patterns = self.read_optional(Formulas), self.read_optional(Patterns)
        return Reference(
            terms.terms if terms else (),
            topics.topics if topics else (),
            formulas.formulas if formulas else (),
            patterns.patterns if patterns else (),
        )

    def figures(self) -> dict[str, Figure]:
        """The figures by file name."""
        return {path.stem: self.read(Figure, path) for path in self.list_folder(FIGURES)}

    def ledger(self) -> Ledger:
        """The ledger; a new bank has none."""
        return self.read_optional(Ledger, limit=MAX_LEDGER_BYTES) or Ledger()

    def redirects(self) -> tuple[Redirect, ...]:
        """The moved pages; without any, there is no file."""
        redirects = self.read_optional(Redirects)
        return redirects.redirects if redirects else ()

    def read_optional(self, shape: type[Shape], *, limit: int = MAX_BYTES) -> Shape | None:
        """Read a file in FIXED_FILES, if it exists."""
        path = self.data / FIXED_FILES[shape]
        return self.read(shape, path, limit=limit) if os.path.lexists(path) else None

    def read(self, shape: type[Shape], path: Path, *, limit: int = MAX_BYTES) -> Shape:
        name = self.name(path)
        try:
            content = read_content(path, limit)
        except UnreadableError as error:
            reading = _read_source(shape, make_unreadable(name, error), self.locales)
        else:
            reading = read_file(shape, name, content, self.locales)  # type: ignore[arg-type]
            self.digests[name] = reading.digest
        self.files.add(name)
        self.problems += reading.problems
        self.mended.update(((name, line), mended) for line, mended in reading.mended.items())
        if not reading.is_whole:
            self.unread.add(name)
        record: Shape = reading.record
        return record

    def check_strays(self, files: Iterable[tuple[Path, Message | None]]) -> None:
        """Report files that nothing reads, so nobody wonders why theirs isn't shown."""
        for path, fact in files:
            if self.name(path) not in self.files and not _IGNORED.match(path.name):
                self.add(path, fact or _describe_stray(path, self.folders))


def _shape_of(collection: Collection) -> type[Unit]:
    return Deck if collection.holds == "decks" else Quiz


def _describe_stray(path: Path, folders: Iterable[str]) -> Message:
    """Say where a file goes that nothing reads."""
    if path.suffix.lower() in _PICTURES:
        return message(
            "image files are not supported: a figure is a drawing in YAML, data/{folder}/{name}.yaml. "
            "Delete this file.",
            folder=FIGURES,
            name=path.stem,
        )
    stem = path.name.split(".")[0]
    if _YAML_NAME.search(path.name) and f"{stem}.yaml" != path.name:
        return message("the file name must end in .yaml. Rename it: {name}", name=f"{stem}.yaml")
    homes = ", ".join(
        f"data/{folder}"
        for folder in sorted(folders)
        if SLUG.fullmatch(folder) and folder not in (FIGURES, "locales")
    )
    return message(
        "nothing reads this file, because it is not in the folder of a collection. "
        "Quizzes and decks go in: {folders}. Move it there, or delete it.",
        folders=homes,
    )
