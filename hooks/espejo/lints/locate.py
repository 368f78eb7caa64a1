"""A text, a language and a character of its passage enter; their place in the file leaves.

A text remembers where it begins, and no more: there are many of them. So the file is read once more, when
there is something to say about it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.parse import load_file
from espejo.load.source import Source, position
from espejo.model.problems import Place
from espejo.model.text import Text

_Found = tuple[Source, dict[tuple[int, int], Node]]


class Locator:
    """Finds places in the files of a project."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self._files: dict[str, _Found] = {}

    def place(self, text: Text, locale: str, at: int) -> Place:
        """Where this character stands, or else the passage, or else the text."""
        source, nodes = self._open(text.place.file)
        node = nodes.get((text.place.line, text.place.column))
        if isinstance(node, MappingNode):
            node = next((value for key, value in node.value if key.value == locale), None)
        if not isinstance(node, ScalarNode):
            return text.place
        return Place(text.place.file, *source.position(node, at))

    def _open(self, file: str) -> _Found:
        if file not in self._files:
            source = load_file(self._project / file, file=file)
            self._files[file] = source, {position(node.start_mark): node for node in _values(source.root)}
        return self._files[file]


def _values(root: Node | None) -> Iterator[Node]:
    """Every node that is a value and not a key, the outer before the inner."""
    stack = [root] if root else []
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, MappingNode):
            stack.extend(value for _, value in node.value)
        elif isinstance(node, SequenceNode):
            stack.extend(node.value)
