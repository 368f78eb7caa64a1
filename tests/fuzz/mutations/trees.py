"""YAML trees of the fuzzer: a file as nodes that can be changed and written again, in any style."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files
from .registry import UnfitError, pick_text

SCALAR, MAPPING, SEQUENCE = (f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq"))
STYLES = (None, "'", '"', "|", ">")

PASSAGE_KEYS = frozenset(
    (
        "title",
        "subject",
        "focus",
        "short",
        "about",
        "prompt",
        "text",
        "why",
        "answer",
        "hint",
        "part",
        "unit",
        "front",
        "back",
    )
) | {
    *("term", "meaning", "group", "formula", "symbol", "note", "caption", "code"),
    *("not_computable", "illustrates", "alt"),
}
_LISTS_OF_PASSAGES = frozenset(("points", "also"))
LOCALES = frozenset(("en", "es"))


class Spot(NamedTuple):
    """A node in a tree: the collection around it, its position there, and the names that lead to it."""

    parent: MappingNode | SequenceNode
    at: int
    path: tuple[str, ...]

    @property
    def node(self) -> Node:
        found = self.parent.value[self.at]
        node: Node = found[1] if isinstance(self.parent, MappingNode) else found
        return node

    def put(self, node: Node) -> None:
        """Replace the node."""
        if isinstance(self.parent, MappingNode):
            self.parent.value[self.at] = (self.parent.value[self.at][0], node)
        else:
            self.parent.value[self.at] = node

    @property
    def key(self) -> str:
        return self.path[-1]


def is_passage(spot: Spot) -> bool:
    """Whether a scalar is a passage: under the key of a text, for all languages or for one."""
    if not isinstance(spot.node, ScalarNode) or "proof" in spot.path[:-2]:
        return False
    *before, last = spot.path
    keys = [step for step in before if step != "-"]
    if last in LOCALES:
        return bool(keys) and keys[-1] in PASSAGE_KEYS | _LISTS_OF_PASSAGES
    return last in PASSAGE_KEYS or (last == "-" and bool(keys) and keys[-1] in _LISTS_OF_PASSAGES)


def parse(text: str) -> Node:
    """The root of a file; one that is no YAML cannot be changed as a tree."""
    try:
        root = yaml.compose(text, Loader=yaml.CBaseLoader)
    except (yaml.YAMLError, RecursionError) as error:
        raise UnfitError from error
    if root is None:
        raise UnfitError
    found: Node = root
    return found


def write(root: Node, text: str, random: Random | None = None) -> bytes:
    """A tree as a file, with the first line of the old text, which names the schema."""
    width = random.choice((20, 80, 120, 100_000)) if random else 120
    try:
        body = yaml.serialize(root, Dumper=yaml.CBaseDumper, allow_unicode=True, width=width)
    except (yaml.YAMLError, RecursionError, UnicodeEncodeError) as error:
        raise UnfitError from error
    head = text.partition("\n")[0]
    return (f"{head}\n" if head.startswith("#") else "").encode() + body.encode(errors="surrogatepass")


def pick_tree(random: Random, files: Files) -> tuple[str, str, Node, list[Spot]]:
    """A file with its text, its root and every node below it."""
    name, text = pick_text(random, files)
    root = parse(text)
    spots = list(list_spots(root))
    if not spots:
        raise UnfitError
    return name, text, root, spots


def list_spots(root: Node) -> Iterator[Spot]:
    """Every node below the root, in order. Nodes that occur twice are visited once."""
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
