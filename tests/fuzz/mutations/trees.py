"""Files that mutations change, as text and as YAML trees, and the list of all mutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Literal, NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files

Level = Literal["characters", "structure", "domain", "size"]
Mutate = Callable[[Random, Files], None]

MUTATIONS: dict[str, Mutate] = {}
LEVELS: dict[Level, list[str]] = {"characters": [], "structure": [], "domain": [], "size": []}

SCALAR, MAPPING, SEQUENCE = (f"tag:yaml.org,2002:{name}" for name in ("str", "map", "seq"))
STYLES = (None, "'", '"', "|", ">")
PASSAGE_KEYS = frozenset(
    (
        *("title", "subject", "focus", "short", "about", "prompt", "text", "why", "answer", "hint", "part"),
        *("unit", "front", "back", "term", "meaning", "group", "formula", "symbol", "note", "caption"),
        *("code", "not_computable", "illustrates", "alt"),
    )
)
_LISTS_OF_PASSAGES = frozenset(("points", "also"))
LOCALES = frozenset(("en", "es"))


class UnfitError(Exception):
    """A mutation that finds nothing to change, because an earlier one has damaged its file."""


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

    @property
    def text(self) -> str | None:
        """The value of a scalar."""
        return str(self.node.value) if isinstance(self.node, ScalarNode) else None


class Tree:
    """A file as nodes that can be changed and saved again, in any style."""

    def __init__(self, random: Random, files: Files, wanted: str = "") -> None:
        """Choose a file whose path contains `wanted`."""
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

    def pick_list(self, fits: Callable[[Spot], bool] = lambda _: True) -> SequenceNode:
        node = self.pick(lambda spot: isinstance(spot.node, SequenceNode) and fits(spot)).node
        assert isinstance(node, SequenceNode)
        return node

    def save(self) -> None:
        self._files[self._name] = write(self.root, self.text, self.random)


def mutation(level: Level, *, weight: int = 1) -> Callable[[Mutate], Mutate]:
    """Add a function to the list under its own name, to be chosen as often as its weight says."""

    def add(function: Mutate) -> Mutate:
        MUTATIONS[function.__name__] = function
        LEVELS[level].extend([function.__name__] * weight)
        return function

    return add


def text_mutation(
    level: Level, *, weight: int = 1
) -> Callable[[Callable[[Random, str], str | bytes]], Mutate]:
    """The same for a function that turns the text of a file into another, or into bytes."""

    def add(function: Callable[[Random, str], str | bytes]) -> Mutate:
        def mutate(random: Random, files: Files) -> None:
            name, text = pick_text(random, files)
            changed = function(random, text)
            files[name] = changed if isinstance(changed, bytes) else changed.encode(errors="surrogatepass")

        mutate.__name__ = function.__name__
        return mutation(level, weight=weight)(mutate)

    return add


def tree_mutation(
    level: Level, *wanted: str, weight: int = 1
) -> Callable[[Callable[[Random, Tree], None]], Mutate]:
    """The same for a function that changes the tree of a file whose path contains one of these words."""

    def add(function: Callable[[Random, Tree], None]) -> Mutate:
        def mutate(random: Random, files: Files) -> None:
            tree = Tree(random, files, random.choice(wanted or ("",)))
            function(random, tree)
            tree.save()

        mutate.__name__ = function.__name__
        return mutation(level, weight=weight)(mutate)

    return add


def pick_text(random: Random, files: Files, wanted: str = "") -> tuple[str, str]:
    """A file whose path contains `wanted`, and its text; what isn't UTF-8 becomes replacement characters."""
    found = {
        name: content for name, content in files.items() if wanted in name and isinstance(content, bytes)
    }
    if not found:
        raise UnfitError
    name = random.choice(sorted(found))
    return name, found[name].decode(errors="replace")


def is_passage(spot: Spot) -> bool:
    """Whether a scalar is a Markdown field: under the key of one, for all languages or for one."""
    if not isinstance(spot.node, ScalarNode) or "proof" in spot.path[:-2]:
        return False
    *before, last = spot.path
    keys = [step for step in before if step != "-"]
    if last in LOCALES:
        return bool(keys) and keys[-1] in PASSAGE_KEYS | _LISTS_OF_PASSAGES
    return last in PASSAGE_KEYS or (last == "-" and bool(keys) and keys[-1] in _LISTS_OF_PASSAGES)


def parse(text: str) -> Node:
    """The root of a file; one that isn't YAML can't be changed as a tree."""
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
    width = random.choice((20, 80, 120, 120, 120, 100_000)) if random else 120
    try:
        body = yaml.serialize(root, Dumper=yaml.CBaseDumper, allow_unicode=True, width=width)
    except (yaml.YAMLError, RecursionError, UnicodeEncodeError) as error:
        raise UnfitError from error
    head = text.partition("\n")[0]
    return (f"{head}\n" if head.startswith("#") else "").encode() + body.encode(errors="surrogatepass")


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
