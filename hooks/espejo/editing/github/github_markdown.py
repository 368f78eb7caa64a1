"""GitHub Markdown: writes passages as on the site, and headings, ids, and places with links.

Titles, ids, file names, and passages may contain anything, so all text is escaped. A passage is parsed as on
the site and written again without side effects such as mentions: only https links are kept as links, formulas
use GitHub's syntax, and code blocks name no language that GitHub turns into a diagram. A passage that fails
the check is shown verbatim in a code block. Without links, the output is plain text for a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from espejo.editing.github.bank_diff import NOUNS, Subject
from espejo.markdown.checks import find_faults
from espejo.markdown.elements import Element, ElementWriter
from espejo.markdown.escape import code_fence, code_span, escape_inline, escape_markdown
from espejo.markdown.fragments import LANGUAGES, plain
from espejo.messages.message import Message, Speak, message
from espejo.model.addresses import page_address
from espejo.model.bank import Bank
from espejo.model.problems import Place, printable

_SPACE = re.compile(r"\s+")
_BLOCK_STARTS = "-+="  # would start a list or underline a heading; other markup is escaped anyway
_URL_CHARACTERS = "%/:?#@!$&'*+,;=~-._"
_ALIGNMENTS = {"None": "---", "Left": ":--", "Center": ":-:", "Right": "--:"}
_EMPHASIS = {"Emphasis": "*", "Strong": "**", "Strikethrough": "~~"}


def block_passage(markdown: str) -> str:
    """Write a passage as Markdown blocks, separated by blank lines."""
    if any(find_faults(markdown)):
        return code_fence(markdown)
    return "\n\n".join(_Writer().write(markdown))


def line_passage(markdown: str) -> str:
    """Write a passage as one line of Markdown: code blocks become inline code, and blocks are joined."""
    if any(find_faults(markdown)):
        return code_span(_fold(markdown))
    return " ".join(_Writer(flat=True).write(markdown))


def indent(block: str, marker: str) -> str:
    """Put a marker, such as a list bullet, before a block, and align its other lines below."""
    first, *others = block.split("\n")
    return "\n".join([marker + first, *(f"{' ' * len(marker)}{line}" if line else "" for line in others)])


class _Frame(Element[str]):
    """An element being written, with the parts of its current line."""

    def __init__(self, tag: Any) -> None:
        super().__init__(tag)
        self.line: list[str] = []

    def end_line(self) -> None:
        if text := "".join(self.line).strip():
            self.blocks.append(f"\\{text}" if text[0] in _BLOCK_STARTS else text)
        self.line.clear()


class _Writer(ElementWriter[_Frame]):
    """Writes a passage as Markdown; if `flat`, without line breaks."""

    def __init__(self, *, flat: bool = False) -> None:
        super().__init__(_Frame)
        self._flat = flat

    def _add(self, event: Any, frame: _Frame) -> None:
        match event:
            case {"Text": text} if frame.name == "CodeBlock":
                frame.line.append(text)
            case {"Text": text}:
                written = escape_inline(_SPACE.sub(" ", text))
                frame.line.append(written.replace(r"\$", r"<span>\$</span>"))
            case {"Code": code}:
                frame.line.append(self._in_cell(code_span(_fold(code))))
            case {"DisplayMath": tex} if not (self._flat or self._is_in("TableCell", *_EMPHASIS, "Link")):
                frame.end_line()
                frame.blocks.append(code_fence(tex.strip("\n"), "math"))
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                folded = _fold(tex)
                frame.line.append(self._in_cell(code_span(folded) if "`" in folded else f"$`{folded}`$"))
            case "SoftBreak":
                frame.line.append(" ")
            case "HardBreak":
                frame.line.append(" " if self._flat else "<br>")
            case "Rule":
                frame.end_line()
                frame.blocks += [] if self._flat else ["***"]
            case _:  # unreachable for passages that pass the check
                frame.line.append(code_span(_fold(str(event))))

    def _end(self, frame: _Frame, parent: _Frame) -> None:
        match frame.name:
            case "Emphasis" | "Strong" | "Strikethrough":
                mark = _EMPHASIS[frame.name]
                parent.line.append(f"{mark}{''.join(frame.line)}{mark}")
            case "Link":
                parent.line.append(_write_link("".join(frame.line), frame.value["dest_url"]))
            case "TableCell":
                parent.blocks.append("".join(frame.line).strip())
            case _:
                parent.end_line()
                parent.blocks += self._flatten(frame) if self._flat else self._write_block(frame)

    def _write_block(self, frame: _Frame) -> list[str]:
        match frame.name:
            case "CodeBlock":
                return [code_fence("".join(frame.line), _name_language(frame.value))]
            case "Item":
                return ["\n\n".join(frame.take_blocks())]
            case "List":
                markers = _list_markers(frame.value, len(frame.blocks))
                return ["\n".join(map(indent, frame.blocks, markers))]
            case "BlockQuote":
                text = "\n\n".join(frame.take_blocks())
                return ["\n".join(f"> {line}".rstrip() for line in text.split("\n"))]
            case "TableHead" | "TableRow":
                return [f"| {' | '.join(frame.blocks)} |"]
            case "Table":
                head, *rows = frame.blocks
                rule = f"| {' | '.join(_ALIGNMENTS[one] for one in frame.value)} |"
                return ["\n".join([head, rule, *rows])]
        return frame.take_blocks()

    def _flatten(self, frame: _Frame) -> list[str]:
        if frame.name == "CodeBlock":
            return [code_span(_fold("".join(frame.line)))]
        return frame.take_blocks()

    def _in_cell(self, code: str) -> str:
        return code.replace("|", r"\|") if self._is_in("TableCell") and not self._flat else code


def _fold(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _write_link(text: str, address: str) -> str:
    """Write a link to an https page; other addresses are only shown."""
    if address.startswith("https://"):
        return f"[{text}]({quote(address, safe=_URL_CHARACTERS)})"
    return f"{text} ({code_span(_fold(address))})"


def _name_language(value: Any) -> str:
    """The language of a code block, if GitHub only highlights it; it renders some others as diagrams."""
    name = value.get("Fenced", "") if isinstance(value, dict) else ""
    return name if name in LANGUAGES else ""


def _list_markers(first: int | None, count: int) -> list[str]:
    return ["- "] * count if first is None else [f"{first + index}. " for index in range(count)]


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
