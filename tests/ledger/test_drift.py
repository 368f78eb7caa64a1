"""Stale translations: known from the ledger alone, passage by passage, in either direction."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from edits import replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.commands.cli import main
from espejo.ledger.drift import match_rows
from espejo.ledger.gap import update_ledger
from espejo.ledger.write import write_ledger
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, load_small_bank, make_word

NOW = datetime(2030, 1, 1, tzinfo=UTC)
DECK = "drills/chapter-02-more.yaml"
CARDS = """\
title: {en: More, es: Más}
subject: {en: More, es: Más}
focus: {en: More., es: Más.}
cards:
  - id: d-02-01
    front:
      en: What is 1 + 1?
      es: ¿Cuánto es 1 + 1?
    back:
      en: It is 2.
      es: Es 2.
"""


# Where each passage of the deck stands, by language and side.
PLACES = {
    "en_front": "      en: What",
    "es_front": "      es: ¿",
    "en_back": "      en: It",
    "es_back": "      es: Es",
}


@pytest.fixture
def data(data: Path) -> Path:
    """The small bank with one more card, accepted in both languages."""
    (data / DECK).write_text(CARDS, encoding="utf-8")
    accept(data)
    assert stale(data) == []
    return data


def edit(data: Path, **passages: str) -> None:
    """Rewrites passages of the card, such as en_back="It is two.", and deletes those that are empty."""
    for name, words in passages.items():
        text = (data / DECK).read_text(encoding="utf-8")
        (old,) = [line for line in text.splitlines() if line.startswith(PLACES[name])]
        replace_once(data / DECK, old, f"      {name[:2]}: {words}" if words else "      # nothing")


def load(data: Path) -> Inspection:
    inspection = inspect_project(data, now=NOW)
    assert inspection.faults == []
    return inspection


def accept(data: Path, *ids: str) -> None:
    inspection = replace(load(data), same=frozenset(ids))
    assert inspection.gap is not None
    ledger = update_ledger(inspection.bank.ledger, inspection.gap)
    (data / "ledger.yaml").write_text(write_ledger(ledger), encoding="utf-8")


def stale(data: Path) -> list[tuple[str, str, int]]:
    """The id, the language and the line of what has become stale since the small bank was written."""
    known = {(one.id, one.locale) for one in load_small_bank().stale}
    return [
        (one.id, one.locale, one.text.place_of(one.locale).line)
        for one in load(data).stale
        if (one.id, one.locale) not in known
    ]


def asked(data: Path) -> list[str]:
    """What the ledger has not recorded yet."""
    gap = load(data).gap
    assert gap is not None
    assert bool(gap) == bool(gap.follow_ups)
    return [f"{one.owner}: {one.fact}" for one in gap.follow_ups]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({"en_back": "It is just 2."}, ("d-02-01", "es", 11)),
        ({"es_back": "Es el 2."}, ("d-02-01", "en", 10)),
        ({"en_front": "What makes 1 + 1?"}, ("d-02-01", "es", 8)),
    ],
    ids=["English back", "Spanish back", "English front"],
)
def test_an_edit_in_one_language_makes_the_other_stale(
    data: Path, said: dict[str, str], expected: tuple[str, str, int]
) -> None:
    """That passage and no other, and it stays stale after the edit is accepted."""
    edit(data, **said)
    assert stale(data) == [expected]
    assert len(asked(data)) == 1
    accept(data)
    assert stale(data) == [expected]
    assert asked(data) == []


def test_an_edit_in_both_languages_leaves_nothing_stale(data: Path) -> None:
    """Both are recorded together."""
    edit(data, en_back="It is just 2.", es_back="Es el 2.")
    assert stale(data) == []
    assert asked(data) == ["d-02-01: English and Spanish change."]
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_two_passages_edited_in_one_language_each(data: Path) -> None:
    """Each leaves its own mirror stale."""
    edit(data, en_front="What makes 1 + 1?", es_back="Es el 2.")
    assert {(id_, locale) for id_, locale, _ in stale(data)} == {("d-02-01", "es"), ("d-02-01", "en")}
    (said,) = asked(data)
    assert said == "d-02-01: English and Spanish change, and Spanish and English will ask for a second look."


def test_a_translation_that_catches_up_is_no_longer_stale(data: Path) -> None:
    """The edit of the translation is recorded, too."""
    edit(data, en_back="It is just 2.")
    accept(data)
    edit(data, es_back="Es el 2.")
    assert stale(data) == []
    assert asked(data) == ["d-02-01: Spanish changes."]
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_accepting_an_id_by_name_says_that_its_languages_agree(data: Path) -> None:
    """Whether or not the edit was accepted before."""
    edit(data, en_back="It is 2, yes.")
    accept(data)
    assert stale(data)
    accept(data, "d-02-01")
    assert (stale(data), asked(data)) == ([], [])
    edit(data, en_back="It is 2, really.")
    accept(data, "d-02-01")
    assert (stale(data), asked(data)) == ([], [])


def test_an_edit_that_is_reverted_leaves_nothing_stale(data: Path) -> None:
    """The old pair of passages is still known to agree."""
    edit(data, en_back="It is just 2.")
    accept(data)
    edit(data, en_back="It is 2.")
    assert stale(data) == []
    accept(data)
    assert (stale(data), asked(data)) == ([], [])


def test_a_first_translation_makes_nothing_stale(data: Path) -> None:
    """A passage that had no translation was not accepted together with one."""
    edit(data, en_back="It is just 2.", es_back="")
    accept(data)
    assert stale(data) == []
    replace_once(data / DECK, "      # nothing", "      es: Es el 2.")
    assert stale(data) == []
    assert asked(data) == ["d-02-01: Spanish changes."]


def test_a_choice_that_moves_is_not_stale(data: Path) -> None:
    """Passages that agree are recognized by their words and not by their place."""
    first = """\
      - text: "`2`"
        why:
          en: That is the quotient, `7 // 3`.
          es: Ese es el cociente, `7 // 3`.
"""
    second = """\
      - text: "`1`"
        correct: true
"""
    replace_once(data / "quizzes" / "phase-01-arithmetic.yaml", first + second, second + first)
    program = "        choices = {1: 2, 2: 1, 3: 0}"
    replace_once(
        data / "quizzes" / "phase-01-arithmetic.yaml", program, program.replace("1: 2, 2: 1", "2: 2, 1: 1")
    )
    assert stale(data) == []
    assert asked(data) == ["q-01-01: English and Spanish change."]


def row(*prints: str) -> tuple[str, ...]:
    """The fingerprints of one text, one for each language."""
    return prints


@pytest.mark.parametrize(
    ("rows", "agreed", "olds"),
    [
        ([row("x", "y1"), row("x", "z")], [row("x", "y1")], [None, None]),
        ([row("x", "y1"), row("x", "y3")], [row("x", "y1"), row("x", "y2")], [None, row("x", "y2")]),
        ([row("c", "b"), row("a", "d")], [row("a", "b"), row("c", "d")], [row("a", "b"), row("c", "d")]),
        ([row("a2", "b", "none")], [row("a", "b", "none")], [row("a", "b", "none")]),
        ([row("a", "b2")], [row("a", "none")], [None]),
        ([row("x", "y2"), row("x", "y3")], [row("x", "y1")], [row("x", "y1"), None]),
    ],
    ids=[
        *("new choice like an old one", "one of two alike", "swapped in one", "third missing", "first"),
        "two like one",
    ],
)
def test_an_accepted_pair_is_matched_with_one_text(
    rows: list[tuple[str, ...]], agreed: list[tuple[str, ...]], olds: list[tuple[str, ...] | None]
) -> None:
    """A text whose pair is not accepted is matched with the accepted pair of which it kept a half, if any."""
    assert match_rows(rows, agreed) == olds


def test_a_passage_that_moves_to_the_back_is_a_change(data: Path) -> None:
    """A learner sees it on the other side of the card, though not a word is new."""
    quiz = data / "study-guide" / "quiz-03-strings.yaml"
    replace_once(
        quiz,
        "    prompt:\n      en: Use `text[::-1]` in your answer.\n",
        "    why:\n      en: Use `text[::-1]` in your answer.\n",
    )
    assert asked(data) == ["pt-03-02: English and Spanish change."]


@pytest.mark.parametrize(
    ("file", "id_", "old", "new"),
    [
        ("formulas", "f-01", "Sum of the first whole", "Total of the first whole"),
        ("patterns", "p-01", "en: Count letters", "en: Count the letters"),
    ],
)
def test_formulas_and_patterns_become_stale_too(data: Path, file: str, id_: str, old: str, new: str) -> None:
    """The ledger knows every record with passages, not only questions and cards."""
    replace_once(data / "reference" / f"{file}.yaml", old, new)
    assert [(one, locale) for one, locale, _ in stale(data)] == [(id_, "es")]


def test_a_reader_is_told_about_a_stale_question(site: Path) -> None:
    """On that question and in the stale language alone, with a link to the other language."""
    ((id_, locale, since),) = [(one.id, one.locale, one.since) for one in load_small_bank().stale]
    assert (id_, locale, since) == ("q-01-07", "es", "en")
    page = "quizzes/phase-01-arithmetic"
    english, spanish = (
        (site / folder / page / "index.html").read_text(encoding="utf-8") for folder in ("", "es")
    )
    assert spanish.count('class="stale"') == 1
    section = spanish[spanish.index(f'id="{id_}"') :].partition("</section>")[0]
    assert 'class="stale"' in section
    assert f'href="../../../{page}/#{id_}" hreflang="en"' in section
    assert 'class="stale"' not in english


def test_the_check_names_the_stale_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the line that says that both still mean the same. A stale passage is no problem."""
    edit(data, en_back="It is just 2.")
    accept(data)
    assert main(["check", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if "d-02-01: Spanish" in line]
    assert "chapter-02-more.yaml:11:7: d-02-01: Spanish may be out of date: only English was edited." in line
    assert "Same meaning: d-02-01" in line


def test_the_check_names_the_stale_line_in_spanish(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Languages have their Spanish names, and the line to copy is the Spanish one."""
    edit(data, en_back="It is just 2.")
    accept(data)
    assert main(["check", "--data", str(data), "--lang", "es"]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if "chapter-02-more.yaml:11:7: d-02-01: " in line]
    assert "d-02-01: el español puede estar desactualizado: solo se editó el inglés." in line
    assert "Mismo significado: d-02-01" in line


def test_what_is_said_to_mean_the_same_is_not_stale(data: Path) -> None:
    """As soon as the pull request says so, before anything is recorded."""
    edit(data, en_back="It is just 2.")
    assert stale(data)
    inspection = inspect_project(data, now=NOW, same=["d-02-01"])
    assert "d-02-01" not in {one.id for one in inspection.stale}
    assert inspection.gap
    assert [one.fact for one in inspection.gap.follow_ups] == [
        "English changes, and is said to mean the same."
    ]


def test_an_entry_whose_columns_differ_in_length_is_a_problem(data: Path) -> None:
    """Each language needs a fingerprint for each passage."""
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    at = text.index("agreed:\n      en: ", text.index("- id: d-02-01")) + len("agreed:\n      en: ")
    ledger.write_text(text[:at] + text[at + len("a1b2c3 ") :], encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "d-02-01: the number of accepted passages differs between languages." in str(problem)


def test_the_status_lists_what_is_missing_and_stale_as_json(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With counts for each file, a task with its line for each gap, and no task where nothing is to do."""
    edit(data, en_front="What makes 1 + 1?", es_back="")
    strings = data / "study-guide" / "quiz-03-strings.yaml"
    reason = "    proof:\n      not_computable: {en: It asks for words., es: Pide palabras.}\n"
    strings.write_text(strings.read_text(encoding="utf-8") + reason, encoding="utf-8")
    assert main(["status", "--format", "json", "--data", str(data)]) == 0
    rows = {row["path"]: row for row in json.loads(capsys.readouterr().out)}
    row = rows["drills/chapter-02-more"]
    assert (row["count"], row["translated"], row["stale"]) == (1, {"en": 1, "es": 0}, {"en": 0, "es": 1})
    assert [(task["what"], task["language"], task["line"]) for task in row["tasks"]] == [
        ("missing", "es", 10),
        ("stale", "es", 8),
        ("unproven", "", 5),
    ]
    assert rows["study-guide/quiz-03-strings"]["tasks"] == []


def test_the_status_shows_what_is_missing_and_stale_as_text(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a bar for each language, and without colors where nobody is at a terminal."""
    edit(data, en_front="What makes 1 + 1?", es_back="")
    assert main(["status", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if line.startswith("drills/chapter-02-more")]
    shown = " ".join(line.split())
    assert shown.endswith("English ██████████ 1/1 Spanish ░░░░░░░░░░ 0/1 stale 1 proven ░░░░░░░░░░ 0/1"), line
    assert "data/drills/chapter-02-more.yaml:8:7: d-02-01: stale in Spanish" in said
    assert "\033" not in said


def test_the_status_page_shows_how_much_is_fresh() -> None:
    """A bar for a language with stale passages, filled as far as nothing is stale."""
    loaded = load_small_bank()
    site = Site(loaded.bank, home=SITE_URL, stale=loaded.stale)
    page = next(page for page in list_pages(site, "en") if page.path == "status")
    html = render_page(site, page, Downloads({"status.json": 1}))
    count = len(loaded.bank.collections[0].units["phase-01-arithmetic"].items)
    assert {(one.id, one.locale) for one in loaded.stale} == {("q-01-07", "es")}
    words = make_word("status_fresh", "en").format(language="Spanish")
    assert f'<span>{words}</span> <progress max="{count}" value="{count - 1}">' in html
