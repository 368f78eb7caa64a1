"""Coverage of the small bank: what its records must show for the tests of the software to mean something."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest

from espejo.check.project import inspect_project
from espejo.editing.schema_files import find_missing_schema_lines
from espejo.ledger.claims import list_claims
from espejo.ledger.deck_names import name_unit
from espejo.ledger.proof_states import StateName, list_states, name_versions
from espejo.markdown.parsed import ParsedPassage
from espejo.model.bank import Bank
from espejo.model.language import BLANK
from espejo.model.quiz import Deck, KindName, Labels, Question, Quiz
from espejo.proofs.environment import read_environment
from espejo.proofs.inside.program import COUNTER_CASE
from espejo.proofs.run import Limits, run_claims
from espejo.proofs.verdict import check_outcome
from small_bank import BANK, REPO_URL, SITE_URL, WORDS, accept_changes, load_small_bank, make_word

NOW = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def questions(bank: Bank) -> Iterator[Question]:
    return (question for _, question in bank.questions())


def test_it_has_no_problem(data: Path) -> None:
    """Rules, lints, ledger and redirects are content, and every file names its schema."""
    inspection = inspect_project(data)
    assert [str(problem) for problem in inspection.problems] == []
    assert list(find_missing_schema_lines(inspection.bank, data.parent)) == []


def test_every_word_says_its_name_and_its_blanks(bank: Bank) -> None:
    for locale, language in bank.locales.items():
        assert language.words == {name: make_word(name, locale) for name in WORDS}
        assert all(
            set(BLANK.findall(said)) == set(BLANK.findall(WORDS[n])) for n, said in language.words.items()
        )
    english, spanish = (bank.locales[locale].words for locale in ("en", "es"))
    assert not set(english.values()) & set(spanish.values())


@pytest.mark.parametrize("kind", get_args(KindName))
def test_it_has_a_question_of_each_kind_in_both_languages(bank: Bank, kind: str) -> None:
    complete = [
        one for one in questions(bank) if all(text.has(at) for text in one.texts() for at in bank.locales)
    ]
    assert kind in {one.kind for one in complete}


@pytest.mark.parametrize("labels", get_args(Labels))
def test_each_style_of_labels_has_choices_and_a_proof_that_computes_them(bank: Bank, labels: str) -> None:
    ids = {one.id for quiz, one in bank.questions() if quiz.labels == labels and one.choices}
    proven = {id_ for id_, state in list_states(bank).items() if state.name == "proven"}
    assert ids & proven
    assert any(one.kind == "multiple" for quiz, one in bank.questions() if quiz.labels == labels)


@pytest.mark.parametrize("right", [2, 3])
def test_several_choices_may_be_right(bank: Bank, right: int) -> None:
    """Two are joined by a word, three are a list."""
    multiple = (one for one in questions(bank) if one.kind == "multiple")
    assert right in {sum(choice.correct for choice in one.choices) for one in multiple}


def test_a_statement_may_be_true_or_false(bank: Bank) -> None:
    assert {one.correct for one in questions(bank)} >= {True, False}


def test_a_prompt_may_have_code_a_table_math_or_be_absent(bank: Bank) -> None:
    prompts = [one.prompt.show("en").markdown if one.prompt else "" for one in questions(bank)]
    for form in (r"```python", r"^\| --- ", r"^\$\$", r"^$"):
        assert any(re.search(form, prompt, re.MULTILINE) for prompt in prompts), form


def test_math_stands_in_a_line_and_on_its_own(bank: Bank) -> None:
    passages = [text.show("en").markdown for _, text in bank.texts()]
    assert any(re.search(r"(?<!\$)\$[^$]+\$(?!\$)", passage) for passage in passages)
    assert any(re.search(r"\$\$[^$]+\$\$", passage) for passage in passages)


def test_a_choice_may_be_written_once(bank: Bank) -> None:
    choices = [choice.text for one in questions(bank) for choice in one.choices]
    assert any(not text.differs and text.show("en").markdown.startswith("`") for text in choices)
    assert any(text.differs for text in choices)


def test_a_free_answer_may_have_points_or_none(bank: Bank) -> None:
    assert {bool(one.points) for one in questions(bank) if one.kind == "free"} == {True, False}


def test_a_wrong_choice_may_say_why_or_not(bank: Bank) -> None:
    wrong = [choice for one in questions(bank) for choice in one.choices if not choice.correct]
    assert {bool(choice.why) for choice in wrong} == {True, False}


def test_a_guide_has_a_quiz_between_two_others_and_several_courses(bank: Bank) -> None:
    guides = [one for one in bank.collections if one.guide]
    assert any(one.guide and len(one.guide.courses) > 1 and len(one.units) > 2 for one in guides)
    assert any(
        isinstance(unit, Quiz) for one in bank.collections if not one.guide for unit in one.units.values()
    )
    assert any(isinstance(unit, Deck) and len(unit.cards) > 2 for _, _, unit in bank.units())


def test_a_guide_is_wider_than_a_small_phone(bank: Bank) -> None:
    """A line of code and a formula that have to scroll at 320 pixels."""
    passages = [
        text.show("en").markdown
        for one in bank.collections
        if one.guide
        for asked in one.placed()
        for text in asked.item.texts()
    ]
    readings = [ParsedPassage(passage) for passage in passages]
    assert any(len(line) > 60 for one in readings for part in one.listings for line in part.value.split("\n"))
    assert any(part.value.count("+") > 10 for one in readings for part in one.math)


def test_a_topic_gathers_items_of_several_collections_and_another_none(bank: Bank) -> None:
    where: dict[str, set[str]] = {topic.id: set() for topic in bank.reference.topics}
    for asked in bank.items():
        for name in asked.item.topics:
            where[name].add(asked.collection.folder)
    assert len(max(where.values(), key=len)) == len(bank.collections)
    assert set() in where.values()
    assert any(not asked.item.topics for asked in bank.items())


def test_a_card_has_what_import_formats_stumble_over(bank: Bank) -> None:
    cards = ["\n".join(text.show("en").markdown for text in one.item.texts()) for one in bank.items()]
    assert any("\t" in card and "{{" in card and "$" in card for card in cards)


@pytest.mark.parametrize("locale", ["en", "es"])
def test_a_language_lacks_a_passage_and_a_whole_question(bank: Bank, locale: str) -> None:
    lacks = [[text.has(locale) for text in asked.item.texts()] for asked in bank.items()]
    assert any(any(has) and not all(has) for has in lacks)
    assert any(not any(has) for has in lacks)


def test_a_spanish_passage_is_stale_since_its_english_was_edited(bank: Bank) -> None:
    stale = list(load_small_bank().stale)
    assert ("es", "en") in {(one.locale, one.since) for one in stale}
    for one in stale:
        entry = bank.ledger.by_id[one.id]
        assert entry.time(one.since) > entry.time(one.locale)


def test_every_time_in_the_ledger_is_another_day(bank: Bank) -> None:
    days = [seen[:10] for entry in bank.ledger.entries for seen in (entry.seen or {}).values()]
    assert len(set(days)) == len(days)


def test_a_change_is_accepted_on_days_of_its_own(data: Path) -> None:
    """What is settled is left alone; what changed, or is new, gets later days; what is stale stays so."""
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
    days = [seen[:10] for entry in after.bank.ledger.entries for seen in (entry.seen or {}).values()]
    assert len(set(days)) == len(days)
    assert max(days) > max(
        seen[:10] for one in before.bank.ledger.entries for seen in (one.seen or {}).values()
    )


@pytest.mark.parametrize("state", get_args(StateName))
def test_each_state_of_a_proof_is_there(bank: Bank, state: str) -> None:
    programs = {claim.id for claim in list_claims(bank) if claim.proof}
    assert any(one.name == state and id_ in programs for id_, one in list_states(bank).items())


def test_some_records_have_no_proof(bank: Bank) -> None:
    assert any(claim.proof is None for claim in list_claims(bank))


def test_each_form_of_a_proof_has_passed(bank: Bank) -> None:
    """It computes the key, or asserts a fact that a counter-case breaks."""
    standings = list_states(bank)
    proven = [claim for claim in list_claims(bank) if standings[claim.id].name == "proven"]
    keys = [claim.key for claim in proven]
    assert any(isinstance(key, bool) for key in keys)
    assert any(isinstance(key, list) and isinstance(key[0], int) for key in keys)
    assert any(isinstance(key, list) and isinstance(key[0], str) for key in keys)
    assert any(COUNTER_CASE in (claim.program or "") for claim in proven)
    assert any(
        f"def {COUNTER_CASE}" in (claim.program or "") for claim in proven if claim.id[:2] in ("f-", "p-")
    )


def test_a_proof_names_a_library_and_others_only_python(bank: Bank) -> None:
    named = {tuple(name_versions(one.versions)) for one in list_states(bank).values() if one.name == "proven"}
    assert {("Python 3.11",), ("PyTorch 2.13",)} <= named


def test_every_program_really_shows_its_answer(bank: Bank) -> None:
    """What the ledger calls proven would pass, and so would the others if somebody ran them."""
    claims = [claim for claim in list_claims(bank) if claim.program]
    limits = Limits(seconds=20)
    outcomes = run_claims(claims, read_environment(Path(sys.prefix)), limits)
    assert [
        problem for claim, outcome in outcomes if (problem := check_outcome(claim, outcome, limits))
    ] == []


def test_the_reference_has_an_order_to_keep(bank: Bank) -> None:
    reference = bank.reference
    assert len(reference.patterns) > 1
    groups = [one.group.show("en").markdown for one in reference.formulas]
    assert len(groups) > len(set(groups)) > 1
    assert any(len(one.symbols) > 1 for one in reference.formulas)


def test_each_language_has_to_sort_the_glossary_for_itself(bank: Bank) -> None:
    orders = []
    for locale in bank.locales:
        names = {term.id: term.term.show(locale).markdown for term in bank.reference.terms}
        orders.append(sorted(names, key=lambda id_: names[id_]))
    assert orders[0] != orders[1]
    assert [term.id for term in bank.reference.terms] not in orders
    assert any(not term.term.differs for term in bank.reference.terms)
    assert any(term.also for term in bank.reference.terms)


def test_a_record_has_an_exception_to_a_lint(bank: Bank) -> None:
    assert any(record.allow for record in bank.records())


def test_a_deck_keeps_a_name_that_its_title_no_longer_gives(bank: Bank) -> None:
    frozen = [
        bank.ledger.names[f"{collection.folder}/{slug}"][locale] != name_unit(slug, unit, locale)
        for collection, slug, unit in bank.units()
        for locale in bank.locales
    ]
    assert {True, False} == set(frozen)


def test_something_has_retired_and_something_has_moved(bank: Bank) -> None:
    assert bank.ledger.retired
    assert bank.redirects


def test_the_project_around_it_has_addresses_of_its_own(project: Path) -> None:
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
