"""Live page: what the local server adds to each page, so that it follows edits and shows what is wrong.

A script loads the page again when it has changed. Problems of the data, and failures of a build, are shown
over the last good version of the page, in its language.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass

from markupsafe import Markup

from espejo.messages.catalog import ENGLISH, LANGUAGES, speak_in
from espejo.messages.message import Message, Speak, message, plural
from espejo.model.problems import Problem, list_first, printable
from espejo.site.assets import LIVE_STYLE, take_version
from espejo.site.scripts import LIVE_RELOAD

_LANGUAGE = re.compile(rb'<html\b[^>]*\blang="([a-z]+)')
_END = b"</body>"
_MOST_LINES = 20

LAST_GOOD = message(
    "The page is the last version that could be built. This box goes away when all is mended."
)


@dataclass(frozen=True)
class Trouble:
    """What keeps the pages from being built: a heading, problems with their places, or a report as it is."""

    heading: Message
    problems: tuple[Problem, ...] = ()
    report: str = ""

    @classmethod
    def of_error(cls, error: BaseException) -> Trouble:
        """An exception, with the last lines of its traceback: those that say where it is."""
        lines = "".join(traceback.format_exception(error)).splitlines()
        return cls(message("The build has failed:"), report="\n".join(lines[-_MOST_LINES:]))

    def show(self, language: str) -> Markup:
        """A box for a page in this language."""
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


class LivePages:
    """Prepares pages for the browser of somebody who is editing."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        self.mount = "/"  # where the site begins on its host
        self.assets = ""  # a digest of the styles and scripts: pages that load them follow them too

    def add_to(self, html: bytes, epoch: int) -> bytes:
        """The page with the script, which knows the state of the page, and a box if something is wrong."""
        found = _LANGUAGE.search(html)
        box = self.trouble.show(found[1].decode() if found else ENGLISH) if self.trouble else Markup("")
        state = take_version(b"\0".join([html, box.encode(), self.assets.encode()]))
        style = Markup('<link rel="stylesheet" href="{}{}">').format(self.mount, LIVE_STYLE) if box else ""
        script = Markup('<script type="module" src="{}{}" data-epoch="{}" data-state="{}"></script>')
        added = Markup("").join([box, style, script.format(self.mount, LIVE_RELOAD, epoch, state)])
        return html.replace(_END, added.encode(errors="xmlcharrefreplace") + _END, 1)
