"""Kinds of question: each is complete, so that a new one cannot be half forgotten."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any, get_args

import pytest
from markupsafe import Markup

from espejo.check.project import inspect_project
from espejo.editing.skeleton import Skeleton
from espejo.load.file_kinds import FIELDS
from espejo.load.languages import english_words
from espejo.model.keys import list_keys
from espejo.model.kinds import KINDS, Kind, Quantity
from espejo.model.kinds.numeric import Numeric
from espejo.model.problems import Place
from espejo.model.quiz import KindName, Question
from espejo.model.text import ONCE, Text
from espejo.rendering.environment import get_template
from espejo.rendering.site import Site
from espejo.rendering.view import View
from project import ROOT
from small_bank import SITE_URL, drop_term_links, load_small_bank, make_word

MACROS = [f"{medium}_{part}" for medium in ("page", "note", "book") for part in ("offer", "answer")]
SWITCHES = {key.name for key in list_keys(Question) if key.item is bool}
PLACE = Place("data/quizzes/phase-01-x.yaml", 1, 1)

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


def test_every_kind_is_registered_and_every_registered_kind_can_be_written() -> None:
    assert tuple(KINDS) == get_args(KindName)
    assert all(kind.name == name for name, kind in KINDS.items())


@every_kind
def test_its_keys_are_keys_of_a_question(kind: Kind) -> None:
    assert set(kind.keys) <= {key.name for key in list_keys(Question)}
    assert kind.needs


@every_kind
def test_its_template_shows_it_on_pages_in_notes_and_in_the_book(kind: Kind) -> None:
    module = get_template(f"kinds/{kind.template}.html").module
    assert [name for name in MACROS if not hasattr(module, name)] == []


@every_kind
def test_the_site_has_words_for_it(kind: Kind) -> None:
    assert not kind.marked or f"kind_{kind.name}" in english_words()
    assert f"Question.kind.{kind.name}" in FIELDS


@every_kind
def test_the_small_bank_has_it(kind: Kind) -> None:
    """So that golden pages, notes and JSON show it."""
    assert any(question.kind == kind.name for _, question in load_small_bank().bank.questions())


@every_kind
def test_a_skeleton_of_it_is_valid_and_has_its_keys_except_switches(kind: Kind, data: Path) -> None:
    bank = load_small_bank().bank
    skeleton = Skeleton({locale: one.fields for locale, one in bank.locales.items()})
    quiz = data / "quizzes" / "phase-90-draft.yaml"
    lines = skeleton.quiz(skeleton.question("q-90-01", kind.name, ()))
    quiz.write_text("\n".join(lines) + "\n", encoding="utf-8")
    inspection = inspect_project(data)
    assert [str(fault) for fault in inspection.faults] == []
    made = next(question for _, question in inspection.bank.questions() if question.id == "q-90-01")
    assert made.kind == kind.name
    keys = [name for name in kind.keys if name in kind.needs or name not in SWITCHES]
    assert all(getattr(made, name) not in (None, ()) for name in keys)
    assert all(getattr(made, name) is None for name in set(kind.keys) - set(keys))


@every_kind
def test_the_documents_for_contributors_name_it(kind: Kind) -> None:
    for name in ("CONTRIBUTING.md", "CONTRIBUTING.es.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        row = re.search(rf"^\| `{kind.name}` \|(.*)\|$", text, re.MULTILINE)
        assert row, f"{name} has no row for {kind.name}"
        assert all(f"`{key}" in row[1] for key in kind.needs)


def numeric(**keys: Any) -> Question:
    title = Text({ONCE: "1"}, PLACE)
    return Question(id="q-01-01", kind="numeric", title=title, place=PLACE, last_line=1, **keys)


@pytest.mark.parametrize(
    ("computed", "right"),
    [(0.5, True), (0.55, True), (0.45, True), (0.5500001, False), (0, False), (1, False)],
)
def test_a_number_is_right_within_its_tolerance(computed: float, right: bool) -> None:
    kind = Numeric()
    key = kind.answer_key(numeric(value=Decimal("0.5"), tolerance=Decimal("0.05")), "numbers")
    assert key is not None
    assert kind.accepts(key, computed) is right


@pytest.mark.parametrize("computed", [True, "3", [3], None, float("nan"), float("inf"), 3.0000001])
def test_an_exact_number_accepts_nothing_else(computed: object) -> None:
    kind = Numeric()
    key = kind.answer_key(numeric(value=Decimal(3)), "numbers")
    assert key is not None
    assert kind.accepts(key, 3)
    assert not kind.accepts(key, computed)


@pytest.mark.parametrize(
    ("locale", "written"), [("en", "-0.50\N{NO-BREAK SPACE}MB"), ("es", "-0,50\N{NO-BREAK SPACE}MB")]
)
def test_a_number_has_the_decimal_sign_of_its_language_and_all_its_digits(locale: str, written: str) -> None:
    view = View(Site(load_small_bank().bank, home="https://espejo.test/"), "", locale)
    assert view.quantity(Quantity(Decimal("-0.50"), Text({ONCE: "MB"}, PLACE))) == written


@every_kind
@pytest.mark.parametrize("medium", ["page", "note", "book"])
@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_answer_shows_what_is_right_and_the_offer_does_not(kind: Kind, medium: str, locale: str) -> None:
    """On pages, in notes and in print: the verdict, and whatever the kind has to show for an answer."""
    bank = load_small_bank().bank
    view = View(Site(bank, home="https://espejo.test/"), "", locale)
    module: Any = get_template(f"kinds/{kind.template}.html").module
    for placed in bank.items():
        question = placed.question
        if question and question.kind == kind.name:
            offer = getattr(module, f"{medium}_offer")(view, placed)
            answer = drop_term_links(getattr(module, f"{medium}_answer")(view, placed))
            verdict = view.verdict(placed)
            assert verdict in answer
            assert not verdict or verdict not in offer
            assert all(view.inline(choice.text).html in offer for choice in question.choices)
            assert not question.answer or view.block(question.answer).html in answer
            assert all(view.inline(point).html in answer for point in question.points)
            assert not question.unit or view.inline(question.unit).html in offer


def test_nothing_else_knows_a_kind_by_name() -> None:
    """Outside the modules of the kinds and the list of their names, what differs is asked of the kind."""
    names = "|".join(KINDS)
    for path in [*(ROOT / "hooks").rglob("*.py"), *(ROOT / "hooks").rglob("*.html")]:
        if "kinds" not in path.parts and path.name != "quiz.py":
            found = re.search(rf"""["'](?:{names})["']""", path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(ROOT)} names {found and found[0]}"


@pytest.mark.parametrize("medium", ["page", "note", "book"])
def test_a_number_is_asked_for_in_its_unit(medium: str) -> None:
    """On a page, on a note and in a book; a number without a unit is asked for without one."""
    bank = load_small_bank().bank
    view = View(Site(bank, home=SITE_URL), "", "en")
    offer = getattr(get_template("kinds/numeric.html").module, f"{medium}_offer")
    numeric = [one for one in bank.items() if one.question and one.question.kind == "numeric"]
    units = {one.item.id: one.question.unit for one in numeric if one.question}
    assert any(units.values())
    for placed in numeric:
        unit = units[placed.item.id]
        words = make_word("answer_in_unit", "en").format(unit=unit.show("en").markdown) if unit else ""
        assert Markup(offer(view, placed)).striptags() == words
