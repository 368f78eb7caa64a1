"""Markdown in the terminal: converts it to Rich renderables, with code, tables, and math.

Text from the data is never parsed as Rich markup, and nothing becomes a link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pygments.token import Comment, Generic, Keyword, Name, Number, Operator, String, Token
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.style import Style
from rich.syntax import ANSISyntaxTheme, Syntax
from rich.table import Table
from rich.text import Text

from espejo.markdown.checks import MAX_LINES, find_faults
from espejo.markdown.elements import Element, ElementWriter
from espejo.markdown.fragments import LANGUAGES, MAX_COLORED_LINE
from espejo.study.terminal.clean import clean
from espejo.study.terminal.math_text import math_text

INDENT = 4
_SPACE = re.compile(r"\s+")
_STYLES = {"Emphasis": "italic", "Strong": "bold", "Strikethrough": "strike"}
_JUSTIFY = {"Center": "center", "Right": "right"}
# The terminal's own colors, which are legible on its background, light or dark.
_THEME = ANSISyntaxTheme(
    {
        Token: Style(),
        Comment: Style(italic=True, dim=True),
        Keyword: Style(color="magenta"),
        Operator.Word: Style(color="magenta"),
        Name.Builtin: Style(color="cyan"),
        Name.Function: Style(color="blue"),
        Name.Class: Style(color="blue"),
        Name.Decorator: Style(color="cyan"),
        String: Style(color="green"),
        Number: Style(color="cyan"),
        Generic.Deleted: Style(color="red"),
        Generic.Inserted: Style(color="green"),
    }
)


def plain_text(text: str, style: str = "") -> Text:
    """Clean a text from the data or a message, without parsing it."""
    return Text(clean(text), style=style, overflow="fold", tab_size=INDENT)


def block_passage(markdown: str, *, colored: bool) -> RenderableType:
    """Render Markdown as blocks separated by empty lines; malformed Markdown is shown as source."""
    if any(find_faults(markdown)):
        return plain_text(markdown.strip())
    return _separate(_Writer(colored).write(markdown))


def line_passage(markdown: str, *, colored: bool) -> Text:
    """Render Markdown as one line of text, for titles."""
    if any(find_faults(markdown)):
        return plain_text(" ".join(markdown.split()))
    parts = _Writer(colored, flat=True).write(markdown)
    return Text(" ").join(part for part in parts if isinstance(part, Text))


def _separate(blocks: list[RenderableType]) -> RenderableType:
    spaced = [part for block in blocks for part in (block, Text(""))]
    return Group(*spaced[:-1])


class _Frame(Element[RenderableType]):
    """An open element, with its current line as styled text."""

    def __init__(self, tag: Any) -> None:
        super().__init__(tag)
        self.line = _new_line()

    def end_line(self) -> None:
        if self.line.plain.strip():
            self.line.rstrip()
            self.blocks.append(self.line)
        self.line = _new_line()


def _new_line() -> Text:
    return Text(overflow="fold", tab_size=INDENT)


class _Writer(ElementWriter[_Frame]):
    """Converts Markdown to renderables; `flat`: to lines of text only."""

    def __init__(self, colored: bool, *, flat: bool = False) -> None:
        super().__init__(_Frame)
        self._colored = colored
        self._flat = flat

    def _add(self, event: Any, frame: _Frame) -> None:
        match event:
            case {"Text": text} if frame.name == "CodeBlock":
                frame.line.append(clean(text))
            case {"Text": text}:
                frame.line.append(_SPACE.sub(" ", clean(text)))
            case {"Code": code}:
                code = _SPACE.sub(" ", clean(code))
                frame.line.append(code if self._colored else f"`{code}`", "cyan" if self._colored else None)
            case {"DisplayMath": tex} if not self._flat and not self._is_in("TableCell", "Link", *_STYLES):
                frame.end_line()
                frame.blocks.append(
                    Padding(plain_text(math_text(tex, display=True)), (0, 0, 0, INDENT), expand=False)
                )
            case {"InlineMath": tex} | {"DisplayMath": tex}:
                frame.line.append(math_text(tex, display=False))
            case "SoftBreak":
                frame.line.append(" ")
            case "HardBreak":
                frame.line.append(" " if self._flat else "\n")
            case _:  # a horizontal rule; nothing else passes the check
                frame.end_line()

    def _end(self, frame: _Frame, parent: _Frame) -> None:
        match frame.name:
            case "Emphasis" | "Strong":
                frame.line.stylize(_STYLES[frame.name])
                parent.line.append_text(frame.line)
            case "Strikethrough":
                parent.line.append("~~").append_text(frame.line).append("~~")
            case "Link":
                parent.line.append_text(frame.line)
                address = clean(frame.value["dest_url"])
                if frame.line.plain not in (address, address.removeprefix("mailto:")):
                    parent.line.append(f" ({address})")
            case "TableCell":
                parent.blocks.append(frame.line)
            case _:
                parent.end_line()
                parent.blocks += frame.take_blocks() if self._flat else self._write_block(frame)

    def _write_block(self, frame: _Frame) -> list[RenderableType]:
        match frame.name:
            case "CodeBlock":
                return [self._write_code(frame.line.plain, frame.value)]
            case "Item":
                return [_separate(frame.take_blocks())]
            case "List":
                return [_write_list(frame.value, frame.blocks)]
            case "BlockQuote":
                return [Padding(_separate(frame.take_blocks()), (0, 0, 0, 2), expand=False)]
            case "TableHead" | "TableRow":
                return [Group(*frame.blocks)]
            case "Table":
                return [_write_table(frame.value, frame.blocks)]
        return frame.take_blocks()

    def _write_code(self, code: str, value: Any) -> RenderableType:
        """Write an indented code block, highlighted if its language is supported and it isn't too long."""
        name = value.get("Fenced", "") if isinstance(value, dict) else ""
        return Padding(
            highlight(code.rstrip("\n"), name if self._colored else ""), (0, 0, 0, INDENT), expand=False
        )


def highlight(code: str, language: str) -> Text:
    """Highlight code if its language is supported, with the same limits as on pages."""
    code = "\n".join(line if line.strip() else "" for line in code.expandtabs(INDENT).split("\n"))
    lines = code.split("\n")
    is_huge = len(lines) > MAX_LINES or max(map(len, lines)) > MAX_COLORED_LINE
    if language not in LANGUAGES or is_huge:
        return Text(code, overflow="fold")
    colored = Syntax(code, language, theme=_THEME, background_color="default").highlight(code)
    colored.rstrip()
    return Text(colored.plain, spans=colored.spans, overflow="fold")


def _write_list(first: int | None, items: list[RenderableType]) -> RenderableType:
    markers = ["-"] * len(items) if first is None else [f"{first + at}." for at in range(len(items))]
    return write_rows(zip(markers, items, strict=True))


def write_rows(rows: Iterable[tuple[str | Text, RenderableType]], indent: int = 2) -> RenderableType:
    """Write rows with labels, such as list items or choices: each label to the left of its content."""
    table = Table.grid(padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for marker, content in rows:
        table.add_row(marker if isinstance(marker, Text) else Text(marker), content)
    return Padding(table, (0, 0, 0, indent), expand=False)


def _write_table(alignments: list[str], rows: list[RenderableType]) -> RenderableType:
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    head, *others = [row.renderables if isinstance(row, Group) else [] for row in rows]
    for alignment, title in zip(alignments, head, strict=True):
        table.add_column(title, justify=_JUSTIFY.get(alignment, "left"), overflow="fold")  # type: ignore[arg-type]
    for row in others:
        table.add_row(*row)
    return Padding(table, (0, 0, 0, 2), expand=False)
