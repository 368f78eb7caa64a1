"""Reasons after a changed answer: finds explanations that are now outdated or missing."""

from __future__ import annotations

from collections.abc import Iterator

from espejo.check.edits.answer_keys import ChangedKey, Turned
from espejo.markdown.fingerprint import fingerprint
from espejo.messages.message import Message, message
from espejo.model.bank import Bank
from espejo.model.problems import Notice, Problem
from espejo.model.quiz import Question
from espejo.model.text import Text


def check_reasons(changed: ChangedKey, bank: Bank) -> Iterator[Problem]:
    """A choice that became right or wrong has a new reason, or none if it is now right."""
    question = changed.before.question
    for turned in changed.turned if question else ():
        yield from _check_turned(changed.id, turned, _list_reasons(question), bank)


def _check_turned(id_: str, turned: Turned, before: list[Text], bank: Bank) -> Iterator[Problem]:
    choice = turned.after
    if choice.why:
        if unchanged := _list_unchanged(choice.why, before, bank):
            fact = _describe_unchanged(turned, bank.list_languages(unchanged))
            yield Problem(choice.why.place_of(unchanged[0]), id_, fact)
    elif not choice.correct:
        fact = message(
            "choice {number} was right and is wrong now, without a reason. "
            "Add a 'why' that says why it is wrong.",
            number=turned.number,
        )
        yield Problem(choice.place, id_, fact)


def _describe_unchanged(turned: Turned, languages: Message) -> Message:
    """Describe a choice that became right or wrong but kept its old reason."""
    if turned.after.correct:
        return message(
            "choice {number} was wrong and is right now, but its reason in {languages} is the old one. "
            "Remove it, or say why it is right.",
            number=turned.number,
            languages=languages,
        )
    return message(
        "choice {number} was right and is wrong now, but its reason in {languages} is the old one. "
        "Say why it is wrong.",
        number=turned.number,
        languages=languages,
    )


def find_unchanged_explanation(changed: ChangedKey, bank: Bank) -> Iterator[Notice]:
    """Find an explanation that stayed word for word although the right answer changed."""
    before, after = changed.before.question, changed.after.question
    if not (before and after and before.why and after.why):
        return
    if unchanged := _list_unchanged(after.why, [before.why], bank):
        fact = message(
            "another answer is right now, but 'why' in {languages} is the same as before. "
            "Make sure that it explains the new answer.",
            languages=bank.list_languages(unchanged),
        )
        yield Notice(after.why.place_of(unchanged[0]), changed.id, fact)


def _list_reasons(question: Question | None) -> list[Text]:
    return [choice.why for choice in question.choices if choice.why] if question else []


def _list_unchanged(text: Text, before: list[Text], bank: Bank) -> list[str]:
    """The locales in which a text matches one of the earlier ones word for word."""
    return [
        locale
        for locale in bank.locales
        if text.has(locale)
        and any(one.has(locale) and _read(one, locale) == _read(text, locale) for one in before)
    ]


def _read(text: Text, locale: str) -> str:
    return fingerprint(text.show(locale).markdown)
