"""The bank enters; its claims leave: each record that can be proven, with its key as readers see it."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2s
from itertools import combinations
from typing import NamedTuple

from espejo.model import Bank, Item, Question, Quiz
from espejo.problems import Place
from espejo.proof import Proof
from espejo.reference import Formula, Pattern
from espejo.text import Code

Key = bool | list[int] | list[str]


class Claim(NamedTuple):
    """One record that can be proven: its proof, its key if it has choices, and the keys it could have had."""

    id: str
    place: Place
    proof: Proof | None
    key: Key | None = None
    other_keys: tuple[Key, ...] = ()
    has_choices: bool = False

    @property
    def program(self) -> Code | None:
        return self.proof.program if self.proof else None

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.proof.needs))) if self.proof else ()

    def digest(self) -> str:
        """What was proven: the program, what it needs, and the key it was held against."""
        written = repr((str(self.program), self.needs, self.key))
        return blake2s(written.encode(), digest_size=6).hexdigest()


def list_claims(bank: Bank) -> Iterator[Claim]:
    for asked in bank.items():
        yield make_claim(asked.item, letters=isinstance(asked.unit, Quiz) and asked.unit.labels == "letters")
    for entry in bank.reference.entries():
        yield make_claim(entry)


def make_claim(record: Item | Formula | Pattern, *, letters: bool = False) -> Claim:
    if not isinstance(record, Question):
        return Claim(record.id, record.place, record.proof)
    if record.kind == "truefalse" and record.correct is not None:
        return Claim(record.id, record.place, record.proof, record.correct, (not record.correct,), True)
    numbers = range(1, len(record.choices) + 1)
    right = tuple(number for number, choice in zip(numbers, record.choices, strict=True) if choice.correct)
    if record.kind not in ("single", "multiple") or not right:
        may_have = record.kind not in ("free", "recall")  # a kind or a key that is wrong is said elsewhere
        return Claim(record.id, record.place, record.proof, has_choices=may_have)
    sizes = (1,) if record.kind == "single" else numbers
    others = (other for size in sizes for other in combinations(numbers, size) if other != right)
    made = tuple(_labels(other, letters=letters) for other in others)
    return Claim(record.id, record.place, record.proof, _labels(right, letters=letters), made, True)


def _labels(numbers: tuple[int, ...], *, letters: bool) -> Key:
    return [chr(ord("A") + number - 1) for number in numbers] if letters else list(numbers)
