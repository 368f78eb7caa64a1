"""Style sheets and fonts: which rules and characters they contain, and which pages load them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Page, expect

from conftest import Open, wait_for_script
from espejo.site.assets import MADE_FONTS, shrink
from espejo.site.made_fonts import CHARACTERS, SOURCES, WEIGHTS, make_small_font
from espejo.site.styles import PRINT, SHEETS, SITE, STYLES, list_sheets
from page_checks import find_missed_rules
from project import ROOT
from test_exam import QUIZZES, start

QUIZ = "/quizzes/phase-01-arithmetic/"

PARTS = (
    *("contributing", "deck", "downloads", "exam", "files", "fold", "glossary", "home", "lists"),
    *("not_found", "page_links", "proofs", "reference", "search", "setup", "side_by_side"),
    *("status", "topics", "totals"),
)
"""The sheets of one kind of page, or of one part of a page: each has names of its own."""

SHARED = {"entry"}
"""Classes that two sheets style on purpose: reference.css entries, contributing.css those with fields."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{};]+)\{")
COMMA = re.compile(r",(?![^(]*\))")
FACE = re.compile(r"@font-face \{(.*?)\}", re.DOTALL)
RANGE = re.compile(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?")

NODE_MODULES = ROOT / "node_modules"
WITHOUT_INK = set(map(ord, "\u00ad\u2002\u2009\u200b\ufeff"))
"""Characters that no file is worth loading for."""


def find_own_classes(css: str) -> set[str]:
    """Returns the leading classes of a sheet's selectors: `.a` and `.b` for `.page :is(.a, .b) li`."""
    return {name for selector in list_selectors(css) for name in find_first_classes(selector)}


def list_selectors(css: str) -> Iterator[str]:
    for found in SELECTORS.findall(COMMENT.sub("", css)):
        if not found.strip().startswith("@"):
            yield from (one.strip() for one in COMMA.split(found))


def find_first_classes(selector: str) -> list[str]:
    rest = re.sub(r"^(?:\.(?:page|js|no-js)(?![\w-])[\s>]*)+", "", selector)  # set on ancestors
    rest = re.sub(r"^\S+\s+[+~]\s+", "", rest)  # precedes the styled element
    first = re.match(r":is\([^)]*\)|[^\s>+~:]*", rest)
    return re.findall(r"\.([\w-]+)", first[0]) if first else []


def read_sheets() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in STYLES.glob("*.css")}


def test_no_class_is_used_by_two_pages() -> None:
    """Two pages that share a class name by accident would share its styles."""
    assert find_own_classes(".page :is(.a, .b c) li, .js .d > .e { } .f + .g { } @media (x) { .h { } }") == {
        *"abdgh"
    }
    sheets = read_sheets()
    own = {name: find_own_classes(sheets[name]) for name in PARTS}
    twice = [(one, other, both) for one, other in combinations(PARTS, 2) if (both := own[one] & own[other])]
    assert {name for *_, both in twice for name in both} == SHARED, twice


def test_every_sheet_is_in_one_file_of_the_site() -> None:
    """The book has its own file, and the local server its own sheet. All blocks are closed."""
    names = [name for file, names in SHEETS.items() if file != "book.css" for name in names]
    assert len(names) == len(set(names))
    sheets = read_sheets()
    assert sheets.keys() == {*names, *SHEETS["book.css"], "live"}
    assert [name for name, css in sheets.items() if css.count("{") != css.count("}")] == []


def test_a_page_loads_the_common_styles_first_and_each_sheet_once() -> None:
    """Later rules win, so files always load in the same order. Print styles don't block rendering."""
    order = [f"assets/css/{name}" for name in SHEETS]
    for template in ("quiz.html", "topic.html", "", "search.html", "home.html"):
        for progress in (True, False):
            loaded = list_sheets(template, progress=progress)
            assert loaded[0] == f"assets/css/{SITE}"
            assert loaded == sorted(set(loaded), key=order.index)
            assert f"assets/css/{PRINT}" not in loaded


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
def test_style_sheets_are_minified(css: str, shrunk: str) -> None:
    """Quoted text and spaces that separate words are kept."""
    assert shrink(css) == f"{shrunk}\n"


def test_content_added_by_scripts_is_styled(visit: Open) -> None:
    """Practice questions and dialogs are styled; the search page has dialog styles from the start.

    Print styles don't block rendering: the browser paints without waiting for them.
    """
    page = visit(QUIZZES)
    start(page)
    assert find_missed_rules(page) == []
    for path, key in ((QUIZ, "?"), (QUIZ, "/"), ("/search/", "?")):
        page.goto(re.sub(r"(?<=\d)/.*", path, page.url))
        wait_for_script(page)
        page.keyboard.press(key)
        expect(page.locator("dialog")).to_be_visible()
        assert find_missed_rules(page) == []
        assert page.locator("link[href*='dialogs.css']").count() == 1
    page.locator("article").evaluate("page => page.insertAdjacentHTML('beforeend', '<p class=continue></p>')")
    assert [one for one in find_missed_rules(page) if one.startswith("progress.css: ")]
    media = page.locator("link[rel=stylesheet]").evaluate_all("all => all.map((one) => one.media)")
    assert (media[-1], any(media[:-1])) == ("print", False)


# Fonts


def read_codes(path: Path) -> set[int]:
    return set(TTFont(path).getBestCmap())


def test_the_small_fonts_match_the_installed_packages() -> None:
    """If not, run `make setup`. Each has all English and Spanish characters in half the size."""
    made = NODE_MODULES / MADE_FONTS / "code.woff2"
    assert made.read_bytes() == make_small_font(NODE_MODULES, "code")
    for name, (package, file, own_name) in SOURCES.items():
        whole = NODE_MODULES / "@fontsource-variable" / package / "files" / f"{file}.woff2"
        small = NODE_MODULES / MADE_FONTS / f"{name}.woff2"
        assert small.stat().st_size < 0.56 * whole.stat().st_size
        font = TTFont(small)
        assert set(font.getBestCmap()) == set(map(ord, CHARACTERS))
        assert font["name"].getDebugName(1) == own_name
        assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in font["fvar"].axes] == [
            ("wght", *WEIGHTS)
        ]


def test_each_character_is_in_one_file_per_font() -> None:
    """If two files had it, a browser would fetch the second one whenever the first is late."""
    faces = dict(list_faces())
    assert len(faces) == 2 * len(SOURCES)
    for name, (package, file, _) in SOURCES.items():
        whole = read_codes(NODE_MODULES / "@fontsource-variable" / package / "files" / f"{file}.woff2")
        assert faces[name] == set(map(ord, CHARACTERS))
        assert not faces[name] & faces[file]
        assert whole - WITHOUT_INK <= faces[name] | faces[file]


def list_faces() -> Iterator[tuple[str, set[int]]]:
    """Returns the file and the Unicode range of each split font."""
    for face in FACE.findall((STYLES / "faces.css").read_text(encoding="utf-8")):
        if ranges := RANGE.findall(face.partition("unicode-range")[2]):
            codes = {code for a, b in ranges for code in range(int(a, 16), int(b or a, 16) + 1)}
            yield re.findall(r"fonts/([\w-]+)\.woff2", face)[0], codes


def test_the_fonts_have_every_weight_in_use() -> None:
    for name, css in read_sheets().items():
        weights = {int(one) for one in re.findall(r"font(?:-weight)?: (\d{3})\b", FACE.sub("", css))}
        assert all(WEIGHTS[0] <= one <= WEIGHTS[1] for one in weights), name


def list_fonts(page: Page) -> set[str]:
    """Returns the font files that a page has fetched."""
    names: list[str] = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    return {Path(name.partition("?")[0]).stem for name in names if ".woff2" in name}


@pytest.mark.parametrize(("prefix", "width"), [("", 1200), ("/es", 390)])
def test_pages_in_english_or_spanish_load_small_fonts(visit: Open, prefix: str, width: int) -> None:
    """Other letters load the full font. On a fast connection, phones preload their font, too."""
    page = visit(prefix + QUIZ, width=width)
    assert "serif" in list_fonts(page) <= {*SOURCES, "stix-two-math"}
    waited: list[str] = page.evaluate(
        "[...document.querySelectorAll('link[rel=preload][as=font]')]"
        ".filter(({ media }) => matchMedia(media).matches).map(({ href }) => href)"
    )
    assert any("/serif.woff2" in one for one in waited)
    with page.expect_request(f"**/{SOURCES['serif'][1]}.woff2*"):
        page.locator("h1").evaluate("heading => heading.append(' œuvre')")


@pytest.mark.parametrize(
    ("width", "connection", "kept", "asks"),
    [
        (390, "{ rtt: 150 }", False, False),
        (390, "{ rtt: 50, saveData: true }", False, False),
        (390, "{ rtt: 150 }", True, True),
        (390, "{ rtt: 50 }", False, True),
        (390, "undefined", False, True),
        (1200, "{ rtt: 150 }", False, True),
    ],
)
def test_a_phone_on_a_slow_network_loads_no_fonts(
    visit: Open, width: int, connection: str, kept: bool, asks: bool
) -> None:
    """Waiting for one would delay text by 0.1 seconds. Fonts cached by a service worker are used."""
    page = visit("/404.html", width=width)
    page.add_init_script(
        f"Object.defineProperty(navigator, 'connection', {{ value: {connection} }});"
        f"Object.defineProperty(navigator.serviceWorker, 'controller', {{ value: {str(kept).lower()} }});"
    )
    page.goto(page.url.replace("/404.html", QUIZ))
    wait_for_script(page)
    page.evaluate("document.fonts.ready")
    loaded = (
        "[...document.fonts].some(({ family, status }) => /Source/.test(family) && status !== 'unloaded')"
    )
    assert page.evaluate(loaded) == asks
