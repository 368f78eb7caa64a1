"""YAML trees: files of a damaged bank as nodes that can be changed and saved in any style."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from .seed import Files

SCALAR, MAPPING, SEQUENCE = (f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq"))
STYLES = (None, "'", '"', "|", ">")


class UnfitError(Exception):
    """A mutation has nothing to change, because an earlier one damaged its file."""


class Spot(NamedTuple):
    """A node in a tree: its parent collection, its position there, and the keys that lead to it."""

    parent: MappingNode | SequenceNode
    at: int
    path: tuple[str, ...]

    @property
    def node(self) -> Node:
        found = self.parent.value[self.at]
        node: Node = found[1] if isinstance(self.parent, MappingNode) else found
        return node

    def put(self, node: Node) -> None:
        if isinstance(self.parent, MappingNode):
            self.parent.value[self.at] = (self.parent.value[self.at][0], node)
        else:
            self.parent.value[self.at] = node

    @property
    def key(self) -> str:
        return self.path[-1]

    @property
    def text(self) -> str | None:
        return str(self.node.value) if isinstance(self.node, ScalarNode) else None


class Tree:
    """The nodes of a file whose path contains `wanted`."""

    def __init__(self, random: Random, files: Files, wanted: str = "") -> None:
        self.random = random
        self._files = files
        self._name, self.text = pick_text(random, files, wanted)
        self.root = parse(self.text)
        self.spots = list(list_spots(self.root))
        if not self.spots:
            raise UnfitError

    def pick(self, fits: Callable[[Spot], bool] = lambda _: True) -> Spot:
        return self.random.choice(self.list(fits))

    def list(self, fits: Callable[[Spot], bool]) -> list[Spot]:
        fitting = [spot for spot in self.spots if fits(spot)]
        if not fitting:
            raise UnfitError
        return fitting

    def save(self) -> None:
        self._files[self._name] = write(self.root, self.text, self.random.choice((20, 80, 120, 100_000)))


def pick_text(random: Random, files: Files, wanted: str = "") -> tuple[str, str]:
    """Picks a file whose path contains `wanted`, with its text; replaces invalid UTF-8 with U+FFFD."""
    found = {
        name: content for name, content in files.items() if wanted in name and isinstance(content, bytes)
    }
    if not found:
        raise UnfitError
    name = random.choice(sorted(found))
    return name, found[name].decode(errors="replace")


def parse(text: str) -> Node:
    """Parses a file's text and returns its root node. Raises UnfitError if it isn't YAML."""
    try:
        root = yaml.compose(text, Loader=yaml.CBaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise UnfitError from error
    if root is None:
        raise UnfitError
    found: Node = root
    return found


def write(root: Node, text: str, width: int = 120) -> bytes:
    """Serializes a tree, keeping the old text's first line, which names the schema."""
    try:
        body = yaml.serialize(root, Dumper=yaml.CBaseDumper, allow_unicode=True, width=width)
    except (yaml.YAMLError, RecursionError, UnicodeEncodeError) as error:
        raise UnfitError from error
    head = text.partition("\n")[0]
    return (f"{head}\n" if head.startswith("#") else "").encode() + body.encode(errors="surrogatepass")


def list_spots(root: Node) -> Iterator[Spot]:
    """Lists every node below the root, in order and without duplicates."""
    stack: list[tuple[Node, tuple[str, ...]]] = [(root, ())]
    seen: set[int] = set()
    while stack:
        node, path = stack.pop()
        if id(node) in seen or not isinstance(node, MappingNode | SequenceNode):
            continue
        seen.add(id(node))
        for index, one in enumerate(node.value):
            key, child = one if isinstance(node, MappingNode) else (None, one)
            step = str(key.value) if isinstance(key, ScalarNode) else "-"
            yield Spot(node, index, (*path, step))
            stack.append((child, (*path, step)))


def scalar(value: str, style: str | None = None) -> ScalarNode:
    return ScalarNode(SCALAR, value, style=style)


def mapping(*pairs: tuple[Node, Node], flow: bool = False) -> MappingNode:
    return MappingNode(MAPPING, list(pairs), flow_style=flow)


def sequence(*items: Node, flow: bool = False) -> SequenceNode:
    return SequenceNode(SEQUENCE, list(items), flow_style=flow)
