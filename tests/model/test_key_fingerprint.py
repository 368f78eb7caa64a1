"""Fingerprints of answer keys: what is right counts, how it is worded does not."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest

from espejo.model.kinds.fingerprint import key_fingerprint, name_kind
from espejo.model.kinds.numeric import write_decimal
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.quiz import Card, Choice, Item, KindName, Question
from espejo.model.text import Code, Text
from small_bank import load_small_bank

PLACE = Place("data/quizzes/phase-01-x.yaml", 1, 1)
EVERY_ITEM = {placed.item.id: placed.item for placed in load_small_bank().bank.items()}


def write(english: str, **others: str) -> Text:
    return Text({"en": english, **others}, PLACE)


def ask(kind: KindName, **keys: Any) -> Question:
    return Question(id="q-01-01", kind=kind, title=write("Title"), place=PLACE, last_line=1, **keys)


def offer(*right: bool) -> tuple[Choice, ...]:
    return tuple(
        Choice(text=write(f"Choice {number}"), correct=correct, place=PLACE)
        for number, correct in enumerate(right, 1)
    )


SINGLE = ask("single", choices=offer(False, True, False))
NUMERIC = ask("numeric", value=Decimal("0.5"), tolerance=Decimal("0.05"))


def reword(item: Item) -> Item:
    """The same item with other words, in one more language, and with what does not touch its key."""
    if isinstance(item, Card):
        return replace(item, front=write("Other", es="Otro"), back=write("Other", es="Otro"), level=3)
    choices = tuple(
        replace(choice, text=write(f"Other {number}", es="Otro"), why=write("Because"))
        for number, choice in enumerate(item.choices)
    )
    points = tuple(write("Point", es="Punto") for _ in range(4)) if item.points else ()
    return replace(
        item, title=write("Other", es="Otro"), prompt=write("Also"), hint=write("Hint"), choices=choices,
        points=points, level=2, topics=(), unit=write("km") if item.unit else None, why=write("So"),
    )  # fmt: skip


@pytest.mark.parametrize("item", EVERY_ITEM.values(), ids=list(EVERY_ITEM))
def test_rewording_translating_and_proving_change_nothing(item: Item) -> None:
    """Every kind of the small bank keeps its fingerprint, which is 8 hexadecimal digits."""
    before = key_fingerprint(item)
    assert re.fullmatch(r"[0-9a-f]{8}", before)
    assert key_fingerprint(reword(item)) == before
    proof = Proof(program=Code("right = 1", PLACE), place=PLACE)
    assert key_fingerprint(replace(item, proof=proof)) == before
    assert key_fingerprint(replace(item, id="q-99-99")) == before


CHANGES: dict[str, tuple[Question, Question]] = {
    "another right choice": (SINGLE, ask("single", choices=offer(True, False, False))),
    "another order": (SINGLE, replace(SINGLE, choices=(*SINGLE.choices[1:], SINGLE.choices[0]))),
    "another kind": (SINGLE, replace(SINGLE, kind="multiple")),
    "one more right choice": (
        ask("multiple", choices=offer(True, True, False)),
        ask("multiple", choices=offer(True, True, True)),
    ),
    "12 is not 1 and 2": (
        ask("multiple", choices=offer(*[False] * 11, True)),
        ask("multiple", choices=offer(True, True, *[False] * 10)),
    ),
    "truth": (ask("truefalse", correct=True), ask("truefalse", correct=False)),
    "value": (NUMERIC, replace(NUMERIC, value=Decimal("0.51"))),
    "sign": (NUMERIC, replace(NUMERIC, value=Decimal("-0.5"))),
    "tolerance": (NUMERIC, replace(NUMERIC, tolerance=Decimal("0.01"))),
    "exact": (NUMERIC, replace(NUMERIC, tolerance=None)),
    "free or recall": (ask("free", answer=write("A")), ask("recall", answer=write("A"))),
}


@pytest.mark.parametrize(("before", "after"), CHANGES.values(), ids=list(CHANGES))
def test_another_kind_or_key_is_another_fingerprint(before: Question, after: Question) -> None:
    """Each change of what is right is noticed."""
    assert key_fingerprint(before) != key_fingerprint(after)


@pytest.mark.parametrize(
    ("item", "hashed"),
    [
        (SINGLE, "single 2"),
        (ask("multiple", choices=offer(True, False, True)), "multiple 1 3"),
        (ask("truefalse", correct=False), "truefalse false"),
        (NUMERIC, "numeric 0.5 0.05"),
        (ask("numeric", value=Decimal("12.0")), "numeric 12 0"),
        (ask("free", answer=write("A")), "free"),
        (ask("recall", answer=write("A")), "recall"),
        (Card(id="c-1", front=write("F"), back=write("B"), place=PLACE, last_line=1), "card"),
    ],
)
def test_what_is_hashed_stays_the_same_for_good(item: Item, hashed: str) -> None:
    """Logs keep fingerprints for years: another text here would ask every question again."""
    assert name_kind(item) == hashed.split()[0]
    assert key_fingerprint(item) == sha256(hashed.encode()).hexdigest()[:8]


@pytest.mark.parametrize("same", ["0.5", "0.50", "00.500"])
def test_zeros_that_say_nothing_do_not_count(same: str) -> None:
    """0.50 is 0.5, as value and as tolerance."""
    assert key_fingerprint(replace(NUMERIC, value=Decimal(same))) == key_fingerprint(NUMERIC)
    both = replace(NUMERIC, tolerance=Decimal(same))
    assert key_fingerprint(both) == key_fingerprint(replace(NUMERIC, tolerance=Decimal("0.5")))


@pytest.mark.parametrize(
    ("number", "written"),
    [
        ("100", "100"), ("3.0", "3"), ("-0.0", "0"), ("0", "0"), ("-1.250", "-1.25"),
        ("0.000000000000001",) * 2, ("123456789012345.123456789012345",) * 2,
    ],
)  # fmt: skip
def test_a_number_is_written_with_all_its_digits_and_no_exponent(number: str, written: str) -> None:
    """Scripts read it as a plain decimal, whatever its size."""
    assert write_decimal(Decimal(number)) == written
