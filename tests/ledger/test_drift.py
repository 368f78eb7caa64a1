"""Drift from the ledger: stale translations by passage, and last-changed times of glossary cards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from accepting import accept, list_pending, load
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.ledger.drift import match_rows
from espejo.ledger.write import write_ledger
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.frame import render_page
from espejo.site.pages import list_pages
from small_bank import SITE_URL, load_small_bank, make_word

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


# Start of the line of each of the card's passages, by language and side.
PLACES = {
    "en_front": "      en: What",
    "es_front": "      es: ¿",
    "en_back": "      en: It",
    "es_back": "      es: Es",
}


@pytest.fixture
def data(data: Path) -> Path:
    """The small bank with an extra card, accepted in both languages."""
    (data / DECK).write_text(CARDS, encoding="utf-8")
    accept(data)
    assert list_stale(data) == []
    return data


def edit(data: Path, **passages: str) -> None:
    """Rewrites passages of the card, such as en_back="It is two."; an empty text deletes the passage."""
    for name, words in passages.items():
        text = (data / DECK).read_text(encoding="utf-8")
        (old,) = [line for line in text.splitlines() if line.startswith(PLACES[name])]
        replace_once(data / DECK, old, f"      {name[:2]}: {words}" if words else "      # nothing")


def list_stale(data: Path) -> list[tuple[str, str, int]]:
    """The id, language, and line of each passage that is stale compared with the small bank."""
    known = {(one.id, one.locale) for one in load_small_bank().stale}
    return [
        (one.id, one.locale, one.text.place_of(one.locale).line)
        for one in load(data).stale
        if (one.id, one.locale) not in known
    ]


@pytest.mark.parametrize(
    ("side", "words", "locale", "line"),
    [
        ("en_back", "It is just 2.", "es", 11),
        ("es_back", "Es el 2.", "en", 10),
        ("en_front", "What makes 1 + 1?", "es", 8),
    ],
)
def test_an_edit_in_one_language_makes_the_other_stale(
    data: Path, side: str, words: str, locale: str, line: int
) -> None:
    """Only that passage becomes stale, and it stays so until the edit is reverted, even once accepted."""
    (old,) = [one.strip() for one in CARDS.splitlines() if one.startswith(PLACES[side])]
    edit(data, **{side: words})
    assert list_stale(data) == [("d-02-01", locale, line)]
    assert len(list_pending(data)) == 1
    accept(data)
    assert list_stale(data) == [("d-02-01", locale, line)]
    assert list_pending(data) == []
    edit(data, **{side: old.partition(": ")[2]})
    assert list_stale(data) == []
    accept(data)
    assert (list_stale(data), list_pending(data)) == ([], [])


def test_an_edit_in_both_languages_leaves_nothing_stale(data: Path) -> None:
    """They may be recorded together or separately."""
    edit(data, en_back="It is just 2.", es_back="Es el 2.")
    assert list_stale(data) == []
    assert list_pending(data) == ["d-02-01: English and Spanish change."]
    accept(data)
    assert (list_stale(data), list_pending(data)) == ([], [])
    edit(data, en_back="It is 2, only.")
    accept(data)
    edit(data, es_back="Es solo el 2.")
    assert list_stale(data) == []
    assert list_pending(data) == ["d-02-01: Spanish changes."]
    accept(data)
    assert (list_stale(data), list_pending(data)) == ([], [])


def test_two_passages_edited_in_one_language_each(data: Path) -> None:
    """Each makes only its own translation stale."""
    edit(data, en_front="What makes 1 + 1?", es_back="Es el 2.")
    assert {(id_, locale) for id_, locale, _ in list_stale(data)} == {("d-02-01", "es"), ("d-02-01", "en")}
    (pending,) = list_pending(data)
    changes = "d-02-01: English and Spanish change, and Spanish and English will ask for a second look."
    assert pending == changes


def test_accepting_an_id_by_name_says_that_its_languages_agree(data: Path) -> None:
    """It doesn't matter whether the edit was already accepted."""
    edit(data, en_back="It is 2, yes.")
    accept(data)
    assert list_stale(data)
    accept(data, "d-02-01")
    assert (list_stale(data), list_pending(data)) == ([], [])
    edit(data, en_back="It is 2, really.")
    accept(data, "d-02-01")
    assert (list_stale(data), list_pending(data)) == ([], [])


def test_a_first_translation_makes_nothing_stale(data: Path) -> None:
    """A passage without a translation was never accepted as part of a pair."""
    edit(data, en_back="It is just 2.", es_back="")
    accept(data)
    assert list_stale(data) == []
    replace_once(data / DECK, "      # nothing", "      es: Es el 2.")
    assert list_stale(data) == []
    assert list_pending(data) == ["d-02-01: Spanish changes."]


def test_a_choice_that_moves_is_not_stale(data: Path) -> None:
    """Accepted pairs are matched by their text, not their position."""
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
    quiz = data / "quizzes" / "phase-01-arithmetic.yaml"
    replace_once(quiz, first + second, second + first)
    replace_once(quiz, "choices = {1: 2, 2: 1, 3: 0}", "choices = {2: 2, 1: 1, 3: 0}")
    assert list_stale(data) == []
    assert list_pending(data) == ["q-01-01: English and Spanish change."]


MATCHES: dict[str, tuple[list[str], list[str], list[str]]] = {
    "new choice like an old one": (["x y1", "x z"], ["x y1"], ["", ""]),
    "one of two alike": (["x y1", "x y3"], ["x y1", "x y2"], ["", "x y2"]),
    "swapped in one": (["c b", "a d"], ["a b", "c d"], ["a b", "c d"]),
    "third missing": (["a2 b none"], ["a b none"], ["a b none"]),
    "first": (["a b2"], ["a none"], [""]),
    "two like one": (["x y2", "x y3"], ["x y1"], ["x y1", ""]),
}
"""Fingerprints of texts, those of accepted texts, and the accepted match of each text."""


@pytest.mark.parametrize("case", MATCHES)
def test_an_accepted_pair_is_matched_with_one_text(case: str) -> None:
    """A pair that isn't accepted is matched with an accepted pair that has one text in common, if any."""
    rows, agreed, olds = ([tuple(row.split()) for row in column] for column in MATCHES[case])
    assert match_rows(rows, agreed) == [row or None for row in olds]


def test_formulas_and_patterns_become_stale_too(data: Path) -> None:
    """The ledger records all kinds with passages, not only questions and cards."""
    reference = data / "reference"
    replace_once(reference / "formulas.yaml", "Sum of the first whole", "Total of the first whole")
    replace_once(reference / "patterns.yaml", "en: Count letters", "en: Count the letters")
    assert {(one, locale) for one, locale, _ in list_stale(data)} == {("f-01", "es"), ("p-01", "es")}


def test_the_page_says_that_a_question_is_stale(site: Path) -> None:
    """The label is only on that question, only in the stale language, and links to the other language."""
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
    """It is at the line that was edited, and shows the line that declares the same meaning."""
    edit(data, en_back="It is just 2.")
    accept(data)
    for language, fact, line in (
        ("en", "Spanish may be out of date: only English was edited.", "Same meaning: d-02-01"),
        (
            "es",
            "el español puede estar desactualizado: solo se editó el inglés.",
            "Mismo significado: d-02-01",
        ),
    ):
        assert main(["check", "--data", str(data), "--lang", language]) == 0
        (found,) = [one for one in capsys.readouterr().out.splitlines() if "d-02-01: " in one and fact in one]
        assert f"chapter-02-more.yaml:10:7: d-02-01: {fact}" in found
        assert line in found


def test_what_is_declared_to_mean_the_same_is_not_stale(data: Path) -> None:
    """The declaration in the pull request counts before anything is recorded."""
    edit(data, en_back="It is just 2.")
    assert list_stale(data)
    inspection = inspect_project(data, same=["d-02-01"])
    assert "d-02-01" not in {one.id for one in inspection.stale}
    assert inspection.gap
    (pending,) = inspection.gap.follow_ups
    assert pending.fact == "English changes, and is said to mean the same."


def test_columns_of_different_length_are_a_problem(data: Path) -> None:
    """Each language needs a fingerprint for each passage."""
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    at = text.index("agreed:\n      en: ", text.index("- id: d-02-01")) + len("agreed:\n      en: ")
    ledger.write_text(text[:at] + text[at + len("a1b2c3 ") :], encoding="utf-8")
    (problem,) = inspect_project(data).faults
    assert "d-02-01: the number of accepted passages differs between languages." in str(problem)


def test_the_status_lists_what_is_missing_and_stale(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Counts and bars for each file, and a task with its line for each gap; colors only in a terminal."""
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
    assert main(["status", "--data", str(data)]) == 0
    said = capsys.readouterr().out
    (line,) = [line for line in said.splitlines() if line.startswith("drills/chapter-02-more")]
    shown = " ".join(line.split())
    assert shown.endswith("English ██████████ 1/1 Spanish ░░░░░░░░░░ 0/1 stale 1 proven ░░░░░░░░░░ 0/1"), line
    assert "data/drills/chapter-02-more.yaml:8:7: d-02-01: stale in Spanish" in said
    assert "\033" not in said


def test_the_status_page_shows_how_much_is_fresh() -> None:
    """Each language with stale passages gets a bar, filled by the share that isn't stale."""
    loaded = load_small_bank()
    site = Site(loaded.bank, home=SITE_URL, stale=loaded.stale)
    page = next(page for page in list_pages(site, "en") if page.path == "status")
    html = render_page(site, page, Downloads({"status.json": 1}))
    count = len(loaded.bank.collections[0].units["phase-01-arithmetic"].items)
    assert {(one.id, one.locale) for one in loaded.stale} == {("q-01-07", "es")}
    words = make_word("status_fresh", "en").format(language="Spanish")
    assert f'<span>{words}</span> <progress max="{count}" value="{count - 1}">' in html


MEANING = "en: What a division of whole numbers leaves over."
TERM = """\
  - id: quotient
    term: {en: quotient, es: cociente}
    meaning: {en: What a division gives., es: Lo que da una división.}
"""


def cut_terms(data: Path) -> None:
    """Removes terms from the ledger, as in older versions."""
    ledger = data / "ledger.yaml"
    text, count = re.subn(r"^terms:\n.*?^(?=decks:)", "", ledger.read_text("utf-8"), flags=re.M | re.S)
    assert count == 1
    ledger.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (MEANING, "en: What is left over.", "English changes."),
        ("      es: resto\n", "      es: sobrante\n", "English and Spanish change."),
        ("      - es: residuo\n", "      - es: sobras\n", "English and Spanish change."),
    ],
)
def test_an_edit_that_its_cards_show_is_a_change(data: Path, old: str, new: str, said: str) -> None:
    """Meanings are on the cards of one language only; names are on all cards, visible or blanked out."""
    replace_once(data / "glossary.yaml", old, new)
    assert list_pending(data) == [f"remainder: {said}"]
    before = load(data).bank.ledger.terms_by_id["remainder"]
    accept(data)
    assert list_pending(data) == []
    after = load(data).bank.ledger.terms_by_id["remainder"]
    for locale, language in (("en", "English"), ("es", "Spanish")):
        assert (after.time(locale) > before.time(locale)) == (language in said)


def test_a_new_term_is_recorded_and_a_deleted_one_stays(data: Path) -> None:
    """A later term with the same id must get a later time, so that learners receive it."""
    glossary = data / "glossary.yaml"
    text = glossary.read_text(encoding="utf-8")
    glossary.write_text(text + TERM, encoding="utf-8")
    assert list_pending(data) == ["quotient: new. Learners get it with their next import."]
    accept(data)
    glossary.write_text(text, encoding="utf-8")
    assert list_pending(data) == []
    assert "quotient" in load(data).bank.ledger.terms_by_id
    glossary.write_text(text + TERM.replace("What a division gives.", "How often."), encoding="utf-8")
    before = load(data).bank.ledger.terms_by_id["quotient"].time("en")
    accept(data)
    assert load(data).bank.ledger.terms_by_id["quotient"].time("en") == before + 1
    draft = TERM.replace("quotient", "half").replace("What a division gives.", "✎ The meaning.")
    glossary.write_text(glossary.read_text(encoding="utf-8") + draft, encoding="utf-8")
    assert list_pending(data) == [], "a draft waits until it is written"


def test_a_ledger_that_knows_no_terms_is_brought_up_to_date(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A ledger without terms isn't a problem, and accepting them changes nothing else in it."""
    whole = load(data).bank.ledger
    cut_terms(data)
    count = len(whole.terms)
    assert main(["check", "--data", str(data)]) == 0
    assert f"{count} records aren't in the ledger yet" in capsys.readouterr().out
    assert main(["accept", "--data", str(data)]) == 0
    assert f"{count} recorded in" in capsys.readouterr().out
    after = load(data).bank.ledger
    assert [entry.id for entry in after.terms] == [entry.id for entry in whole.terms]
    assert [entry.digest("es") for entry in after.terms] == [entry.digest("es") for entry in whole.terms]
    assert write_ledger(after).partition("terms:")[0] == write_ledger(whole).partition("terms:")[0]


def test_a_damaged_entry_is_a_problem_at_its_place(data: Path) -> None:
    """An invalid time, an invalid term id, and a term listed twice."""
    seen = "    seen: {en: 2026-02-31T00:00:00Z 01234567}\n"
    added = f"terms:\n  - id: hash\n{seen}  - id: Not a term\n"
    replace_once(data / "ledger.yaml", "\nterms:\n", f"\n{added}")
    faults = [str(one.fact) for one in inspect_project(data).faults]
    assert len(faults) == 3
    assert faults[0] == "this must be an id such as water-cycle, not 'Not a term'."
    assert faults[1].startswith("there is no such time: 2026-02-31T00:00:00Z ('en').")
    assert re.fullmatch(r"listed twice, also on line \d+\. Keep the later one\.", faults[2])
