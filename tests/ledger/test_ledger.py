"""Ledger: it detects exactly the edits that learners would see, and its times only move forward."""

from __future__ import annotations

import re
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent

import pytest

from accepting import NOW, accept, find_pending
from edits import cut_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.accept import run as run_accept
from espejo.commands.cli import main
from espejo.exports.notes import Notes
from espejo.ledger.drift import find_declared, write_declaration
from espejo.messages.catalog import LANGUAGES, speak_in
from espejo.model.bank import list_variants
from espejo.model.ledger import Ledger
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank

QUIZ = "quizzes/phase-01-arithmetic.yaml"
DECK = "drills/chapter-01-facts.yaml"
STRINGS = "study-guide/quiz-03-strings.yaml"

MORE = """\
title: {en: More, es: Más}
subject: {en: More, es: Más}
focus: {en: More., es: Más.}
cards:
  - id: d-02-01
    front: {en: 'What?', es: '¿Qué?'}
    back:
      en: Nothing.
      es: |
"""


def read_ledger(data: Path) -> Ledger:
    return inspect_project(data).bank.ledger


def edit_in_spanish(data: Path) -> None:
    """Rewords the title of q-01-01 in Spanish only."""
    replace_once(data / QUIZ, "es: ¿Cuánto es `7 % 3`?", "es: ¿Y cuánto es `7 % 3`?")


def list_pending_ids(data: Path) -> list[str]:
    """Ids of records with changes that the ledger hasn't recorded."""
    gap = find_pending(data)
    assert [one.owner for one in gap.follow_ups] == [*gap.entries, *gap.retired]
    return [*gap.entries, *gap.retired]


def test_an_edit_is_noticed_with_its_place_and_language(data: Path) -> None:
    """Only the changed language gets a new time. A bank with an outdated ledger can be previewed."""
    edit_in_spanish(data)
    changes = find_pending(data)
    (pending,) = changes.follow_ups
    assert str(pending).startswith(f"data/{QUIZ}:")
    assert str(pending).endswith("q-01-01: Spanish changes, and English will ask for a second look.")
    before, after = read_ledger(data).by_id["q-01-01"].seen, changes.entries["q-01-01"].seen
    assert before and after
    assert after["en"] == before["en"]
    assert after["es"].startswith("2030-01-01T00:00:00Z ")


def forget_computed(data: Path) -> None:
    """Removes computed results from the ledger, because they would contradict another answer."""
    ledger = data / "ledger.yaml"
    text = re.sub(r"(?m)^    (right|values): .*\n", "", ledger.read_text(encoding="utf-8"))
    ledger.write_text(text, encoding="utf-8")


def test_an_answer_that_its_proof_contradicts_is_a_problem(data: Path) -> None:
    """No program runs: the ledger has recorded what the same program computed."""
    for old, new in TURNED:
        replace_once(data / QUIZ, old, new)
    (problem,) = inspect_project(data).faults
    assert problem.owner == "q-01-01"
    assert problem.fact == (
        "the proof computed [2], which is not the answer. Correct the answer or the proof."
    )
    replace_once(data / QUIZ, "        choices = {1: 2, 2: 1, 3: 0}", "        choices = {3: 2, 2: 0, 1: 1}")
    assert inspect_project(data).faults == [], "another program may compute something else"


RIGHT, WRONG = '      - text: "`1`"\n        correct: true\n', '      - text: "`0`"\n'
TURNED = [(RIGHT, '      - text: "`1`"\n'), (WRONG, '      - text: "`0`"\n        correct: true\n')]
TUTORIAL = "positions `1` and `2`. See\n        [the tutorial]"
EDITS = {
    "kind": (QUIZ, [("q-01-01\n    kind: single\n", "q-01-01\n    kind: multiple\n")], ["q-01-01"]),
    "right choice": (QUIZ, TURNED, ["q-01-01"]),
    "labels": (STRINGS, [("labels: letters", "labels: numbers")], ["pt-03-01", "pt-03-02"]),
    "code": (DECK, [("        first, second = 1, 2\n", "          first, second = 1, 2\n")], ["d-01-04"]),
    "side": (STRINGS, [("    prompt:\n      en: Use `", "    why:\n      en: Use `")], ["pt-03-02"]),
    "line break": (STRINGS, [(TUTORIAL, "positions `1` and\n        `2`. See [the tutorial]")], []),
    "quotation marks": (STRINGS, [("«reconocer»", "“reconocer”")], []),
    "title of a quiz": (QUIZ, [("  en: Whole numbers\n", "  en: Something else\n")], []),
}


@pytest.mark.parametrize("edit", EDITS)
def test_only_edits_that_a_learner_sees_are_changes(data: Path, edit: str) -> None:
    """A quiz's labels affect all its questions. Moving a passage to another side counts as a change."""
    file, replacements, ids = EDITS[edit]
    forget_computed(data)
    for old, new in replacements:
        replace_once(data / file, old, new)
    assert list_pending_ids(data) == ids


def test_text_that_is_displayed_differently_has_changed(data: Path) -> None:
    """Lists, paragraphs, and quotation marks in code count, even if the words are the same."""
    deck = data / "drills" / "chapter-02-more.yaml"
    for before, after in (("- one\n- two", "one\ntwo"), ('`"a"`', "`“a”`"), ("one\n\ntwo", "one\ntwo")):
        deck.write_text(f"{MORE}{indent(before, ' ' * 8)}\n", encoding="utf-8")
        accept(data)
        assert list_pending_ids(data) == []
        replace_once(deck, indent(before, " " * 8), indent(after, " " * 8))
        assert list_pending_ids(data) == ["d-02-01"], before


def test_a_ledger_that_is_a_folder_is_a_problem(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`accept` reports that it isn't a file, and leaves it unchanged."""
    (data / "ledger.yaml").unlink()
    (data / "ledger.yaml").mkdir()
    assert main(["accept", "--data", str(data)]) == 1
    said = capsys.readouterr()
    assert "data/ledger.yaml:1:1: this is not a file" in said.out
    assert "Traceback" not in said.err
    assert (data / "ledger.yaml").is_dir()


def test_a_ledger_that_cannot_be_written_stays_as_it_was(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`accept` says why, exits with 2, and leaves no half-written file."""
    edit_in_spanish(data)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}

    def refuse(_self: Path, _target: Path) -> Path:
        raise PermissionError("the folder is read-only")

    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["accept", "--data", str(data)]) == 2
    assert capsys.readouterr().err == "Error: the folder is read-only\n"
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_times_never_go_back(data: Path) -> None:
    """Two edits may be accepted in the same second, or on a machine whose clock is slow."""
    edit_in_spanish(data)
    accept(data)
    first = read_ledger(data).changed("q-01-01", ["es"])
    assert first == NOW.timestamp()
    replace_once(data / QUIZ, "es: ¿Y cuánto es", "es: ¿Y entonces cuánto es")
    accept(data, now=datetime(2020, 1, 1, tzinfo=UTC))
    assert read_ledger(data).changed("q-01-01", ["es"]) == first + 1


def test_a_removed_id_retires_and_is_never_used_again(data: Path) -> None:
    """Its entry is deleted, its id stays listed, and a record that reuses the id is a problem."""
    retired = set(read_ledger(data).retired)
    deck = data / DECK
    text = deck.read_text(encoding="utf-8")
    cut_record(deck, "d-01-04")
    (pending,) = find_pending(data).follow_ups
    assert "d-01-04: removed. Its id retires for good" in str(pending)
    accept(data)
    assert list_pending_ids(data) == []
    assert set(read_ledger(data).retired) == {*retired, "d-01-04"}
    deck.write_text(text, encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "d-01-04: the id is retired. Use the next free one: d-01-05" in str(problem)


def test_an_id_that_is_named_agrees_and_the_others_are_recorded_too(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other passages edited in one language stay stale. Unknown ids are rejected."""
    edit_in_spanish(data)
    replace_once(data / DECK, "en: A set holds `'l'`", "en: The set holds `'l'`")
    known = {one.id for one in load_small_bank().stale}
    assert {one.id for one in inspect_project(data).stale} - known == {"q-01-01", "d-01-03"}
    ledger = (data / "ledger.yaml").read_bytes()
    assert main(["accept", "q-99-99", "--data", str(data)]) == 2
    assert "Unknown id 'q-99-99'." in capsys.readouterr().err
    assert (data / "ledger.yaml").read_bytes() == ledger
    assert main(["accept", "q-01-01", "--data", str(data)]) == 0
    assert list_pending_ids(data) == []
    assert {one.id for one in inspect_project(data).stale} - known == {"d-01-03"}


def test_a_line_in_a_message_says_that_the_languages_agree(data: Path, tmp_path: Path) -> None:
    """The line may be in a pull request's description or a commit message. Unknown ids are ignored."""
    messages = tmp_path / "messages.txt"
    messages.write_text("Correct a typo\n\n> same meaning : `q-01-01`, q-99-99\nmore\n", encoding="utf-8")
    edit_in_spanish(data)
    assert main(["accept", "--messages", str(messages), "--data", str(data)]) == 0
    assert "q-01-01" not in {one.id for one in inspect_project(data).stale}
    assert list_pending_ids(data) == []


DECLARED = {
    "Same meaning: q-01-01": ["q-01-01"],
    "> same meaning : `q-01-01`, q-99-99": ["q-01-01", "q-99-99"],
    "- Mismo significado: q-01-02 y q-01-01.": ["q-01-02", "q-01-01"],
    "MISMO SIGNIFICADO:q-01-01": ["q-01-01"],
    "Not the same meaning: q-01-01": [],
    "Same meaning": [],
    "q-01-01": [],
    "Same meaning: q-01-01a": [],
}


def test_lines_about_the_same_meaning_are_recognized() -> None:
    """The message shows the line to copy in its own language, and the line works in every language."""
    for line, ids in DECLARED.items():
        assert list(find_declared(f"one\n{line}\ntwo")) == ids, line
    for language in LANGUAGES:
        assert list(find_declared(speak_in(language)(write_declaration("q-01-01")))) == ["q-01-01"]
    assert speak_in("es")(write_declaration("q-01-01")) == "Mismo significado: q-01-01"


def read_proofs(data: Path) -> dict[str, tuple[object, ...]]:
    proven = read_ledger(data).proven
    return {id_: (entry.proven, entry.right, entry.values) for id_, entry in proven.items()}


def test_accepting_keeps_proofs_and_changes_nothing_the_second_time(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before that, the check passes, and says in one line that the ledger is outdated."""
    proofs = read_proofs(data)
    assert {"q-01-01", "f-01", "p-01"} <= proofs.keys()
    edit_in_spanish(data)
    assert main(["check", "--data", str(data)]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    assert line == "1 record isn't in the ledger yet; the merge adds it."
    assert main(["accept", "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "q-01-01: Spanish changes, and English will ask for a second look.",
        "1 recorded in data/ledger.yaml.",
    ]
    assert read_proofs(data) == proofs
    before = (data / "ledger.yaml").read_bytes()
    assert main(["accept", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "The ledger is up to date.\n"
    assert (data / "ledger.yaml").read_bytes() == before


def test_a_new_deck_name_leaves_the_frozen_ones(data: Path) -> None:
    """A deck without a name in one language gets one, and keeps the others even if its title changes."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", "  en: Something else\n")
    replace_once(data / "ledger.yaml", "      es: '01 Números enteros'\n", "")
    accept(data)
    names = read_ledger(data).names["quizzes/phase-01-arithmetic"]
    assert names == {"en": "01 Whole numbers", "es": "01 Números enteros"}


def test_a_language_without_a_title_freezes_no_name(data: Path) -> None:
    """Another language's title would become its name forever, so the name waits for its own title."""
    quiz = data / "quizzes" / "phase-03-more.yaml"
    text = (data / QUIZ).read_text(encoding="utf-8").replace("q-01-", "q-03-")
    quiz.write_text(re.sub(r"(?m)^subject:\n(  .*\n)+", "subject:\n  en: More\n", text), encoding="utf-8")
    accept(data)
    path = "quizzes/phase-03-more"
    assert read_ledger(data).names[path] == {"en": "03 More"}
    replace_once(quiz, "subject:\n  en: More\n", "subject:\n  en: Other\n  es: Más\n")
    accept(data)
    assert read_ledger(data).names[path] == {"en": "03 More", "es": "03 Más"}


def test_a_draft_is_not_recorded_until_it_is_written(data: Path) -> None:
    """Neither its placeholders are recorded nor the name of a draft deck, which would be permanent."""
    assert main(["new", "quiz", "quizzes", "phase-03-more", "--data", str(data)]) == 0
    gap = find_pending(data)
    assert not gap
    assert gap.follow_ups == []


def test_a_deck_keeps_the_name_of_its_language(data: Path) -> None:
    """If the site renames a language, its decks keep their names in Anki."""
    replace_once(data / "locales" / "en.yaml", "writing:", "name: American English\nwriting:")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    placed = next(site.bank.items())
    decks = [Notes(site).make(variant, placed).deck[0] for variant in list_variants(site.bank)]
    assert decks == ["Espejo · English", "Espejo · Español", "Espejo · English + Español"]


def test_accept_keeps_what_another_command_wrote_in_the_meantime(data: Path) -> None:
    replace_once(data / QUIZ, "What is `7 % 3`?", "How much is `7 % 3`?")
    before = inspect_project(data)
    assert main(["accept", "--data", str(data)]) == 0
    ledger = (data / "ledger.yaml").read_bytes()
    with pytest.raises(
        ValueError, match=r"changed by someone else while this command ran\. Nothing was written"
    ):
        run_accept(Namespace(ids=["q-01-01"], proofs=None), before)
    assert (data / "ledger.yaml").read_bytes() == ledger
