"""Coverage of the small bank: everything it must contain for the software's tests to be meaningful."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import pytest

from espejo.check.project import inspect_project
from espejo.editing.schema_files import find_missing_schema_lines
from espejo.ledger.claims import StateName, list_claims, list_states, name_versions
from espejo.ledger.deck_names import name_unit
from espejo.model.bank import Bank
from espejo.model.language import BLANK
from espejo.model.quiz import KindName, Labels
from espejo.proofs.host_process import Limits
from espejo.proofs.inside.program import COUNTER_CASE
from espejo.proofs.run import run_claims
from espejo.proofs.sandbox import read_environment
from espejo.proofs.verdict import check_outcome
from small_bank import BANK, REPO_URL, SITE_URL, WORDS, accept_changes, load_small_bank, make_word


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def test_it_has_no_problem(data: Path) -> None:
    """It passes all rules, lints, ledger checks, and redirects, and every file names its schema."""
    inspection = inspect_project(data)
    assert [str(problem) for problem in inspection.problems] == []
    assert list(find_missing_schema_lines(inspection.bank, data.parent)) == []


def test_every_word_is_its_name_and_its_blanks(bank: Bank) -> None:
    for locale, language in bank.locales.items():
        assert language.words == {name: make_word(name, locale) for name in WORDS}
        assert all(
            set(BLANK.findall(said)) == set(BLANK.findall(WORDS[n])) for n, said in language.words.items()
        )
    english, spanish = (bank.locales[locale].words for locale in ("en", "es"))
    assert not set(english.values()) & set(spanish.values())


def test_questions_have_every_kind_key_and_form(bank: Bank) -> None:
    """Each kind is complete in both languages, and optional keys occur both present and absent."""
    asked = [question for _, question in bank.questions()]
    complete = [one for one in asked if all(text.has(at) for text in one.texts() for at in bank.locales)]
    assert {one.kind for one in complete} == set(get_args(KindName))
    assert {one.correct for one in asked} >= {True, False}
    right = {sum(choice.correct for choice in one.choices) for one in asked if one.kind == "multiple"}
    assert {2, 3} <= right, "two are joined by a word, three are a list"
    assert {bool(one.points) for one in asked if one.kind == "free"} == {True, False}
    choices = [choice for one in asked for choice in one.choices]
    assert {bool(choice.why) for choice in choices if not choice.correct} == {True, False}
    assert {choice.text.differs for choice in choices} == {True, False}
    assert any(choice.text.show("en").markdown.startswith("`") for choice in choices)


def test_each_style_of_labels_has_choices_and_a_proof_that_computes_them(bank: Bank) -> None:
    proven = {id_ for id_, state in list_states(bank).items() if state.name == "proven"}
    for labels in get_args(Labels):
        asked = [one for quiz, one in bank.questions() if quiz.labels == labels and one.choices]
        assert proven & {one.id for one in asked}
        assert "multiple" in {one.kind for one in asked}


def test_each_language_lacks_a_passage_and_a_whole_question(bank: Bank) -> None:
    for locale in bank.locales:
        lacks = [[text.has(locale) for text in placed.item.texts()] for placed in bank.items()]
        assert any(any(has) and not all(has) for has in lacks)
        assert any(not any(has) for has in lacks)


def test_a_spanish_passage_is_stale_and_every_time_is_another_day(bank: Bank) -> None:
    stale = load_small_bank().stale
    assert ("es", "en") in {(one.locale, one.since) for one in stale}
    for one in stale:
        entry = bank.ledger.by_id[one.id]
        assert entry.time(one.since) > entry.time(one.locale)
    days = list_days(bank)
    assert len(set(days)) == len(days)


def list_days(bank: Bank) -> list[str]:
    return [seen[:10] for entry in bank.ledger.entries for seen in (entry.seen or {}).values()]


def test_each_change_is_accepted_on_another_day(data: Path) -> None:
    """Changed and new records get later days; everything else stays the same, including stale passages."""
    ledger = data / "ledger.yaml"
    assert accept_changes(inspect_project(data)) == ledger.read_text(encoding="utf-8")
    quiz = data / "quizzes" / "phase-01-arithmetic.yaml"
    text = quiz.read_text(encoding="utf-8")
    quiz.write_text(text.replace("[division]\n", "[division, averages]\n"), encoding="utf-8")
    before = inspect_project(data)
    ledger.write_text(accept_changes(inspect_project(data)), encoding="utf-8")
    after = inspect_project(data)
    assert after.problems == []
    assert [one.id for one in after.stale] == [one.id for one in before.stale]
    days = list_days(after.bank)
    assert len(set(days)) == len(days)
    assert max(days) > max(list_days(before.bank))


def test_proofs_have_every_state_and_form(bank: Bank) -> None:
    """They compute the key or assert a fact that a counterexample breaks, with or without a library."""
    states, claims = list_states(bank), list(list_claims(bank))
    assert {states[claim.id].name for claim in claims if claim.proof} == set(get_args(StateName))
    assert any(claim.proof is None for claim in claims)
    proven = [claim for claim in claims if states[claim.id].name == "proven"]
    keys = [claim.key for claim in proven]
    assert any(isinstance(key, bool) for key in keys)
    assert {type(key[0]) for key in keys if isinstance(key, list)} >= {int, str}
    assert any(COUNTER_CASE in (claim.program or "") for claim in proven)
    assert any(
        f"def {COUNTER_CASE}" in (claim.program or "") for claim in proven if claim.id[:2] in ("f-", "p-")
    )
    named = {tuple(name_versions(states[claim.id].versions)) for claim in proven}
    assert {("Python 3.11",), ("PyTorch 2.13",)} <= named


def test_every_program_really_shows_its_answer(bank: Bank) -> None:
    """Programs that the ledger calls proven pass, and the others would if they were run."""
    claims = [claim for claim in list_claims(bank) if claim.program]
    limits = Limits(seconds=20)
    outcomes = run_claims(claims, read_environment(Path(sys.prefix)), limits)
    assert [
        problem for claim, outcome in outcomes if (problem := check_outcome(claim, outcome, limits))
    ] == []


def test_the_ledger_has_frozen_names_and_a_retired_id(bank: Bank) -> None:
    """It also has a moved item and a record with a lint exception."""
    frozen = {
        bank.ledger.names[f"{collection.folder}/{slug}"][locale] != name_unit(slug, unit, locale)
        for collection, slug, unit in bank.units()
        for locale in bank.locales
    }
    assert frozen == {True, False}
    assert bank.ledger.retired
    assert bank.redirects
    assert any(record.allow for record in bank.records())


def test_its_project_has_other_addresses(project: Path) -> None:
    config = (project / "mkdocs.yml").read_text(encoding="utf-8")
    assert f"\nsite_url: {SITE_URL}\n" in config
    assert f"\nrepo_url: {REPO_URL}\n" in config
    assert inspect_project(project / "data").faults == []
    assert not (BANK / "locales" / "en.yaml").read_text(encoding="utf-8").count("\nwords:")


def test_its_site_shows_each_item_in_both_languages(site: Path, bank: Bank) -> None:
    for asked in bank.items():
        for folder in ("", "es/"):
            page = (site / f"{folder}{asked.path}" / "index.html").read_text(encoding="utf-8")
            assert f'id="{asked.item.id}"' in page
            assert SITE_URL in page
