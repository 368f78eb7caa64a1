"""Mutations of structure: keys, types, styles, nesting and sharing of the nodes of a YAML file."""

from __future__ import annotations

from random import Random

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files
from .registry import UnfitError, mutation
from .trees import STYLES, Spot, list_spots, mapping, parse, pick_tree, scalar, sequence, write

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


@mutation("structure")
def change_type(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    spot.put(_make_other(random, spot.node))
    files[name] = write(root, text)


def _make_other(random: Random, node: Node) -> Node:
    return random.choice(
        (
            lambda: scalar(random.choice(_SCALARS), random.choice(STYLES)),
            lambda: sequence(node),
            lambda: sequence(),
            lambda: mapping(),
            lambda: mapping((scalar("en"), node)),
            lambda: mapping((scalar(random.choice(_SCALARS)), node)),
            lambda: sequence(node, node),
        )
    )()


@mutation("structure")
def replace_scalar(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    spot = _pick_scalar(random, spots)
    spot.put(scalar(random.choice(_SCALARS), random.choice(STYLES)))
    files[name] = write(root, text)


def _pick_scalar(random: Random, spots: list[Spot]) -> Spot:
    scalars = [spot for spot in spots if isinstance(spot.node, ScalarNode)]
    if not scalars:
        raise UnfitError
    return random.choice(scalars)


@mutation("structure")
def delete_entry(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    del spot.parent.value[spot.at]
    files[name] = write(root, text)


@mutation("structure")
def duplicate_entry(random: Random, files: Files) -> None:
    """Repeat a key or an item; the two share a node, so it is written once with an anchor, or copied."""
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    entry = spot.parent.value[spot.at]
    if random.random() < 0.8:
        copies = list_spots(parse(text))
        entry = next(one.parent.value[one.at] for one in copies if one.path == spot.path)
    spot.parent.value[spot.at : spot.at] = [entry] * random.choice((1, 1, 1, 4, 60))
    files[name] = write(root, text)


@mutation("structure")
def rename_key(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    keyed = [spot for spot in spots if isinstance(spot.parent, MappingNode)]
    if not keyed:
        raise UnfitError
    spot = random.choice(keyed)
    key, value = spot.parent.value[spot.at]
    names = (*_SCALARS, spot.key.upper(), spot.key + "s", spot.key + " ", random.choice(keyed).key)
    new: Node = scalar(random.choice(names), random.choice(STYLES))
    if random.random() < 0.1:
        new = random.choice((sequence(key, flow=True), mapping((key, key), flow=True)))
    spot.parent.value[spot.at] = (new, value)
    files[name] = write(root, text)


@mutation("structure")
def shuffle_entries(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    random.shuffle(random.choice(spots).parent.value)
    files[name] = write(root, text)


@mutation("structure")
def move_subtree(random: Random, files: Files) -> None:
    """Put a part of one file in place of a part of another."""
    _, _, _, others = pick_tree(random, files)
    name, text, root, spots = pick_tree(random, files)
    random.choice(spots).put(random.choice(others).node)
    files[name] = write(root, text)


@mutation("structure")
def swap_same_keys(random: Random, files: Files) -> None:
    """Exchange two values that have the same key."""
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    other = random.choice([one for one in spots if one.key == spot.key])
    node = spot.node
    spot.put(other.node)
    other.put(node)
    files[name] = write(root, text)


@mutation("structure")
def nest_deep(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    spot = random.choice(spots)
    flow, node = random.random() < 0.5, spot.node
    for _ in range(random.choice((1, 5, 11, 13, 40, 300))):
        node = (
            sequence(node, flow=flow) if random.random() < 0.5 else mapping((scalar("en"), node), flow=flow)
        )
    spot.put(node)
    files[name] = write(root, text)


@mutation("structure")
def open_brackets(random: Random, files: Files) -> None:
    """Text that opens levels and never closes them, which only the parser sees."""
    name, text, _, spots = pick_tree(random, files)
    opening = random.choice(("[", "{", "- ", "? ", "[{", "{a: [", ": ", "- ? ", "&a [", "!a [", "a: "))
    line = random.choice(spots).node.start_mark
    lines = text.split("\n")
    at = min(line.line if line else 0, len(lines) - 1)
    lines[at] += " " + opening * random.choice((1, 3, 100, 1000, 20_000))
    files[name] = "\n".join(lines).encode()


@mutation("structure")
def share_node(random: Random, files: Files) -> None:
    """The same node in two places, which YAML writes as an anchor and an alias."""
    name, text, root, spots = pick_tree(random, files)
    random.choice(spots).put(random.choice(spots).node)
    files[name] = write(root, text)


@mutation("structure")
def multiply_aliases(random: Random, files: Files) -> None:
    """A small file that would grow without bounds if aliases were followed."""
    name, text, root, spots = pick_tree(random, files)
    node: Node = scalar("lol")
    for _ in range(random.choice((3, 9, 30))):
        node = sequence(*[node] * 9, flow=True)
    random.choice(spots).put(node)
    files[name] = write(root, text)


@mutation("structure")
def add_tag(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    random.choice(spots).node.tag = random.choice(_TAGS)
    files[name] = write(root, text)


@mutation("structure")
def change_style(random: Random, files: Files) -> None:
    """Write the same values in other styles: quotes, blocks, flow collections, folded lines."""
    name, text, root, spots = pick_tree(random, files)
    share = random.choice((0.02, 0.2, 1))
    for spot in spots:
        if random.random() < share:
            if isinstance(spot.node, ScalarNode):
                spot.node.style = random.choice(STYLES)
            elif isinstance(spot.node, MappingNode | SequenceNode):
                spot.node.flow_style = random.random() < 0.3
    files[name] = write(root, text, random)


@mutation("structure")
def grow_scalar(random: Random, files: Files) -> None:
    name, text, root, spots = pick_tree(random, files)
    spot = _pick_scalar(random, spots)
    size = random.choice((50, 500, 19_900, 20_100, 120_000))
    unit = random.choice(
        ("a", "a ", "word ", "\n", "é", "😀", "0", "- ", "# ", "\\", str(spot.node.value) or "x")
    )
    spot.put(scalar((unit * (size // len(unit) + 1))[:size], random.choice(STYLES)))
    files[name] = write(root, text)


@mutation("structure")
def edit_scalar(random: Random, files: Files) -> None:
    """Insert something inside a value, correctly quoted, so that the parser hands it on."""
    from .characters import ODD_CHARACTERS

    name, text, root, spots = pick_tree(random, files)
    spot = _pick_scalar(random, spots)
    value = str(spot.node.value)
    at = random.randrange(len(value) + 1)
    inserted = random.choice((*ODD_CHARACTERS, *_SCALARS))
    spot.put(scalar(value[:at] + inserted + value[at:], random.choice(('"', '"', None, "'", "|"))))
    files[name] = write(root, text)


@mutation("structure")
def add_document(random: Random, files: Files) -> None:
    name, text, _, _ = pick_tree(random, files)
    files[name] = (
        text + random.choice(("---\n", "---\na: b\n", "...\n", "--- |\n x\n", "%TAG ! x\n---\n"))
    ).encode()
