"""Selection of questions: by path, by topic, or from a list shown to the reader."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from espejo.messages.message import Message, MessageError, message, sentences
from espejo.model.problems import suggest
from espejo.study.terminal.clean import clean_line
from espejo.study.terminal.quiz_bank import Asked, QuizBank, QuizUnit
from espejo.study.terminal.rich_text import plain_text, write_rows
from espejo.study.terminal.view import QuestionView
from espejo.study.terminal.words import count_word

COUNT = 10
"""Default number of questions to draw, as on the site."""


def find_units(bank: QuizBank, path: str) -> list[QuizUnit]:
    """Find the quiz or deck with this path, or all of a collection; a file name alone is enough."""
    wanted = path.strip("/").removesuffix(".yaml").removeprefix("data/")
    found = [unit for unit in bank.units if wanted in (unit.path, *unit.path.split("/"))]
    if found:
        return found
    known = {name for unit in bank.units for name in (unit.path, *unit.path.split("/"))}
    fact = message("there is no quiz or deck {path}.", path=clean_line(path))
    others = message("one of those that espejo quiz lists, such as {path}", path=min(known))
    raise MessageError(sentences(fact, suggest(wanted, known, others)))


def list_asked(bank: QuizBank, units: Sequence[QuizUnit]) -> list[Asked]:
    return [bank.by_id[item.id] for unit in units for item in unit.items]


def list_topical(bank: QuizBank, units: Sequence[QuizUnit], topics: Sequence[str]) -> list[Asked]:
    """List items in any of these topics; for an unknown topic, raise an error with a suggestion."""
    if unknown := next((topic for topic in topics if topic not in bank.topics), None):
        fact = message("there is no topic {topic}.", topic=clean_line(unknown))
        raise MessageError(sentences(fact, suggest(unknown, bank.topics)))
    found = [asked for asked in list_asked(bank, units) if set(topics) & set(asked.item.topics)]
    if not found:
        raise MessageError(message("nothing there belongs to that topic. Choose another one."))
    return found


def draw(items: Sequence[Asked], count: int) -> list[Asked]:
    """Draw up to `count` items in random order."""
    drawn = list(items)
    SystemRandom().shuffle(drawn)
    return drawn[:count]


def choose_unit(view: QuestionView, due: Message | None, *, can_review: bool) -> QuizUnit | None:
    """Let the reader choose a quiz or deck from a list; None for a review."""
    bank, screen = view.bank, view.screen
    rows = ((f"{number}.", plain_text(_describe(view, unit))) for number, unit in enumerate(bank.units, 1))
    screen.gap()
    screen.show(write_rows(rows))
    screen.gap()
    if due:
        screen.say(due, "bold")
    prompt = message("Which one (1-{count})?", count=len(bank.units))
    about = message("Type a number from 1 to {count}, and press Enter.", count=len(bank.units))
    if can_review:
        prompt = message("Which one (1-{count}, Enter to review)?", count=len(bank.units))
    numbered = {str(number): unit for number, unit in enumerate(bank.units, 1)}
    while (text := screen.ask(prompt, about).text) not in numbered:
        if not text and can_review:
            return None
        screen.say(about)
    return numbered[text]


def _describe(view: QuestionView, unit: QuizUnit) -> str:
    amount = count_word("card" if unit.is_deck else "question", len(unit.items))
    return f"{view.line(unit.title).plain}: {view.line(unit.subject).plain} ({amount})"
