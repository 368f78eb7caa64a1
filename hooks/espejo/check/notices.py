"""Notices: findings worth knowing that fail neither the check nor the build."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from espejo.check.figures import find_unused_figures
from espejo.check.key_balance import find_imbalance, find_key_patterns
from espejo.check.language_rules import find_untranslated_words
from espejo.check.record_rules import find_uncited
from espejo.ledger.claims import find_state, list_claims
from espejo.ledger.drift import Stale, write_declaration
from espejo.load.data_files import read_lines
from espejo.load.parse import MAX_BYTES
from espejo.load.portable import quote_text
from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.kinds import KINDS
from espejo.model.problems import Notice, Problem
from espejo.model.quiz import Question
from espejo.model.text import DRAFT, Text
from espejo.packages import PROVE

_IN_CURLY_QUOTES = re.compile("[“„][^“”„]{1,200}[”“]|‘[^‘’]{1,200}’")
_CURLY_VALUE = re.compile(r"[:-]\s+[“„‘]")


def find_notices(bank: Bank, stale: Iterable[Stale]) -> Iterator[Notice]:
    """Find what is missing, stale, unproven, unbalanced, or given away."""
    yield from find_untranslated_words(bank)
    yield from _find_unproven(bank)
    yield from _find_untranslated(bank)
    yield from _find_stale(bank, stale)
    yield from _find_incomplete(bank)
    yield from find_hint_notices(bank)
    yield from find_uncited(bank)
    yield from find_imbalance(bank)
    yield from find_key_patterns(bank)
    yield from find_unused_figures(bank)


def find_drafts(bank: Bank) -> Iterator[Problem]:
    """Yield one problem for each record that still contains placeholders."""
    for record in bank.records():
        drafts = [text for text in bank.texts_of(record) if text.is_draft]
        if drafts:
            fact = message("not written yet. Replace each text that begins with {sign}", sign=DRAFT.strip())
            yield Problem(drafts[0].place, record.id, fact)


def _find_unproven(bank: Bank) -> Iterator[Notice]:
    for claim in list_claims(bank):
        state = find_state(claim, bank.ledger).name
        if claim.program and state in ("changed", "unproven"):
            fact = (
                message("its proof has changed since it last passed. Run it with: {command}", command=PROVE)
                if state == "changed"
                else message("its proof has not run yet. Run it with: {command}", command=PROVE)
            )
            yield Notice(claim.program.at(1), claim.id, fact)


def _find_untranslated(bank: Bank) -> Iterator[Notice]:
    """Yield one notice per record and missing language, at the first missing passage."""
    for record in bank.records():
        texts = [text for text in bank.texts_of(record) if text.passages]
        for locale in bank.locales:
            missing = [text for text in texts if not text.has(locale)]
            if missing:
                names = {
                    "language": bank.language(locale),
                    "fallback": bank.language(missing[0].show(locale).locale),
                }
                fact = (
                    message("not in {language} yet; shown in {fallback}.", **names)
                    if len(missing) == len(texts)
                    else message(
                        "{missing} of {all} passages not in {language} yet; shown in {fallback}.",
                        missing=len(missing),
                        all=len(texts),
                        **names,
                    )
                )
                yield Notice(missing[0].place, record.id, fact)


def _find_stale(bank: Bank, stale: Iterable[Stale]) -> Iterator[Notice]:
    for id_, text, locale, since in stale:
        fact = message(
            "{unedited} may be out of date: only {edited} was edited. Edit it too. "
            "If both still mean the same, write in the pull request: {line}",
            unedited=bank.language(locale),
            edited=bank.language(since),
            line=write_declaration(id_),
        )
        yield Notice(text.place_of(since), id_, fact)


def _find_incomplete(bank: Bank) -> Iterator[Notice]:
    """Find wrong choices without a reason, open questions without points, and items without a topic."""
    for _, question in bank.questions():
        for number, choice in enumerate(question.choices, 1):
            if not choice.correct and not choice.why:
                fact = message("choice {number} does not say why it is wrong.", number=number)
                yield Notice(choice.place, question.id, fact)
        if question.kind and "points" in KINDS[question.kind].may_have and not question.points:
            fact = message("has no 'points', which list what a good answer mentions.")
            yield Notice(question.place, question.id, fact)
    for placed in bank.items():
        if placed.unit.topics and not placed.item.topics:
            fact = message("has no topic, so it is not on any topic page.")
            yield Notice(placed.item.place, placed.item.id, fact)


def find_curly_quotes(project: Path, bank: Bank) -> Iterator[Notice]:
    """Find texts entirely in curly quotes, where the author may have meant YAML's straight quotes."""
    files: dict[str, list[str]] = {}
    for owner, text in bank.texts():
        for locale, passage in text.passages.items():
            if _IN_CURLY_QUOTES.fullmatch(passage):
                place = text.place_of(locale)
                if place.file not in files:
                    files[place.file] = read_lines(project / place.file, MAX_BYTES)
                lines = files[place.file]
                if place.line <= len(lines) and _CURLY_VALUE.search(lines[place.line - 1]):
                    fact = message(
                        "readers will see the {open} and {close} around the whole text. "
                        "To keep them, write: {kept} If not: {straight}",
                        open=passage[0],
                        close=passage[-1],
                        kept=quote_text(passage),
                        straight=quote_text(passage[1:-1]),
                    )
                    yield Notice(place, owner, fact)


_WORD = re.compile(r"(?:(?<!\w)-)?\d+(?:[.,]\d+)*|\w+")


def find_hint_notices(bank: Bank) -> Iterator[Notice]:
    """Find missing hints, and hints that contain the answer."""
    for _, question in bank.questions():
        if question.hint:
            yield from _find_giveaways(bank, question, question.hint)
        elif question.kind and KINDS[question.kind].wants_hint:
            fact = message("has no 'hint' for readers who are stuck.")
            yield Notice(question.place, question.id, fact)


def _find_giveaways(bank: Bank, question: Question, hint: Text) -> Iterator[Notice]:
    """Yield a notice for each language in which the hint contains the answer and the question doesn't."""
    for locale in bank.locales:
        if not hint.has(locale):
            continue
        hinted = _spread(hint.show(locale).markdown)
        said = [answer for answer in _list_answers(question, locale) if answer in hinted]
        if said and not all(answer in _list_given(question, locale) for answer in said):
            fact = message(
                "the hint gives the answer away in {language}. Say where to look instead.",
                language=bank.language(locale),
            )
            yield Notice(hint.place_of(locale), question.id, fact)


def _list_given(question: Question, locale: str) -> str:
    """The words of the title and the prompt."""
    asked = [text.show(locale).markdown for text in (question.title, question.prompt) if text]
    return _spread(" ".join(asked))


def _list_answers(question: Question, locale: str) -> Iterator[str]:
    """The right choices, the model answer, and the number, which a hint must not contain."""
    texts = [choice.text for choice in question.choices if choice.correct]
    texts += [question.answer] if question.answer else []
    yield from filter(str.strip, (_spread(text.show(locale).markdown) for text in texts))
    if question.value is not None:
        yield _spread(str(question.value))


def _spread(markdown: str) -> str:
    """The words and numbers of a passage, each between spaces, so that only whole words match."""
    words = _WORD.findall(markdown.casefold())
    return f" {' '.join(words).replace(',', '.')} "
