"""Values of the ledger: malformed ones are problems, and all values survive writing and reading."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from edits import find_record, replace_once
from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.ledger.deck_names import make_deck_name
from espejo.ledger.write import write_ledger
from espejo.load.bank import load_bank
from espejo.model.grammar import DECK_NAME
from espejo.model.ledger import DeckName, Entry, Ledger
from espejo.model.problems import Place
from hostile import make_strings
from small_bank import load_small_bank

NOWHERE = Place("data/ledger.yaml", 1, 1)
HOSTILE = list(make_strings(12, 300))


def rewrite(data: Path, pattern: str, value: str) -> tuple[int, int]:
    """Replaces a pattern's group in the ledger with a quoted value; returns its line and column."""
    ledger = data / "ledger.yaml"
    text = ledger.read_text(encoding="utf-8")
    found = re.search(pattern, text, re.MULTILINE)
    assert found, pattern
    ledger.write_text(text[: found.start(1)] + json.dumps(value) + text[found.end(1) :], encoding="utf-8")
    return text.count("\n", 0, found.start(1)) + 1, found.start(1) - text.rfind("\n", 0, found.start(1))


ID, TIME = "an id such as q-07-01 or f-01", "a time and a fingerprint such as"
FINGERPRINTS, PROVEN = "fingerprints such as", "a digest and versions such as"
ADDRESS, NAME, CODE = "an address such as", "one line without", "the code of a language such as"
IN_ID, IN_TIME, IN_AGREED, IN_PROVEN, IN_PATH, IN_NAME, IN_RETIRED = (
    *(r"^  - id: (.*)", r"^    seen:\n      en: (.*)", r"^    agreed:\n      en: (.*)"),
    *(r"^    proven: (.*)", r"^  - path: (.*)", r"^    name:\n      en: (.*)", r"^retired:\n  - (.*)"),
)


@pytest.mark.parametrize(
    ("pattern", "value", "expected"),
    [
        (IN_ID, "q-01-01\n::warning::x", ID),
        (IN_ID, "Q-01-01", ID),
        (IN_TIME, "2026-11-16", TIME),
        (IN_TIME, "2026-11-16T05:00:00Z <b>", TIME),
        (IN_TIME, "2026-11-16T05:00:00Z 3fa9c1d2\n", TIME),
        (r"^    seen:\n      (en):", "en\n#", CODE),
        (IN_AGREED, "ba09d9 <b>", FINGERPRINTS),
        (IN_AGREED, "ba09d9\tc849bf", FINGERPRINTS),
        (IN_PROVEN, "d432908e0024 python 3.11\n    x: y", PROVEN),
        (IN_PROVEN, "d432908e0024 <b> 3.11", PROVEN),
        (IN_PATH, "../quizzes", ADDRESS),
        (IN_PATH, "quizzes\n", ADDRESS),
        (IN_NAME, "Drills\n#deck:Evil\nguid\tfront\tback", NAME),
        (IN_NAME, "<img src=x onerror=alert(1)>", NAME),
        (IN_NAME, "Drills::Evil", NAME),
        (IN_NAME, "Drills:", NAME),
        (IN_NAME, " Drills", NAME),
        (r"^    name:\n      (en):", "../en", CODE),
        (IN_RETIRED, "d-01-01 x", ID),
    ],
)
def test_a_malformed_value_is_a_problem_at_its_place(
    data: Path, pattern: str, value: str, expected: str
) -> None:
    """It is reported once, and code that reads the ledger never gets it."""
    line, column = rewrite(data, pattern, value)
    problems = [str(problem) for problem in inspect_project(data).faults]
    said = [problem for problem in problems if f": this must be {expected}" in problem]
    assert len(said) == 1, problems
    assert said[0].startswith(f"data/ledger.yaml:{line}:{column}: ")
    if pattern.startswith(("^  - path", "^    name", "^retired")):  # not part of an entry
        assert said[0].startswith(f"data/ledger.yaml:{line}:{column}: this must be ")
    assert "\n" not in said[0]
    ledger = load_bank(data).bank.ledger
    held = [ledger.by_id, ledger.names, ledger.retired, *ledger.names.values(), *ledger.entries]
    assert repr(value) not in repr(held)


def test_a_time_that_does_not_exist_is_a_problem(data: Path) -> None:
    """Having the right format isn't enough."""
    rewrite(data, r"^    seen:\n      en: (.*)", "2026-02-30T05:00:00Z 3fa9c1d2")
    (problem,) = inspect_project(data).faults
    assert "there is no such time: 2026-02-30T05:00:00Z ('en')." in str(problem)


def test_a_deck_or_an_entry_that_is_listed_twice_is_a_problem(data: Path) -> None:
    """Only one of the two would be used, and the next change would delete the other."""
    ledger = data / "ledger.yaml"
    again = "  - path: quizzes\n    name:\n      en: Other\n      es: Otro\nretired:\n"
    replace_once(ledger, "retired:\n", again)
    (problem,) = inspect_project(data).faults
    assert "'quizzes' is listed twice, also on line " in str(problem)
    entry = find_record(ledger.read_text(encoding="utf-8"), "d-01-01")
    replace_once(ledger, entry, entry + entry)
    assert "d-01-01: listed twice" in str(inspect_project(data).faults[-1])


def test_accept_leaves_a_ledger_with_a_bad_value_alone(data: Path) -> None:
    """It can't guess what was meant."""
    rewrite(data, r"^    name:\n      en: (.*)", "Drills\n  - path: evil")
    before = (data / "ledger.yaml").read_bytes()
    assert main(["accept", "--data", str(data)]) == 1
    assert (data / "ledger.yaml").read_bytes() == before


@pytest.mark.parametrize("loader", [yaml.BaseLoader, yaml.CBaseLoader])
def test_a_written_ledger_reads_back_to_the_same_values(loader: type[yaml.BaseLoader]) -> None:
    """Both parsers read any value back, wherever it is in the file."""
    for text in HOSTILE:
        values: dict[str, Any] = {
            "id": text,
            "at": text,
            "seen": {text: text},
            "agreed": {"en": text},
            "proven": text,
        }
        entry = Entry(**values, was=(text, text), place=NOWHERE)
        deck = DeckName(path=text, name={"en": text, text: text}, place=NOWHERE)
        written = write_ledger(Ledger(entries=(entry,), decks=(deck,), retired=(text,)))
        assert yaml.load(written, Loader=loader) == {  # noqa: S506 (it reads every value as text)
            "entries": [{**values, "was": [text, text]}],
            "decks": [{"path": text, "name": {"en": text, text: text}}],
            "retired": [text],
        }


def test_the_ledger_of_a_bank_is_written_without_needless_quotes() -> None:
    """Only names and computed values are quoted, which keeps the ledger readable and its diffs small."""
    bank = load_small_bank().bank
    written = write_ledger(bank.ledger)
    quoted = [line for line in written.splitlines() if "'" in line or '"' in line]
    computed = sum(bool(entry.right) + bool(entry.values) for entry in bank.ledger.entries)
    assert len(quoted) == sum(map(len, bank.ledger.names.values())) + computed


def test_any_title_becomes_a_valid_deck_name() -> None:
    """`accept` must never write a name that the next check rejects."""
    allowed = 0
    for text in HOSTILE:
        name = make_deck_name(text, "quizzes")
        assert DECK_NAME.pattern.fullmatch(name), repr(text)
        if DECK_NAME.pattern.fullmatch(text):
            assert name == text
            allowed += 1
    assert 20 < allowed < len(HOSTILE)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("'`List<T>`: a::b'", "01 List‹T›: a:b"),
        ("'`<script>alert(1)</script>`'", "01 ‹script›alert(1)‹/script›"),
        ("'It''s \"so\": 😀'", '01 It\'s "so": 😀'),
        ("'`#deck:Evil`'", "01 #deck:Evil"),
        ("'`::`'", "01 phase-01-arithmetic"),
        ("|\n    One\n    two", "01 One two"),
        ("'`List<T>` for \\$5 and \\$6'", "01 List‹T› for $5 and $6"),
    ],
)
def test_accept_writes_names_that_it_can_read(data: Path, title: str, name: str) -> None:
    """Titles can contain anything that a page can show."""
    quiz, ledger = data / "quizzes" / "phase-01-arithmetic.yaml", data / "ledger.yaml"
    replace_once(quiz, "  en: Whole numbers\n", f"  en: {title}\n")
    replace_once(ledger, "      en: '01 Whole numbers'\n", "")
    assert main(["accept", "--data", str(data)]) == 0
    inspection = inspect_project(data)
    assert inspection.faults == []
    assert inspection.bank.ledger.names["quizzes/phase-01-arithmetic"]["en"] == name
