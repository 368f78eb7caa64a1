"""Edit rules for proofs: find programs left unchanged although their choices or answer changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from espejo.check.answer_keys import ChangedKey
from espejo.check.versions import Pair, Versions
from espejo.ledger.claims import contradicts, make_claim
from espejo.markdown.fingerprint import fingerprint
from espejo.messages.message import message
from espejo.model.ledger import Ledger
from espejo.model.problems import Notice, Problem
from espejo.model.quiz import Choice
from espejo.proofs.program_rules import computes_right


def check_programs_follow(versions: Versions) -> Iterator[Problem]:
    """Find programs that refer to choices by outdated labels."""
    for pair in versions.pairs:
        yield from _check_program_follows(pair, versions.bank.ledger)


def find_untouched_assertions(changed: Iterable[ChangedKey]) -> Iterator[Notice]:
    """Find unchanged proofs that would still pass although the answer changed."""
    for one in changed:
        yield from _find_untouched_assertion(one)


def _check_program_follows(pair: Pair, ledger: Ledger) -> Iterator[Problem]:
    """Check that a program was updated when choices were reordered, because it refers to them by label.

    Wrong choices may move unless the ledger has values for the choices. If the answer contradicts the
    recorded result, another rule reports it.
    """
    before, after = pair.before.question, pair.after.question
    claim = make_claim(pair.after.item, pair.after.labels)
    if not (before and after and after.choices and _is_same_program(pair)):
        return
    if not claim.program or not computes_right(claim.program):
        return
    entry = ledger.proven.get(after.id)
    if entry and contradicts(claim, entry):
        return
    for number, choice in _list_moved(before.choices, after.choices):
        if choice.correct or (entry and entry.values):
            fact = message(
                "choice {number} was moved here, but the proof is the same, and names the choices by "
                "their old labels. Reorder its labels as well.",
                number=number,
            )
            yield Problem(choice.place, after.id, fact)
            return


def _find_untouched_assertion(changed: ChangedKey) -> Iterator[Notice]:
    """Report an unchanged proof that only asserts a fact: it passes whatever the answer, so review it."""
    program = make_claim(changed.after.item).program
    if program and _is_same_program(Pair(changed.before, changed.after)) and not computes_right(program):
        fact = message(
            "another answer is right now, but its proof is the same, and asserts a fact without computing "
            "'right'. Does it prove the new answer?"
        )
        yield Notice(program.at(1), changed.id, fact)


def _is_same_program(pair: Pair) -> bool:
    old, new = (make_claim(placed.item).program for placed in pair)
    return old is not None and old == new


def _list_moved(before: tuple[Choice, ...], after: tuple[Choice, ...]) -> Iterator[tuple[int, Choice]]:
    """Choices whose text, in some language, was at another position before, with their numbers."""
    if [choice.text.passages for choice in before] == [choice.text.passages for choice in after]:
        return
    old = [_read(choice) for choice in before]
    for number, choice in enumerate(after, 1):
        stayed = old[number - 1] if number <= len(old) else set[tuple[str, str]]()
        if any(_read(choice) & other - stayed for other in old):
            yield number, choice


def _read(choice: Choice) -> set[tuple[str, str]]:
    return {(locale, fingerprint(markdown)) for locale, markdown in choice.text.passages.items()}
