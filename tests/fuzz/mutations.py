"""Mutations of a bank: its characters, YAML, values, and files, in steps reproducible from a seed."""

from __future__ import annotations

import re
from collections.abc import Callable
from posixpath import normpath
from random import Random

from yaml.nodes import MappingNode, Node, ScalarNode

from espejo.load.data_files import MAX_FILES
from espejo.load.parse import MAX_BYTES

from .passages import MAX_PASSAGE, ODD_CHARACTERS, make_line, make_passage
from .seed import Files, Folder, Link, make_seed
from .trees import (
    STYLES,
    Spot,
    Tree,
    UnfitError,
    list_spots,
    mapping,
    parse,
    pick_text,
    scalar,
    sequence,
    write,
)
from .values import IDS, INSERTED, NAMES, VALUES, values_of

Mutate = Callable[[Random, Files], None]

_LENGTHS = (1, 1, 1, 1, 1, 2, 2, 3, 5)
_LOCALES = ("en", "es")
_PASSAGES = frozenset(
    (
        *("title", "subject", "focus", "short", "about", "prompt", "text", "why", "answer", "hint", "part"),
        *("unit", "front", "back", "term", "meaning", "group", "formula", "symbol", "note", "caption"),
        *("code", "not_computable", "illustrates", "alt", "points", "also"),
    )
)
_SCALARS = (
    *("", " ", "~", "null", "true", "No", "0", "-0", "007", "1e3", "1E400", ".nan", ".inf", "1_000", "0x10"),
    *("12:30", "9" * 400, "2026-02-30", "0000-01-01", "None", "[]", "{}", "- a", "a: b", "=", "<<", "id"),
    *("en", "a b", "A", "-", "..", "/", "__proto__"),
)
_TAGS = ("!!str", "!!int", "!!python/object/apply:os.system", "!local", "!!binary", "!!null", "!!set")
_BAD_BYTES = (b"\xff", b"\xc3", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xfe\xff")


def replace_span(random: Random, text: str) -> str:
    """Deletes a few characters or the rest, or replaces or inserts odd ones."""
    at, count = random.randrange(len(text) + 1), random.choice((0, 0, 1, 2, 40, 400, len(text)))
    return text[:at] + random.choice(("", *ODD_CHARACTERS)) + text[at + count :]


def repeat_span(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    span = text[at : at + random.choice((1, 2, 3, 10))]
    return text[:at] + span * random.choice((2, 10, 100, 1000, 5000)) + text[at:]


def damage_bytes(random: Random, text: str) -> bytes:
    """Flips a bit, inserts invalid UTF-8, or uses another encoding."""
    if random.random() < 0.3:
        encoding = random.choice(("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252"))
        return text.encode(encoding, errors="replace")
    raw = bytearray(text.encode())
    at = random.randrange(len(raw) + 1)
    if raw and random.random() < 0.5:
        raw[at - 1] ^= 1 << random.randrange(8)
    else:
        raw[at:at] = random.choice(_BAD_BYTES)
    return bytes(raw)


def move_lines(random: Random, text: str) -> str:
    """Deletes, repeats, or moves some lines."""
    lines = text.split("\n")
    at, count = random.randrange(len(lines)), random.choice((1, 1, 2, 10))
    moved = lines[at : at + count]
    if random.random() < 0.6:
        del lines[at : at + count]
    to = random.randrange(len(lines) + 1)
    lines[to:to] = moved * random.choice((0, 1, 1, 3, 200))
    return "\n".join(lines)


def indent_lines(random: Random, text: str) -> str:
    lines = text.split("\n")
    first = random.randrange(len(lines))
    last = first + random.choice((1, 1, 3, 20))
    width = random.choice((-4, -2, -1, 1, 2, 4, 30, 3000))
    indented = [line[-width:] if width < 0 else " " * width + line for line in lines[first:last]]
    return "\n".join([*lines[:first], *indented, *lines[last:]])


def change_line_ends(random: Random, text: str) -> str:
    return text.replace("\n", random.choice(("\r\n", "\r", "\n\r", "\n\n", " \n", "\x85", "")))


def open_brackets(random: Random, text: str) -> str:
    """Opens many nested levels and never closes them, to test the parser."""
    opening = random.choice(("[", "{", "- ", "? ", "[{", "{a: [", ": ", "- ? ", "&a [", "!a [", "a: "))
    lines = text.split("\n")
    lines[random.randrange(len(lines))] += " " + opening * random.choice((1, 3, 100, 1000, 20_000))
    return "\n".join(lines)


def add_document(random: Random, text: str) -> str:
    return text + random.choice(("---\n", "---\na: b\n", "...\n", "--- |\n x\n", "%TAG ! x\n---\n"))


def fill_text(random: Random, text: str) -> str:
    """Repeats a line until the file is full."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    line = random.choice((lines[at], lines[at], "", " ", "#", "- ", "a: b", "? ", make_line(random)))
    joint = random.choice(("\n", "\n", ", ", ""))
    count = max(1, (MAX_BYTES - len(text.encode())) // (len(line.encode()) + len(joint) or 1))
    lines[at] = joint.join([line] * count)
    return "\n".join(lines)


def _is_scalar(spot: Spot) -> bool:
    return isinstance(spot.node, ScalarNode)


def change_type(random: Random, tree: Tree) -> None:
    spot = tree.pick()
    node, new = spot.node, scalar(random.choice(_SCALARS), random.choice(STYLES))
    pair = mapping((random.choice((scalar("en"), new)), node))
    spot.put(random.choice((new, new, sequence(node), sequence(), mapping(), sequence(node, node), pair)))


def repeat_entry(random: Random, tree: Tree) -> None:
    """Deletes or repeats a key or an item: as a copy, as an alias, or as a record with the next id."""
    spot = tree.pick(lambda one: random.random() < 0.5 or isinstance(one.node, MappingNode))
    entry = spot.parent.value[spot.at]
    if random.random() < 0.8:
        copies = list_spots(parse(tree.text))
        entry = next(one.parent.value[one.at] for one in copies if one.path == spot.path)
        if isinstance(entry, MappingNode):
            id_ = scalar(random.choice(("q-02-08", "d-01-05", "f-02", "p-02", "new-term")))
            entry.value = [(key, id_ if key.value == "id" else value) for key, value in entry.value]
    deleted = random.random() < 0.3
    spot.parent.value[spot.at : spot.at + deleted] = [entry] * (
        0 if deleted else random.choice((1, 1, 4, 60))
    )


def rename_key(random: Random, tree: Tree) -> None:
    keyed = tree.list(lambda spot: isinstance(spot.parent, MappingNode))
    spot = random.choice(keyed)
    key, value = spot.parent.value[spot.at]
    names = (*_SCALARS, spot.key.upper(), spot.key + "s", spot.key + " ", random.choice(keyed).key)
    new: Node = scalar(random.choice(names), random.choice(STYLES))
    if random.random() < 0.1:
        new = random.choice((sequence(key, flow=True), mapping((key, key), flow=True)))
    spot.parent.value[spot.at] = (new, value)


def shuffle_entries(random: Random, tree: Tree) -> None:
    random.shuffle(tree.pick().parent.value)


def swap_values(random: Random, tree: Tree) -> None:
    """Swaps two values, mostly with the same key, or makes the second an alias of the first."""
    spot = tree.pick()
    other = tree.pick(lambda one: one.key == spot.key or random.random() < 0.01)
    node = spot.node
    if random.random() < 0.8:
        spot.put(other.node)
    other.put(node)


def nest_deep(random: Random, tree: Tree) -> None:
    """Adds many levels, or aliases that would grow without bounds if expanded."""
    spot = tree.pick()
    flow, width, node = random.random() < 0.5, random.choice((1, 1, 9)), spot.node
    for _ in range(random.choice((1, 5, 11, 13, 40, 300))):
        is_list = width > 1 or random.random() < 0.5
        node = sequence(*[node] * width, flow=flow) if is_list else mapping((scalar("en"), node), flow=flow)
    spot.put(node)


def change_style(random: Random, tree: Tree) -> None:
    """Changes the style of values: quotes, blocks, flow collections, or folded lines. May add a tag."""
    if random.random() < 0.5:
        tree.pick().node.tag = random.choice(_TAGS)
    share = random.choice((0.02, 0.2, 1))
    for spot in tree.spots:
        if random.random() < share:
            if isinstance(spot.node, ScalarNode):
                spot.node.style = random.choice(STYLES)
            else:
                spot.node.flow_style = random.random() < 0.3  # type: ignore[attr-defined]


def grow_scalar(random: Random, tree: Tree) -> None:
    spot = tree.pick(_is_scalar)
    size = random.choice((50, 500, 19_900, 20_100, 120_000))
    unit = random.choice(("a", "a ", "word ", "\n", "é", "😀", "0", "- ", "# ", "\\", spot.text or "x"))
    spot.put(scalar((unit * (size // len(unit) + 1))[:size], random.choice(STYLES)))


def edit_scalar(random: Random, tree: Tree) -> None:
    """Inserts something inside a value, correctly quoted, so that it gets past the parser."""
    spot = tree.pick(_is_scalar)
    value = spot.text or ""
    at = random.randrange(len(value) + 1)
    inserted = random.choice((*ODD_CHARACTERS, *_SCALARS))
    spot.put(scalar(value[:at] + inserted + value[at:], random.choice(('"', '"', None, "'", "|"))))


def fill_list(random: Random, tree: Tree) -> None:
    """Repeats an entry of a list or mapping until the file is full, with or without a number in it."""
    spot = tree.pick()
    value, numbered = spot.parent.value[spot.at], random.random() < 0.7
    entry = write(mapping(value) if isinstance(spot.parent, MappingNode) else sequence(value), "").decode()
    count = max(1, (MAX_BYTES - len(tree.text.encode())) // (len(entry.encode()) + 8))
    texts = [
        re.sub(r"(?<=\w)$", str(at), entry, count=1, flags=re.M) if numbered else entry for at in range(count)
    ]
    spot.parent.value[spot.at : spot.at] = [one for text in texts for one in parse(text).value]


def _is_passage(spot: Spot) -> bool:
    """Whether a scalar is a Markdown field, either for all languages or for one."""
    keys = [step for step in spot.path if step not in ("-", *_LOCALES)]
    return _is_scalar(spot) and bool(keys) and keys[-1] in _PASSAGES


def fill_passages(random: Random, tree: Tree) -> None:
    """Fills a file with one hostile passage, in as many fields as possible and repeated in each."""
    passages = tree.list(_is_passage)
    room = min(MAX_PASSAGE, MAX_BYTES // len(passages) - 100)
    passage, joint = make_passage(random), random.choice(("\n\n", "\n", " "))
    many = joint.join([passage] * max(1, room // (len(passage.encode()) + len(joint))))[:room]
    for spot in passages:
        spot.put(scalar(many, random.choice(("|", '"'))))


def write_passage(random: Random, tree: Tree) -> None:
    """Replaces an ordinary passage with a hostile one, in one language or all."""
    spot = tree.pick(_is_passage)
    passage = make_passage(random)
    style = random.choice(('"', "'", "|")) if "\n" not in passage else random.choice(('"', "|", "|", "|"))
    targets = [spot]
    if spot.key in _LOCALES and random.random() < 0.5:
        targets = [one for one in tree.spots if one.parent is spot.parent]
    for target in targets:
        target.put(scalar(passage, style))


def share_passage(random: Random, tree: Tree) -> None:
    """Replaces the passages of each language with a single one."""
    spot = tree.pick(lambda one: one.key in _PASSAGES and isinstance(one.node, MappingNode))
    spot.put(scalar(make_line(random), random.choice(STYLES)))


def change_value(random: Random, tree: Tree) -> None:
    """Replaces a key's value, or one nested in it, with another possible value."""
    known = tree.list(lambda one: _is_scalar(one) and not VALUES.keys().isdisjoint(one.path[-2:]))
    key = random.choice(sorted({step for spot in known for step in spot.path[-2:] if step in VALUES}))
    spot = random.choice([one for one in known if key in one.path[-2:]])
    value, old = random.choice(values_of(key)), spot.text or ""
    if key in INSERTED and random.random() < 0.7:
        lines = old.rstrip("\n").split("\n")
        lines.insert(random.randrange(1, len(lines) + 1), value)
        value = "\n".join(lines)
    spot.put(scalar(value, "|" if "\n" in value else random.choice((None, "'", '"'))))


def add_value(random: Random, tree: Tree) -> None:
    """Adds a key that a record may not have, or already has."""
    record = tree.pick(lambda spot: isinstance(spot.node, MappingNode)).node
    key = random.choice((*VALUES, *sorted(_PASSAGES)))
    value = random.choice(values_of(key)) if key in VALUES else make_line(random)
    one: Node = scalar(value, random.choice(STYLES))
    pair = mapping((one, scalar(make_line(random), '"')))
    record.value.append((scalar(key), random.choice((one, one, sequence(one), pair))))


def move_subtree(random: Random, files: Files) -> None:
    """Replaces a part of one file with a part of another."""
    node, tree = Tree(random, files).pick().node, Tree(random, files)
    tree.pick().put(node)
    tree.save()


def rename_file(random: Random, files: Files) -> None:
    """Renames or copies a file or folder."""
    name = random.choice(sorted(files))
    folder = name.rpartition("/")[0]
    ending = random.choice((".yaml", ".yaml", ".yaml", ".yml", "", ".yaml~", ".YAML", ".yaml.yaml"))
    new = f"{folder}/{random.choice((*NAMES, *IDS))}{ending}".lstrip("/")
    moved = {name: new}
    if folder and random.random() < 0.3:
        new = f"{random.choice(NAMES)}/"
        moved = {one: one.replace(f"{folder}/", new, 1) for one in files if one.startswith(f"{folder}/")}
    if any(normpath(one) != one or one.startswith((".", "/")) for one in moved.values()):
        raise UnfitError  # outside the bank, or oddly written
    for old, new in moved.items():
        files[new] = files.pop(old) if random.random() < 0.7 else files[old]


def replace_file(random: Random, files: Files) -> None:
    """Deletes a file, or replaces it with a link, a folder, an empty file, or another file."""
    name, other = random.choice(sorted(files)), files[random.choice(sorted(files))]
    contents = (Link("ledger.yaml"), Link("."), Link("gone"), Folder(), b"", b"\n", b"# x\n", b"a", other)
    files[name] = random.choice(contents)
    if random.random() < 0.3:
        del files[name]


def fill_folder(random: Random, files: Files) -> None:
    """Adds small files up to about the maximum number."""
    content = random.choice((b"", b"a: b\n", b"[", b"title: {en: A, es: B}\n"))
    folder = random.choice(("quizzes", "drills", "study-guide", "locales", "reference", ""))
    for number in range(MAX_FILES - len(files) + random.choice((-500, 0, 1))):
        files[f"{folder}/x{number}.yaml".lstrip("/")] = content


def _change_text(function: Callable[[Random, str], str | bytes]) -> Mutate:
    def mutate(random: Random, files: Files) -> None:
        name, text = pick_text(random, files)
        changed = function(random, text)
        files[name] = changed if isinstance(changed, bytes) else changed.encode(errors="surrogatepass")

    return mutate


def _change_tree(function: Callable[[Random, Tree], None]) -> Mutate:
    def mutate(random: Random, files: Files) -> None:
        tree = Tree(random, files)
        function(random, tree)
        tree.save()

    return mutate


_OF_TEXT: tuple[Callable[[Random, str], str | bytes], ...] = (
    *(replace_span, repeat_span, damage_bytes, move_lines, indent_lines, change_line_ends, open_brackets),
    *(add_document, fill_text),
)
_OF_TREES: tuple[Callable[[Random, Tree], None], ...] = (
    *(change_type, repeat_entry, rename_key, shuffle_entries, swap_values, nest_deep, change_style),
    *(grow_scalar, edit_scalar, fill_list, fill_passages, write_passage, share_passage, change_value),
    add_value,
)
_OF_FILES: tuple[Mutate, ...] = (move_subtree, rename_file, replace_file, fill_folder)
MUTATIONS: dict[str, Mutate] = {
    **{one.__name__: _change_text(one) for one in _OF_TEXT},
    **{one.__name__: _change_tree(one) for one in _OF_TREES},
    **{one.__name__: one for one in _OF_FILES},
}
_WEIGHTS = {
    **dict.fromkeys(MUTATIONS, 2.0),
    **{"write_passage": 40, "change_value": 20, "replace_span": 5, "edit_scalar": 4, "rename_file": 4},
    # One large file takes as long as a hundred others.
    **dict.fromkeys(("fill_text", "fill_list", "fill_passages", "fill_folder"), 0.1),
}


def make_mutant(seed: int, number: int) -> Files:
    """Makes the files of a damaged bank. Steps that find nothing to change are skipped."""
    files = make_seed()
    random = Random(f"{seed}/{number}")  # noqa: S311 (nothing secret)
    steps = random.choices(list(_WEIGHTS), list(_WEIGHTS.values()), k=random.choice(_LENGTHS))
    for step in steps:
        before = dict(files)
        try:
            MUTATIONS[step](random, files)
        except UnfitError:
            files = before
    return files
