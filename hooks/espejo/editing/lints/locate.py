"""Locator: finds the place in a file of a character in a passage.

To save memory, texts store only where they begin. A file is parsed again only when a lint reports something
in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from espejo.load.parse import load_file
from espejo.load.source import Source, position
from espejo.model.problems import Place
from espejo.model.text import Text

_ParsedFile = tuple[Source, dict[tuple[int, int], Node]]


class Locator:
    def __init__(self, project: Path) -> None:
        self._project = project
        self._files: dict[str, _ParsedFile] = {}

    def place(self, text: Text, locale: str, offset: int) -> Place:
        """The place of the character at this offset in the passage; the place of the text if not found."""
        source, nodes = self._parse(text.place.file)
        node = nodes.get((text.place.line, text.place.column))
        if isinstance(node, MappingNode):
            node = next((value for key, value in node.value if key.value == locale), None)
        if not isinstance(node, ScalarNode):
            return text.place
        return Place(text.place.file, *source.position(node, offset))

    def read_line(self, place: Place) -> str:
        """The line of a file that a place is on."""
        return self._parse(place.file)[0].lines[place.line - 1]

    def _parse(self, file: str) -> _ParsedFile:
        if file not in self._files:
            source = load_file(self._project / file, file=file)
            self._files[file] = (
                source,
                {position(node.start_mark): node for node in _list_values(source.root)},
            )
        return self._files[file]


def _list_values(root: Node | None) -> Iterator[Node]:
    """List all value nodes, not keys, parents before children."""
    stack = [root] if root else []
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, MappingNode):
            stack.extend(value for _, value in node.value)
        elif isinstance(node, SequenceNode):
            stack.extend(node.value)
