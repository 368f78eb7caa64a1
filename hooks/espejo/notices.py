"""The bank enters; what is worth knowing about it, without being wrong, leaves."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.model import Bank
from espejo.problems import Notice
from espejo.proofs.claims import list_claims
from espejo.proofs.standing import find_standing
from espejo.text import DRAFT


def find_notices(bank: Bank) -> Iterator[Notice]:
    """What is missing or stale, though nothing is wrong: a passage, a reason, a topic, a run of a proof."""
    yield from find_drafts(bank)
    yield from _find_unproven(bank)
    for owner, text in bank.texts():
        for locale, language in bank.locales.items():
            if text.passages and not text.has(locale):
                shown = bank.locales[text.show(locale).locale].name
                yield Notice(text.place, owner, f"not in {language.name} yet; shown in {shown}.")
    for id_, text, locale, since in bank.stale():
        behind, ahead = bank.locales[locale].name, bank.locales[since].name
        fact = f"stale in {behind}: {ahead} was edited after both were accepted."
        yield Notice(text.place_of(locale), id_, f"{fact} Mend it, then: espejo accept {id_}")
    for _, question in bank.questions():
        for number, choice in enumerate(question.choices, 1):
            if not choice.correct and not choice.why:
                yield Notice(choice.place, question.id, f"choice {number} does not say why it is wrong.")
    for asked in bank.items():
        if asked.unit.topics and not asked.item.topics:
            yield Notice(asked.item.place, asked.item.id, "names no topic; it is on no topic's page.")


def find_drafts(bank: Bank) -> Iterator[Notice]:
    """The passages that nobody has written yet, in a skeleton."""
    for owner, text in bank.texts():
        if any(passage.startswith(DRAFT) for passage in text.passages.values()):
            yield Notice(text.place, owner, f"not written yet. Replace what begins with {DRAFT.strip()}")


def _find_unproven(bank: Bank) -> Iterator[Notice]:
    for claim in list_claims(bank):
        state = find_standing(claim, bank.ledger).state
        if claim.program and state != "proven":
            fact = f"its proof has {'changed since it passed' if state == 'changed' else 'not run yet'}."
            yield Notice(claim.program.place, claim.id, f"{fact} Run it with: make prove")
