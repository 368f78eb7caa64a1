"""Generated images: social cards, app icons, and web manifests, and the meta tags that name them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from math import hypot
from pathlib import Path
from typing import cast
from urllib.parse import urljoin

import pytest
from PIL import Image, ImageChops

from espejo.check.project import inspect_project
from espejo.messages.message import MessageError
from espejo.model.addresses import MANIFEST, TOUCH_ICON, icon_path, picture_path
from espejo.model.bank import Bank
from espejo.model.quiz import Quiz
from espejo.model.text import Text
from espejo.rendering.site import Site
from espejo.site.appearance import MARK_FILE
from espejo.site.canvas import ELLIPSIS, Canvas, Face, read_mark, wrap_text
from espejo.site.palette import DARK, LIGHT
from espejo.site.pictures import draw_icons, make_pictures
from espejo.site.social_card import HEIGHT, WIDTH, choose_item, draw_social_picture
from project import ROOT
from sharing import make_once
from small_bank import SITE_URL, load_small_bank

MARK = ROOT / "docs" / "assets" / "mark.svg"
NODE_MODULES = ROOT / "node_modules"
FACE = Face("Test", dict.fromkeys("abcdefghijklmnopqrstuvwxyz ", 0.5) | {ELLIPSIS: 1.0})
HOSTILE = (
    '</text><image href="https://evil.test/x.png"/><text>',
    "&lt;script&gt;alert(1)&lt;/script&gt; & <![CDATA[",
    "{{ 7 * 7 }} {% include 'card.html' %}",
    "\u202eright to left\u202c \u0000\u0007\ud7ff\ufffe control",
    "中文 العربية हिन्दी 🦊 👩‍👩‍👧 ∂θ/∂x ≤ Ω",
    "w" * 5_000,
    "word " * 4_000,
    "a\u0301" * 2_000,
    "`</text><script>alert(1)</script>`",
    "`code` and $\\frac{a}{b}$",
    " ",
)


def draw_all(bank: Bank) -> dict[str, bytes]:
    return dict(make_pictures(Site(bank, home=SITE_URL), mark=MARK, node_modules=NODE_MODULES))


def entitle(bank: Bank, title: str) -> Bank:
    """Returns the bank with another title for its home question, unchecked."""
    first, *others = bank.collections
    quiz = first.units["phase-02-collections"]
    assert isinstance(quiz, Quiz)
    questions = tuple(
        replace(one, title=Text({"en": title, "es": title}, one.place)) if one.id == "q-02-02" else one
        for one in quiz.questions
    )
    units = {**first.units, "phase-02-collections": replace(quiz, questions=questions)}
    return replace(bank, collections=(replace(first, units=units), *others))


def draw_title(canvas: Canvas, bank: Bank, title: str) -> bytes:
    """Draws the social card of home with another title."""
    site = Site(entitle(bank, title), home=SITE_URL)
    return draw_social_picture(canvas, site, read_mark(MARK), "en")


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
SQUARE = '<path d="M0 0h9v9H0z" fill="#00f"/>'
BLUE = (0, 0, 255)


def write_png() -> bytes:
    png = BytesIO()
    Image.new("RGB", (9, 9), BLUE).save(png, "PNG")
    return png.getvalue()


@pytest.fixture(scope="module")
def canvas() -> Iterator[Canvas]:
    with Canvas(NODE_MODULES) as made:
        yield made


@pytest.fixture(scope="module")
def drawn(shared: Path) -> Mapping[str, bytes]:
    """The pictures of the small bank, drawn once per test run."""

    def make(folder: Path) -> None:
        for path, content in draw_all(load_small_bank().bank).items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)

    folder = make_once(shared, "pictures", make)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.fixture(scope="module")
def heads(site: Path) -> dict[str, str]:
    """The heads of all regular pages of the site, by path."""
    pages = {
        path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in site.rglob("*.html")
    }
    return {path: html.partition("</head>")[0] for path, html in pages.items() if "og:title" in html}


def find_meta(head: str, name: str) -> list[str]:
    return re.findall(rf'<meta (?:property|name)="{re.escape(name)}"[^>]* content="([^"]*)"', head)


def test_social_cards(drawn: Mapping[str, bytes]) -> None:
    """Home and each collection have one in each language: a PNG of the size that social networks require.

    Languages swap sides: what is left of the axis in one card is right of it in the other.
    """
    bank = load_small_bank().bank
    folders = ("", *(collection.folder for collection in bank.collections))
    paths = [picture_path(locale, folder) for locale in bank.locales for folder in folders]
    assert len({drawn[path] for path in paths}) == len(paths) == 8
    for path in paths:
        with Image.open(BytesIO(drawn[path])) as picture:
            assert (picture.format, picture.size) == ("PNG", (WIDTH, HEIGHT)), path
    left, right = (64, 60, 590, 480), (656, 60, 1182, 480)
    english, spanish = (Image.open(BytesIO(drawn[picture_path(one, "quizzes")])) for one in ("en", "es"))
    assert _differ(english.crop(left), spanish.crop(right)) < 32  # antialiasing
    assert _differ(english.crop(left), english.crop(right)) > 200


def _differ(one: Image.Image, other: Image.Image) -> float:
    """Returns the largest pixel difference between two images, from 0 to 255."""
    difference = ImageChops.difference(one.convert("L"), other.convert("L")).getextrema()
    return float(cast("tuple[float, float]", difference)[1])


def test_the_logo_is_on_the_axis_of_the_card(drawn: Mapping[str, bytes]) -> None:
    """The axis is a centered line in the accent color, with the logo's letters mirrored around it."""
    with Image.open(BytesIO(drawn[picture_path("en")])) as picture:
        pixels = picture.convert("RGB")
    assert {pixels.getpixel((600, y)) for y in range(60, 586)} == {_rgb(LIGHT.accent)}
    mirrored = pixels.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    box = (546, 500, 599, 600)
    assert pixels.crop(box).tobytes() == mirrored.crop(box).tobytes()
    assert _rgb(LIGHT.ink) in {color for _, color in pixels.crop(box).getcolors() or []}


def test_the_card_of_one_language_is_full_and_has_no_axis(canvas: Canvas) -> None:
    """Its mark here is the square of a bank without a logo, below the text."""
    bank = entitle(load_small_bank().bank, "How far does a title reach on a card of one language? " * 2)
    site = Site(replace(bank, locales={"en": bank.locales["en"]}), home=SITE_URL)
    card = draw_social_picture(canvas, site, read_mark(MARK_FILE), "en")
    with Image.open(BytesIO(card)) as picture:
        pixels = picture.convert("RGB")
    ink, accent = _rgb(LIGHT.ink), _rgb(LIGHT.accent)
    assert ink in {color for _, color in pixels.crop((700, 120, 1128, 490)).getcolors(9999) or []}
    assert accent not in {color for _, color in pixels.crop((400, 120, 800, 600)).getcolors(9999) or []}
    assert ink in {color for _, color in pixels.crop((546, 500, 654, 600)).getcolors(9999) or []}


def _rgb(color: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(color.removeprefix("#")))


def test_images_are_reproducible(drawn: Mapping[str, bytes]) -> None:
    """Unpacking the fonts into another folder makes no difference."""
    assert draw_all(load_small_bank().bank) == drawn


def test_system_fonts_are_not_used(canvas: Canvas) -> None:
    """Letters that our font lacks are boxes, even if the machine has a font for them."""
    bank = load_small_bank().bank
    assert draw_title(canvas, bank, "中文 ab") == draw_title(canvas, bank, "日本 ab")
    assert draw_title(canvas, bank, "中文 ab") != draw_title(canvas, bank, "中文 ba")


@pytest.mark.parametrize("title", HOSTILE, ids=range(len(HOSTILE)))
def test_no_title_breaks_a_card(canvas: Canvas, title: str) -> None:
    """It survives markup, templates, control characters, unsupported scripts, and very long titles."""
    with Image.open(BytesIO(draw_title(canvas, load_small_bank().bank, title))) as picture:
        assert picture.size == (WIDTH, HEIGHT)
        margins = [picture.crop((0, 0, 60, HEIGHT)), picture.crop((1140, 0, WIDTH, HEIGHT))]
    for margin in margins:
        colors = margin.convert("RGB").getcolors() or []
        assert [color for _, color in colors] == [_rgb(LIGHT.paper)], "the text leaves its column"


def test_markup_in_a_title_is_drawn_as_text(canvas: Canvas) -> None:
    """It adds no element to the SVG that could hide the background, and its letters are drawn."""
    bank = load_small_bank().bank
    titles = ('`<rect width="1200" height="630"/>`', "abcde wxyzy wqrstu defghi ejklmnn")
    inks = [count_ink(draw_title(canvas, bank, title)) for title in titles]
    assert 0.5 < inks[0] / inks[1] < 2


def count_ink(png: bytes) -> int:
    """Counts the pixels that differ from the paper color."""
    with Image.open(BytesIO(png)) as picture:
        return WIDTH * HEIGHT - list(picture.convert("RGB").get_flattened_data()).count(_rgb(LIGHT.paper))


@pytest.mark.parametrize(
    ("text", "ems", "lines", "wrapped"),
    [
        ("aaa bb cccc d", 3, 9, ["aaa bb", "cccc d"]),
        ("", 3, 9, []),
        ("abcdefgh ij", 2, 9, ["abcd", "efgh", "ij"]),
        ("aaa bb cccc dd ee", 4, 2, ["aaa bb", f"cccc{ELLIPSIS}"]),
        ("abcdefghijkl", 2, 1, [f"ab{ELLIPSIS}"]),
        ("abc", 2, 0, [ELLIPSIS]),
    ],
)
def test_long_titles_wrap(text: str, ems: float, lines: int, wrapped: list[str]) -> None:
    """Lines break between words, unless one is too wide. Overflow ends in an ellipsis after a whole word."""
    assert wrap_text(text, FACE, ems, lines) == wrapped


def test_only_the_visible_part_of_a_long_text_is_measured() -> None:
    """Measuring a million words or letters for each line would take forever."""
    assert len(wrap_text("word " * 1_000_000, FACE, 9, 4)) == 4
    assert len(wrap_text("w" * 1_000_000, FACE, 9, 4)) == 4


def test_letters_of_other_scripts_come_from_our_font(canvas: Canvas) -> None:
    """Greek, Cyrillic, and Vietnamese letters have the font's own widths and are not boxes."""
    assert {"a", "ñ", "ő", "Ω", "Ж", "ợ", ELLIPSIS} <= canvas.bold.widths.keys()
    bank = load_small_bank().bank
    assert draw_title(canvas, bank, "ΩΩ") != draw_title(canvas, bank, "ΨΨ")


def test_a_collection_card_shows_a_short_question(data: Path) -> None:
    """It prefers one with a question mark, in all languages, without a formula; otherwise, the first one."""
    site = Site(inspect_project(data).bank, home=SITE_URL)
    item = choose_item(site, "quizzes")
    assert item and item.id == "q-01-01"
    home = choose_item(site)
    assert home and home.id == "q-02-02"
    assert choose_item(Site(Bank(site.bank.locales, (), site.bank.reference), home=SITE_URL)) is None


def test_an_empty_bank_has_a_social_card() -> None:
    """The bank's name replaces the question."""
    bank = load_small_bank().bank
    drawn = draw_all(Bank(bank.locales, (), bank.reference, identity=bank.identity))
    assert drawn[picture_path("en")] != drawn[picture_path("es")]


@pytest.mark.parametrize(
    "content", [SVG.format(SQUARE).encode(), SVG.format(SQUARE * 2).encode(), write_png()], ids=range(3)
)
def test_a_custom_logo_is_drawn_unchanged(tmp_path: Path, canvas: Canvas, content: bytes) -> None:
    """SVGs with any number of paths and PNGs work, below the axis and in the safe area of round icons."""
    file, colors = tmp_path / "logo", LIGHT._replace(accent="#005c52")
    file.write_bytes(content)
    logo, site = read_mark(file), Site(load_small_bank().bank, home=SITE_URL)
    drawn = dict(draw_icons(canvas, logo, colors))
    for path in (TOUCH_ICON, icon_path(512), icon_path(512, maskable=True)):
        with Image.open(BytesIO(drawn[path])) as icon:
            assert icon.convert("RGB").getpixel((icon.width // 2, icon.height // 2)) == BLUE
    with Image.open(BytesIO(drawn[icon_path(192, maskable=True)])) as icon:
        assert _reach(icon) <= 0.4 * 192
    with Image.open(BytesIO(draw_social_picture(canvas, site, logo, "en", colors=colors))) as picture:
        middle = [picture.convert("RGB").getpixel((600, y)) for y in range(60, 590)]
    assert middle[:416] == [_rgb("#005c52")] * 416
    assert middle[436:] == [BLUE] * 94


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"<svg", b"\xff\xd8\xff", write_png()[:40], b"\0" * 99, SVG.format("").encode()),
        SVG.format('<text y="9">E</text>').encode(),
    ],
    ids=range(7),
)
def test_a_logo_that_cannot_be_drawn_is_refused(tmp_path: Path, content: bytes) -> None:
    """It rejects empty and truncated files, a JPEG, random bytes, a blank drawing, and one with only text."""
    logo = tmp_path / "logo.svg"
    logo.write_bytes(content)
    with pytest.raises(MessageError, match=r"logo\.svg cannot be drawn\. Expected an SVG or PNG file"):
        read_mark(logo)


def test_every_page_links_its_card_manifest_and_icon(site: Path, heads: Mapping[str, str]) -> None:
    """The card is its collection's or home's, in its language, with full address, size, and alt text."""
    folders = {one.folder for one in load_small_bank().bank.collections}
    assert {"index.html", "es/index.html", "quizzes/phase-01-arithmetic/index.html"} <= heads.keys()
    for path, head in heads.items():
        locale, rest = ("es", path.removeprefix("es/")) if path.startswith("es/") else ("en", path)
        first = rest.partition("/")[0]
        (address,) = find_meta(head, "og:image")
        assert address == SITE_URL + picture_path(locale, first if first in folders else "")
        assert (site / address.removeprefix(SITE_URL)).is_file()
        assert find_meta(head, "og:image:width") == [str(WIDTH)]
        assert find_meta(head, "og:image:height") == [str(HEIGHT)]
        assert find_meta(head, "twitter:card") == ["summary_large_image"]
        assert "picture_about" in find_meta(head, "og:image:alt")[0]
        (manifest,) = re.findall(r'<link rel="manifest" href="([^"]+)">', head)
        (icon,) = re.findall(r'<link rel="apple-touch-icon" href="([^"]+)">', head)
        home = "es/" if locale == "es" else ""
        assert urljoin(SITE_URL + path, manifest) == f"{SITE_URL}{home}{MANIFEST}"
        assert urljoin(SITE_URL + path, icon) == SITE_URL + TOUCH_ICON


def test_every_icon_has_its_size(drawn: Mapping[str, bytes]) -> None:
    """The logo is on paper without transparent corners; in maskable icons, it is inside the safe area."""
    sizes = {TOUCH_ICON: 180, **{icon_path(n, maskable=m): n for n in (192, 512) for m in (False, True)}}
    for path, size in sizes.items():
        with Image.open(BytesIO(drawn[path])) as icon:
            assert (icon.format, icon.size) == ("PNG", (size, size)), path
            assert icon.convert("RGBA").getchannel("A").getextrema() == (255, 255)
            colors = {color for _, color in icon.convert("RGB").getcolors(1 << 20) or []}
            assert {_rgb(LIGHT.ink), _rgb(LIGHT.accent), _rgb(LIGHT.paper)} <= colors
            if "maskable" in path:
                assert _reach(icon) <= 0.4 * size


def _reach(icon: Image.Image) -> float:
    """Returns how far from the center of an icon anything is drawn."""
    pixels, paper = icon.convert("RGB"), _rgb(LIGHT.paper)
    middle = icon.width / 2
    drawn = (
        hypot(x + 0.5 - middle, y + 0.5 - middle)
        for x in range(icon.width)
        for y in range(icon.height)
        if pixels.getpixel((x, y)) != paper
    )
    return max(drawn)


@pytest.mark.parametrize("locale", ["en", "es"])
def test_the_web_manifest(site: Path, locale: str) -> None:
    """It is valid JSON in each language, and its addresses are relative, so they work under any path."""
    folder = "" if locale == "en" else f"{locale}/"
    manifest = json.loads((site / folder / MANIFEST).read_bytes())
    assert (manifest["lang"], manifest["start_url"]) == (locale, "./review/")
    assert manifest["id"] == f"/{folder}"
    assert urljoin(f"{SITE_URL}{folder}{MANIFEST}", manifest["scope"]) == SITE_URL  # with all languages
    assert manifest["display"] == "standalone"  # keeps some browsers from erasing stored data
    assert manifest["name"] == manifest["short_name"] == {"en": "site", "es": "site-es"}[locale]
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} == {
        *(("192x192", "any"), ("512x512", "any")),
        *(("192x192", "maskable"), ("512x512", "maskable")),
    }
    base = f"{SITE_URL}some/path/"
    for icon in manifest["icons"]:
        address = urljoin(f"{base}{folder}{MANIFEST}", icon["src"])
        assert (site / address.removeprefix(base)).is_file()
        assert f"{icon['sizes'].partition('x')[0]}.png" in icon["src"]


def test_images_and_browser_bars_use_the_theme_colors(heads: Mapping[str, str]) -> None:
    """The colors for images and `theme-color` match those in the style sheet."""
    css = (ROOT / "hooks" / "espejo" / "site" / "css" / "theme.css").read_text(encoding="utf-8")
    pairs = dict(re.findall(r"--(\w+): light-dark\(([^)]+)\)", css))
    for name in LIGHT._fields:
        assert pairs[name] == f"{getattr(LIGHT, name)}, {getattr(DARK, name)}"
    for head in heads.values():
        assert find_meta(head, "theme-color") == [LIGHT.paper, DARK.paper]
        assert re.findall(r"prefers-color-scheme: (\w+)", head) == ["light", "dark"]
