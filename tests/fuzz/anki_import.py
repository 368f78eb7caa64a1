"""Anki import for the fuzzer: a real Anki takes a package and a text file, and shows what it made of them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import anki.lang
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest, ImportCsvRequest


def import_package(package: bytes) -> dict[str, tuple[str, ...]]:
    """The fields of each note that Anki has after the import of a package, by its guid."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        path.write_bytes(package)
        collection = _open(Path(folder))
        options = ImportAnkiPackageOptions()
        collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options))
        return _list_notes(collection)


def import_text(text: bytes) -> dict[str, tuple[str, ...]]:
    """The fields of each note that Anki has after the import of a text file, by its guid."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.tsv"
        path.write_bytes(text)
        collection = _open(Path(folder))
        metadata = collection.get_csv_metadata(path=str(path), delimiter=None)
        collection.import_csv(ImportCsvRequest(path=str(path), metadata=metadata))
        return _list_notes(collection)


def _open(folder: Path) -> Collection:
    anki.lang.set_lang("en")
    return Collection(str(folder / "learner.anki2"))


def _list_notes(collection: Collection) -> dict[str, tuple[str, ...]]:
    notes = [collection.get_note(id_) for id_ in collection.find_notes("")]
    found = {note.guid: tuple(note.fields) for note in notes}
    collection.close()
    return found
