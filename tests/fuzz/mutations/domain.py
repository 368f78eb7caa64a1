"""Mutations of meaning: passages, ids, names, numbers, dates, settings, ledger values and files of a bank."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import normpath
from random import Random

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ..seed import Files, Folder, Link
from .hostile_text import make_line, make_passage
from .registry import UnfitError, mutation
from .trees import (
    LOCALES,
    PASSAGE_KEYS,
    STYLES,
    Spot,
    is_passage,
    list_spots,
    mapping,
    parse,
    scalar,
    sequence,
    write,
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
    *(
        "https://localhost/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://example.org:8000/",
        "HTTPS://A.ORG/",
    ),
    *("javascript:alert(1)", "data:text/html,x", "//example.org/", "https://", "https://xn--a.org/", "x", ""),
    *(
        'https://example.org/"onclick=',
        "https://example.org/<b>",
        "https://example.org/\u202e",
        "https://ñ.org/",
    ),
    *(
        "https://example.org/" + "a" * 600,
        "https://" + "a." * 200 + "org/",
        "https://example.org/ b",
        "mailto:a@b.org",
    ),
)
_VERSIONS = (
    "Python 3.14",
    "2017",
    "C++17",
    "v1.0",
    "",
    "<b>",
    "a" * 50,
    "x\ny",
    "::error::x",
    "ñ",
    "-",
    "(1)",
)
_LEVELS = ("1", "2", "3", "0", "4", "1.0", "01", "-1", "high", "", "٢")

_DRAWINGS = (
    *("<svg/>", "<svg", "", "x", "<svg viewBox='0 0 320 99'/>", "<g/>", "<svg></svg><svg></svg>"),
    *("<?xml version='1.0'?><svg/>", "<?php ?><svg/>", "<!-- --><svg/>", "<svg><![CDATA[<b>]]></svg>"),
    '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
    '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg/>',
)
_DRAWN = (
    *(
        "<script>alert(1)</script>",
        "<style>*{}</style>",
        "<foreignObject/>",
        "<use href='#a'/>",
        "<g>",
        "</g>",
    ),
    *(
        "<image href='https://x.test/'/>",
        "<a href='javascript:x'><path/></a>",
        "<set/>",
        "<animate/>",
        "text",
    ),
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
    "quizzes/",
    "figures/",
    "guide.yaml",
    "glossary",
    "topics",
    "collections",
    "bank",
)
_LIST_FILES = ("glossary.yaml", "topics.yaml", "reference/formulas.yaml", "reference/patterns.yaml")


def _pick(random: Random, files: Files, wanted: str) -> tuple[str, str, Node, list[Spot]]:
    """A file whose path contains `wanted`, as a tree."""
    names = sorted(name for name, content in files.items() if wanted in name and isinstance(content, bytes))
    if not names:
        raise UnfitError
    name = random.choice(names)
    content = files[name]
    assert isinstance(content, bytes)
    text = content.decode(errors="replace")
    root = parse(text)
    spots = list(list_spots(root))
    if not spots:
        raise UnfitError
    return name, text, root, spots


def _replace(
    random: Random, files: Files, wanted: str, keys: frozenset[str], values: tuple[str, ...]
) -> None:
    """Put one of these values in place of one that has such a key, in it or in a list below it."""
    name, text, root, spots = _pick(random, files, wanted)
    fitting = [
        spot for spot in spots if isinstance(spot.node, ScalarNode) and keys.intersection(spot.path[-2:])
    ]
    if not fitting:
        raise UnfitError
    random.choice(fitting).put(scalar(random.choice(values), random.choice((None, "'", '"'))))
    files[name] = write(root, text)


@mutation("domain", weight=14)
def write_passage(random: Random, files: Files) -> None:
    """A hostile passage in place of an innocent one, in one language or in all of them."""
    name, text, root, spots = _pick(random, files, random.choice(_FILES_WITH_PASSAGES))
    fitting = [spot for spot in spots if is_passage(spot)]
    if not fitting:
        raise UnfitError
    spot = random.choice(fitting)
    passage = make_passage(random)
    style = random.choice(('"', "'", "|")) if "\n" not in passage else random.choice(('"', "|", "|", "|"))
    targets = [spot]
    if spot.key in LOCALES and random.random() < 0.5:
        targets = [one for one in spots if one.parent is spot.parent]
    for target in targets:
        target.put(scalar(passage, style))
    files[name] = write(root, text)


@mutation("domain")
def write_once(random: Random, files: Files) -> None:
    """One passage for all languages where there was one for each, or the other way round."""
    name, text, root, spots = _pick(random, files, "")
    fitting = [spot for spot in spots if spot.key in PASSAGE_KEYS and spot.path[0] != "entries"]
    if not fitting:
        raise UnfitError
    spot = random.choice(fitting)
    line = scalar(make_line(random), random.choice(STYLES))
    pairs = [(scalar(locale), line) for locale in ("en", "es", "fr", "")[: random.choice((1, 2, 2, 3, 4))]]
    spot.put(line if isinstance(spot.node, MappingNode) else mapping(*pairs))
    files[name] = write(root, text)


@mutation("domain")
def change_option(random: Random, files: Files) -> None:
    key = random.choice(sorted(_OPTIONS))
    for wanted in random.sample(("quizzes/", "drills/", "study-guide/", "locales/", "ledger", ""), 6):
        try:
            return _replace(random, files, wanted, frozenset((key,)), _OPTIONS[key])
        except UnfitError:
            continue
    raise UnfitError


@mutation("domain")
def add_option(random: Random, files: Files) -> None:
    """A key that a record may not have, or that it has already."""
    name, text, root, spots = _pick(random, files, "")
    records = [spot.node for spot in spots if isinstance(spot.node, MappingNode)]
    if not records:
        raise UnfitError
    key = random.choice((*sorted(_OPTIONS), *sorted(PASSAGE_KEYS)))
    value = random.choice(_OPTIONS[key]) if key in _OPTIONS else make_line(random)
    one: Node = scalar(value, random.choice(STYLES))
    random.choice(records).value.append((scalar(key), random.choice((one, one, sequence(one)))))
    files[name] = write(root, text)


@mutation("domain")
def allow_lint(random: Random, files: Files) -> None:
    name, text, root, spots = _pick(random, files, random.choice(("quizzes/", "drills/", "study-guide/", "")))
    records = [spot.node for spot in spots if isinstance(spot.node, MappingNode)]
    if not records:
        raise UnfitError
    reason = scalar(random.choice(("a reason", "", make_line(random))), random.choice(STYLES))
    pairs = [
        (scalar(random.choice(_LINTS), random.choice(STYLES)), reason) for _ in range(random.choice((1, 2)))
    ]
    random.choice((root, *records)).value.append((scalar("allow"), mapping(*pairs)))
    files[name] = write(root, text)


@mutation("domain")
def change_choices(random: Random, files: Files) -> None:
    """More choices, fewer of them, or all of them right."""
    name, text, root, spots = _pick(random, files, random.choice(("quizzes/", "study-guide/")))
    lists = [spot.node for spot in spots if spot.key == "choices" and isinstance(spot.node, SequenceNode)]
    if not lists:
        raise UnfitError
    chosen = random.choice(lists)
    count = random.choice((0, 1, 2, 5, 6, 27, 60))
    line = scalar("x")
    chosen.value = [
        mapping(
            (scalar("text"), scalar(f"c {number}")),
            (scalar("why"), line),
            (scalar("correct"), scalar("true")),
        )
        for number in range(count)
    ]
    for choice in chosen.value:
        del choice.value[random.choice((1, 1, 1, 2)) :]
    if chosen.value:
        random.choice(chosen.value).value.append((scalar("correct"), scalar("true")))
    files[name] = write(root, text)


@mutation("domain")
def change_program(random: Random, files: Files) -> None:
    name, text, root, spots = _pick(random, files, random.choice(_FILES_WITH_PROGRAMS))
    programs = [spot for spot in spots if spot.key == "program"]
    if not programs:
        raise UnfitError
    program = random.choice(_PROGRAMS)
    old = random.choice(programs)
    if random.random() < 0.3 and isinstance(old.node, ScalarNode):
        lines = str(old.node.value).split("\n")
        lines.insert(random.randrange(len(lines) + 1), program)
        program = "\n".join(lines)
    old.put(scalar(program, random.choice(("|", "|", "|", None, '"'))))
    files[name] = write(root, text)


@mutation("domain", weight=2)
def change_drawing(random: Random, files: Files) -> None:
    """Something in a drawing that does not belong there, or another drawing altogether."""
    name, text, root, spots = _pick(random, files, "figures/")
    drawings = [spot for spot in spots if spot.key == "drawing"]
    if not drawings:
        raise UnfitError
    old, drawing = drawings[0], random.choice(_DRAWINGS)
    if random.random() < 0.8 and isinstance(old.node, ScalarNode):
        before, bracket, after = str(old.node.value).rpartition(
            random.choice(("</svg>", "</g>", "<rect", "/>"))
        )
        drawing = f"{before}{random.choice(_DRAWN)}{bracket}{after}"
    old.put(scalar(drawing, random.choice(("|", "|", "|", None, '"'))))
    files[name] = write(root, text)


@mutation("domain")
def change_label(random: Random, files: Files) -> None:
    """A hostile label, or one that has another name than the drawing gives it."""
    name, text, root, spots = _pick(random, files, "figures/")
    labels = [spot for spot in spots if spot.path[0] == "labels" and len(spot.path) > 1]
    if not labels:
        raise UnfitError
    spot = random.choice(labels)
    if random.random() < 0.3 and isinstance(spot.parent, MappingNode):
        spot.parent.value[spot.at] = (scalar(random.choice(_NAMES), '"'), spot.node)
    else:
        spot.put(scalar(make_line(random), random.choice(STYLES)))
    files[name] = write(root, text)


@mutation("domain", weight=3)
def change_ledger(random: Random, files: Files) -> None:
    """A value in the ledger that `espejo accept` would not have written."""
    name, text, root, spots = _pick(random, files, "ledger.yaml")
    spot = random.choice(
        [spot for spot in spots if isinstance(spot.node, ScalarNode)] or [random.choice(spots)]
    )
    around = spot.path[-2] if len(spot.path) > 1 else ""
    values = {"seen": _TIMES, "agreed": _PRINTS, "name": (*_SETTINGS["name"], *_NAMES)}.get(around)
    if not values:
        values = _OPTIONS.get(spot.key, (*_TIMES, *_PRINTS, *_IDS))
    spot.put(scalar(random.choice(values), random.choice((None, "'", '"', "|"))))
    files[name] = write(root, text)


@mutation("domain")
def add_ledger_entry(random: Random, files: Files) -> None:
    name, text, root, spots = _pick(random, files, "ledger.yaml")
    lists = {spot.key: spot.node for spot in spots if isinstance(spot.node, SequenceNode)}
    if not lists:
        raise UnfitError
    key = random.choice(sorted(lists))
    entry: Node = scalar(random.choice(_IDS), '"')
    if key != "retired":
        first = "path" if key == "decks" else "id"
        value = mapping(
            (scalar(random.choice(("en", "es", "fr", ""))), scalar(random.choice((*_TIMES, *_NAMES)), '"'))
        )
        field = scalar("name" if key == "decks" else random.choice(("seen", "agreed")))
        entry = mapping((scalar(first), scalar(random.choice((*_IDS, *_NAMES)), '"')), (field, value))
    lists[key].value.append(entry)
    files[name] = write(root, text)


@mutation("domain")
def add_redirects(random: Random, files: Files) -> None:
    name, text, root, spots = _pick(random, files, "redirects.yaml")
    lists = [spot.node for spot in spots if isinstance(spot.node, SequenceNode)]
    if not lists:
        raise UnfitError
    for number in range(random.choice((1, 1, 2, 300))):
        old, new = (random.choice((*_NAMES, f"quizzes/gone-{number}")) for _ in range(2))
        lists[0].value.append(mapping((scalar("old"), scalar(old, '"')), (scalar("new"), scalar(new, '"'))))
    files[name] = write(root, text)


@mutation("domain")
def change_word(random: Random, files: Files) -> None:
    """A word of the site or the description of a field, with other blanks or markup."""
    name, text, root, spots = _pick(random, files, "locales/")
    words = [
        spot for spot in spots if spot.path[0] in ("words", "fields") and isinstance(spot.node, ScalarNode)
    ]
    if not words:
        raise UnfitError
    spot = random.choice(words)
    old = str(spot.node.value)
    new = random.choice((*_WORDS_OF_A_LOCALE, make_line(random)))
    spot.put(scalar(random.choice((new, f"{old} {new}", f"{new}{old}")), random.choice((None, '"', "'"))))
    files[name] = write(root, text)


@mutation("domain")
def change_writing(random: Random, files: Files) -> None:
    """The conventions of a language, from which the lints make regular expressions."""
    name, text, root, spots = _pick(random, files, "locales/")
    lists = [spot for spot in spots if spot.path[0] == "writing" and isinstance(spot.node, SequenceNode)]
    if not lists:
        raise UnfitError
    chosen = random.choice(lists).node
    item = scalar(random.choice(_WRITING), random.choice((None, '"', "'")))
    chosen.value[random.randrange(len(chosen.value) + 1) :] = [item] * random.choice((1, 1, 2, 500))
    files[name] = write(root, text)


@mutation("domain")
def change_setting(random: Random, files: Files) -> None:
    key = random.choice(sorted(_SETTINGS))
    _replace(random, files, "locales/", frozenset((key,)), _SETTINGS[key])


@mutation("domain")
def rename_file(random: Random, files: Files) -> None:
    name = random.choice(sorted(files))
    folder, _, _ = name.rpartition("/")
    new = random.choice(
        (*_NAMES, *_IDS, "phase-02-x", "quiz-01-division", "fr", "es-MX", "a b", "'", "phase-02-ñ", "\n")
    )
    ending = random.choice((".yaml", ".yaml", ".yaml", ".yml", "", ".yaml~", ".YAML", ".yaml.yaml"))
    path = f"{folder}/{new}{ending}".lstrip("/")
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
    old, new = (
        random.choice(folders),
        random.choice([name for name in _NAMES if "/" not in name and name.strip(".")]),
    )
    for name in [name for name in files if name.startswith(f"{old}/")]:
        files[f"{new}/{name.partition('/')[2]}"] = files.pop(name)
    collections = files.get("collections.yaml")
    if isinstance(collections, bytes) and random.random() < 0.7:
        files["collections.yaml"] = collections.replace(
            f"folder: {old}".encode(), f"folder: {new!r}".encode()
        )


@mutation("domain")
def delete_file(random: Random, files: Files) -> None:
    del files[random.choice(sorted(files))]


@mutation("domain")
def replace_file(random: Random, files: Files) -> None:
    """A file that is a link, a folder, empty, or another file."""
    name = random.choice(sorted(files))
    other = files[random.choice(sorted(files))]
    files[name] = random.choice(
        (Link("ledger.yaml"), Link("."), Link("gone"), Folder(), b"", b"\n", b"# x\n", b"a", other)
    )


@mutation("domain")
def add_record(random: Random, files: Files) -> None:
    """A copy of a record of the same file or of another one, perhaps with the next id."""
    _, _, _, others = _pick(random, files, random.choice(("quizzes/", "drills/", *_LIST_FILES)))
    name, text, root, spots = _pick(random, files, random.choice(("quizzes/", "drills/", *_LIST_FILES)))
    records = [spot for spot in (*others, *spots) if spot.key == "-" and isinstance(spot.node, MappingNode)]
    lists = [spot.node for spot in spots if len(spot.path) == 1 and isinstance(spot.node, SequenceNode)]
    if not records or not lists:
        raise UnfitError
    record = random.choice(records).node
    new = mapping(*record.value)
    if random.random() < 0.7:
        id_ = scalar(random.choice(("q-02-08", "d-01-05", "f-02", "p-02", "new-term", *_IDS)), '"')
        new.value = [(key, id_ if key.value == "id" else value) for key, value in new.value]
    random.choice(lists).value.append(new)
    files[name] = write(root, text)
