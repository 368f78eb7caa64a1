"""The ledger: it notices every edit a learner would see and no other, and its times only move forward."""

from __future__ import annotations

import re
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from textwrap import indent

import pytest

from edits import cut_record, find_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.accept import run as run_accept
from espejo.commands.cli import main
from espejo.exports.notes import Notes
from espejo.ledger.gap import LedgerGap, update_ledger
from espejo.ledger.same_meaning import find_declared, write_declaration
from espejo.ledger.write import write_ledger
from espejo.messages.catalog import LANGUAGES, speak_in
from espejo.rendering.site import Site
from espejo.rendering.variants import list_variants
from small_bank import SITE_URL, load_small_bank

NOW = datetime(2030, 1, 1, tzinfo=UTC)
QUIZ = "quizzes/phase-01-arithmetic.yaml"
COLLECTIONS_QUIZ = "quizzes/phase-02-collections.yaml"
DECK = "drills/chapter-01-facts.yaml"
STRINGS = "study-guide/quiz-03-strings.yaml"


def find_changes(data: Path, now: datetime = NOW) -> LedgerGap:
    """What the ledger has not seen of a bank without problems."""
    inspection = inspect_project(data, now=now)
    assert inspection.faults == []
    assert inspection.gap is not None
    return inspection.gap


def accept(data: Path, now: datetime = NOW) -> None:
    ledger = update_ledger(inspect_project(data).bank.ledger, find_changes(data, now))
    (data / "ledger.yaml").write_text(write_ledger(ledger), encoding="utf-8")


def edit_in_spanish(data: Path) -> None:
    """Rewords the title of q-01-01 in Spanish alone."""
    replace_once(data / QUIZ, "es: ¿Cuánto es `7 % 3`?", "es: ¿Y cuánto es `7 % 3`?")


def owners(data: Path) -> list[str]:
    """The ids of the records that the ledger has not seen as they are."""
    gap = find_changes(data)
    assert [one.owner for one in gap.follow_ups] == [*gap.entries, *gap.retired]
    return [*gap.entries, *gap.retired]


def test_an_edit_is_noticed_with_its_place_and_language(data: Path) -> None:
    """Only the language that changed gets a new time."""
    edit_in_spanish(data)
    changes = find_changes(data)
    (told,) = changes.follow_ups
    assert str(told).startswith(f"data/{QUIZ}:")
    assert str(told).endswith("q-01-01: Spanish changes, and English will ask for a second look.")
    before = inspect_project(data).bank.ledger.by_id["q-01-01"].seen
    after = changes.entries["q-01-01"].seen
    assert before
    assert after
    assert after["en"] == before["en"]
    assert after["es"].startswith("2030-01-01T00:00:00Z ")


def test_another_kind_is_a_change(data: Path) -> None:
    """A learner sees whether one choice is right or several may be, though no word changed."""
    replace_once(data / QUIZ, "  - id: q-01-01\n    kind: single\n", "  - id: q-01-01\n    kind: multiple\n")
    assert owners(data) == ["q-01-01"]


def forget_computed(data: Path) -> None:
    """Take out of the ledger what proofs computed, which another answer would contradict."""
    ledger = data / "ledger.yaml"
    text = re.sub(r"(?m)^    (right|values): .*\n", "", ledger.read_text(encoding="utf-8"))
    ledger.write_text(text, encoding="utf-8")


def test_an_answer_that_its_proof_contradicts_is_a_problem(data: Path) -> None:
    """Without running anything: the ledger remembers what the same program computed."""
    replace_once(data / QUIZ, '      - text: "`1`"\n        correct: true\n', '      - text: "`1`"\n')
    replace_once(data / QUIZ, '      - text: "`0`"\n', '      - text: "`0`"\n        correct: true\n')
    (problem,) = inspect_project(data).faults
    assert problem.owner == "q-01-01"
    assert problem.fact == (
        "the proof computed [2], which is not the answer. Correct the answer or the proof."
    )
    replace_once(data / QUIZ, "        choices = {1: 2, 2: 1, 3: 0}", "        choices = {3: 2, 2: 0, 1: 1}")
    assert inspect_project(data).faults == [], "another program may compute something else"


def test_other_labels_are_a_change_of_every_question(data: Path) -> None:
    """Labels stand before the choices, and are set once for a quiz."""
    forget_computed(data)
    replace_once(data / STRINGS, "labels: letters", "labels: numbers")
    asked = [one for one in inspect_project(data).bank.items() if f"{one.path}.yaml" == STRINGS]
    assert owners(data) == [one.item.id for one in asked] != []


def test_another_right_choice_is_a_change(data: Path) -> None:
    """The key is part of what a learner sees, even where every word stays."""
    forget_computed(data)
    replace_once(data / QUIZ, '      - text: "`1`"\n        correct: true\n', '      - text: "`1`"\n')
    replace_once(data / QUIZ, '      - text: "`0`"\n', '      - text: "`0`"\n        correct: true\n')
    assert owners(data) == ["q-01-01"]


def test_line_breaks_and_quotation_marks_are_no_change(data: Path) -> None:
    """Where a source line breaks, and which quotation marks are typed, a learner does not notice."""
    replace_once(
        data / STRINGS,
        "positions `1` and `2`. See\n        [the tutorial]",
        "positions `1` and\n        `2`. See [the tutorial]",
    )
    replace_once(data / STRINGS, "«reconocer»", "“reconocer”")
    assert owners(data) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [("- one\n- two", "one\ntwo"), ('`"a"`', "`“a”`"), ("one\n\ntwo", "one\ntwo")],
    ids=["list", "quotes in code", "paragraphs"],
)
def test_what_is_displayed_differently_is_a_change(data: Path, before: str, after: str) -> None:
    """Lists, paragraphs and quotation marks in code are seen, though the words are the same."""
    deck = data / "drills" / "chapter-02-more.yaml"
    deck.write_text(
        "title: {en: More, es: Más}\nsubject: {en: More, es: Más}\nfocus: {en: More., es: Más.}\ncards:\n"
        "  - id: d-02-01\n    front: {en: 'What?', es: '¿Qué?'}\n    back:\n      en: Nothing.\n"
        f"      es: |\n{indent(before, ' ' * 8)}\n",
        encoding="utf-8",
    )
    accept(data)
    assert owners(data) == []
    replace_once(deck, indent(before, " " * 8), indent(after, " " * 8))
    assert owners(data) == ["d-02-01"]


def test_indentation_in_code_is_a_change(data: Path) -> None:
    """Spaces mean something in a listing."""
    replace_once(data / DECK, "        first, second = 1, 2\n", "          first, second = 1, 2\n")
    assert owners(data) == ["d-01-04"]


def test_an_entry_stands_once(data: Path) -> None:
    """A second entry for an id is a problem."""
    ledger = data / "ledger.yaml"
    entry = find_record(ledger.read_text(encoding="utf-8"), "d-01-01")
    replace_once(ledger, entry, entry + entry)
    assert "d-01-01: listed twice" in str(inspect_project(data).faults[0])


def test_an_entry_needs_a_time(data: Path) -> None:
    """A day without an hour is a problem, with an example of what is expected."""
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    ledger.write_text(re.sub(r"T\d\d:\d\d:\d\dZ", "", text, count=1), encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "d-01-01: this must be a time and a fingerprint such as 2026-11-16T05:00:00Z" in str(problem)


def test_the_name_of_a_deck_may_have_markdown_characters(data: Path) -> None:
    """What `accept` writes can be read again."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", "  en: '`List<T>` for \\$5 and \\$6'\n")
    names = (
        "  - path: quizzes/phase-01-arithmetic\n    name:\n"
        "      en: '01 Whole numbers'\n      es: '01 Números enteros'\n"
    )
    replace_once(data / "ledger.yaml", names, "")
    accept(data)
    written = inspect_project(data).bank.ledger.names["quizzes/phase-01-arithmetic"]
    assert written["en"] == "01 List‹T› for $5 and $6"


def test_a_ledger_that_is_a_folder_is_a_problem(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`accept` says that it is not a file, and leaves what is there alone."""
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
    """`accept` says why, exits with 2 and leaves no half-written file behind."""
    edit_in_spanish(data)
    before = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}

    def refuse(_self: Path, _target: Path) -> Path:
        raise PermissionError("the folder is read-only")

    monkeypatch.setattr(Path, "replace", refuse)
    assert main(["accept", "--data", str(data)]) == 2
    assert capsys.readouterr().err == "Error: the folder is read-only\n"
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == before


def test_times_never_go_back(data: Path) -> None:
    """Even if two edits are accepted in one second, or on a machine whose clock is behind."""
    edit_in_spanish(data)
    accept(data)
    first = inspect_project(data).bank.ledger.changed("q-01-01", ["es"])
    assert first == NOW.timestamp()
    replace_once(data / QUIZ, "es: ¿Y cuánto es", "es: ¿Y entonces cuánto es")
    accept(data, datetime(2020, 1, 1, tzinfo=UTC))
    assert inspect_project(data).bank.ledger.changed("q-01-01", ["es"]) == first + 1


def test_a_removed_id_retires_and_is_never_used_again(data: Path) -> None:
    """Its entry goes, its id is kept, and a record that takes it again is a problem."""
    retired = set(inspect_project(data).bank.ledger.retired)
    deck = data / DECK
    text = deck.read_text(encoding="utf-8")
    cut_record(deck, "d-01-04")
    (told,) = find_changes(data).follow_ups
    assert "d-01-04: removed. Its id retires for good" in str(told)
    accept(data)
    assert owners(data) == []
    assert set(inspect_project(data).bank.ledger.retired) == {*retired, "d-01-04"}
    deck.write_text(text, encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "d-01-04: the id is retired. Use the next free one: d-01-05" in str(problem)


def test_a_deck_keeps_its_name_when_its_title_changes(data: Path) -> None:
    """A new name would leave the cards of learners in the old deck."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", "  en: Something else\n")
    assert owners(data) == []
    assert inspect_project(data).bank.ledger.names["quizzes/phase-01-arithmetic"]["en"] == "01 Whole numbers"


def test_a_ledger_that_is_behind_is_said_in_a_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The check passes: whoever edits text has nothing to do with the ledger."""
    edit_in_spanish(data)
    assert main(["check", "--data", str(data)]) == 0
    *_, line = capsys.readouterr().out.splitlines()
    assert line == "1 record isn't in the ledger yet; the merge adds it."


def test_an_id_that_is_named_agrees_and_the_others_are_recorded_too(data: Path) -> None:
    """What was edited in one language alone stays stale, unless its id is named."""
    edit_in_spanish(data)
    replace_once(data / DECK, "en: A set holds `'l'`", "en: The set holds `'l'`")
    known = {one.id for one in load_small_bank().stale}
    assert {one.id for one in inspect_project(data).stale} - known == {"q-01-01", "d-01-03"}
    assert main(["accept", "q-01-01", "--data", str(data)]) == 0
    assert owners(data) == []
    assert {one.id for one in inspect_project(data).stale} - known == {"d-01-03"}


@pytest.mark.parametrize(
    "line",
    [
        "Same meaning: q-01-01",
        "> same meaning : `q-01-01`, q-99-99",
        "- Mismo significado: q-01-02 y q-01-01.",
        "MISMO SIGNIFICADO:q-01-01",
    ],
)
def test_a_line_in_a_message_says_that_the_languages_agree(line: str, data: Path, tmp_path: Path) -> None:
    """In the text of a pull request or a commit, in either language. An id that does not exist is ignored."""
    messages = tmp_path / "messages.txt"
    messages.write_text(f"Correct a typo\n\n{line}\nmore\n", encoding="utf-8")
    edit_in_spanish(data)
    assert main(["accept", "--messages", str(messages), "--data", str(data)]) == 0
    assert "q-01-01" not in {one.id for one in inspect_project(data).stale}
    assert owners(data) == []


@pytest.mark.parametrize(
    "line", ["Not the same meaning: q-01-01", "Same meaning", "q-01-01", "Same meaning: q-01-01a"]
)
def test_any_other_line_says_nothing(line: str) -> None:
    assert list(find_declared(line)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_that_a_message_shows_is_understood_in_every_language(language: str) -> None:
    """Whoever copies it from a notice in Spanish declares the same."""
    line = speak_in(language)(write_declaration("q-01-01"))
    assert list(find_declared(line)) == ["q-01-01"]


def test_the_line_that_a_message_shows_is_in_its_language() -> None:
    assert speak_in("es")(write_declaration("q-01-01")) == "Mismo significado: q-01-01"


def test_an_unknown_id_cannot_be_accepted(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is named, and the ledger stays as it was."""
    before = (data / "ledger.yaml").read_bytes()
    assert main(["accept", "q-99-99", "--data", str(data)]) == 2
    assert "Unknown id 'q-99-99'." in capsys.readouterr().err
    assert (data / "ledger.yaml").read_bytes() == before


def test_a_ledger_that_is_behind_is_no_problem_of_the_bank(data: Path) -> None:
    """So a page can be previewed while it is edited. Only the check asks for the acceptance."""
    edit_in_spanish(data)
    assert inspect_project(data).faults == []
    assert owners(data) == ["q-01-01"]


def test_accepting_twice_changes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """When nothing has changed, the ledger is written byte for byte as it was."""
    edit_in_spanish(data)
    assert main(["accept", "--data", str(data)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "q-01-01: Spanish changes, and English will ask for a second look.",
        "1 recorded in data/ledger.yaml.",
    ]
    before = (data / "ledger.yaml").read_bytes()
    assert main(["accept", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "The ledger is up to date.\n"
    assert (data / "ledger.yaml").read_bytes() == before


def test_accepting_keeps_what_is_proven(data: Path) -> None:
    """Also for formulas and patterns."""

    def read_proven() -> dict[str, tuple[object, ...]]:
        proven = inspect_project(data).bank.ledger.proven
        return {id_: (entry.proven, entry.right, entry.values) for id_, entry in proven.items()}

    before = read_proven()
    assert {"q-01-01", "f-01", "p-01"} <= before.keys()
    edit_in_spanish(data)
    accept(data)
    assert read_proven() == before


def test_a_name_that_is_added_leaves_the_frozen_ones(data: Path) -> None:
    """A deck that lacks a name in one language gets that one, and keeps the others, whatever its title."""
    replace_once(data / QUIZ, "  en: Whole numbers\n", "  en: Something else\n")
    replace_once(data / "ledger.yaml", "      es: '01 Números enteros'\n", "")
    accept(data)
    names = inspect_project(data).bank.ledger.names["quizzes/phase-01-arithmetic"]
    assert names == {"en": "01 Whole numbers", "es": "01 Números enteros"}


def test_a_language_without_a_title_freezes_no_name(data: Path) -> None:
    """The title of another language would be its name forever; it waits for its own."""
    quiz = data / "quizzes" / "phase-03-more.yaml"
    text = (data / QUIZ).read_text(encoding="utf-8").replace("q-01-", "q-03-")
    quiz.write_text(re.sub(r"(?m)^subject:\n(  .*\n)+", "subject:\n  en: More\n", text), encoding="utf-8")
    accept(data)
    path = "quizzes/phase-03-more"
    assert inspect_project(data).bank.ledger.names[path] == {"en": "03 More"}
    replace_once(quiz, "subject:\n  en: More\n", "subject:\n  en: Other\n  es: Más\n")
    accept(data)
    assert inspect_project(data).bank.ledger.names[path] == {"en": "03 More", "es": "03 Más"}


def test_a_draft_is_not_recorded_until_it_is_written(data: Path) -> None:
    """Neither its placeholders nor, for good, the name of a deck that is one."""
    assert main(["new", "quiz", "quizzes", "phase-03-more", "--data", str(data)]) == 0
    gap = find_changes(data)
    assert not gap
    assert gap.follow_ups == []


def test_a_deck_keeps_the_name_of_its_language(data: Path) -> None:
    """A language that is renamed on the site keeps its decks in Anki."""
    replace_once(data / "locales" / "en.yaml", "writing:", "name: American English\nwriting:")
    site = Site(inspect_project(data).bank, home=SITE_URL)
    placed = next(site.bank.items())
    decks = [Notes(site).make(variant, placed).deck[0] for variant in list_variants(site.bank)]
    assert decks == ["Espejo · English", "Espejo · Español", "Espejo · English + Español"]


def test_an_accept_does_not_undo_what_another_command_wrote_meanwhile(data: Path) -> None:
    replace_once(data / QUIZ, "What is `7 % 3`?", "How much is `7 % 3`?")
    before = inspect_project(data)
    assert main(["accept", "--data", str(data)]) == 0
    ledger = (data / "ledger.yaml").read_bytes()
    with pytest.raises(
        ValueError, match=r"changed by someone else while this command ran\. Nothing was written"
    ):
        run_accept(Namespace(ids=["q-01-01"], proofs=None), before)
    assert (data / "ledger.yaml").read_bytes() == ledger
