"""Golden exports: notes of every kind, the JSON, a text file for Anki, and the status.

They show what learners and programs get. `pytest tests/exports/test_golden_exports.py --golden` rewrites
them; check the diff before you commit it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from espejo.exports.files import list_exports
from espejo.exports.notes import Note, Notes
from espejo.exports.term_notes import Side, list_term_notes
from espejo.model.bank import list_variants
from espejo.model.kinds import KINDS
from espejo.rendering.site import Site
from golden_files import GOLDEN, compare
from project import ROOT
from small_bank import SITE_URL, load_small_bank

NOTES = {
    "single-numbers": "q-01-01",
    "single-letters": "pt-03-01",
    "multiple": "q-01-02",
    "truefalse": "q-01-03",
    "free": "q-01-04",
    "recall": "q-01-05",
    "numeric-letters": "q-02-07",
    "card": "d-01-04",
    "gap": "q-02-02",
}
"""Each golden note's name, and the id of its question or card."""

TERM = "remainder"

EXPORTS = (
    *("bank.en.json", "bank.es.json", "bank.json", "status.json", "practice.json"),
    *("anki/es/drills/chapter-01-facts.tsv", "anki/es/glossary.tsv"),
)


@pytest.fixture(scope="module")
def pages() -> Site:
    return Site(load_small_bank().bank, home=SITE_URL, stale=load_small_bank().stale)


@pytest.fixture(scope="module")
def exports(pages: Site) -> dict[str, str]:
    """Make each golden export, by path."""
    wanted = (one for one in list_exports(pages, ROOT / "node_modules") if one.path in EXPORTS)
    return {one.path: one.make().decode() for one in wanted}


@pytest.mark.parametrize(("shows", "id_"), NOTES.items(), ids=NOTES)
def test_note(pages: Site, shows: str, id_: str, request: pytest.FixtureRequest) -> None:
    """Each edition has the expected identity, deck, tags, time, front, and back."""
    asked = next(one for one in pages.bank.items() if one.item.id == id_)
    notes = Notes(pages)
    editions = list_variants(pages.bank)
    written = "\n".join(write_note(notes.make(edition, asked)) for edition in editions)
    compare(GOLDEN / "notes" / f"{shows}.txt", written, request)


def test_term(pages: Site, request: pytest.FixtureRequest) -> None:
    """Compares both notes of a glossary term in every edition."""
    editions = list_variants(pages.bank)
    made = {note.guid: note for edition in editions for note in list_term_notes(pages, edition)}
    guids = [f"espejo/{edition.name}/{asked}/{TERM}" for asked in get_args(Side) for edition in editions]
    compare(GOLDEN / "notes" / "term.txt", "\n".join(write_note(made[guid]) for guid in guids), request)


@pytest.mark.parametrize("path", EXPORTS)
def test_export(exports: dict[str, str], path: str, request: pytest.FixtureRequest) -> None:
    """Published files are compared character by character."""
    compare(GOLDEN / "exports" / path, exports[path], request)


def test_no_golden_file_is_left_over() -> None:
    expected = {f"notes/{shows}.txt" for shows in (*NOTES, "term")} | {f"exports/{path}" for path in EXPORTS}
    files = (path for folder in ("notes", "exports") for path in (GOLDEN / folder).rglob("*"))
    assert {path.relative_to(GOLDEN).as_posix() for path in files if path.is_file()} == expected


def test_each_kind_has_a_golden_note() -> None:
    assert KINDS.keys() <= {shows.partition("-")[0] for shows in NOTES}


def write_note(note: Note) -> str:
    """Write a note as readable lines."""
    lines = [
        f"guid: {note.guid}",
        f"deck: {'::'.join(note.deck)}",
        f"tags: {' '.join(note.tags)}",
        f"changed: {datetime.fromtimestamp(note.changed, UTC):%Y-%m-%dT%H:%M:%SZ}",
        "---- front ----",
        note.front,
        "---- back ----",
        note.back,
    ]
    return "".join(f"{line}\n" for line in lines)
