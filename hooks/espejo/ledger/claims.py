"""Claims: every provable record, with its proof and the answer key the proof must compute."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2s
from typing import Any, NamedTuple

from espejo.model.bank import Bank, Provable
from espejo.model.kinds import KINDS, AnswerKey
from espejo.model.problems import Place
from espejo.model.proof import Proof
from espejo.model.quiz import KindName, Labels, Question
from espejo.model.text import ONCE, Code


class Claim(NamedTuple):
    """A provable record: its proof, and its answer key if its kind has one."""

    id: str
    place: Place
    proof: Proof | None
    key: AnswerKey | None = None
    kind: KindName | None = None
    computable: bool = False  # whether a program can compute the answer, not just assert a fact
    choices: tuple[str, ...] = ()  # the text of each choice, without backticks

    @property
    def program(self) -> Code | None:
        return self.proof.program if self.proof else None

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(sorted(set(self.proof.needs))) if self.proof else ()

    def accepts(self, computed: Any) -> bool:
        """Whether a program computed the right answer."""
        return self.kind is not None and self.key is not None and KINDS[self.kind].accepts(self.key, computed)

    def digest(self, *, computed: bool) -> str:
        """A hash of what was proven: the program and its libraries, and the key unless it was computed.

        The ledger stores a computed value next to the digest, and compares it with the key itself.
        """
        content = repr((str(self.program), self.needs, None if computed else self.key))
        return blake2s(content.encode(), digest_size=6).hexdigest()


def list_claims(bank: Bank) -> Iterator[Claim]:
    for placed in bank.items():
        yield make_claim(placed.item, placed.labels)
    for entry in bank.reference.entries():
        yield make_claim(entry)


def make_claim(record: Provable, labels: Labels = "numbers") -> Claim:
    if not isinstance(record, Question):
        return Claim(record.id, record.place, record.proof)
    if not record.kind:  # an unknown kind has been reported already
        return Claim(record.id, record.place, record.proof, computable=True)
    kind = KINDS[record.kind]
    key = kind.answer_key(record, labels)
    choices = tuple(choice.text.show(ONCE).markdown.strip("` \n") for choice in record.choices)
    return Claim(record.id, record.place, record.proof, key, kind.name, kind.computable, choices)
