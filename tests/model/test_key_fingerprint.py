"""Fingerprints of answer keys: they depend on the correct answer, not on the wording."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from hashlib import sha256
from typing import Any

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
    """The same item reworded, in another language, and with other edits that keep its key."""
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


def test_rewording_translating_and_proving_keep_the_fingerprint() -> None:
    proof = Proof(program=Code("right = 1", PLACE), place=PLACE)
    for item in EVERY_ITEM.values():
        before = key_fingerprint(item)
        assert re.fullmatch(r"[0-9a-f]{8}", before)
        for edited in (reword(item), replace(item, proof=proof), replace(item, id="q-99-99")):
            assert key_fingerprint(edited) == before, item.id


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


def test_another_kind_or_key_changes_the_fingerprint() -> None:
    same = [name for name, pair in CHANGES.items() if len(set(map(key_fingerprint, pair))) == 1]
    assert same == []


def test_fingerprints_stay_the_same_forever() -> None:
    """Logs keep them for years. If they changed, learners would have to answer every question again."""
    for item, hashed in (
        (SINGLE, "single 2"),
        (ask("multiple", choices=offer(True, False, True)), "multiple 1 3"),
        (ask("truefalse", correct=False), "truefalse false"),
        (NUMERIC, "numeric 0.5 0.05"),
        (ask("numeric", value=Decimal("12.0")), "numeric 12 0"),
        (ask("free", answer=write("A")), "free"),
        (ask("recall", answer=write("A")), "recall"),
        (Card(id="c-1", front=write("F"), back=write("B"), place=PLACE, last_line=1), "card"),
    ):
        assert name_kind(item) == hashed.split()[0]
        assert key_fingerprint(item) == sha256(hashed.encode()).hexdigest()[:8]


def test_numbers_have_all_digits_and_neither_exponent_nor_trailing_zeros() -> None:
    """Scripts read them as plain decimals."""
    for number, written in {
        **{"100": "100", "3.0": "3", "-0.0": "0", "0": "0", "-1.250": "-1.25", "00.500": "0.5"},
        "0.000000000000001": "0.000000000000001",
        "123456789012345.123456789012345": "123456789012345.123456789012345",
    }.items():
        assert write_decimal(Decimal(number)) == written
    zeros = replace(NUMERIC, value=Decimal("0.50"), tolerance=Decimal("0.050"))
    assert key_fingerprint(zeros) == key_fingerprint(NUMERIC)
