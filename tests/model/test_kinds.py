"""Question kinds: each is complete, and shows its answer only where it should."""

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
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from project import ROOT
from small_bank import SITE_URL, drop_term_links, load_small_bank, make_word

MACROS = [f"{medium}_{part}" for medium in ("page", "note", "book") for part in ("offer", "answer")]
SWITCHES = {key.name for key in list_keys(Question) if key.item is bool}
PLACE = Place("data/quizzes/phase-01-x.yaml", 1, 1)

every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))


def test_every_kind_is_complete() -> None:
    """It has keys, words, a template for each medium, documentation, and a sample in the small bank."""
    assert tuple(KINDS) == get_args(KindName)
    documents = [
        (ROOT / name).read_text(encoding="utf-8") for name in ("CONTRIBUTING.md", "CONTRIBUTING.es.md")
    ]
    sampled = {question.kind for _, question in load_small_bank().bank.questions()}
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.needs
        assert set(kind.keys) <= {key.name for key in list_keys(Question)}
        module = get_template(f"kinds/{kind.template}.html").module
        assert [macro for macro in MACROS if not hasattr(module, macro)] == [], name
        assert not kind.marked or f"kind_{name}" in english_words()
        assert f"Question.kind.{name}" in FIELDS
        assert name in sampled, f"tests/bank has no question of the kind {name}"
        for text in documents:
            row = re.search(rf"^\| `{name}` \|(.*)\|$", text, re.MULTILINE)
            assert row, f"a CONTRIBUTING file has no row for {name}"
            assert all(f"`{key}" in row[1] for key in kind.needs)


@every_kind
def test_a_draft_of_it_is_valid_and_has_its_keys_except_switches(kind: Kind, data: Path) -> None:
    bank = load_small_bank().bank
    skeleton = Skeleton({locale: one.fields for locale, one in bank.locales.items()})
    quiz = data / "quizzes" / "phase-90-draft.yaml"
    lines = skeleton.unit("questions", skeleton.question("q-90-01", kind.name, ()))
    quiz.write_text("\n".join(lines) + "\n", encoding="utf-8")
    inspection = inspect_project(data)
    assert [str(fault) for fault in inspection.faults] == []
    made = next(question for _, question in inspection.bank.questions() if question.id == "q-90-01")
    assert made.kind == kind.name
    keys = [name for name in kind.keys if name in kind.needs or name not in SWITCHES]
    assert all(getattr(made, name) not in (None, ()) for name in keys)
    assert all(getattr(made, name) is None for name in set(kind.keys) - set(keys))


def numeric(**keys: Any) -> Question:
    title = Text({ONCE: "1"}, PLACE)
    return Question(id="q-01-01", kind="numeric", title=title, place=PLACE, last_line=1, **keys)


def test_a_computed_number_is_right_if_exact_or_within_the_tolerance() -> None:
    kind = Numeric()
    about = kind.answer_key(numeric(value=Decimal("0.5"), tolerance=Decimal("0.05")), "numbers")
    exact = kind.answer_key(numeric(value=Decimal(3)), "numbers")
    assert about is not None
    assert exact is not None
    assert all(kind.accepts(about, one) for one in (0.5, 0.55, 0.45))
    assert not any(kind.accepts(about, one) for one in (0.5500001, 0, 1))
    assert kind.accepts(exact, 3)
    wrong = (True, "3", [3], None, float("nan"), float("inf"), 3.0000001)
    assert not any(kind.accepts(exact, one) for one in wrong)


def test_a_number_has_the_decimal_sign_of_its_language_and_all_its_digits() -> None:
    number = Quantity(Decimal("-0.50"), Text({ONCE: "MB"}, PLACE))
    site = Site(load_small_bank().bank, home=SITE_URL)
    written = [View(site, "", locale).quantity(number) for locale in ("en", "es")]
    assert written == ["-0.50\N{NO-BREAK SPACE}MB", "-0,50\N{NO-BREAK SPACE}MB"]


@pytest.mark.parametrize("medium", ["page", "note", "book"])
@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_answer_shows_what_is_right_and_the_question_does_not(medium: str, locale: str) -> None:
    bank = load_small_bank().bank
    view = View(Site(bank, home=SITE_URL), "", locale)
    for placed in bank.items():
        if question := placed.question:
            module: Any = get_template(f"kinds/{KINDS[question.kind].template}.html").module
            offer = getattr(module, f"{medium}_offer")(view, placed)
            answer = drop_term_links(getattr(module, f"{medium}_answer")(view, placed))
            verdict = view.verdict(placed)
            assert verdict in answer
            assert not verdict or verdict not in offer
            assert all(view.inline(choice.text).html in offer for choice in question.choices)
            assert not question.answer or view.block(question.answer).html in answer
            assert all(view.inline(point).html in answer for point in question.points)
            assert not question.unit or view.inline(question.unit).html in offer


def test_no_other_module_names_a_kind() -> None:
    """Only `study/terminal/kinds.py` does. All others use the kind's own attributes."""
    names = "|".join(KINDS)
    for path in [*(ROOT / "hooks").rglob("*.py"), *(ROOT / "hooks").rglob("*.html")]:
        if "kinds" not in (path.stem, *path.parts) and path.name != "quiz.py":
            found = re.search(rf"""["'](?:{names})["']""", path.read_text(encoding="utf-8"))
            assert not found, f"{path.relative_to(ROOT)} names {found and found[0]}"


def test_a_numeric_question_shows_its_unit_if_it_has_one() -> None:
    bank = load_small_bank().bank
    view = View(Site(bank, home=SITE_URL), "", "en")
    asked = [one for one in bank.items() if one.question and one.question.kind == "numeric"]
    units = [one.question.unit for one in asked if one.question]
    assert any(units)
    for medium in ("page", "note", "book"):
        offer = getattr(get_template("kinds/numeric.html").module, f"{medium}_offer")
        for placed, unit in zip(asked, units, strict=True):
            words = make_word("answer_in_unit", "en").format(unit=unit.show("en").markdown) if unit else ""
            assert Markup(offer(view, placed)).striptags() == words
