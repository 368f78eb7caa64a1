"""A proof stands under its answer, in both languages, and gives nothing away before."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from espejo.bank import load_bank
from espejo.pages import Site
from espejo.problems import Place
from espejo.proofs.standing import list_standings, name_versions, read_proven, write_proven
from espejo.view import Forge, View
from playwright.sync_api import expect

from conftest import Open
from espejo.ledger import Entry, Ledger
from project import ROOT

QUIZ = "/quizzes/phase-07-scalar-autograd/"
BANK = load_bank(ROOT / "data").bank


def site_with(proven: dict[str, str]) -> Site:
    """The bank, with a ledger that remembers these proofs."""
    place = Place("data/ledger.yaml", 1, 1)
    entries = tuple(Entry(id=id_, proven=line, place=place) for id_, line in proven.items())
    return Site(
        replace(BANK, ledger=Ledger(entries=entries)), root="en", home="https://x.test/", forge=Forge()
    )


def test_the_badge_opens_the_program_once_the_answer_is_open(visit: Open) -> None:
    page = visit(QUIZ, permissions=["clipboard-read", "clipboard-write"])
    question = page.locator("#q-07-01")
    badge = question.get_by_text("Proven with PyTorch 2.13")
    expect(badge).to_be_hidden()
    question.locator(".answer > summary").click()
    expect(badge).to_be_visible()
    program = question.locator(".proof pre")
    expect(program).to_be_hidden()
    badge.click()
    expect(program).to_be_visible()
    question.locator(".proof").get_by_role("button", name="Copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    written = next(q.proof for _, q in BANK.questions() if q.id == "q-07-01")
    assert written
    assert copied == written.program


def test_the_badge_works_from_the_keyboard_and_without_javascript(visit: Open) -> None:
    page = visit(f"/es{QUIZ}", java_script_enabled=False)
    page.locator("#q-07-01 .answer > summary").click()
    page.locator("#q-07-01 .proof > summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#q-07-01 .proof pre")).to_be_visible()
    expect(page.locator("#q-07-01 .badge")).to_have_text("Demostrado con PyTorch 2.13")


def test_open_all_leaves_the_programs_closed(visit: Open) -> None:
    page = visit(QUIZ)
    page.get_by_role("button", name="Open all answers").click()
    assert page.locator(".answer[open]").count() == 5
    assert page.locator(".proof[open]").count() == 0


@pytest.mark.parametrize("width", [320, 1440])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_an_open_proof(visit: Open, width: int, theme: str) -> None:
    page = visit(f"/es{QUIZ}", width=width, color_scheme=theme, bypass_csp=True)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.add_script_tag(path=ROOT / "node_modules" / "axe-core" / "axe.min.js")
    seven = {"color-contrast-enhanced": {"enabled": True}}
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag22aa", "best-practice"], "rules": seven}
    found = page.evaluate("rules => axe.run(document, rules)", rules)
    assert [(one["id"], [node["html"] for node in one["nodes"]]) for one in found["violations"]] == []


def test_search_does_not_find_programs(visit: Open) -> None:
    word = "SimpleNamespace"
    assert any(word in str(q.proof.program) for _, q in BANK.questions() if q.proof)
    page = visit("/search/")
    page.get_by_role("searchbox").fill(word)
    expect(page.locator(".found")).to_contain_text(f"Nothing found for “{word}”")


def test_on_a_topics_page_the_badge_leads_to_the_program(site: Path) -> None:
    """The program itself stands once, where the question is at home."""
    html = (site / "topics" / "autograd" / "index.html").read_text(encoding="utf-8")
    assert 'href="../../quizzes/phase-07-scalar-autograd/#q-07-01-proof"' in html
    assert '<details class="proof"' not in html


def test_the_print_has_the_badge_and_not_the_program(visit: Open) -> None:
    page = visit(QUIZ)
    page.emulate_media(media="print")
    expect(page.locator("#q-07-01 .badge")).to_be_visible()
    expect(page.locator("#q-07-01 .proof pre")).to_be_hidden()


def test_how_an_answer_stands() -> None:
    """Proven, changed since, not proven yet: by what the ledger remembers of the program and the key."""
    proven = BANK.ledger.proven["q-07-01"]
    assert list_standings(BANK)["q-07-01"].state == "proven"
    assert list_standings(BANK)["q-07-01"].versions["torch"] == "2.13.0"
    other = re.sub(r"^[0-9a-f]+", "0" * 12, proven)
    for line, state in ((proven, "proven"), (other, "changed"), ("", "unproven")):
        site = site_with({"q-07-01": line} if line else {})
        assert site.standings["q-07-01"].state == state
        view = View(site, "", "es")
        record = next(q for _, q in BANK.questions() if q.id == "q-07-01")
        assert (
            view.badge(view.standing(record))
            == {
                "proven": "Demostrado con PyTorch 2.13",
                "changed": "La demostración ha cambiado desde la última vez que se ejecutó",
                "unproven": "La demostración aún no se ha ejecutado",
            }[state]
        )


def test_every_record_that_can_be_proven_has_a_standing() -> None:
    standings = list_standings(BANK)
    items = {asked.item.id for asked in BANK.items()}
    entries = {one.id for one in BANK.reference.entries()}
    assert standings.keys() == items | entries


def test_the_page_about_proofs_counts_what_there_is() -> None:
    states = [one.state for one in list_standings(BANK).values()]
    site = Site(BANK, root="en", home="https://x.test/", forge=Forge())
    said = " ".join(View(site, "proofs", "en").proof_counts())
    assert f"{states.count('proven')} of {len(states)} answers are proven, with PyTorch 2.13" in said
    assert f"and {states.count('not_computable')} cannot be computed." in said


@pytest.mark.parametrize(
    ("versions", "named"),
    [
        ({"python": "3.11", "torch": "2.13.0"}, ["PyTorch 2.13"]),
        ({"python": "3.11", "numpy": "2.4.6", "torch": "2.13.0"}, ["NumPy 2.4", "PyTorch 2.13"]),
        ({"python": "3.11"}, ["Python 3.11"]),
    ],
)
def test_versions_are_named_as_readers_know_them(versions: dict[str, str], named: list[str]) -> None:
    assert name_versions(versions) == named
    assert read_proven(write_proven("abc", versions)) == ("abc", versions)
