"""Markdown tree walker: base classes for converting Markdown to formats other than HTML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pyromark

from espejo.markdown.links import OPTIONS

Block = TypeVar("Block")


class Element(ABC, Generic[Block]):
    """An open element: its tag, its finished blocks and, in subclasses, the current line."""

    def __init__(self, tag: Any) -> None:
        self.name: str = next(iter(tag)) if isinstance(tag, dict) else tag
        self.value: Any = tag[self.name] if isinstance(tag, dict) else None
        self.blocks: list[Block] = []

    @abstractmethod
    def end_line(self) -> None:
        """Turn the current line into a block."""

    def take_blocks(self) -> list[Block]:
        self.end_line()
        return self.blocks


Kept = TypeVar("Kept", bound=Element[Any])


class ElementWriter(ABC, Generic[Kept]):
    """Walks a passage; subclasses write the content of each element and the element when it closes."""

    def __init__(self, make: Callable[[Any], Kept]) -> None:
        self._make = make
        self._open = [make("Passage")]

    def write(self, markdown: str) -> list[Any]:
        """Convert a passage to blocks."""
        for event in pyromark.events(markdown, options=OPTIONS):
            match event:
                case {"Start": tag}:
                    self._open.append(self._make(tag))
                case {"End": _}:
                    ended = self._open.pop()
                    self._end(ended, self._open[-1])
                case _:
                    self._add(event, self._open[-1])
        return self._open[0].take_blocks()

    def _is_in(self, *names: str) -> bool:
        return any(element.name in names for element in self._open)

    @abstractmethod
    def _add(self, event: Any, frame: Kept) -> None:
        """Write content into an element: text, code, a formula, a break."""

    @abstractmethod
    def _end(self, frame: Kept, parent: Kept) -> None:
        """Write a closed element into its parent."""
