"""Identity of a bank: its name on pages, and its namespace in Anki."""

from __future__ import annotations

import re
from pathlib import Path

import anki.lang
import pytest
from anki.collection import Collection

from edits import replace_once
from espejo.check.permanence import check_identity_kept
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.exports.anki import NoteType, name_note_type
from espejo.exports.bank_json import write_schema
from espejo.exports.files import list_exports
from espejo.ledger.deck_names import name_top_deck
from espejo.rendering.page_view import View
from espejo.site.frame import Frame
from project import ROOT
from small_bank import write_bank
from test_anki import count_notes, export, import_package, import_text, load_site, notes_by_guid

LICENSE = "license: {name: CC0 1.0, url: https://creativecommons.org/publicdomain/zero/1.0/}\n"
LANGUAGES = f"languages: [en, es]\n{LICENSE}"
OURS = f"{LANGUAGES}name: Espejo\nnamespace: espejo\n"
OTHER = LANGUAGES + "name: {en: Sums, es: Sumas}\nnamespace: sums\n"
SAME_NAMES = f"{LANGUAGES}name: Espejo\nnamespace: sums\ntags: espejo\n"


def write_identity(target: Path, identity: str) -> Path:
    """Copies the small bank, with this bank.yaml."""
    data = write_bank(target / "data")
    (data / "bank.yaml").write_text(identity, encoding="utf-8")
    return data


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    anki.lang.set_lang("en")
    return Collection(str(tmp_path / "learner.anki2"))


@pytest.mark.parametrize("identity", [OTHER, SAME_NAMES], ids=["other names", "the same names"])
def test_two_banks_with_equal_ids_can_be_imported(
    collection: Collection, tmp_path: Path, identity: str
) -> None:
    """Learners get the notes of both, even if the banks' decks and note types have the same names."""
    ours = load_site(write_identity(tmp_path / "ours", OURS))
    data = write_identity(tmp_path / "other", identity)
    replace_once(data / "quizzes" / "phase-01-arithmetic.yaml", "      en: ", "      en: Otherwise, ")
    other = load_site(data)
    count = count_notes(ours.bank)
    export(ours, tmp_path / "exported", "anki/espejo-en.apkg")
    export(other, tmp_path / "exported", "anki/sums-en.apkg")
    for name in ("espejo", "sums"):
        log = import_package(collection, tmp_path / "exported" / "anki" / f"{name}-en.apkg")
        assert (len(log.new), len(log.updated), len(log.duplicate)) == (count, 0, 0)
    notes = notes_by_guid(collection)
    assert len(notes) == 2 * count
    types = {guid.partition("/")[0]: note.mid for guid, note in notes.items()}
    assert len(set(types.values())) == 2
    for asked in ours.bank.items():
        ids = [notes[f"{name}/en/{asked.item.id}"].id for name in ("espejo", "sums")]
        assert len(set(ids)) == 2
        assert all(collection.get_note(id_).cards() for id_ in ids)
    again = import_package(collection, tmp_path / "exported" / "anki" / "espejo-en.apkg")
    assert (len(again.new), len(again.updated), len(again.duplicate)) == (0, 0, count)
    collection.close()


def test_texts_of_two_banks_can_be_imported(collection: Collection, tmp_path: Path) -> None:
    text = "anki/en/quizzes/phase-01-arithmetic.tsv"
    for name, identity in (("ours", OURS), ("other", OTHER)):
        site = load_site(write_identity(tmp_path / name, identity))
        log = import_text(collection, export(site, tmp_path / f"{name}-exported", text) / text)
        assert len(log.new) == len(site.bank.collections[0].units["phase-01-arithmetic"].items)
    collection.close()


def test_names_follow_from_name_and_namespace_or_are_given(tmp_path: Path) -> None:
    site = load_site(write_identity(tmp_path / "short", OTHER))
    assert name_note_type(site.bank).name == "Sums"
    assert name_top_deck(site.bank, ("en", "es")) == "Sums · English + Español"
    paths = [one.path for one in list_exports(site, ROOT / "node_modules")]
    assert {path.split("-")[0] for path in paths if path.endswith(".apkg")} == {"anki/sums"}
    assert '"title": "The Sums question bank"' in write_schema(site).decode()
    for locale, name in (("en", "Sums"), ("es", "Sumas")):
        assert f"<span>{name}</span>" in Frame(View(site, "", locale)).part("header")
        assert View(site, "", locale).author.endswith(f" {name}")

    given = f"{OTHER}note_type: A type\ndecks: Some decks\ntags: some-tags\n"
    site = load_site(write_identity(tmp_path / "given", given))
    assert name_note_type(site.bank) == NoteType("A type", "sums")
    exported = export(site, tmp_path / "out", "anki/es/drills/chapter-01-facts.tsv")
    text = (exported / "anki/es/drills/chapter-01-facts.tsv").read_text(encoding="utf-8")
    assert "#deck:Some decks · Español::" in text
    assert "\tsome-tags::drills::chapter-01-facts some-tags::" in text
    assert re.findall(r"^(\w+)/es/d-01-01\t", text, re.MULTILINE) == ["sums"]


def test_a_namespace_is_a_plain_word(tmp_path: Path) -> None:
    data = write_identity(tmp_path, OURS)
    for namespace in ("Sums", "a b", "a/b", "a::b", "", "ñ"):
        identity = f"name: Sums\nnamespace: '{namespace}'\n{LANGUAGES}"
        (data / "bank.yaml").write_text(identity, encoding="utf-8")
        (fault,) = inspect_project(data).faults
        assert (fault.place.file, fault.place.line) == ("data/bank.yaml", 2)


def test_identifiers_of_learners_notes_never_change(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = write_identity(tmp_path / "base", OURS)
    data = write_identity(tmp_path / "new", OTHER)
    assert main(["check", "--data", str(data), "--base", str(base)]) == 1
    assert "data/bank.yaml:1:1: the namespace changed" in capsys.readouterr().out
    for identity, facts in (
        (OURS, []),
        (f"{OURS}note_type: Other\ntags: other\n", []),
        (f"{LANGUAGES}name: Sums\nnamespace: espejo\ndecks: Espejo\n", []),
        (f"{LANGUAGES}name: Sums\nnamespace: espejo\n", ["Keep what they begin with: decks: Espejo"]),
        (f"{LANGUAGES}name: Espejo\nnamespace: sums\n", ["Restore it: namespace: espejo"]),
    ):
        (data / "bank.yaml").write_text(identity, encoding="utf-8")
        found = check_identity_kept(inspect_project(base).bank, inspect_project(data).bank)
        for problem, end in zip(found, facts, strict=True):
            assert problem.fact.endswith(end)


def test_the_id_of_a_note_type_depends_only_on_the_namespace() -> None:
    assert NoteType("Sums", "sums").id == NoteType("Another name", "sums").id == 1_795_188_179_295
