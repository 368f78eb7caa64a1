"""Hint notices: missing hints, and hints that give the answer away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from espejo.markdown.fragments import plain
from espejo.messages.message import message
from espejo.model.bank import Bank
from espejo.model.kinds import KINDS
from espejo.model.problems import Notice
from espejo.model.quiz import Question
from espejo.model.text import Text

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
    words = _WORD.findall(plain(markdown).casefold())
    return f" {' '.join(words).replace(',', '.')} "
