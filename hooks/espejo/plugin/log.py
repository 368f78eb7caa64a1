"""Plugin log: reports problems and progress to MkDocs' log, in the language of the environment."""

from __future__ import annotations

import logging
import os
import traceback
from collections.abc import Iterable

from mkdocs.exceptions import Abort

from espejo.check.project import Inspection
from espejo.messages.catalog import choose_language, speak_in
from espejo.messages.message import Message, message
from espejo.model.problems import Problem, printable, report_notices, report_problems


class BuildLog:
    """Writes messages to a logger of the site generator."""

    def __init__(self, log: logging.Logger) -> None:
        self._log = log
        self._said: set[str] = set()

    def speak(self, text: str) -> str:
        """Translate a message to the language of the environment."""
        return speak_in(choose_language(os.environ))(text)

    def tell(self, text: Message) -> None:
        self._log.info(self.speak(text))

    def tell_error(self, text: Message, report: str = "") -> None:
        """Log an error, with a raw report."""
        self._log.error("\n".join(filter(None, (self.speak(text), report))))

    def tell_problems(self, heading: Message, problems: Iterable[Problem]) -> None:
        self.tell_error(heading, report_problems(problems, self._show, self.speak))

    def tell_settings(self, problems: Iterable[Problem]) -> None:
        """Log unsupported settings and page content: one line each, once."""
        for line in map(self._show, problems):
            if line not in self._said:
                self._said.add(line)
                self._log.info(line)

    def tell_failure(self, error: BaseException) -> None:
        """Log a build that failed while serving."""
        self.tell_error(message("The build has failed:"), "".join(traceback.format_exception(error)).rstrip())

    def tell_notices(self, inspection: Inspection) -> None:
        if inspection.gap:
            self._log.info(self.speak(inspection.gap.summary()))
        if inspection.notices:
            about = self.speak(message("Notices about the data:"))
            self._log.info(f"{about}\n{report_notices(inspection.notices, self._show, self.speak)}")

    def _show(self, problem: Problem) -> str:
        return problem.show(self.speak)


log = BuildLog(logging.getLogger("mkdocs.plugins.espejo"))


def abort(text: str) -> Abort:
    """Return an exception that makes MkDocs exit with a message."""
    return Abort(printable(log.speak(text)))
