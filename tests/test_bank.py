"""The bank we publish: complete in both languages, with the answers that are true."""

from __future__ import annotations

import re

import pytest
from espejo.bank import Loaded, load_bank
from espejo.markdown import plain_words
from espejo.words import WORDS

from espejo.model import Quiz
from project import ROOT

# Kind and right choices, by position, of each question of the phases.
KEY = {
    "q-07-01": ("single", [2]),
    "q-07-02": ("multiple", [1, 2, 3]),
    "q-07-03": ("free", []),
    "q-07-04": ("free", []),
    "q-07-05": ("single", [2]),
    "q-08-01": ("single", [2]),
    "q-08-02": ("multiple", [1, 2]),
    "q-08-03": ("free", []),
    "q-08-04": ("single", [2]),
    "q-08-05": ("free", []),
    "q-25-01": ("single", [2]),
    "q-25-02": ("single", [1]),
    "q-25-03": ("free", []),
    "q-25-04": ("multiple", [2, 3, 4]),
    "q-25-05": ("multiple", [1, 3, 4]),
}


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_bank(ROOT / "data")


def test_nothing_is_wrong_or_missing(loaded: Loaded) -> None:
    assert [str(one) for one in (*loaded.problems, *loaded.notices)] == []


def test_questions_kinds_and_right_choices(loaded: Loaded) -> None:
    found = {
        question.id: (
            question.kind,
            [number for number, choice in enumerate(question.choices, 1) if choice.correct],
        )
        for _, question in loaded.bank.questions()
        if question.id.startswith("q-")
    }
    assert found == KEY


def test_labels(loaded: Loaded) -> None:
    labels = {slug: unit.labels for _, slug, unit in loaded.bank.units() if isinstance(unit, Quiz)}
    assert [slug for slug, label in labels.items() if label == "numbers"] == [
        "phase-07-scalar-autograd",
        "phase-08-tensor-autograd",
    ]


def test_every_wrong_choice_says_why_and_no_right_one_does(loaded: Loaded) -> None:
    for _, question in loaded.bank.questions():
        for number, choice in enumerate(question.choices, 1):
            assert choice.correct != bool(choice.why), f"{question.id}, choice {number}"


def test_free_questions_name_the_points_of_a_good_answer(loaded: Loaded) -> None:
    free = [question for _, question in loaded.bank.questions() if question.kind == "free"]
    assert len(free) == 5
    assert all(question.points and question.answer for question in free)


def test_dtype_is_not_taught_as_a_dispatch_key(loaded: Loaded) -> None:
    question = next(question for _, question in loaded.bank.questions() if question.id == "q-25-05")
    dtype = question.choices[1]
    assert "dtype" in dtype.text.show("en").markdown
    assert "dtype" in dtype.text.show("es").markdown
    assert not dtype.correct


def test_the_glossary_has_terms_of_both_sorts(loaded: Loaded) -> None:
    terms = loaded.bank.reference.terms
    assert any("" in term.term.passages for term in terms)
    assert any("es" in term.term.passages for term in terms)
    assert all(plain_words(term.meaning.show("es").markdown) for term in terms)


def test_the_package_knows_no_locale_by_name() -> None:
    """No module and no template names a language, not even in an example; docstrings and field notes may."""
    for file in sorted((ROOT / "hooks").rglob("*")):
        if file.suffix in (".py", ".html"):
            for line in file.read_text(encoding="utf-8").splitlines():
                named = re.search(r"""["'{](?:en|es)["':]|English|Spanish|Español""", line)
                assert not named or '"""' in line or "key(" in line, f"{file.name}: {line}"


def test_every_word_is_used_and_every_word_used_is_there() -> None:
    used = set()
    for file in [*(ROOT / "hooks").rglob("*"), *(ROOT / "docs" / "overrides").rglob("*")]:
        if file.suffix in (".py", ".html") and file.name != "words.py":
            text = file.read_text(encoding="utf-8")
            used |= {name for name in WORDS if f'"{name}"' in text or f"'{name}'" in text}
            nouns = {noun for noun in ("course", "quiz", "question", "deck", "card") if f'"{noun}"' in text}
            used |= {name for name in WORDS if name.rpartition("_")[0] in nouns}
            joined = re.findall(r'"(\w+_)" ~', text)
            used |= {name for name in WORDS if name.startswith(tuple(joined))}
            listed = set(re.findall(r'"(?:reference/)?(\w+)"', text)) if "_title" in text else set()
            used |= {f"{name}_{part}" for name in listed for part in ("title", "about")} & set(WORDS)
    assert used == set(WORDS)
