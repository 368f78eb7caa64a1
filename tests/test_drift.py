"""Translations know when they are stale: from the ledger alone, passage by passage, in either direction."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from espejo.accept import catch_up, find_behind
from espejo.bank import Loaded, load_bank
from espejo.cli import main
from espejo.drift import match_rows
from espejo.pages import Site
from espejo.view import Forge
from project import ROOT

NOW = datetime(2030, 1, 1, tzinfo=UTC)
DECK = """\
title: {en: More, es: Más}
subject: {en: More, es: Más}
focus: {en: More., es: Más.}
cards:
  - id: d-04-01
    front:
      en: What is 1 + 1?
      es: ¿Cuánto es 1 + 1?
    back:
      en: It is 2.
      es: Es 2.
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A bank with one card more, accepted in both languages."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    (data / "drills" / "chapter-04-more.yaml").write_text(DECK, encoding="utf-8")
    accept(data)
    assert stale(data) == []
    return data


def edit(data: Path, **said: str) -> None:
    """Writes the deck anew with other words: en_back='It is two.'"""
    deck = data / "drills" / "chapter-04-more.yaml"
    text = deck.read_text(encoding="utf-8")
    places = {
        "en_front": "      en: What",
        "es_front": "      es: ¿",
        "en_back": "      en: It",
        "es_back": "      es: Es",
    }
    for name, words in said.items():
        (old,) = [line for line in text.splitlines() if line.startswith(places[name])]
        text = text.replace(old, f"      {name[:2]}: {words}" if words else "      # nothing")
    deck.write_text(text, encoding="utf-8")


def load(data: Path) -> Loaded:
    loaded = load_bank(data)
    assert loaded.problems == []
    return loaded


def accept(data: Path, *ids: str) -> None:
    bank = load(data).bank
    (data / "ledger.yaml").write_text(catch_up(bank, find_behind(bank, NOW), ids), encoding="utf-8")


def stale(data: Path) -> list[tuple[str, str, int]]:
    """The id, the language and the line of everything stale."""
    return [(one.id, one.locale, one.text.place_of(one.locale).line) for one in load(data).bank.stale()]


def asked(data: Path) -> list[str]:
    return [f"{one.owner}: {one.fact}" for one in find_behind(load(data).bank, NOW).problems]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"en_back": "It is just 2."}, ("d-04-01", "es", 11)),
        ({"es_back": "Es el 2."}, ("d-04-01", "en", 10)),
        ({"en_front": "What makes 1 + 1?"}, ("d-04-01", "es", 8)),
    ],
    ids=["English back", "Spanish back", "English front"],
)
def test_an_edit_in_one_language_makes_the_other_stale(
    data: Path, said: dict[str, str], expected: tuple[str, str, int]
) -> None:
    """That passage and no other; and it stays so when the edit has been remembered."""
    edit(data, **said)
    assert stale(data) == [expected]
    assert len(asked(data)) == 1
    accept(data)
    assert stale(data) == [expected]
    assert asked(data) == []


def test_an_edit_in_both_asks_for_one_acceptance(data: Path) -> None:
    edit(data, en_back="It is just 2.", es_back="Es el 2.")
    assert stale(data) == []
    assert asked(data) == ["d-04-01: changed in English and Español since it was last accepted."]
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_the_translation_catches_up(data: Path) -> None:
    edit(data, en_back="It is just 2.")
    accept(data)
    edit(data, es_back="Es el 2.")
    assert stale(data) == []
    assert asked(data) == ["d-04-01: changed in Español since it was last accepted."]
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_to_name_an_id_says_that_its_languages_agree(data: Path) -> None:
    """Whether the edit has been remembered before or not."""
    edit(data, en_back="It is 2, yes.")
    accept(data)
    assert stale(data)
    accept(data, "d-04-01")
    assert (stale(data), asked(data)) == ([], [])
    edit(data, en_back="It is 2, really.")
    accept(data, "d-04-01")
    assert (stale(data), asked(data)) == ([], [])


def test_an_edit_taken_back_is_no_longer_stale(data: Path) -> None:
    edit(data, en_back="It is just 2.")
    accept(data)
    edit(data, en_back="It is 2.")
    assert stale(data) == []
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_a_first_translation_makes_nothing_stale(data: Path) -> None:
    edit(data, en_back="It is just 2.", es_back="")
    accept(data)
    assert stale(data) == []
    deck = data / "drills" / "chapter-04-more.yaml"
    text = deck.read_text(encoding="utf-8")
    deck.write_text(text.replace("      # nothing", "      es: Es el 2."), encoding="utf-8")
    assert stale(data) == []
    assert asked(data) == ["d-04-01: changed in Español since it was last accepted."]


def test_a_moved_choice_is_not_stale(tmp_path: Path) -> None:
    """What agrees is known by its words and not by its place."""
    data = tmp_path / "data"
    shutil.copytree(ROOT / "data", data)
    quiz = data / "study-guide" / "quiz-03-data-pipelines.yaml"
    lines = quiz.read_text(encoding="utf-8").splitlines(keepends=True)
    starts = [at for at, line in enumerate(lines) if line.startswith("      - text:")][:3]
    first, second = lines[starts[0] : starts[1]], lines[starts[1] : starts[2]]
    quiz.write_text("".join([*lines[: starts[0]], *second, *first, *lines[starts[2] :]]), encoding="utf-8")
    assert stale(data) == []
    assert len(asked(data)) == 1


def row(*prints: str) -> tuple[str, ...]:
    return prints


@pytest.mark.parametrize(
    ("rows", "agreed", "olds"),
    [
        ([row("x", "y1"), row("x", "z")], [row("x", "y1")], [None, None]),
        ([row("x", "y1"), row("x", "y3")], [row("x", "y1"), row("x", "y2")], [None, row("x", "y2")]),
        ([row("c", "b"), row("a", "d")], [row("a", "b"), row("c", "d")], [row("a", "b"), row("c", "d")]),
        ([row("a2", "b", "none")], [row("a", "b", "none")], [row("a", "b", "none")]),
        ([row("a", "b2")], [row("a", "none")], [None]),
    ],
    ids=["a new choice like an old one", "one of two alike", "swapped in one", "a third missing", "a first"],
)
def test_an_accepted_pair_answers_for_one_text(
    rows: list[tuple[str, ...]], agreed: list[tuple[str, ...]], olds: list[tuple[str, ...] | None]
) -> None:
    assert match_rows(rows, agreed) == olds


def test_a_passage_that_moves_to_the_back_is_a_change(data: Path) -> None:
    """A learner sees it on the other side of the card, though not a word is new."""
    quiz = data / "study-guide" / "quiz-05-hyperparameter-optimization.yaml"
    text = quiz.read_text(encoding="utf-8")
    start = text.index("  - id: pt-05-02")
    why = text.index("    why:\n", start)
    end = min(at for at in (text.find("    proof:\n", why), text.find("  - id:", why)) if at > 0)
    text = text[:why] + text[end:]
    quiz.write_text(text, encoding="utf-8")
    accept(data)
    assert asked(data) == []
    at = text.index("    prompt:\n", start)
    quiz.write_text(f"{text[:at]}    why:\n{text[at + len('    prompt:') + 1 :]}", encoding="utf-8")
    assert len(asked(data)) == 1


def test_formulas_and_patterns_are_remembered_too(data: Path) -> None:
    formulas = data / "reference" / "formulas.yaml"
    text = formulas.read_text(encoding="utf-8")
    old = next(line for line in text.splitlines() if line.startswith("      en: "))
    formulas.write_text(text.replace(old, f"{old} indeed", 1), encoding="utf-8")
    assert [(id_, locale) for id_, locale, _ in stale(data)] == [("f-01", "es")]


def test_the_reader_is_told_on_that_question_alone(data: Path) -> None:
    """In the stale language, with the other one click away; the other page says nothing."""
    edit(data, en_back="It is just 2.")
    site = Site(load(data).bank, root="en", home="https://espejo.test/", forge=Forge())
    site.sizes = {f"anki/{one}/drills/chapter-04-more.tsv": 1 for one in ("en", "es")} | {
        f"anki/espejo-{one}-drills.apkg": 1 for one in ("en", "es")
    }
    pages = {
        locale: next(page for page in site.pages(locale) if page.path == "drills/chapter-04-more")
        for locale in ("en", "es")
    }
    spanish = site.render(pages["es"])
    assert spanish.count('class="stale"') == 1
    assert 'href="../../../drills/chapter-04-more/#d-04-01" hreflang="en"' in spanish
    assert 'class="stale"' not in site.render(pages["en"])


def test_the_check_names_the_stale_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(data, en_back="It is just 2.")
    accept(data)
    assert main(["check", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert "data/drills/chapter-04-more.yaml:11:7: d-04-01: stale in Español: English was edited" in said
    assert "espejo accept d-04-01" in said


@pytest.mark.parametrize("agree", [False, True], ids=["left stale", "still the same"])
def test_the_check_prints_both_ways_to_paste(
    data: Path, capsys: pytest.CaptureFixture[str], agree: bool
) -> None:
    edit(data, en_back="It is just 2.")
    assert main(["check", "--data", str(data)]) == 1
    parts = capsys.readouterr().out.split("entries:\n")
    lines = [line for line in parts[2 if agree else 1].splitlines() if line.startswith("  ")]
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    start = text.index("  - id: d-04-01")
    end = text.index("  - id:", start + 1)
    ledger.write_text(text[:start] + "\n".join(lines) + "\n" + text[end:], encoding="utf-8")
    assert main(["check", "--data", str(data)]) == 0
    assert bool(stale(data)) is not agree


def test_an_entry_whose_columns_differ_is_a_problem(data: Path) -> None:
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    at = text.index("agreed:\n      en: ", text.index("- id: d-04-01")) + len("agreed:\n      en: ")
    ledger.write_text(text[:at] + text[at + 7 :], encoding="utf-8")
    (problem,) = load_bank(data).problems
    assert "d-04-01: its languages agree on more passages in one than in the other." in str(problem)


def test_the_status_counts_what_is_missing_and_stale(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(data, en_front="What makes 1 + 1?", es_back="")
    assert main(["status", "--format", "json", "--data", str(data)]) == 0
    rows = {row["path"]: row for row in json.loads(capsys.readouterr().out)}
    row = rows["drills/chapter-04-more"]
    assert (row["count"], row["translated"], row["stale"]) == (1, {"en": 1, "es": 0}, {"en": 0, "es": 1})
    assert [(task["what"], task["language"], task["line"]) for task in row["tasks"]] == [
        ("missing", "es", 10),
        ("stale", "es", 8),
        ("unproven", "", 5),
    ]
    assert rows["drills/chapter-03-backprop-autograd"]["tasks"] == []
    assert main(["status", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    assert "English ██████████ 1/1      Español ░░░░░░░░░░ 0/1      stale 1  proven ░░░░░░░░░░ 0/1" in said
    assert "data/drills/chapter-04-more.yaml:8:7: d-04-01: stale in Español" in said
    assert "\033" not in said
