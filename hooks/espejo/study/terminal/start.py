"""Terminal quiz: one run of `espejo quiz`, from greeting to summary, with a bank, a language, and a mode."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import SystemRandom

from rich.text import Text

from espejo.commands.terminal import set_language, spoken_language, tell
from espejo.messages.catalog import LANGUAGES
from espejo.messages.message import MessageError, comma_separated, fail, message, plural, sentences
from espejo.model.bank import Bank
from espejo.model.problems import suggest
from espejo.study.log_writer import LogWriter
from espejo.study.terminal.asking import Asker
from espejo.study.terminal.clean import clean_line
from espejo.study.terminal.exam_run import ExamRun
from espejo.study.terminal.quiz_bank import Asked, QuizBank, QuizUnit, take_bank
from espejo.study.terminal.quiz_run import QuizRun
from espejo.study.terminal.recorder import Recorder
from espejo.study.terminal.review_run import Due, ReviewAsker, find_review, run_review
from espejo.study.terminal.rich_text import plain_text, write_rows
from espejo.study.terminal.screen import QuitError, Screen
from espejo.study.terminal.view import QuestionView
from espejo.study.terminal.words import count_word

COUNT = 10
"""Default number of questions to draw, as on the site."""

INTERRUPTED = 130
"""Exit code after Ctrl-C, as in shells."""


def run_quiz(args: Namespace, bank: Bank | None) -> int:
    """Run the command on the bank in this folder or, without one, on the published bank in `args`."""
    return _Run(args, take_bank(bank) if bank else _fetch(args.source)).run()


def _fetch(source: str) -> QuizBank:
    from espejo.study.terminal.fetch import fetch_bank  # only needed here
    from espejo.study.terminal.published import read_published

    return read_published(*fetch_bank(source))


@contextmanager
def _interrupting() -> Iterator[None]:
    """Treat a closed terminal or a shutdown like Ctrl-C, so that an exam is submitted first."""
    before = {one: signal.signal(one, signal.default_int_handler) for one in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


class _Run:
    def __init__(self, args: Namespace, bank: QuizBank) -> None:
        if not bank.units:
            fail("this bank has nothing to ask.")
        self.args = args
        self.bank = bank
        language = self._choose_language()
        self.screen = Screen(tell)
        self.view = QuestionView(self.screen, bank, language)
        self.recorder = Recorder(LogWriter(args.log, bank.namespace), self.screen, language)

    def _choose_language(self) -> str:
        """Choose the language of the questions, and of the command too, unless --lang overrides it."""
        wanted, known = self.args.language, self.bank.languages
        if wanted and wanted not in known:
            languages = comma_separated(known)
            fail("this bank is not in {language}. Choose: {languages}.", language=wanted, languages=languages)
        spoken = spoken_language()
        language = str(wanted or (spoken if spoken in known else known[0]))
        if wanted and not self.args.lang and language in LANGUAGES:
            set_language(language)
        return language

    def run(self) -> int:
        """Run the quiz; however it ends, report what was answered and where it is saved."""
        code = 0
        try:
            with _interrupting():
                self._greet()
                self._ask()
        except QuitError:
            pass
        except KeyboardInterrupt:
            self.screen.gap()
            code = INTERRUPTED
        is_saved = self.recorder.save()
        self.screen.gap()
        self.screen.say(self.recorder.summarize())
        return code if is_saved else code or 1

    def _greet(self) -> None:
        if not self.args.log:
            self.screen.say(
                message("Your answers are not kept. To keep them, use --log FILE (with make: LOG=FILE).")
            )
        if self.bank.left_out:
            self.screen.say(
                plural(
                    "{count} question or card of this bank is malformed and was left out.",
                    "{count} questions or cards of this bank are malformed and were left out.",
                    self.bank.left_out,
                )
            )

    def _ask(self) -> None:
        args = self.args
        units = _find_units(self.bank, args.path) if args.path else []
        if args.review:
            self._review(self._find_due())
        elif args.exam:
            ExamRun(Asker(self.view, self.recorder, "exam"), self._draw(units), args.minutes or 0).run()
        elif args.topic or args.count:
            self._ask_quiz(self._draw(units), "topic" if args.topic else "quiz")
        elif units:
            self._ask_units(units)
        else:
            self._offer()

    def _draw(self, units: Sequence[QuizUnit]) -> list[Asked]:
        """Draw items of the given topics and units, by default all quizzes, in random order."""
        units = units or [unit for unit in self.bank.units if not unit.is_deck] or self.bank.units
        items, topics = _list_asked(self.bank, units), set(self.args.topic or ())
        for topic in sorted(topics - self.bank.topics.keys()):
            fact = message("there is no topic {topic}.", topic=clean_line(topic))
            raise MessageError(sentences(fact, suggest(topic, self.bank.topics)))
        items = [asked for asked in items if not topics or topics & set(asked.item.topics)]
        if not items:
            fail("nothing there belongs to that topic. Choose another one.")
        SystemRandom().shuffle(items)
        return items[: self.args.count or COUNT]

    def _ask_units(self, units: Sequence[QuizUnit]) -> None:
        where = "card" if all(unit.is_deck for unit in units) else "quiz"
        self._ask_quiz(_list_asked(self.bank, units), where)

    def _ask_quiz(self, items: list[Asked], where: str) -> None:
        QuizRun(Asker(self.view, self.recorder, where), items).run()

    def _offer(self) -> None:
        """Let the reader choose a quiz or deck, or review what is due."""
        due = self._find_due() if self.args.log else None
        units = {str(number): unit for number, unit in enumerate(self.bank.units, 1)}
        self.screen.gap()
        self.screen.show(write_rows((f"{number}.", self._describe(unit)) for number, unit in units.items()))
        self.screen.gap()
        prompt = message("Which one (1-{count})?", count=len(units))
        about = message("Type a number from 1 to {count}, and press Enter.", count=len(units))
        if due:
            self.screen.say(due.describe(), "bold")
            if due.queue:
                prompt = message("Which one (1-{count}, Enter to review)?", count=len(units))
        while (text := self.screen.ask(prompt, about)) not in units:
            if due and due.queue and not text:
                self._review(due)
                return
            self.screen.say(about)
        self._ask_units([units[text]])

    def _describe(self, unit: QuizUnit) -> Text:
        amount = count_word("card" if unit.is_deck else "question", len(unit.items))
        title, subject = self.view.line(unit.title), self.view.line(unit.subject)
        names = dict.fromkeys((title.plain, subject.plain))
        return plain_text(f"{': '.join(names)} ({amount})")

    def _find_due(self) -> Due:
        events = self.recorder.log.events
        return find_review(self.bank, events, new=self.args.new, terms=self.args.terms)

    def _review(self, due: Due) -> None:
        self.screen.say(due.describe())
        run_review(ReviewAsker(self.view, self.recorder), due)


def _find_units(bank: QuizBank, path: str) -> list[QuizUnit]:
    """Find the quiz or deck with this path, or all of a collection; a file name alone is enough."""
    wanted = path.strip("/").removesuffix(".yaml").removeprefix("data/")
    names = {unit.path: (unit.path, *unit.path.split("/")) for unit in bank.units}
    if found := [unit for unit in bank.units if wanted in names[unit.path]]:
        return found
    known = {name for some in names.values() for name in some}
    fact = message("there is no quiz or deck {path}.", path=clean_line(path))
    others = message("one of those that espejo quiz lists, such as {path}", path=min(known))
    raise MessageError(sentences(fact, suggest(wanted, known, others)))


def _list_asked(bank: QuizBank, units: Sequence[QuizUnit]) -> list[Asked]:
    return [bank.by_id[item.id] for unit in units for item in unit.items]
