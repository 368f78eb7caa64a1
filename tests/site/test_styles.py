"""Style sheets: they are joined into a few files, so what one of them says of a class holds on many pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from espejo.site.assets import shrink
from espejo.site.styles import PRINT, SITE, list_sheets
from espejo.site.styles import SHEETS as JOINED
from project import ROOT

FOLDER = ROOT / "hooks" / "espejo" / "site" / "css"
SHEETS = (
    *(
        "contributing",
        "deck",
        "downloads",
        "exam",
        "files",
        "fold",
        "glossary",
        "home",
        "lists",
        "not_found",
        "page_links",
        "proofs",
    ),
    *("reference", "search", "setup", "side_by_side", "status", "topics", "totals"),
)
"""The sheets of one kind of page, or of one part of a page: each has names of its own."""

SHARED = {
    "entry": "reference.css has the entries, contributing.css those that list fields",
}
"""Classes that begin selectors of two such sheets on purpose, and why."""

CONTEXTS = ("page", "js", "no-js")
"""Classes around everything that a sheet styles."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
COMMA = re.compile(r",(?![^(]*\))")


def find_own_classes(css: str) -> set[str]:
    """The classes that the selectors of a sheet begin with: `.a` and `.b` for `.page :is(.a, .b) li`."""
    return {name for selector in list_selectors(css) for name in find_first_classes(selector)}


def list_selectors(css: str) -> Iterator[str]:
    for found in SELECTORS.findall(COMMENT.sub("", css)):
        if not found.strip().startswith("@"):
            yield from (one.strip() for one in COMMA.split(found))


def find_first_classes(selector: str) -> list[str]:
    around = "|".join(CONTEXTS)
    rest = re.sub(rf"^(?:\.(?:{around})(?![\w-])[\s>]*)+", "", selector)
    rest = re.sub(r"^\S+\s+[+~]\s+", "", rest)  # what stands before it is not what is styled
    first = re.match(r":is\([^)]*\)|[^\s>+~:]*", rest)
    return re.findall(r"\.([\w-]+)", first[0]) if first else []


@pytest.mark.parametrize(
    ("css", "classes"),
    [
        (".a { } .b .c { }", {"a", "b"}),
        (".page :is(.a, .b c) li, .d > .e { }", {"a", "b", "d"}),
        (".js .a[hidden] { } .page > h1 { } table.b { }", {"a", "b"}),
        ("@media (min-width: 48rem) { .a { } }", {"a"}),
        ("/* .a { } */ .b { color: red; } .c { }", {"b", "c"}),
        (".page-links { }", {"page-links"}),
        (".a + .b { } .c li + li { }", {"b", "c"}),
    ],
)
def test_the_first_classes_of_selectors_are_found(css: str, classes: set[str]) -> None:
    """Also inside a media query and in a list, but not in a comment."""
    assert find_own_classes(css) == classes


def test_no_class_belongs_to_two_pages() -> None:
    """Two pages that use one name by accident would take on each other's looks."""
    assert set(SHEETS) <= {name for names in JOINED.values() for name in names}
    own = {name: find_own_classes(read(FOLDER / f"{name}.css")) for name in SHEETS}
    twice = {
        f"{one}.css, {other}.css": sorted(both)
        for one, other in combinations(SHEETS, 2)
        if (both := (own[one] & own[other]) - SHARED.keys())
    }
    assert twice == {}


def test_every_shared_class_is_shared() -> None:
    """A class that only one sheet has is no exception."""
    own = [find_own_classes(read(FOLDER / f"{name}.css")) for name in SHEETS]
    assert [name for name in SHARED if sum(name in classes for classes in own) < 2] == []


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_every_sheet_is_in_one_file_of_the_site() -> None:
    """The book has a file of its own, and the local server a sheet."""
    names = [name for file, names in JOINED.items() if file != "book.css" for name in names]
    assert len(names) == len(set(names))
    assert {path.stem for path in FOLDER.glob("*.css")} == {*names, *JOINED["book.css"], "live"}


def test_a_page_loads_the_common_file_first_and_no_other_twice() -> None:
    """What is said later wins, so the files of a page always come in the same order."""
    order = [f"assets/css/{name}" for name in JOINED]
    loaded = [list_sheets("quiz.html"), list_sheets("topic.html", progress=True), list_sheets("")]
    for one in (*loaded, list_sheets("search.html"), list_sheets("home.html", progress=True)):
        assert one[0] == f"assets/css/{SITE}"
        assert one == sorted(set(one), key=order.index)
        assert f"assets/css/{PRINT}" not in one, "no screen waits for it"


@pytest.mark.parametrize(
    ("css", "shrunk"),
    [
        (
            "/* A link */\n.a > b,\n.c :is(d, e) {\n  color: red; /* why */\n}\n",
            ".a>b,.c :is(d,e){color:red}",
        ),
        ('.a::after {\n  content: " ( ; ) " / "";\n}', '.a::after{content:" ( ; ) " / ""}'),
        (
            "@media (min-width: 48rem) {\n  a:hover {\n    margin: 0 calc(1em + 2px);\n  }\n}",
            "@media (min-width:48rem){a:hover{margin:0 calc(1em + 2px)}}",
        ),
    ],
)
def test_a_sheet_loses_what_browsers_do_not_need(css: str, shrunk: str) -> None:
    """But no space that separates words, and nothing of what is quoted."""
    assert shrink(css) == f"{shrunk}\n"
