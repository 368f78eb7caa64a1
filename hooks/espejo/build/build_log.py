"""Build log: what a build says about the data and about itself, in the language of the environment."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable

from espejo.build.live_page import Trouble
from espejo.check.project import Inspection
from espejo.messages.catalog import choose_language, speak_in
from espejo.messages.message import Message, message
from espejo.model.problems import Problem, report_notices, report_problems


class BuildLog:
    """Says things through a logger of the site generator, whose own warnings it notes."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self.said: list[str] = []  # about the data: a later build that has nothing to do says it again
        self.warned = False

    def note_warnings(self, generator: logging.Logger) -> None:
        """Note from now on whether anything is warned about, which the next build has to say again."""
        generator.addHandler(_WarningNote(self))

    def speak(self, text: str) -> str:
        """A message in the language of the environment."""
        return speak_in(choose_language(os.environ))(text)

    def tell(self, text: Message) -> None:
        self._log.info(self.speak(text))

    def tell_error(self, text: Message, report: str = "") -> None:
        """Something that went wrong, and a report that is shown as it is."""
        self._log.error("\n".join(filter(None, (self.speak(text), report))))

    def tell_problems(self, heading: Message, problems: Iterable[Problem]) -> None:
        self.tell_error(heading, report_problems(problems, self._show, self.speak))

    def tell_failure(self, trouble: Trouble) -> None:
        self.tell_error(trouble.heading, trouble.report)

    def tell_notices(self, inspection: Inspection) -> None:
        if inspection.gap:
            self.tell_about_data(self.speak(inspection.gap.summary()))
        if inspection.notices:
            about = self.speak(message("Notices about the data:"))
            self.tell_about_data(f"{about}\n{report_notices(inspection.notices, self._show, self.speak)}")

    def tell_about_data(self, text: str) -> None:
        """Say something that later builds with nothing to do say again."""
        self._log.info(text)
        self.said.append(text)

    def repeat(self, said: Iterable[str]) -> None:
        """Say again what an earlier build has said about the same data."""
        for text in said:
            self._log.info(text)

    def _show(self, problem: Problem) -> str:
        return problem.show(self.speak)


class _WarningNote(logging.Handler):
    """Hears of warnings."""

    def __init__(self, told: BuildLog) -> None:
        super().__init__(logging.WARNING)
        self._told = told

    def emit(self, record: logging.LogRecord) -> None:  # noqa: ARG002 (any warning counts)
        self._told.warned = True
