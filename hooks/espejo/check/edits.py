"""Edit rules: compare two versions of a bank and find problems and notices about the changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from espejo.check.additions import list_additions
from espejo.check.answer_keys import ChangedKey, Right, Turned, list_right
from espejo.check.versions import Versions
from espejo.load.data_files import read_lines
from espejo.markdown.fingerprint import fingerprint
from espejo.messages.message import Message, message
from espejo.model.bank import Bank
from espejo.model.collection import Placed
from espejo.model.problems import Notice, Problem
from espejo.model.text import Text

CHANGELOG = "CHANGELOG.md"

_ID = re.compile(r"[\w-]+")
_MAX_BYTES = 1_000_000
_MAX_TEXT = 100  # longer choices are not quoted


def check_edits(versions: Versions, changed: Sequence[ChangedKey]) -> Iterator[Problem]:
    """Find changed ids, and proofs and reasons that an edit failed to update."""
    yield from _check_ids_unchanged(versions)
    for room in list_additions():
        yield from room.check_edits(versions)
    for one in changed:
        yield from _check_reasons(one, versions.bank)


def find_edit_notices(
    versions: Versions, changed: Sequence[ChangedKey], project: Path, base: Path | None
) -> Iterator[Notice]:
    """Find what to review after a right answer changed."""
    for one in changed:
        yield from _find_unchanged_explanation(one, versions.bank)
    for room in list_additions():
        yield from room.find_edit_notices(changed)
    yield from _find_unannounced(changed, versions.bank, project, base)


def _check_ids_unchanged(versions: Versions) -> Iterator[Problem]:
    """A record whose text is nearly the same keeps its id, even if the old id has been retired."""
    records = {record.id: record for record in versions.bank.provable()}
    for old, new in versions.changed_ids.items():
        fact = message(
            "the id {old} became {new}. Ids are permanent: restore it with '{line}'.",
            old=old,
            new=new,
            line=f"id: {old}",
        )
        yield Problem(records[new].place, new, fact)


def _check_reasons(changed: ChangedKey, bank: Bank) -> Iterator[Problem]:
    """A choice that became right or wrong has a new reason, or none if it is now right."""
    question = changed.before.question
    before = [choice.why for choice in question.choices if choice.why] if question else []
    for turned in changed.turned:
        choice = turned.after
        if choice.why:
            if unchanged := _list_unchanged(choice.why, before, bank):
                fact = _describe_unchanged(turned, bank.list_languages(unchanged))
                yield Problem(choice.why.place_of(unchanged[0]), changed.id, fact)
        elif not choice.correct:
            fact = message(
                "choice {number} was right and is wrong now, without a reason. "
                "Add a 'why' that says why it is wrong.",
                number=turned.number,
            )
            yield Problem(choice.place, changed.id, fact)


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


def _find_unchanged_explanation(changed: ChangedKey, bank: Bank) -> Iterator[Notice]:
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


def _list_unchanged(text: Text, before: Sequence[Text], bank: Bank) -> list[str]:
    """The locales in which a text matches one of the earlier ones word for word."""
    return [
        locale
        for locale in bank.locales
        if text.has(locale)
        and any(one.has(locale) and _read(one, locale) == _read(text, locale) for one in before)
    ]


def _read(text: Text, locale: str) -> str:
    return fingerprint(text.show(locale).markdown)


def _find_unannounced(
    changed: Sequence[ChangedKey], bank: Bank, project: Path, base: Path | None
) -> Iterator[Notice]:
    """Find changed keys that no new changelog line mentions, if the project has a changelog."""
    lines = read_lines(project / CHANGELOG, _MAX_BYTES) if changed else []
    if not lines:
        return
    old = set(read_lines(base / CHANGELOG, _MAX_BYTES)) if base else set()
    announced = {id_ for line in lines if line not in old for id_ in _ID.findall(line)}
    for one in changed:
        if one.id not in announced:
            fact = message(
                "another answer is right now, and {file} does not say so. Add to it: {line}",
                file=CHANGELOG,
                line=write_line(one, bank),
            )
            yield Notice(one.after.item.place, one.id, fact)


def write_line(changed: ChangedKey, bank: Bank) -> str:
    """Write the changelog line, in English, with the answers in the site's root language."""
    new, old = (_describe_answer(placed, bank) for placed in (changed.after, changed.before))
    return f"- `{changed.id}`: the answer is now {new}; it was {old}."


def _describe_answer(placed: Placed, bank: Bank) -> str:
    right = list_right(placed, bank.root, bank.locales[bank.root])
    return " and ".join(map(_describe_right, right)) or "open"


def _describe_right(right: Right) -> str:
    text = " ".join(right.markdown.split())
    short = text if len(text) <= _MAX_TEXT else ""
    return " ".join(filter(None, [right.label, f"({short})" if right.label and short else short]))
