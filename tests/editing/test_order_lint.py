"""The lint `order`: what it asks to keep in order, and what it leaves alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from espejo.editing.lints.choice_lints import find_order, find_order_of_choices
from espejo.editing.lints.language_facts import LanguageFacts
from espejo.editing.lints.lint import Side
from espejo.markdown.parsed import ParsedPassage
from espejo.model.problems import Place
from espejo.model.quiz import Choice, Question
from espejo.model.text import ONCE, Text
from small_bank import load_small_bank

PLACE = Place("data/quizzes/phase-01-x.yaml", 1, 1)


@pytest.fixture(scope="module")
def languages() -> Mapping[str, LanguageFacts]:
    bank = load_small_bank().bank
    return {locale: LanguageFacts(locale, bank) for locale in bank.locales}


def offer(*texts: str | tuple[str, str]) -> Question:
    """A question with these choices, each written once or in English and Spanish."""
    choices = tuple(
        Choice(
            text=Text({ONCE: one} if isinstance(one, str) else {"en": one[0], "es": one[1]}, PLACE),
            place=PLACE,
        )
        for one in texts
    )
    title = Text({ONCE: "1"}, PLACE)
    return Question(id="q-01-01", kind="single", title=title, choices=choices, place=PLACE, last_line=1)


X, Y, Z = ("A layer", "Una capa"), ("A loss", "Una pérdida"), ("An epoch", "Una época")


@pytest.mark.parametrize(
    "choice",
    [
        ("None of these", "Ninguna de ellas"),
        ("**None** of these.", "**Ninguna** de ellas."),
        ("Both", "Ambas"),
        ("ALL OF THEM", "TODAS"),
        ("A and B", "A y B"),
        ("1 or 2", "1 o 2"),
        ("Layer and loss together", "Ambas son correctas"),
    ],
)
def test_a_choice_about_the_others_asks_for_a_fixed_order(
    choice: tuple[str, str], languages: Mapping[str, LanguageFacts]
) -> None:
    """In either language, once per question, at that choice."""
    (found,) = find_order_of_choices(offer(X, Y, choice), languages)
    assert found.text.passages["en"] == choice[0]
    assert "fixed_order: true" in str(found.remark.fact)


@pytest.mark.parametrize(
    "choice",
    [
        ("None of these layers has parameters", "Ninguna de estas capas tiene parámetros"),
        ("Both layers", "Las dos capas"),
        ("`A` and `B`", "`A` y `B`"),
        ("`None`", "`None`"),
        ("A and the loss", "A y la pérdida"),
        ("It copies all of these into RAM", "Copia todos estos en la RAM"),
        ("", ""),
    ],
)
def test_a_choice_that_only_sounds_like_it_is_left_alone(
    choice: tuple[str, str], languages: Mapping[str, LanguageFacts]
) -> None:
    """The phrase has to be the whole choice, and code names no choice."""
    assert list(find_order_of_choices(offer(X, Y, choice), languages)) == []


def test_choices_that_name_statements_of_the_question_are_left_alone(
    languages: Mapping[str, LanguageFacts],
) -> None:
    """If half of them look like labels, these are labels of something else."""
    named = [("Only A", "Solo A"), ("A and B", "A y B"), ("Neither", "Ninguna")]
    assert list(find_order_of_choices(offer(*named, X), languages)) == []
    assert list(find_order_of_choices(offer(named[1], X, Y, Z), languages)) != []


@pytest.mark.parametrize(
    "numbers",
    [
        ("1", "2", "3"), ("`64`", "`32`", "`16`"), ("$-1$", "$0$", "$0.5$"), ("−2", "-1", "+1"),
        (("0.5 MB", "0,5 MB"), ("1.5 MB", "1,5 MB"), ("1,000 MB", "1.000 MB")), ("10%", "20%", "30%", "100%"),
    ],
)  # fmt: skip
def test_numbers_in_order_ask_for_a_fixed_order(
    numbers: tuple[str | tuple[str, str], ...], languages: Mapping[str, LanguageFacts]
) -> None:
    """Up or down, as code, as formulas, and with a unit."""
    (found,) = find_order_of_choices(offer(*numbers), languages)
    assert "numbers in order" in str(found.remark.fact)


@pytest.mark.parametrize(
    "numbers",
    [
        ("1", "2"), ("2", "1", "3"), ("1", "1", "2"), ("1", "2", X), ("10 MB", "1 GB", "2 GB"),
        ("`(1, 2)`", "`(2, 2)`", "`(3, 2)`"), ("$7 \\times 7$", "$8 \\times 8$", "$9 \\times 9$"),
        ("1×1", "2×2", "3×3"), ("9" * 400, "1", "2"), (),
    ],
)  # fmt: skip
def test_what_is_no_scale_is_left_alone(
    numbers: tuple[str | tuple[str, str], ...], languages: Mapping[str, LanguageFacts]
) -> None:
    """Two numbers, another order, equal ones, several units, shapes."""
    assert list(find_order_of_choices(offer(*numbers), languages)) == []


@pytest.mark.parametrize(
    ("locale", "passage", "phrase"),
    [
        ("en", "Unlike the second choice, it fails.", "the second choice"),
        ("en", "As option B says.", "option B"),
        ("en", "The first two options fail.", "The first two options"),
        ("es", "Como dice la opción 2.", "opción 2"),
        ("es", "La tercera opción falla.", "La tercera opción"),
        ("es", "Ninguna de las anteriores.", "Ninguna de las anteriores"),
        ("en", "The first layer is the best choice.", ""),
        ("en", "The second one fails, and the option `B` is new.", ""),
        ("es", "La primera capa es la mejor opción.", ""),
        ("es", "Los valores anteriores se suman.", ""),
    ],
)
def test_a_passage_that_calls_a_choice_by_its_place_is_found(
    locale: str, passage: str, phrase: str, languages: Mapping[str, LanguageFacts]
) -> None:
    """By its label or by where it stands; first and second things of another sort are no choices."""
    found = [
        str(remark.fact)
        for remark in find_order(Side(languages[locale], ParsedPassage(passage), is_shuffled=True))
    ]
    assert len(found) == bool(phrase)
    assert all(f"'{phrase}'" in fact for fact in found)


def test_only_a_question_with_choices_in_no_fixed_order_is_shuffled() -> None:
    """What the lint looks at."""
    question = offer("1", "2", "3")
    assert question.is_shuffled
    assert replace(question, fixed_order=False).is_shuffled
    assert not replace(question, fixed_order=True).is_shuffled
    assert not replace(question, choices=()).is_shuffled
