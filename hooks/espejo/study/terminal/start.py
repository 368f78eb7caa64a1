"""Terminal quiz: one run of `espejo quiz`, from greeting to summary, with a bank, a language, and a mode."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager

from espejo.commands.terminal import set_language, spoken_language, tell
from espejo.messages.catalog import LANGUAGES
from espejo.messages.message import MessageError, comma_separated, message, plural
from espejo.model.bank import Bank
from espejo.study.log_writer import LogWriter
from espejo.study.terminal.asking import Asker
from espejo.study.terminal.exam_run import ExamRun
from espejo.study.terminal.quiz_bank import Asked, QuizBank, QuizUnit, take_bank
from espejo.study.terminal.quiz_run import QuizRun
from espejo.study.terminal.recorder import Recorder
from espejo.study.terminal.review_run import Due, ReviewAsker, find_review, run_review
from espejo.study.terminal.screen import QuitError, Screen
from espejo.study.terminal.selection import COUNT, choose_unit, draw, find_units, list_asked, list_topical
from espejo.study.terminal.view import QuestionView

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
            raise MessageError(message("this bank has nothing to ask."))
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
            raise MessageError(
                message(
                    "this bank is not in {language}. Choose: {languages}.",
                    language=wanted,
                    languages=comma_separated(known),
                )
            )
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
        if args.review:
            self._review(self._find_due())
        elif args.exam:
            ExamRun(Asker(self.view, self.recorder, "exam"), self._draw(), args.minutes or 0).run()
        elif args.topic or args.count:
            self._ask_quiz(self._draw(), "topic" if args.topic else "quiz")
        elif args.path:
            self._ask_units(find_units(self.bank, args.path))
        else:
            self._offer()

    def _offer(self) -> None:
        """Let the reader choose a quiz or deck, or review what is due."""
        due = self._find_due() if self.args.log else None
        unit = choose_unit(self.view, due.describe() if due else None, can_review=bool(due and due.queue))
        if unit:
            self._ask_units([unit])
        elif due:
            self._review(due)

    def _ask_units(self, units: list[QuizUnit]) -> None:
        where = "card" if all(unit.is_deck for unit in units) else "quiz"
        self._ask_quiz(list_asked(self.bank, units), where)

    def _ask_quiz(self, items: list[Asked], where: str) -> None:
        QuizRun(Asker(self.view, self.recorder, where), items).run()

    def _draw(self) -> list[Asked]:
        """Draw items of the given topics or path; cards only if it's a deck."""
        units = [unit for unit in self.bank.units if not unit.is_deck] or list(self.bank.units)
        units = find_units(self.bank, self.args.path) if self.args.path else units
        topics = self.args.topic
        items = list_topical(self.bank, units, topics) if topics else list_asked(self.bank, units)
        return draw(items, self.args.count or COUNT)

    def _find_due(self) -> Due:
        events = self.recorder.log.events
        return find_review(self.bank, events, new=self.args.new, terms=self.args.terms)

    def _review(self, due: Due) -> None:
        self.screen.say(due.describe())
        run_review(ReviewAsker(self.view, self.recorder), due)
