"""Summary formatter: writes headings, ids, places, and passages as Markdown with links or as plain text.

Titles, ids, file names, and passages may contain anything, so all of them are escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple
from urllib.parse import quote

from espejo.editing.github.bank_diff import NOUNS, Subject
from espejo.editing.github.github_markdown import line_passage
from espejo.markdown.escape import code_fence, escape_markdown
from espejo.markdown.fragments import plain
from espejo.messages.message import Message, Speak, message
from espejo.model.addresses import page_address
from espejo.model.bank import Bank
from espejo.model.problems import Place, printable

_MAX_TITLE = 80
_MAX_PASSAGE = 400


class Links(NamedTuple):
    """Base URLs of the site's pages and of the files on GitHub; each ends with a slash or is empty."""

    pages: str
    files: str
    directory_urls: bool = True  # whether page addresses end in "/" or ".html"


class Writer:
    """Writes Markdown with `links`, plain text without, in one language; headings are also in `others`."""

    def __init__(self, bank: Bank, links: Links | None, speak: Speak, others: Sequence[Speak] = ()) -> None:
        self.bank = bank
        self.links = links
        self.speak = speak
        self.others = others

    def heading(self, text: Message, level: int, count: int = 0) -> str:
        """Write a heading with the number of entries below it."""
        said = " · ".join(dict.fromkeys(speak(text) for speak in (self.speak, *self.others)))
        said += f" ({count})" if count else ""
        return f"{'#' * level} {said}\n" if self.links else said

    def escape(self, text: str) -> str:
        return escape_markdown(text) if self.links else printable(text)

    def passage(self, markdown: str) -> str:
        """Write a passage in one line, as readers will see it; escape and shorten long ones instead."""
        if len(markdown) > _MAX_PASSAGE:
            return self.escape(f"{markdown[:_MAX_PASSAGE]}…")
        return line_passage(markdown) if self.links else printable(" ".join(markdown.split()))

    def listing(self, lines: Iterable[str]) -> str:
        """Write lines to copy, in a code block."""
        text = "\n".join(lines)
        return code_fence(text) if self.links else text

    def title(self, subject: Subject) -> str:
        """The title of a subject, without markup and shortened."""
        title = plain(subject.title.show(self.bank.root).markdown)
        return title if len(title) <= _MAX_TITLE else f"{title[:_MAX_TITLE]}…"

    def names(self, locales: Iterable[str]) -> str:
        """Write the names of languages."""
        return self.escape(self.speak(self.bank.list_languages(locales)))

    def id(self, subject: Subject, *, page: bool = True) -> str:
        """Write the id of a subject, as a link to its page if it is already on the site."""
        if not (self.links and self.links.pages and page):
            return self.escape(subject.id)
        root = self.bank.root
        address = page_address(quote(subject.path), root, root, directory_urls=self.links.directory_urls)
        anchor = f"#{quote(subject.anchor)}" if subject.anchor else ""
        return f"[{self.escape(subject.id)}]({self.links.pages}{address}{anchor})"

    def place(self, place: Place, last: int) -> str:
        """Write a place in the data, as a link to its lines on GitHub."""
        lines = f"L{place.line}-L{last}" if last > place.line else f"L{place.line}"
        if not (self.links and self.links.files):
            return self.escape(f"{place.file}:{place.line}")
        address = f"{self.links.files}{quote(place.file, errors='surrogateescape')}#{lines}"
        return f"[{self.escape(f'{place.file}:{place.line}')}]({address})"

    def subject(self, subject: Subject, *, page: bool = True) -> Message:
        """Write a subject with its id and place."""
        return message(
            "{noun} {id} ({place})",
            noun=NOUNS[subject.noun],
            id=self.id(subject, page=page),
            place=self.place(subject.place, subject.last_line),
        )
