"""Mutations of meaning: passages, ids, names, numbers, dates, settings, ledger values, files of a bank."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from posixpath import normpath
from random import Random

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files, Folder, Link
from .hostile_text import make_line, make_passage
from .trees import (
    LOCALES,
    PASSAGE_KEYS,
    STYLES,
    Spot,
    Tree,
    UnfitError,
    is_passage,
    mapping,
    mutation,
    scalar,
    sequence,
    tree_mutation,
)

_IDS = (
    *("q-02-01", "q-02-99", "q-99-01", "pt-01-01", "d-01-01", "f-01", "p-01", "q-01-08", "Q-02-01"),
    *("q-2-1", "q-02-001", "index", "print", "search", "404", "assets", "anki", "es", "en", "..", "."),
    *("a/b", "", "-", "content", "answer-1", "__proto__", "a" * 400, "q-02-٣٣", "q-02-01 ", "q-02-01\n"),
    *("a\tb", "::error::x", "<b>", "'", "a#b", "a%2fb", "ñ"),
)
_NAMES = (
    *("quizzes", "drills", "study-guide", "reference", "topics", "locales", "index", "print", "assets"),
    *("es", "languages", "strings", "division", "sets", "phase-02-collections"),
    *("quizzes/phase-02-collections", "quizzes/index", "x/y/z", "quizzes/phase-02-old", "topics/strings"),
    *("topics/gone", "study-guide/print", "guide", "quizzes/../x", "/x", "x/", "a" * 260, "::", "a::b"),
    *("#deck:x", "<i>", "\t", "a\nb", "CON", "aux", "quizzes ", "Quizzes", "..", "%2e%2e"),
)
_NUMBERS = (
    *("0", "-0", "4", "-4", "4.0", "0.5", "1e5", "1E-5", "1e999", "-1e-999", "999999999999999", "9" * 16),
    *("0." + "0" * 15, "0.000000000000001", "+4", "4.", ".5", "4,5", "٤", "NaN", "inf", "0x4", "1_0", ""),
    *("4 ", "-", "--4", "1/3"),
)
_DATES = (
    *("2026-03-14", "2026-3-14", "0001-01-01", "9999-12-31", "2026-02-29", "20260314", "2026-W11-6"),
    *("2026-03-14T00", "1969-12-31", "0000-00-00", "٢٠٢٦-٠٣-١٤", "", "today", "10000-01-01", "-001-01-01"),
)
_TIMES = (
    *("2026-01-04T06:00:00Z 322b7c73", "9999-12-31T23:59:59Z 322b7c73", "0001-01-01T00:00:00Z 322b7c73"),
    *("2026-01-04", "2026-01-04T06:00:00Z", "2026-13-04T06:00:00Z x", "1969-12-31T23:59:59Z x"),
    *("2026-01-04T06:00:00+00:00 x", "x y", "2026-01-04T24:00:00Z x", "2026-01-04T06:00:60Z x"),
    *("2026-01-04T06:00:00Z  x", "٢٠٢٦-01-04T06:00:00Z x", " ", "2038-01-19T03:14:08Z x"),
    *("2026-01-04T06:00:00Z x: y", "2026-01-04T06:00:00Z #x", "2026-01-04T06:00:00Z <b>"),
)
_PRINTS = (
    *("none", "none none", "5dfe33 9b4809", "5dfe33", "x", "", "none " * 500, "5dfe33: 9b4809", "- a"),
    *("{a", "5dfe33\n9b4809", "<b>", "5dfe33\t9b4809", "#x", "5DFE33 9B4809", "5dfe33  9b4809", "&a *a"),
    *("'", '"', "|", "ñ ñ ñ"),
)
_PROVEN = (
    *("d432908e0024 python 3.11", "d432908e0024", "x", "d432908e0024 python"),
    *("d432908e0024 torch 2.13.0, numpy 2.4", "d432908e0024 <script> 1", "d432908e0024 python 3.11 " * 20),
    *(": ", "- a", "a\nb", "d432908e0024  python  3.11", "0"),
)
_WORDS_OF_A_LOCALE = (
    *("", "x", "{x}", "{count}", "{", "}", "{}", "{count", "{count}{count}", "<b>", "&amp;"),
    *("{count.__class__}", "{0}", "%s", "a\nb", '"', "'", "{count!r}", "{number}", "{title}", "{{count}}"),
    *("</script>", "\u2028", "a" * 3000, "{language}"),
)
_SETTINGS: Mapping[str, tuple[str, ...]] = {
    "name": (
        *("English", "", "<b>", "a::b", "a\tb", "::error::x", "E" * 300, "#deck", "\\", "{x}", "a\nb"),
        *("Espejo · x",),
    ),
    "mark": ("EN", "", "<b>", "::", "M" * 300, "{x}", "&", "a\nb"),
    "flag": ("🇬🇧", "", "<b>", "x", "&", "a\nb"),
    "territory": (
        *("en_US", "es_ES", "zz_ZZ", "en", "en-US", "", "xx_XX", "de_CH", "ar_EG", "fa_IR", "en_us"),
        *("zh_TW", "C"),
    ),
    "quotes": ("“”", "", "x", "«»x", '""', "ab", "((", "\\", "[]", "..", "““", "a b"),
}
_WRITING = (
    *("", "{label}", "{label} {label}", "*", "**", "a*", "*a", "(", "[", "\\", "a|b", ".", "^$", "¿?"),
    *("¡!", "¿", "abc", " ", "{x}", "{", "a" * 500, "\n", "(a+)+$", "a\tb", "ñ", "é*", "'s", "-", "no"),
    *("choice {label}", "{label}*", "[[", "?*"),
)
_PROGRAMS = (
    *("right = [1]", "right =", "", "choices = {1: 2}\nright = choices", "import os\nright = 1"),
    *("x" * 300, "def f(:\n", "\t", "right = (" + "(" * 300, "right = 1" + "+1" * 3000),
    *("# -*- coding: latin-1 -*-\nright = 1", "\0", "right = '\\ud800'", "def counter_case():\n    pass"),
    *("assert True\n\n\ndef counter_case():\n    assert False", "right = ñ", "lambda: (yield)"),
    *("choices = {'A': 1, 'B': 2}\nright = ['A']", "if 1:\n  x\n y", "class A: pass"),
    *("from torch import *", "'''", "right=1;" * 500),
)
_URLS = (
    *(
        "https://example.org/",
        "https://example.org/a?b=c&d=%20#e",
        "http://example.org/",
        "https://a:b@c.org/",
    ),
    *("https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://example.org:8000/"),
    "HTTPS://A.ORG/",
    *("javascript:alert(1)", "data:text/html,x", "//example.org/", "https://", "https://xn--a.org/", "x", ""),
    *('https://example.org/"onclick=', "https://example.org/<b>", "https://example.org/\u202e"),
    *("https://ñ.org/", "https://example.org/" + "a" * 600, "https://" + "a." * 200 + "org/"),
    *("https://example.org/ b", "mailto:a@b.org"),
)
_VERSIONS = (
    *("Python 3.14", "2017", "C++17", "v1.0", "", "<b>", "a" * 50, "x\ny", "::error::x", "ñ", "-", "(1)"),
)
_LEVELS = ("1", "2", "3", "0", "4", "1.0", "01", "-1", "high", "", "٢")

_DRAWINGS = (
    *("<svg/>", "<svg", "", "x", "<svg viewBox='0 0 320 99'/>", "<g/>", "<svg></svg><svg></svg>"),
    *("<?xml version='1.0'?><svg/>", "<?php ?><svg/>", "<!-- --><svg/>", "<svg><![CDATA[<b>]]></svg>"),
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
    '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>',
)
_DRAWN = (
    *("<script>alert(1)</script>", "<style>*{}</style>", "<foreignObject/>", "<use href='#a'/>", "<g>"),
    *(
        "</g>",
        "<image href='https://x.test/'/>",
        "<a href='javascript:x'><path/></a>",
        "<set/>",
        "<animate/>",
    ),
    "text",
    *("<text>&lt;script&gt;</text>", "<text x='1' y='1'>[sound:x]</text>", "<text>[[type:x]] $$</text>"),
    *("<text>{{c1::x}}</text>", "<text>&#x202e;1</text>", "<text>&#0;</text>", "<text>triple</text>"),
    *("<path d='M 0 0 L 1e999 NaN'/>", "<path d='M0 0'/>", f"<path d='M {'1 ' * 5000}'/>", "<path d=''/>"),
    *("<rect x='1' onclick='x'/>", "<rect style='x'/>", "<rect fill='url(#a)'/>", "<rect class='x &quot;'/>"),
    *("<line x1='&#39;' class='arrow'/>", "<circle r='-1'/>", "<g class='arrow soft'/>", "<svg:rect/>"),
    *("<g>" * 500, "<g/>" * 500, "<g transform='matrix(1 0 0 1 0 0)'/>", "<g transform='rotate(1) x'/>"),
    *("<!-- -- -->", "]]>", "&nbsp;", "<text>٣</text>", "<text> </text>", "<TEXT>x</TEXT>", "<rect x='٣'/>"),
)
_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "kind": ("single", "multiple", "truefalse", "numeric", "free", "recall", "card", "", "Single", "index"),
    "labels": ("numbers", "letters", "", "roman", "Letters"),
    "holds": ("quizzes", "decks", "", "cards"),
    "correct": ("true", "false", "yes", "", "1"),
    "fixed_order": ("true", "false", "yes", "", "1"),
    "needs": ("torch", "numpy", "os", "", "torch.nn", "Torch", "python"),
    "prefix": ("q", "pt", "d", "", "Q", "1", "q-", "a" * 300, "ñ"),
    "figure": _NAMES,
    "figure_with": ("prompt", "answer", "", "Answer", "back"),
    "edition": _DATES,
    "level": _LEVELS,
    "url": _URLS,
    "version": _VERSIONS,
    "see": (*_IDS, "string", "average", "strings"),
    "prerequisites": (*_NAMES, "study-guide/quiz-01-division", "study-guide/quiz-03-strings"),
    "value": _NUMBERS,
    "tolerance": _NUMBERS,
    "id": _IDS,
    "retired": _IDS,
    "folder": _NAMES,
    "path": _NAMES,
    "old": _NAMES,
    "new": _NAMES,
    "topics": (*_NAMES, *_IDS),
    "quizzes": _NAMES,
    "proven": _PROVEN,
    "namespace": _NAMES,
    "tags": _NAMES,
    **_SETTINGS,
    "languages": ("en", "es", "fr", "es-MX", "zh-Hant", "xx", "EN", "", "..", "con", "x/y", "<b>"),
    "note_type": _SETTINGS["name"],
    "decks": _SETTINGS["name"],
}
_LINTS = (
    *("numbers", "code", "math", "links", "lists", "negation", "terms", "untranslated", "spaces"),
    *("quotes", "spelling", "length", "x", ""),
)
_FILES_WITH_PROGRAMS = ("quizzes/", "drills/", "study-guide/quiz", "reference/")
_FILES_WITH_PASSAGES = (
    *_FILES_WITH_PROGRAMS,
    *("quizzes/", "figures/", "guide.yaml", "glossary", "topics", "collections", "bank"),
)
_LIST_FILES = ("glossary.yaml", "topics.yaml", "reference/formulas.yaml", "reference/patterns.yaml")


def _is_record(spot: Spot) -> bool:
    return isinstance(spot.node, MappingNode)


def _replace(tree: Tree, key: str, values: tuple[str, ...]) -> None:
    """Put one of these values in place of one that has such a key, in it or in a list below it."""
    spot = tree.pick(lambda spot: isinstance(spot.node, ScalarNode) and key in spot.path[-2:])
    spot.put(scalar(tree.random.choice(values), tree.random.choice((None, "'", '"'))))
    tree.save()


@tree_mutation("domain", *_FILES_WITH_PASSAGES, weight=14)
def write_passage(random: Random, tree: Tree) -> None:
    """A hostile passage in place of an innocent one, in one language or in all of them."""
    spot = tree.pick(is_passage)
    passage = make_passage(random)
    style = random.choice(('"', "'", "|")) if "\n" not in passage else random.choice(('"', "|", "|", "|"))
    targets = [spot]
    if spot.key in LOCALES and random.random() < 0.5:
        targets = [one for one in tree.spots if one.parent is spot.parent]
    for target in targets:
        target.put(scalar(passage, style))


@tree_mutation("domain")
def write_once(random: Random, tree: Tree) -> None:
    """One passage for all languages where there was one for each, or the other way round."""
    spot = tree.pick(lambda spot: spot.key in PASSAGE_KEYS and spot.path[0] != "entries")
    line = scalar(make_line(random), random.choice(STYLES))
    pairs = [(scalar(locale), line) for locale in ("en", "es", "fr", "")[: random.choice((1, 2, 2, 3, 4))]]
    spot.put(line if isinstance(spot.node, MappingNode) else mapping(*pairs))


@mutation("domain")
def change_option(random: Random, files: Files) -> None:
    key = random.choice(sorted(_OPTIONS))
    for wanted in random.sample(("quizzes/", "drills/", "study-guide/", "locales/", "ledger", ""), 6):
        with suppress(UnfitError):
            return _replace(Tree(random, files, wanted), key, _OPTIONS[key])
    raise UnfitError


@tree_mutation("domain")
def add_option(random: Random, tree: Tree) -> None:
    """A key that a record may not have, or that it has already."""
    key = random.choice((*sorted(_OPTIONS), *sorted(PASSAGE_KEYS)))
    value = random.choice(_OPTIONS[key]) if key in _OPTIONS else make_line(random)
    one: Node = scalar(value, random.choice(STYLES))
    tree.pick(_is_record).node.value.append((scalar(key), random.choice((one, one, sequence(one)))))


@tree_mutation("domain", "quizzes/", "drills/", "study-guide/", "")
def allow_lint(random: Random, tree: Tree) -> None:
    records = [spot.node for spot in tree.list(_is_record)]
    reason = scalar(random.choice(("a reason", "", make_line(random))), random.choice(STYLES))
    lints = [scalar(random.choice(_LINTS), random.choice(STYLES)) for _ in range(random.choice((1, 2)))]
    allowed = mapping(*((lint, reason) for lint in lints))
    random.choice((tree.root, *records)).value.append((scalar("allow"), allowed))


@tree_mutation("domain", "quizzes/", "study-guide/")
def change_choices(random: Random, tree: Tree) -> None:
    """More choices, fewer of them, or all of them right."""
    chosen = tree.pick_list(lambda spot: spot.key == "choices")
    count, right = random.choice((0, 1, 2, 5, 6, 27, 60)), (scalar("correct"), scalar("true"))
    chosen.value = []
    for number in range(count):
        pairs = [(scalar("text"), scalar(f"c {number}")), (scalar("why"), scalar("x")), right]
        chosen.value.append(mapping(*pairs[: random.choice((1, 1, 1, 2))]))
    if chosen.value:
        random.choice(chosen.value).value.append(right)


@tree_mutation("domain", *_FILES_WITH_PROGRAMS)
def change_program(random: Random, tree: Tree) -> None:
    program, old = random.choice(_PROGRAMS), tree.pick(lambda spot: spot.key == "program")
    if random.random() < 0.3 and old.text is not None:
        lines = old.text.split("\n")
        lines.insert(random.randrange(len(lines) + 1), program)
        program = "\n".join(lines)
    old.put(scalar(program, random.choice(("|", "|", "|", None, '"'))))


@tree_mutation("domain", "figures/", weight=2)
def change_drawing(random: Random, tree: Tree) -> None:
    """Something in a drawing that doesn't belong there, or another drawing altogether."""
    old, drawing = tree.list(lambda spot: spot.key == "drawing")[0], random.choice(_DRAWINGS)
    if random.random() < 0.8 and old.text is not None:
        before, bracket, after = old.text.rpartition(random.choice(("</svg>", "</g>", "<rect", "/>")))
        drawing = f"{before}{random.choice(_DRAWN)}{bracket}{after}"
    old.put(scalar(drawing, random.choice(("|", "|", "|", None, '"'))))


@tree_mutation("domain", "figures/")
def change_label(random: Random, tree: Tree) -> None:
    """A hostile label, or one that has another name than the drawing gives it."""
    spot = tree.pick(lambda spot: spot.path[0] == "labels" and len(spot.path) > 1)
    if random.random() < 0.3 and isinstance(spot.parent, MappingNode):
        spot.parent.value[spot.at] = (scalar(random.choice(_NAMES), '"'), spot.node)
    else:
        spot.put(scalar(make_line(random), random.choice(STYLES)))


@tree_mutation("domain", "ledger.yaml", weight=3)
def change_ledger(random: Random, tree: Tree) -> None:
    """A value in the ledger that `espejo accept` would not have written."""
    spot = tree.pick(lambda spot: isinstance(spot.node, ScalarNode))
    around = spot.path[-2] if len(spot.path) > 1 else ""
    values = {"seen": _TIMES, "agreed": _PRINTS, "name": (*_SETTINGS["name"], *_NAMES)}.get(around)
    values = values or _OPTIONS.get(spot.key, (*_TIMES, *_PRINTS, *_IDS))
    spot.put(scalar(random.choice(values), random.choice((None, "'", '"', "|"))))


@tree_mutation("domain", "ledger.yaml")
def add_ledger_entry(random: Random, tree: Tree) -> None:
    spot = tree.pick(lambda spot: isinstance(spot.node, SequenceNode))
    entry: Node = scalar(random.choice(_IDS), '"')
    if spot.key != "retired":
        first = "path" if spot.key == "decks" else "id"
        locale = scalar(random.choice(("en", "es", "fr", "")))
        value = mapping((locale, scalar(random.choice((*_TIMES, *_NAMES)), '"')))
        field = scalar("name" if spot.key == "decks" else random.choice(("seen", "agreed")))
        entry = mapping((scalar(first), scalar(random.choice((*_IDS, *_NAMES)), '"')), (field, value))
    spot.node.value.append(entry)


@tree_mutation("domain", "redirects.yaml")
def add_redirects(random: Random, tree: Tree) -> None:
    redirects = tree.pick_list()
    for number in range(random.choice((1, 1, 2, 300))):
        names = (scalar(random.choice((*_NAMES, f"quizzes/gone-{number}")), '"') for _ in range(2))
        redirects.value.append(mapping(*zip((scalar("old"), scalar("new")), names, strict=True)))


@tree_mutation("domain", "locales/")
def change_word(random: Random, tree: Tree) -> None:
    """A word of the site or the description of a field, with other blanks or markup."""
    spot = tree.pick(lambda spot: spot.path[0] in ("words", "fields") and spot.text is not None)
    new = random.choice((*_WORDS_OF_A_LOCALE, make_line(random)))
    forms = (new, f"{spot.text} {new}", f"{new}{spot.text}")
    spot.put(scalar(random.choice(forms), random.choice((None, '"', "'"))))


@tree_mutation("domain", "locales/")
def change_writing(random: Random, tree: Tree) -> None:
    """The conventions of a language, from which the lints make regular expressions."""
    chosen = tree.pick_list(lambda spot: spot.path[0] == "writing")
    item = scalar(random.choice(_WRITING), random.choice((None, '"', "'")))
    chosen.value[random.randrange(len(chosen.value) + 1) :] = [item] * random.choice((1, 1, 2, 500))


@mutation("domain")
def change_setting(random: Random, files: Files) -> None:
    key = random.choice(sorted(_SETTINGS))
    _replace(Tree(random, files, "locales/"), key, _SETTINGS[key])


@mutation("domain")
def rename_file(random: Random, files: Files) -> None:
    name = random.choice(sorted(files))
    names = ("phase-02-x", "quiz-01-division", "fr", "es-MX", "a b", "'", "phase-02-ñ", "\n")
    ending = random.choice((".yaml", ".yaml", ".yaml", ".yml", "", ".yaml~", ".YAML", ".yaml.yaml"))
    path = f"{name.rpartition('/')[0]}/{random.choice((*_NAMES, *_IDS, *names))}{ending}".lstrip("/")
    if normpath(path) != path or path.startswith("."):  # outside the bank, or written in an odd way
        raise UnfitError
    content = files.pop(name) if random.random() < 0.5 else files[name]
    files[path] = content


@mutation("domain")
def rename_folder(random: Random, files: Files) -> None:
    """Move a folder, and perhaps its name in collections.yaml."""
    folders = sorted({name.partition("/")[0] for name in files if "/" in name})
    if not folders:
        raise UnfitError
    old = random.choice(folders)
    new = random.choice([name for name in _NAMES if "/" not in name and name.strip(".")])
    for name in [name for name in files if name.startswith(f"{old}/")]:
        files[f"{new}/{name.partition('/')[2]}"] = files.pop(name)
    collections = files.get("collections.yaml")
    if isinstance(collections, bytes) and random.random() < 0.7:
        names = (f"folder: {old}".encode(), f"folder: {new!r}".encode())
        files["collections.yaml"] = collections.replace(*names)


@mutation("domain")
def delete_file(random: Random, files: Files) -> None:
    del files[random.choice(sorted(files))]


@mutation("domain")
def replace_file(random: Random, files: Files) -> None:
    """A file that is a link, a folder, empty, or another file."""
    other = files[random.choice(sorted(files))]
    contents = (Link("ledger.yaml"), Link("."), Link("gone"), Folder(), b"", b"\n", b"# x\n", b"a", other)
    files[random.choice(sorted(files))] = random.choice(contents)


@mutation("domain")
def add_record(random: Random, files: Files) -> None:
    """A copy of a record of the same file or of another one, perhaps with the next id."""
    wanted = ("quizzes/", "drills/", *_LIST_FILES)
    other, tree = (Tree(random, files, random.choice(wanted)) for _ in range(2))
    records = [spot for spot in (*other.spots, *tree.spots) if spot.key == "-" and _is_record(spot)]
    if not records:
        raise UnfitError
    new = mapping(*random.choice(records).node.value)
    if random.random() < 0.7:
        id_ = scalar(random.choice(("q-02-08", "d-01-05", "f-02", "p-02", "new-term", *_IDS)), '"')
        new.value = [(key, id_ if key.value == "id" else value) for key, value in new.value]
    tree.pick_list(lambda spot: len(spot.path) == 1).value.append(new)
    tree.save()
