"""Terms in the ledger: the times of the last changes to their cards."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from accepting import accept, list_pending, load
from edits import replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.ledger.write import write_ledger

MEANING = "en: What a division of whole numbers leaves over."
TERM = """\
  - id: quotient
    term: {en: quotient, es: cociente}
    meaning: {en: What a division gives., es: Lo que da una división.}
"""


def cut_terms(data: Path) -> None:
    """Makes the ledger one of a time when it knew no terms."""
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
    """A meaning is on the cards of its language; a name is on all, or is blanked out there."""
    replace_once(data / "glossary.yaml", old, new)
    assert list_pending(data) == [f"remainder: {said}"]
    before = load(data).bank.ledger.terms_by_id["remainder"]
    accept(data)
    assert list_pending(data) == []
    after = load(data).bank.ledger.terms_by_id["remainder"]
    for locale, language in (("en", "English"), ("es", "Spanish")):
        assert (after.time(locale) > before.time(locale)) == (language in said)


def test_a_new_term_is_recorded_and_a_deleted_one_stays(data: Path) -> None:
    """So that a later term with the same id has a later time, and learners get it."""
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
    """One from before there were cards of terms isn't a problem, and nothing else in it changes."""
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
    """A time that does not exist, an id that no term can have, and a term that is listed twice."""
    seen = "    seen: {en: 2026-02-31T00:00:00Z 01234567}\n"
    added = f"terms:\n  - id: hash\n{seen}  - id: Not a term\n"
    replace_once(data / "ledger.yaml", "\nterms:\n", f"\n{added}")
    faults = [str(one.fact) for one in inspect_project(data).faults]
    assert len(faults) == 3
    assert faults[0] == "this must be an id such as chain-rule, not 'Not a term'."
    assert faults[1].startswith("there is no such time: 2026-02-31T00:00:00Z ('en').")
    assert re.fullmatch(r"listed twice, also on line \d+\. Keep the later one\.", faults[2])
