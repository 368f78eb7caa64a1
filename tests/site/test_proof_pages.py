"""Proofs on pages: badges, programs, and the proofs page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import expect

from conftest import Open
from espejo.ledger.claims import (
    find_state,
    list_claims,
    list_states,
    name_versions,
    read_proven,
    write_proven,
)
from espejo.model.bank import Bank
from espejo.model.ledger import Entry, Ledger
from espejo.model.quiz import Question, label_choice
from espejo.rendering.page_view import View
from espejo.rendering.repository_links import RepositoryLinks
from espejo.rendering.site import Site
from espejo.site.pages.service import find_example
from small_bank import SITE_URL, load_small_bank, make_word

QUIZ = "/quizzes/phase-01-arithmetic/"
PROVEN = "q-01-02"
"""Proven, and its ledger entry names a library: the badge reads `proven PyTorch 2.13`."""
ILLUSTRATED = "pt-01-02"


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load_small_bank().bank


def find_question(bank: Bank, id_: str) -> Question:
    return next(question for _, question in bank.questions() if question.id == id_)


def site_with(bank: Bank, *entries: Entry) -> Site:
    """Returns the bank with a ledger that has only these proofs."""
    return Site(replace(bank, ledger=Ledger(entries=entries)), home=SITE_URL, repository=RepositoryLinks())


def test_a_proof_in_the_browser(visit: Open, bank: Bank) -> None:
    """The badge is shown with the answer and opens the program, which can be copied exactly.

    The button for all answers opens no program, and paper shows only the badge.
    """
    page = visit(QUIZ, permissions=["clipboard-read", "clipboard-write"])
    question = page.locator(f"#{PROVEN}")
    badge, program = question.get_by_text("proven PyTorch 2.13", exact=True), question.locator(".proof pre")
    expect(badge).to_be_hidden()
    page.get_by_role("button", name=make_word("open_all", "en"), exact=True).click()
    assert page.locator(".answer[open]").count() == page.locator(".question").count() > 1
    assert page.locator(".proof").count() > 1
    expect(page.locator(".proof[open]")).to_have_count(0)
    expect(badge).to_be_visible()
    expect(program).to_be_hidden()
    page.emulate_media(media="print")
    expect(question.locator(".badge")).to_be_visible()
    expect(program).to_be_hidden()
    page.emulate_media(media="screen")
    badge.click()
    expect(program).to_be_visible()
    question.locator(".proof").get_by_role("button", name=make_word("copy", "en"), exact=True).click()
    written = find_question(bank, PROVEN).proof
    assert written
    assert page.evaluate("navigator.clipboard.readText()") == written.program


def test_the_badge_works_from_the_keyboard_and_without_javascript(visit: Open) -> None:
    """Enter opens the program, and the badge is in the page's language."""
    page = visit(f"/es{QUIZ}", java_script_enabled=False)
    page.locator(f"#{PROVEN} .answer > summary").click()
    page.locator(f"#{PROVEN} .proof > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator(f"#{PROVEN} .proof pre")).to_be_visible()
    expect(page.locator(f"#{PROVEN} .badge")).to_have_text("proven-es PyTorch 2.13")


def test_search_does_not_find_programs(visit: Open, bank: Bank) -> None:
    """A word that occurs only in a program has no results."""
    word = "TypeError"
    assert any(word in str(one.proof.program) for _, one in bank.questions() if one.proof)
    assert not any(word in text.show("en").markdown for _, text in bank.texts())
    page = visit("/search/")
    page.get_by_role("searchbox").fill(word)
    expect(page.locator(".found")).to_have_text(make_word("search_none", "en").format(query=word))


@pytest.mark.parametrize(
    ("digest", "state", "badge"),
    [
        (None, "proven", "proven-es PyTorch 2.13"),
        ("0" * 12, "changed", "changed-es"),
        ("", "unproven", "unproven-es"),
    ],
)
def test_proof_state_follows_the_ledger(bank: Bank, digest: str | None, state: str, badge: str) -> None:
    """Proven, changed, or not yet proven, depending on the recorded digests of the program and the key."""
    entry = bank.ledger.proven[PROVEN]
    assert list_states(bank)[PROVEN].versions["torch"] == "2.13.0"
    line = entry.proven if digest is None else digest and re.sub(r"^[0-9a-f]+", digest, entry.proven)
    site = site_with(bank, replace(entry, proven=line))
    assert site.proof_states[PROVEN].name == state
    view = View(site, "", "es")
    assert view.proofs.badge(view.proofs.state(find_question(bank, PROVEN))) == badge


@pytest.mark.parametrize(
    ("right", "state"),
    [
        ("[2]", "proven"),
        ("[1]", "changed"),
        ('["B"]', "proven"),
        ('["A"]', "changed"),
        ("true", "changed"),
        ("[2", "changed"),
    ],
)
def test_proof_state_compares_the_computed_answer_with_the_key(bank: Bank, right: str, state: str) -> None:
    """The key must match the result in the ledger; a damaged value proves nothing."""
    id_ = next(one.id for one in list_claims(bank) if one.key == [2] and one.id in bank.ledger.proven)
    site = site_with(bank, replace(bank.ledger.proven[id_], right=right))
    assert site.proof_states[id_].name == state


def test_the_value_of_each_choice_is_shown_above_the_program(visit: Open, bank: Bank) -> None:
    """A table shows each choice's label and recorded value, and marks the right ones with a word."""
    placed = next(one for one in bank.items() if list_states(bank)[one.item.id].values)
    assert placed.question
    page = visit(f"/{placed.path}/")
    question = page.locator(f"#{placed.item.id}")
    question.locator(".answer > summary").click()
    question.locator(".proof > summary").click()
    table = question.get_by_role("table", name=make_word("proof_values", "en"), exact=True)
    said = make_word("right_choice", "en")
    expected = [
        [f"{label_choice(placed.labels, number)}.", value, said if choice.correct else ""]
        for number, (choice, value) in enumerate(
            zip(placed.question.choices, list_states(bank)[placed.item.id].values, strict=True), 1
        )
    ]
    rows = table.get_by_role("row").all()
    assert [row.locator("th, td").all_inner_texts() for row in rows] == expected
    assert [row[2] for row in expected].count(said) > 0
    above, program = table.bounding_box(), question.locator(".proof pre").bounding_box()
    assert above and program
    assert above["y"] + above["height"] < program["y"]


def test_every_record_that_can_be_proven_has_a_state(bank: Bank) -> None:
    """Questions, cards, formulas, and patterns each appear once."""
    items = {asked.item.id for asked in bank.items()}
    entries = {one.id for one in bank.reference.entries()}
    assert list_states(bank).keys() == items | entries


def test_the_proofs_page_counts_answers_and_lists_libraries(bank: Bank) -> None:
    """It counts proven, illustrated, not run, and unproven answers; the best-known libraries come first.

    A golden page has the Spanish version. Categories without entries are left out.
    """
    states = Counter(one.name for one in list_states(bank).values())
    assert states["proven"] > states["illustrated"] > 0
    proofs = View(Site(bank, home=SITE_URL, repository=RepositoryLinks()), "proofs", "en").proofs
    assert proofs.totals() == [
        (states["proven"], make_word("total_proven", "en").format(total=states.total())),
        (states["illustrated"], make_word("total_illustrated", "en")),
        (states["not_computable"], make_word("total_not_run", "en")),
        (states["unproven"] + states["changed"], make_word("total_open", "en")),
    ]
    assert proofs.versions() == make_word("proofs_versions", "en").format(versions="PyTorch 2.13")
    nothing = View(site_with(bank), "proofs", "en").proofs
    assert nothing.versions() == ""
    assert nothing.totals()[0][0] == 0
    assert make_word("total_illustrated", "en") not in [words for _, words in nothing.totals()]
    first, second = [id_ for id_, one in list_states(bank).items() if one.name == "proven"][:2]
    versions = {first: "python 3.11 numpy 2.4.6", second: "torch 2.13.0"}
    entries = [
        replace(entry, proven=f"{entry.proven.split()[0]} {versions[entry.id]}")
        for entry in (bank.ledger.proven[first], bank.ledger.proven[second])
    ]
    said = View(site_with(bank, *entries), "proofs", "en").proofs.versions()
    assert said.endswith(f"PyTorch 2.13 {make_word('and', 'en')} NumPy 2.4")


def test_the_proofs_page_shows_an_example(visit: Open, bank: Bank) -> None:
    """The example is a question with a link to its page, the value of each choice, and the program."""
    page = visit("/es/proofs/")
    example = page.locator(".proof-example")
    id_ = example.locator(".id").inner_text()
    question = find_question(bank, id_)
    assert (example.get_by_role("link").first.get_attribute("href") or "").endswith(f"#{id_}")
    expect(example.locator(".choices li")).to_have_count(len(question.choices))
    expect(example.locator(".values tr")).to_have_count(len(question.choices))
    expect(example.locator(".badge.proven")).to_be_visible()
    assert question.proof
    assert str(question.proof.program).strip() in example.locator("pre").inner_text()


def test_a_bank_without_a_proof_of_choices_shows_none(bank: Bank) -> None:
    assert find_example(site_with(bank)) is None


def test_an_illustration_says_what_it_runs_instead(site: Path) -> None:
    """It has its own badge, and a description in place of the proof's."""
    html = (site / "es" / "study-guide" / "quiz-01-division" / "index.html").read_text(encoding="utf-8")
    proofs = dict(re.findall(r'<details class="proof" id="([\w-]+)-proof"(.*?)</details>', html, re.DOTALL))
    assert '<span class="badge illustrated">illustrated-es Python 3.11</span>' in proofs[ILLUSTRATED]
    assert "<p>proof_illustrates-es Solo se prueban los números menores que 1000. <a" in proofs[ILLUSTRATED]
    assert "proof_about-es" not in proofs[ILLUSTRATED]
    assert "proof_about-es" in proofs["pt-01-01"]
    assert "proof_illustrates-es" not in proofs["pt-01-01"]


def test_relabeling_a_proof_as_an_illustration_needs_no_new_run(bank: Bank) -> None:
    """The ledger only records the program; the data say what it shows."""
    claim = next(one for one in list_claims(bank) if one.id == ILLUSTRATED)
    assert claim.proof
    proven = claim._replace(proof=replace(claim.proof, illustrates=None))
    assert find_state(claim, bank.ledger).name == "illustrated"
    assert find_state(proven, bank.ledger).name == "proven"
    changed = claim._replace(key=not claim.key)
    assert find_state(changed, bank.ledger).name == "changed"


@pytest.mark.parametrize(
    ("versions", "named"),
    [
        ({"python": "3.11", "torch": "2.13.0"}, ["PyTorch 2.13"]),
        ({"python": "3.11", "numpy": "2.4.6", "torch": "2.13.0"}, ["NumPy 2.4", "PyTorch 2.13"]),
        ({"python": "3.11"}, ["Python 3.11"]),
    ],
)
def test_badges_name_libraries_and_short_versions(versions: dict[str, str], named: list[str]) -> None:
    """Libraries have their usual names and short versions; Python is named only if nothing else is used."""
    assert name_versions(versions) == named
    assert read_proven(write_proven("abc", versions)) == ("abc", versions)
