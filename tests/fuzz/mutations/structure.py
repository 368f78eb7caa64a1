"""Mutations of structure: YAML nodes of other types, in other places and styles, nested, shared, tagged."""

from __future__ import annotations

from random import Random

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files
from .characters import ODD_CHARACTERS
from .trees import (
    STYLES,
    Spot,
    Tree,
    list_spots,
    mapping,
    mutation,
    parse,
    scalar,
    sequence,
    text_mutation,
    tree_mutation,
)

_SCALARS = (
    *("", " ", "~", "null", "true", "false", "yes", "No", "0", "-0", "007", "1e3", "1E400", ".nan"),
    *(".inf", "1_000", "0x10", "12:30", "1.10", "9" * 400, "2026-02-30", "9999-12-31", "0000-01-01"),
    *("NaN", "+1", "None", "[]", "{}", "- a", "a: b", "=", "<<", "id", "en", "es", "a b", "A", "-", "--"),
    *("..", "/", "__proto__"),
)
_TAGS = (
    *("!!str", "!!int", "!!python/object/apply:os.system", "!local", "!!binary", "!!null", "!!set"),
    *("!!float",),
)


def _is_scalar(spot: Spot) -> bool:
    return isinstance(spot.node, ScalarNode)


@tree_mutation("structure")
def change_type(random: Random, tree: Tree) -> None:
    spot = tree.pick()
    node = spot.node
    others = (
        scalar(random.choice(_SCALARS), random.choice(STYLES)),
        *(sequence(node), sequence(), mapping(), sequence(node, node)),
        mapping((scalar("en"), node)),
        mapping((scalar(random.choice(_SCALARS)), node)),
    )
    spot.put(random.choice(others))


@tree_mutation("structure")
def replace_scalar(random: Random, tree: Tree) -> None:
    tree.pick(_is_scalar).put(scalar(random.choice(_SCALARS), random.choice(STYLES)))


@tree_mutation("structure")
def delete_entry(_: Random, tree: Tree) -> None:
    spot = tree.pick()
    del spot.parent.value[spot.at]


@tree_mutation("structure")
def duplicate_entry(random: Random, tree: Tree) -> None:
    """Repeat a key or an item; the two share a node, so it is written once with an anchor, or copied."""
    spot = tree.pick()
    entry = spot.parent.value[spot.at]
    if random.random() < 0.8:
        copies = list_spots(parse(tree.text))
        entry = next(one.parent.value[one.at] for one in copies if one.path == spot.path)
    spot.parent.value[spot.at : spot.at] = [entry] * random.choice((1, 1, 1, 4, 60))


@tree_mutation("structure")
def rename_key(random: Random, tree: Tree) -> None:
    keyed = tree.list(lambda spot: isinstance(spot.parent, MappingNode))
    spot = random.choice(keyed)
    key, value = spot.parent.value[spot.at]
    names = (*_SCALARS, spot.key.upper(), spot.key + "s", spot.key + " ", random.choice(keyed).key)
    new: Node = scalar(random.choice(names), random.choice(STYLES))
    if random.random() < 0.1:
        new = random.choice((sequence(key, flow=True), mapping((key, key), flow=True)))
    spot.parent.value[spot.at] = (new, value)


@tree_mutation("structure")
def shuffle_entries(random: Random, tree: Tree) -> None:
    random.shuffle(tree.pick().parent.value)


@mutation("structure")
def move_subtree(random: Random, files: Files) -> None:
    """Put a part of one file in place of a part of another."""
    node, tree = Tree(random, files).pick().node, Tree(random, files)
    tree.pick().put(node)
    tree.save()


@tree_mutation("structure")
def swap_same_keys(_: Random, tree: Tree) -> None:
    """Exchange two values that have the same key."""
    spot = tree.pick()
    other = tree.pick(lambda one: one.key == spot.key)
    node = spot.node
    spot.put(other.node)
    other.put(node)


@tree_mutation("structure")
def nest_deep(random: Random, tree: Tree) -> None:
    spot = tree.pick()
    flow, node = random.random() < 0.5, spot.node
    for _ in range(random.choice((1, 5, 11, 13, 40, 300))):
        is_list = random.random() < 0.5
        node = sequence(node, flow=flow) if is_list else mapping((scalar("en"), node), flow=flow)
    spot.put(node)


@text_mutation("structure")
def open_brackets(random: Random, text: str) -> str:
    """Text that opens levels and never closes them, which only the parser sees."""
    opening = random.choice(("[", "{", "- ", "? ", "[{", "{a: [", ": ", "- ? ", "&a [", "!a [", "a: "))
    lines = text.split("\n")
    lines[random.randrange(len(lines))] += " " + opening * random.choice((1, 3, 100, 1000, 20_000))
    return "\n".join(lines)


@tree_mutation("structure")
def share_node(_: Random, tree: Tree) -> None:
    """The same node in two places, which YAML writes as an anchor and an alias."""
    tree.pick().put(tree.pick().node)


@tree_mutation("structure")
def multiply_aliases(random: Random, tree: Tree) -> None:
    """A small file that would grow without bounds if aliases were followed."""
    node: Node = scalar("lol")
    for _ in range(random.choice((3, 9, 30))):
        node = sequence(*[node] * 9, flow=True)
    tree.pick().put(node)


@tree_mutation("structure")
def add_tag(random: Random, tree: Tree) -> None:
    tree.pick().node.tag = random.choice(_TAGS)


@tree_mutation("structure")
def change_style(random: Random, tree: Tree) -> None:
    """Write the same values in other styles: quotes, blocks, flow collections, folded lines."""
    share = random.choice((0.02, 0.2, 1))
    for spot in tree.spots:
        if random.random() < share:
            if isinstance(spot.node, ScalarNode):
                spot.node.style = random.choice(STYLES)
            elif isinstance(spot.node, MappingNode | SequenceNode):
                spot.node.flow_style = random.random() < 0.3


@tree_mutation("structure")
def grow_scalar(random: Random, tree: Tree) -> None:
    spot = tree.pick(_is_scalar)
    size = random.choice((50, 500, 19_900, 20_100, 120_000))
    units = ("a", "a ", "word ", "\n", "é", "😀", "0", "- ", "# ", "\\", spot.text or "x")
    unit = random.choice(units)
    spot.put(scalar((unit * (size // len(unit) + 1))[:size], random.choice(STYLES)))


@tree_mutation("structure")
def edit_scalar(random: Random, tree: Tree) -> None:
    """Insert something inside a value, correctly quoted, so that the parser hands it on."""
    spot = tree.pick(_is_scalar)
    value = spot.text or ""
    at = random.randrange(len(value) + 1)
    inserted = random.choice((*ODD_CHARACTERS, *_SCALARS))
    spot.put(scalar(value[:at] + inserted + value[at:], random.choice(('"', '"', None, "'", "|"))))


@text_mutation("structure")
def add_document(random: Random, text: str) -> str:
    return text + random.choice(("---\n", "---\na: b\n", "...\n", "--- |\n x\n", "%TAG ! x\n---\n"))
