"""Passages as Markdown of the forge: they look as on a page, and nothing in them acts on the forge.

A passage is parsed as on a page and written again, with all of its text escaped. Only links to https pages
act. Formulas are written in the forge's own way, and a listing names no language that the forge draws a
diagram from. A passage that the check refuses is shown as it was written, in a listing.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from espejo.markdown.checks import find_faults
from espejo.markdown.elements import Element, ElementWriter
from espejo.markdown.escape import code_fence, code_span, escape_inline
from espejo.markdown.fragments import LANGUAGES

_SPACE = re.compile(r"\s+")
_BLOCK_STARTS = "-+="  # would begin a list or underline a heading; the other marks are escaped anyway
_URL_CHARACTERS = "%/:?#@!$&'*+,;=~-._"
_ALIGNMENTS = {"None": "---", "Left": ":--", "Center": ":-:", "Right": "--:"}
_EMPHASIS = {"Emphasis": "*", "Strong": "**", "Strikethrough": "~~"}


def block_passage(markdown: str) -> str:
    """A passage as blocks of Markdown, separated by blank lines."""
    if any(find_faults(markdown)):
        return code_fence(markdown)
    return "\n\n".join(_Writer().write(markdown))


def line_passage(markdown: str) -> str:
    """A passage as a single line of Markdown: listings become code, and blocks follow each other."""
    if any(find_faults(markdown)):
        return code_span(_fold(markdown))
    return " ".join(_Writer(flat=True).write(markdown))


def indent(block: str, marker: str) -> str:
    """A block after a marker, such as that of a list, and its other lines below the first."""
    first, *others = block.split("\n")
    return "\n".join([marker + first, *(f"{' ' * len(marker)}{line}" if line else "" for line in others)])


class _Frame(Element[str]):
    """An element with its line as parts of a text."""

    def __init__(self, tag: Any) -> None:
        super().__init__(tag)
        self.line: list[str] = []

    def end_line(self) -> None:
        if text := "".join(self.line).strip():
            self.blocks.append(f"\\{text}" if text[0] in _BLOCK_STARTS else text)
        self.line.clear()


class _Writer(ElementWriter[_Frame]):
    """Writes a passage as Markdown; `flat` without line breaks."""

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
            case _:  # nothing else passes the check
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
    """A link to an https page; any other address is only shown."""
    if address.startswith("https://"):
        return f"[{text}]({quote(address, safe=_URL_CHARACTERS)})"
    return f"{text} ({code_span(_fold(address))})"


def _name_language(value: Any) -> str:
    """The language of a listing, if it is one that is only highlighted; the forge draws some others."""
    name = value.get("Fenced", "") if isinstance(value, dict) else ""
    return name if name in LANGUAGES else ""


def _list_markers(first: int | None, count: int) -> list[str]:
    return ["- "] * count if first is None else [f"{first + index}. " for index in range(count)]
