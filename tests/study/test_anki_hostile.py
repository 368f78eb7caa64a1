"""Unreadable Anki files: each is refused with one sentence, and no file is changed."""

from __future__ import annotations

import io
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from anki_learner import AnkiLearner
from anki_mutants import damage
from espejo.commands.cli import main
from espejo.exports.anki import NoteType, write_package
from espejo.exports.notes import Note
from espejo.messages.catalog import speak_in
from espejo.messages.message import MessageError
from espejo.study import anki_file
from espejo.study.anki_collection import AnkiReviews, read_reviews
from project import ROOT

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

START = 1_420_000_000_000
GUID = "espejo/en/q-01-01"


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile with some reviews, and its exports; tests work on copies."""
    folder = tmp_path_factory.mktemp("anki")
    guids = [GUID, "espejo/es/q-01-02", "espejo/en/term/average"]
    notes = [Note(guid, ("Espejo",), f"<p>{guid}</p>", "answer", (), 0) for guid in guids]
    (folder / "deck.apkg").write_bytes(write_package(notes, NoteType("Espejo", "espejo"), {}))
    learner = AnkiLearner(folder / "profile")
    learner.import_package(folder / "deck.apkg")
    for number, guid in enumerate(guids * 3):
        learner.answer(guid, 1 + number % 4, at=START + number * 5000)
    learner.export_package(folder / "new.apkg", legacy=False)
    learner.export_package(folder / "old.apkg", legacy=True)
    learner.export_package(folder / "bare.apkg", legacy=False, scheduling=False)
    learner.close()
    shutil.copy(learner.file, folder / "collection.anki2")
    return folder


def edit(*statements: str) -> Callable[[Path, Path], Path]:
    """Return a function that makes a collection changed by these statements."""

    def make(files: Path, folder: Path) -> Path:
        shutil.copy(files / "collection.anki2", folder)
        database = sqlite3.connect(folder / "collection.anki2")
        database.execute("pragma journal_mode = delete")
        for statement in statements:
            database.executescript(statement)
        database.close()
        return folder / "collection.anki2"

    return make


def pack(**entries: bytes) -> Callable[[Path, Path], Path]:
    """Return a function that makes a package with these files; an underscore in a name stands for a dot."""

    def make(_: Path, folder: Path) -> Path:
        with zipfile.ZipFile(folder / "deck.apkg", "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in entries.items():
                package.writestr(name.replace("_", "."), content)
        return folder / "deck.apkg"

    return make


def write(content: bytes) -> Callable[[Path, Path], Path]:
    def make(_: Path, folder: Path) -> Path:
        (folder / "file.apkg").write_bytes(content)
        return folder / "file.apkg"

    return make


def make_pipe(_: Path, folder: Path) -> Path:
    os.mkfifo(folder / "pipe.apkg")
    return folder / "pipe.apkg"


def make_hot_journal(files: Path, folder: Path) -> Path:
    shutil.copy(files / "collection.anki2", folder)
    (folder / "collection.anki2-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + b"\0" * 504)
    return folder / "collection.anki2"


def make_cut_package(files: Path, folder: Path) -> Path:
    data = (files / "new.apkg").read_bytes()
    (folder / "cut.apkg").write_bytes(data[: len(data) // 2])
    return folder / "cut.apkg"


def make_encrypted(_: Path, folder: Path) -> Path:
    pack(collection_anki2=b"x")(_, folder)
    data = bytearray((folder / "deck.apkg").read_bytes())
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    (folder / "deck.apkg").write_bytes(data)
    return folder / "deck.apkg"


def make_lzma(_: Path, folder: Path) -> Path:
    with zipfile.ZipFile(folder / "deck.apkg", "w", zipfile.ZIP_LZMA) as package:
        package.writestr("collection.anki2", b"x" * 1000)
    return folder / "deck.apkg"


NOT_ANKI = "is neither a collection of Anki (collection.anki2) nor a package (.apkg or .colpkg)."
DAMAGED = "is damaged. In Anki, run Tools → Check Database, then try again or export again."
TOO_NEW = "comes from a version of Anki that is too new for Espejo."
NO_NOTE = "has no notes of this bank (their ids begin with espejo/)."
ENDLESS_NAME = "update notes set guid = 'espejo/' || replace(hex(zeroblob(2000000)), '00', 'en-') || 'en'"
ENDLESS_VIEW = """create view notes as
with recursive endless(id) as (select 1 union all select id + 1 from endless)
select id, 'x' guid from endless"""
MANY_ROWS = """create table cards (id, nid);
with recursive endless(id) as (select 1 union all select id + 1 from endless)
insert into cards select id, id from endless limit 3000;
create view notes as select a.id, 'x' guid from cards a, cards b, cards c"""

BAD: dict[str, tuple[Callable[[Path, Path], Path], str]] = {
    "no file": (lambda _, folder: folder / "none.apkg", "there is no file"),
    "a long name": (lambda _, folder: folder / ("x" * 300), "cannot be read: File name too long."),
    "a folder": (lambda _, folder: folder, "is a folder. Name the file, such as collection.anki2"),
    "a pipe": (make_pipe, NOT_ANKI),
    "an empty file": (write(b""), NOT_ANKI),
    "another zip": (pack(readme_txt=b"hello"), NOT_ANKI),
    "half a package": (make_cut_package, DAMAGED),
    "an encrypted package": (make_encrypted, DAMAGED),
    "another compression": (make_lzma, DAMAGED),
    "zstd that is none": (pack(collection_anki21b=b"not zstd"), DAMAGED),
    "a path out of the folder": (pack(**{"../collection_anki2": b"SQLite format 3\0"}), NOT_ANKI),
    "another database": (edit("drop table revlog"), NOT_ANKI),
    "only the start of a database": (write(b"SQLite format 3\0"), DAMAGED),
    "an older version": (edit("update col set ver = 4"), "version of Anki that is too old"),
    "a newer version": (edit("update col set ver = 19"), TOO_NEW),
    "a newer package": (pack(meta=b"\x08\x04", collection_anki2=b""), TOO_NEW),
    "no version": (edit("delete from col"), DAMAGED),
    "a version in words": (edit("update col set ver = 'new'"), DAMAGED),
    "no note of the bank": (edit("update notes set guid = 'other' || id"), NO_NOTE),
    "notes of another bank": (edit("update notes set guid = 'other/' || guid"), NO_NOTE),
    "languages without end": (edit(ENDLESS_NAME), NO_NOTE),
    "not closed properly": (make_hot_journal, "was not closed properly. Open it in Anki"),
    "an endless view": (edit("drop table notes", ENDLESS_VIEW), DAMAGED),
    "a view of too many rows": (edit("drop table notes; drop table cards", MANY_ROWS), DAMAGED),
    "a function that needs much memory": (
        edit("drop table notes; create view notes as select 1 id, hex(zeroblob(400000000)) guid"),
        DAMAGED,
    ),
    "a name in no encoding": (
        edit(
            "pragma writable_schema = on",
            "update sqlite_master set name = cast(x'ff80' as text), sql = 'create table' where name = 'tags'",
        ),
        DAMAGED,
    ),
    "a virtual table": (edit("drop table notes; create virtual table notes using fts5(id, guid)"), DAMAGED),
}


def snapshot(folder: Path) -> dict[str, bytes]:
    """Read all files in a folder, by path."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def refuse(file: Path, folder: Path) -> str:
    """Return the reason a file can't be read: one translatable line. Nothing may be written or changed."""
    before = snapshot(folder)
    with pytest.raises(MessageError) as refused:
        read_reviews(file, "espejo")
    assert snapshot(folder) == before
    text = refused.value.text
    assert "\n" not in text and speak_in("es")(text) != text
    return text


@pytest.mark.parametrize("case", BAD)
def test_an_unreadable_file_gets_one_sentence(files: Path, tmp_path: Path, case: str) -> None:
    make, sentence = BAD[case]
    (tmp_path / "folder").mkdir()
    assert sentence in refuse(make(files, tmp_path / "folder"), tmp_path)


def test_the_command_writes_no_log_without_reviews(
    files: Path, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The package has no reviews or only malformed ones, or can't be read."""
    malformed = edit("update revlog set ease = 9")(files, tmp_path)
    before = snapshot(tmp_path)
    for file, sentence in (
        (files / "bare.apkg", "has notes of this bank, but no review of them."),
        (malformed, "none of them is as Anki writes"),
        (tmp_path / "none.apkg", "there is no file"),
    ):
        words = ["log", "--data", str(data), "--from-anki", str(file), "--to", str(tmp_path / "log.json")]
        assert main(words) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err.startswith("Error: ") and printed.err.count("\n") == 1
        assert sentence in printed.err
    assert snapshot(tmp_path) == before


OPEN = """
import sys
from pathlib import Path
from anki_learner import AnkiLearner
learner = AnkiLearner(Path(sys.argv[1]).parent)
learner.answer("espejo/en/q-01-01", 3, at=1)
print("ready", flush=True)
sys.stdin.read()
"""
LOCK = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("pragma journal_mode = delete")
database.execute("begin exclusive")
print("ready", flush=True)
sys.stdin.read()
"""


@contextmanager
def hold(program: str, file: Path) -> Iterator[None]:
    """Keep a collection open in another process."""
    words = [sys.executable, "-c", program, str(file)]
    environment = {"PYTHONPATH": str(ROOT / "tests" / "support")}
    with subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield
        process.communicate()


@pytest.mark.parametrize("program", [OPEN, LOCK], ids=["in Anki", "in another program"])
def test_an_open_collection_is_left_alone(files: Path, tmp_path: Path, program: str) -> None:
    """While Anki runs, the file may be incomplete. Once Anki is closed, everything is read."""
    shutil.copytree(files / "profile", tmp_path / "profile")
    file = tmp_path / "profile" / "collection.anki2"
    with hold(program, file):
        assert "is open in Anki or another program." in refuse(file, tmp_path)
    assert len(read_reviews(file, "espejo").reviews) == (10 if program == OPEN else 9)


def test_a_collection_that_changes_while_it_is_copied_is_refused(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a file system without locks, the copy could mix older and newer data."""
    file = Path(shutil.copy(files / "collection.anki2", tmp_path))
    copy = anki_file._copy

    def copy_and_change(*arguments: object) -> None:
        copy(*arguments)  # type: ignore[arg-type]
        file.write_bytes(file.read_bytes() + b"more")

    monkeypatch.setattr(anki_file, "_copy", copy_and_change)
    with pytest.raises(MessageError, match="is open in Anki or another program"):
        read_reviews(file, "espejo")


@pytest.mark.parametrize("name", ["collection.anki21b", "collection.anki21", "collection.anki2"])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """At most the limit is written, whatever sizes the package claims."""
    monkeypatch.setattr(anki_file, "MAX_SIZE", 2_000_000)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    large = b"SQLite format 3\0" + bytes(50_000_000)
    content = zstd.compress(large) if name.endswith("b") else large
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr(name, content)
    (tmp_path / "bomb.apkg").write_bytes(output.getvalue())
    with pytest.raises(MessageError, match="larger than 1 MB"):
        read_reviews(tmp_path / "bomb.apkg", "espejo")
    assert [path.name for path in tmp_path.iterdir()] == ["bomb.apkg"]


def test_a_link_to_a_collection_is_followed(files: Path, tmp_path: Path) -> None:
    """Some people keep their profile on another disk."""
    link = tmp_path / "link.anki2"
    link.symlink_to(files / "collection.anki2")
    assert len(read_reviews(link, "espejo").reviews) == 9


@pytest.mark.parametrize("name", ["collection.anki2", "old.apkg", "new.apkg"])
def test_damaged_files_are_read_or_refused(files: Path, tmp_path: Path, name: str) -> None:
    """300 damaged copies of each file: the result is always reviews or one sentence."""
    original, refused = (files / name).read_bytes(), 0
    for seed in range(300):
        dice = random.Random(f"{name} {seed}")  # noqa: S311 (the same files each time)
        (tmp_path / name).write_bytes(damage(original, dice))
        try:
            assert isinstance(read_reviews(tmp_path / name, "espejo"), AnkiReviews), seed
        except MessageError:
            refused += 1
        assert [path.name for path in tmp_path.iterdir()] == [name]
    assert 0 < refused < 300
