"""Error box: shown by the local server above the last good version of a page when a build fails."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from espejo.messages.catalog import ENGLISH, LANGUAGES, speak_in
from espejo.messages.message import Message, Speak, message, plural
from espejo.model.problems import Problem, list_first, printable

_MOST_LINES = 20

LAST_GOOD = message(
    "This is the last version that could be built. This box disappears when everything is fixed."
)


@dataclass(frozen=True)
class Trouble:
    """Why the pages can't be built: a heading, and problems with their places or a raw report."""

    heading: Message
    problems: tuple[Problem, ...] = ()
    report: str = ""

    def show(self, language: str) -> Markup:
        """Render the box for a page in this language."""
        language = language if language in LANGUAGES else ENGLISH
        speak = speak_in(language)
        return Markup(
            '<aside class="live-trouble" role="alert" lang="{}"><h2>{}</h2>{}<p>{}</p></aside>'
        ).format(language, speak(self.heading), self._show_details(speak), speak(LAST_GOOD))

    def _show_details(self, speak: Speak) -> Markup:
        if self.report:
            return Markup('<pre tabindex="0">{}</pre>').format(self.report)
        listed = list(list_first(self.problems))
        lines = [_show_problem(problem, speak) for problem in listed[:_MOST_LINES]]
        if left := len(listed) - len(lines):
            more = plural("And {count} more problem.", "And {count} more problems.", left)
            lines.append(Markup("<li>{}</li>").format(speak(more)))
        return Markup("<ul>{}</ul>").format(Markup("").join(lines))


def _show_problem(problem: Problem, speak: Speak) -> Markup:
    place = printable(str(problem.place))
    said = problem.show(speak).removeprefix(place).lstrip(": ")
    return Markup("<li><code>{}</code> {}</li>").format(place, said)
