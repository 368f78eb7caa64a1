"""Appearance settings: readable colors, the theme, logo, favicon, and fonts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from espejo.messages.message import Message
from espejo.rendering.environment import get_template
from espejo.site.appearance import Font, Images, describe_font, read_images
from espejo.site.palette import DARK, LIGHT, Palette, read_palette
from project import ROOT

MATERIAL = Path(str(distribution("mkdocs-material").locate_file("material/templates")))
(SHEET,) = MATERIAL.glob("assets/stylesheets/palette.*.min.css")
THEME = (ROOT / "hooks" / "espejo" / "site" / "css" / "theme.css").read_text(encoding="utf-8")
MARK = ROOT / "hooks" / "espejo" / "site" / "mark.svg"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'

AUTOMATIC = {"media": "(prefers-color-scheme)", "toggle": {"icon": "material/link", "name": "Light"}}
DAY = {"media": "(prefers-color-scheme: light)", "scheme": "default", "primary": "teal", "accent": "purple"}
NIGHT = {"media": "(prefers-color-scheme: dark)", "scheme": "slate", "primary": "lime"}


def list_names(key: str) -> list[str]:
    return sorted(set(re.findall(rf"data-md-color-{key}=([\w-]+)", SHEET.read_text(encoding="utf-8"))))


COLORLESS = {"black", "white"}


def read(palette: object) -> Palette:
    return read_palette(palette, MATERIAL)


def read_pair(palette: Palette, token: str) -> tuple[str, str]:
    """Returns the light and the dark color of a token."""
    (pair,) = re.findall(rf"{token}: light-dark\((#\w{{6}}), (#\w{{6}})\);", palette.tokens)
    return pair[0], pair[1]


def measure(one: str, other: str) -> float:
    """Returns the contrast ratio of two colors, as defined by WCAG 2.2."""
    values = []
    for color in (one, other):
        channels = [part / 255 for part in bytes.fromhex(color[1:])]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        values.append(sum(map(float.__mul__, linear, (0.2126, 0.7152, 0.0722))) + 0.05)
    return max(values) / min(values)


# Colors


def test_material_colors_are_readable_in_both_themes() -> None:
    """Each color has enough contrast as text, and is adjusted no more than necessary.

    Black and white keep our own link color.
    """
    assert (len(list_names("primary")), len(list_names("accent"))) == (21, 16)
    assert measure("#000000", "#ffffff") == pytest.approx(21)
    assert measure("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    material = SHEET.read_text(encoding="utf-8")
    for key in ("primary", "accent"):
        for name in list_names(key):
            palette = read({key: name})
            if name in COLORLESS:
                assert palette == Palette()
                continue
            for color, theme in zip(read_pair(palette, "--accent"), (LIGHT, DARK), strict=True):
                assert min(measure(color, theme.paper), measure(color, theme.wash)) >= 7, name
                assert measure(color, theme.wash) < 7.3 or color in material or name == "yellow", name
    assert read_pair(read({"primary": "yellow"}), "--accent")[1] == "#ffec3d"


def test_palettes_set_the_colors_of_links_and_hovered_links() -> None:
    """Each theme uses its own palette's color; a color that only one palette sets applies to both themes."""
    both, primary, accent = (
        read(one) for one in (DAY, {**DAY, "accent": None}, {"scheme": "default", "accent": "purple"})
    )
    assert read_pair(both, "--accent") == read_pair(primary, "--accent") == ("#005c52", "#69c0b7")
    assert "--accent-hover" not in primary.tokens
    assert read_pair(both, "--accent-hover") == read_pair(accent, "--accent")
    assert both.accent == "#005c52"
    two = read([DAY, NIGHT])
    assert read_pair(two, "--accent") == ("#005c52", "#cbdc38")
    assert read_pair(two, "--accent-hover") == read_pair(both, "--accent-hover")
    teal = read_pair(read({"accent": "teal"}), "--accent")
    for name in COLORLESS:
        assert read_pair(read({"primary": name, "accent": "teal"}), "--accent") == teal


def test_custom_colors_and_capitalized_color_names() -> None:
    """Custom colors are left to the author's style sheet. Material accepts capitals and spaces in names."""
    assert read({"primary": "custom"}) == read({"primary": "custom", "accent": "custom"}) == Palette()
    assert "--accent:" not in read({"primary": "custom", "accent": "indigo"}).tokens
    assert read({"primary": "Deep Purple"}) == read({"primary": "deep-purple"})


def test_palettes_set_only_tokens_that_the_theme_has() -> None:
    tokens = read([DAY, NIGHT]).tokens + describe_font({"text": "A", "code": "B"}, user_set=True).tokens
    names = set(re.findall(r"--[\w-]+(?=:)", tokens))
    assert names == {"--accent", "--accent-hover", "--text", "--code"}
    assert all(f"  {name}: " in THEME for name in names)


@pytest.mark.parametrize(
    ("palette", "said"),
    [
        ({"primary": "teel"}, "theme.palette.primary: there is no color 'teel'. Did you mean 'teal'?"),
        (
            {"accent": "white"},
            "theme.palette.accent: there is no color 'white'. Expected one of: amber, blue,",
        ),
        ({"scheme": "slat"}, "theme.palette: there is no scheme 'slat'. Did you mean 'slate'?"),
        ([NIGHT, NIGHT], "theme.palette: two palettes have the scheme 'slate'. The site uses the first."),
        ("indigo", "theme.palette: expected a palette such as {primary: indigo}."),
        ([["indigo"]], "theme.palette: expected a palette such as {primary: indigo}."),
        ({"primary": {"red": 1}}, "theme.palette.primary: there is no color '{'red':-1}'."),
        (
            {"primary": "teal"},
            "theme.palette.primary: 'teal' is hard to read on a light page (3.6:1), so the site uses #005c52",
        ),
    ],
)
def test_an_unsupported_palette_is_a_notice(palette: object, said: str) -> None:
    (notice,) = read(palette).notices
    assert isinstance(notice, Message)
    assert notice.startswith(said)


@pytest.mark.parametrize(
    "palette", [{"primary": "indigo"}, {"scheme": "slate", "primary": "yellow"}, [AUTOMATIC]]
)
def test_no_notice_for_a_color_that_is_readable_in_its_theme(palette: object) -> None:
    assert read(palette).notices == ()


# Themes


@pytest.mark.parametrize("palette", [None, {}, [], "", {"toggle": {}}])
def test_without_a_palette_nothing_changes(palette: object) -> None:
    assert read(palette) == Palette(tokens="", theme="system", choosable=True, accent=LIGHT.accent)


@pytest.mark.parametrize(
    ("palette", "theme", "choosable"),
    [
        ({"scheme": "default"}, "light", False),
        ({"scheme": "slate"}, "dark", False),
        ([{"scheme": "slate"}], "dark", False),
        ({"primary": "indigo"}, "system", True),
        ([DAY, NIGHT], "system", True),
        ([AUTOMATIC, DAY, NIGHT], "system", True),
        ([{"scheme": "slate"}, {"scheme": "default"}], "dark", True),
        ([{"primary": "red"}, {"scheme": "slate"}], "light", True),
    ],
)
def test_the_schemes_decide_the_theme_and_whether_readers_choose(
    palette: object, theme: str, choosable: bool
) -> None:
    found = read(palette)
    assert (found.theme, found.choosable) == (theme, choosable)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens a page with the theme's styles, a palette, the theme picker, and its scripts."""
    contexts: list[BrowserContext] = []

    def open_page(palette: object, chosen: str = "", **options: object) -> Page:
        context = browser.new_context(**{"color_scheme": "light", **options})  # type: ignore[arg-type]
        contexts.append(context)
        context.route("**/*", lambda route: answer(route, read(palette)))
        page = context.new_page()
        page.goto("http://site.test/")
        if chosen:
            page.evaluate("theme => localStorage.setItem('theme', theme)", chosen)
            page.reload()
        return page

    yield open_page
    for context in contexts:
        context.close()


def answer(route: Route, palette: Palette) -> None:
    scripts = ROOT / "hooks" / "espejo" / "site" / "js"
    match route.request.url.rpartition("/")[2]:
        case "":
            route.fulfill(body=make_page(palette), content_type="text/html")
        case name if name.endswith(".js"):
            route.fulfill(path=scripts / name, content_type="text/javascript")
        case _:
            route.fulfill(status=404)


def make_page(palette: Palette) -> str:
    look = SimpleNamespace(palette=palette)
    frame = SimpleNamespace(around=SimpleNamespace(look=look))
    themes = get_template("frame/themes.html").render(frame=frame, t=str)
    return f"""<!doctype html><html class="no-js"><style>{THEME}{palette.tokens}</style>
      <style>body {{ background: var(--paper); }} a {{ color: var(--accent); }}</style>
      <script src="theme.js"></script><body><a href="#">link</a>{themes}
      <script type="module">import {{ offerThemes }} from "./themes.js"; offerThemes();</script>"""


def expect_dark(page: Page, dark: bool) -> None:
    """Expects the page to show the dark or light theme, and to tell Material's style sheets which."""
    red, green, blue = bytes.fromhex((DARK if dark else LIGHT).paper[1:])
    expect(page.locator("body")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    if page.locator("html.js").count():
        expect(page.locator("html")).to_have_attribute("data-md-color-scheme", "slate" if dark else "default")


def choose(page: Page, theme: str) -> None:
    page.locator("button.theme").click()
    page.locator(f"input[value={theme}]").check()
    page.keyboard.press("Escape")


def test_the_theme_follows_the_system_until_the_reader_chooses(visit: Callable[..., Page]) -> None:
    """Values that other sites on the same host store under the same key are ignored."""
    page = visit(None, "auto")
    expect(page.locator("input:checked")).to_have_value("system")
    expect_dark(page, False)
    page.emulate_media(color_scheme="dark")
    expect_dark(page, True)
    choose(page, "light")
    expect_dark(page, False)
    page.emulate_media(color_scheme="light")
    choose(page, "dark")
    expect_dark(page, True)


def test_a_site_may_default_to_dark(visit: Callable[..., Page]) -> None:
    """A reader's choice overrides the default and is remembered; the default itself is never stored."""
    page = visit([{"scheme": "slate"}, {"scheme": "default"}])
    expect_dark(page, True)
    expect(page.locator("input:checked")).to_have_value("dark")
    for theme in ("system", "light"):
        choose(page, theme)
        page.reload()
        expect_dark(page, False)
        expect(page.locator("input:checked")).to_have_value(theme)
    choose(page, "dark")
    expect_dark(page, True)
    assert page.evaluate("localStorage.getItem('theme')") is None


@pytest.mark.parametrize("scheme", ["default", "slate"])
@pytest.mark.parametrize("java_script_enabled", [True, False])
def test_a_site_with_one_theme_offers_no_choice(
    visit: Callable[..., Page], scheme: str, java_script_enabled: bool
) -> None:
    """The system's preference and the reader's stored choice are both ignored."""
    dark = scheme == "slate"
    other = "light" if dark else "dark"
    chosen = other if java_script_enabled else ""
    page = visit({"scheme": scheme}, chosen, color_scheme=other, java_script_enabled=java_script_enabled)
    expect_dark(page, dark)
    expect(page.locator("button.theme")).to_have_count(0)


def test_hovered_links_have_the_accent_color(visit: Callable[..., Page]) -> None:
    def read_color(page: Page) -> str:
        return str(page.locator("a").evaluate("one => getComputedStyle(one).color"))

    page, plain = visit({"primary": "teal", "accent": "red"}), visit({"primary": "teal"})
    assert read_color(page) == read_color(plain) == "rgb(0, 92, 82)"
    for one in (page, plain):
        one.locator("a").hover()
    assert (read_color(page), read_color(plain)) == ("rgb(161, 16, 45)", "rgb(0, 92, 82)")


# Logo and favicon


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    """A docs folder with images of its own."""
    folder = tmp_path / "docs"
    names = ("logo.svg", "logo.png", "icon.ico", "icon.webp", "photo.jpg", "../../out.svg")
    for name in (f"own/{name}" for name in names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(SVG)
    return folder


def find(docs: Path, logo: object = None, favicon: object = None) -> Images:
    return read_images(logo, favicon, docs)


@pytest.mark.parametrize(
    ("logo", "favicon", "media_types"),
    [
        (None, None, "image/svg+xml image/svg+xml"),
        (None, "", "image/svg+xml image/svg+xml"),
        ("own/logo.svg", None, "image/svg+xml image/svg+xml"),
        ("own/logo.png", None, "image/png image/png"),
        ("./own/logo.svg", None, "image/svg+xml image/svg+xml"),
        ("own/logo.svg", "own/icon.ico", "image/svg+xml image/x-icon"),
        ("own/logo.svg", "own/icon.webp", "image/svg+xml image/webp"),
    ],
)
def test_logo_and_favicon(docs: Path, logo: str | None, favicon: str | None, media_types: str) -> None:
    """Any SVG or PNG can be the logo, which is also the default favicon; favicons allow more formats."""
    images = find(docs, logo, favicon)
    assert images.notices == ()
    assert f"{images.logo.media_type} {images.favicon.media_type}" == media_types
    assert images.logo.content == (SVG if logo else MARK.read_bytes())
    assert images.logo.address == (logo or "assets/mark.svg").removeprefix("./")
    assert images.favicon == images.logo or images.favicon.address == favicon
    assert not logo or docs / images.logo.address == images.logo.file == docs / logo


def test_materials_default_favicon_counts_only_if_it_is_in_docs(docs: Path) -> None:
    name = "assets/images/favicon.png"
    images = find(docs, None, name)
    assert images.favicon == images.logo
    (docs / name).parent.mkdir(parents=True)
    (docs / name).write_bytes(b"png")
    assert find(docs, None, name).favicon.content == b"png"


@pytest.mark.parametrize(
    ("logo", "said"),
    [
        ("own/lost.svg", "theme.logo: there is no file 'own/lost.svg' in docs."),
        ("own", "theme.logo: there is no file 'own' in docs."),
        ("../out.svg", "theme.logo: there is no file '../out.svg' in docs."),
        ("/etc/passwd", "theme.logo: there is no file '/etc/passwd' in docs."),
        ("a\0b", "theme.logo: there is no file 'a\0b' in docs."),
        (7, "theme.logo: there is no file '7' in docs."),
        ("own/icon.webp", "theme.logo: 'own/icon.webp' is not one of: .png, .svg."),
        (
            "https://cdn.test/a.svg",
            "theme.logo: pages load nothing from other hosts. Put the file into docs.",
        ),
    ],
)
def test_an_unusable_logo_is_a_notice_and_the_square_is_shown(docs: Path, logo: object, said: str) -> None:
    images = find(docs, logo)
    assert images.notices == (said,)
    assert images.logo.content == MARK.read_bytes()


def test_text_in_a_logo_is_a_notice(docs: Path) -> None:
    """Images are rendered without system fonts, and SVG logos can't embed fonts."""
    (docs / "own/logo.svg").write_bytes(SVG.replace(b"</svg>", b"<text>Sums</text></svg>"))
    (notice,) = find(docs, "own/logo.svg").notices
    assert notice.startswith(
        "theme.logo: social pictures and app icons leave out the text of 'own/logo.svg'."
    )


# Fonts


@pytest.mark.parametrize(
    ("font", "user_set"), [(None, True), (False, True), ({"text": "Roboto", "code": "Roboto Mono"}, False)]
)
def test_a_site_without_a_font_setting_uses_our_fonts(font: object, user_set: bool) -> None:
    assert describe_font(font, user_set) == Font()


def test_a_custom_font_precedes_ours_and_is_never_loaded_from_google() -> None:
    """A font that a style sheet loads gives no notice. A font name can't break out of the declaration."""
    font = describe_font({"text": "Inter", "code": "Fira Code"}, user_set=True)
    for name, token in (("Inter", "text"), ("Fira Code", "code")):
        (ours,) = re.findall(rf"--{token}: (.+);", THEME)
        assert f'--{token}: "{name}", {ours};' in font.tokens
    assert font.notices == (
        "theme.font: pages load no fonts from Google. Put the files of 'Inter' and 'Fira Code' "
        "into docs, and name them with @font-face in a file of extra_css.",
    )
    styles = '@font-face { font-family: "Inter"; src: url("inter.woff2"); }'
    assert describe_font({"text": "Inter"}, user_set=True, styles=styles).notices == ()
    assert describe_font({"text": "Georgia"}, user_set=True).notices == ()
    hostile = describe_font({"text": 'A"; }\n body { \\'}, user_set=True)
    assert '--text: "A\\"; } body { \\\\", "Source Serif 4"' in hostile.tokens


@pytest.mark.parametrize("font", [True, "Inter", ["Inter"], {"txt": "Inter"}])
def test_an_invalid_font_setting_is_a_notice(font: object) -> None:
    found = describe_font(font, user_set=True)
    assert (found.tokens, found.notices) == ("", ("theme.font: expected {text: …, code: …}.",))
