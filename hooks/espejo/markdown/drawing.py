"""SVG parser for figures: builds a tree of the allowed elements and reports everything else.

The allowlist has shapes, text, groups, numbers, and classes that map to page colors. Nothing else gets
through, so a drawing can't run, load, link, or style anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from espejo.markdown.characters import find_unreadable
from espejo.markdown.drawing_rules import MIN_HEIGHT, VIEW_BOX, check_element
from espejo.messages.message import Message, message
from espejo.model.problems import quote

_UNQUOTED = re.compile(r"\s([\w-]+)=([^\s\"'>/]+)(?=[\s>/])")
_BARE_AND = re.compile(r"&(?!#?\w+;)")
_NOT_CLOSED = (
    expat.errors.codes[expat.errors.XML_ERROR_TAG_MISMATCH],
    expat.errors.codes[expat.errors.XML_ERROR_NO_ELEMENTS],
)

MAX_ELEMENTS = 400
MAX_DEPTH = 8
MAX_FAULTS = 100
MAX_SIGNS = 12


class DrawingFault(NamedTuple):
    """A fault in a drawing: line and column in the SVG, from 1, and the message."""

    line: int
    column: int
    fact: Message


@dataclass
class Element:
    """A shape, text, or group of a drawing; `text` is a label name, or symbols without letters."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    column: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.attributes.get("class", "").split())

    @property
    def label(self) -> str:
        """The name of its label; empty if its text has no letters, so it needs no translation."""
        return self.text if any(map(str.isalpha, self.text)) else ""

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            yield from child.walk()


class Drawing(NamedTuple):
    """A parsed drawing, as far as it was readable: height, content, and faults."""

    height: int
    root: Element
    faults: tuple[DrawingFault, ...]

    def labels(self) -> Iterator[Element]:
        """The text elements that show a label."""
        return (element for element in self.root.walk() if element.label)


@lru_cache(maxsize=1024)
def parse_drawing(svg: str) -> Drawing:
    """Parse the SVG of a figure. Check `faults` on the result before rendering it."""
    reader = _Reader()
    reader.read(svg)
    root = reader.root or Element("svg", {}, 1, 1)
    box = VIEW_BOX.fullmatch(root.attributes.get("viewBox", ""))
    return Drawing(int(box[1]) if box else MIN_HEIGHT, root, tuple(reader.faults))


class _StopError(Exception):
    """Stops parsing after a fatal fault."""


class _Reader:
    """Collects the elements of one drawing from expat events."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.faults: list[DrawingFault] = []
        self._open: list[Element] = []
        self._count = 0
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = True
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype
        self._parser.ProcessingInstructionHandler = self._refuse_instruction
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._add_text

    def read(self, svg: str) -> None:
        try:
            self._parser.Parse(svg.encode(), True)
        except expat.ExpatError as error:
            self._explain(error, svg)
        except _StopError:
            pass  # the cause has been reported

    def _explain(self, error: expat.ExpatError, svg: str) -> None:
        """Name the element that isn't closed, at its own place, or the sign that is wrong."""
        line, column = error.lineno, error.offset + 1
        written = svg.split("\n")[line - 1]
        if self._open and error.code in _NOT_CLOSED:
            element = self._open[-1]
            fact = (
                message("<{tag}> is not closed. Write </{tag}> after what is in it.", tag=element.tag)
                if element.tag in ("text", "g", "svg")
                else message("<{tag} …> is not closed. End it with /> instead of >.", tag=element.tag)
            )
            line, column = element.line, element.column
            self.faults = [one for one in self.faults if one.line <= line]  # the others follow from it
        elif bare := _UNQUOTED.search(written):
            column = bare.start() + 1
            fact = message('the value needs quotes. Write: {name}="{value}"', name=bare[1], value=bare[2])
        elif (sign := _BARE_AND.search(written)) or "<" in written[error.offset - 1 : error.offset + 1]:
            column = sign.start() + 1 if sign else column
            fact = message("in a drawing, & is written &amp; and < is written &lt;")
        else:
            fact = message("invalid SVG: {reason}.", reason=expat.ErrorString(error.code))
        self.faults.append(DrawingFault(line, column, fact))

    def _add(self, fact: Message) -> None:
        line, column = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        self.faults.append(DrawingFault(line, column, fact))
        if len(self.faults) >= MAX_FAULTS:
            raise _StopError

    def _stop(self, fact: Message) -> NoReturn:
        self._add(fact)
        raise _StopError

    def _refuse_doctype(self, *_: object) -> None:
        self._stop(message("a document type is not allowed in a drawing. Delete the <!DOCTYPE …> line."))

    def _refuse_instruction(self, *_: object) -> None:
        self._stop(message("an instruction is not allowed in a drawing. Delete the <? … ?>."))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            self._stop(message("more than {count} elements. Draw something simpler.", count=MAX_ELEMENTS))
        if len(self._open) == MAX_DEPTH:
            self._stop(message("groups nested more than {count} levels deep.", count=MAX_DEPTH))
        for fact in check_element(tag, attributes, self._open[-1].tag if self._open else ""):
            self._add(fact)
        place = self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1
        element = Element(tag, attributes, *place)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self.root = element
        self._open.append(element)

    def _end(self, _: str) -> None:
        element = self._open.pop()
        element.text = " ".join(element.text.split())
        if element.tag == "text" and (fact := _check_text(element)):
            self.faults.append(DrawingFault(element.line, element.column, fact))

    def _add_text(self, text: str) -> None:
        if self._open[-1].tag == "text":
            self._open[-1].text += text
        elif text.strip():
            self._add(message("text outside of <text>: {text}.", text=quote(text.strip())))


def _check_text(element: Element) -> Message | None:
    if not element.text:
        return message("<text> is empty. Expected the name of a label.")
    if element.label:
        return None  # the figure check knows whether the label exists
    if unreadable := find_unreadable(element.text):
        return unreadable.fact
    if len(element.text) > MAX_SIGNS:
        return message("more than {count} signs without a label. Make it a label.", count=MAX_SIGNS)
    return None
