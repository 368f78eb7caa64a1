"""PDF of a guide, printed by a real Chromium.

No browser knows the pages of a book before it is printed. So each is printed once in haste, without its tags
and its outline; where everything landed is written into the contents, and it is printed again for good.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from markupsafe import Markup
from playwright.async_api import Browser, Error, Page, async_playwright

from espejo.book.browser import ARGUMENTS
from espejo.book.pdf_finish import Imprint, bind, find_pages
from espejo.model.addresses import pdf_path
from espejo.passages.fragments import plain
from espejo.rendering.downloads import Downloads
from espejo.rendering.site import Site
from espejo.site.assets import MATH_FONT, SUBSET_FONT, join_styles, list_fonts
from espejo.site.frame import render_page
from espejo.site.math_font import find_characters, subset_font
from espejo.site.pages import list_print_views

# As wide as A4 and as high as Letter: printed as it is, on either of them nothing is cut.
WIDTH, HEIGHT = "210mm", "279mm"

PATIENCE = 300.0
"""Seconds after which a browser that is not done is given up."""

# What is printed need not be laid out for a screen as well, which takes half as long again.
_PAPER_ONLY = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("@media screen { .book { display: none } }");
document.adoptedStyleSheets = [sheet];
"""
_LOAD_FONTS = """async () => {
  const faces = await Promise.allSettled([...document.fonts].map(face => face.load()));
  return faces.every(face => face.status === "fulfilled");
}"""
# On a page a formula speaks for itself. In a PDF it says nothing, unless it is a picture with a label.
_LABEL_FORMULAS = """() => {
  for (const formula of document.querySelectorAll("math")) {
    formula.role = "img";
    formula.ariaLabel = formula.getAttribute("alttext");
  }
}"""
_FILL = """pages => {
  for (const leaf of document.querySelectorAll("[data-page]")) leaf.textContent = pages[leaf.dataset.page];
}"""
_HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4")].map(
  heading => heading.textContent.replace(/\\s+/g, " ").trim())"""


class PrintError(ValueError):
    """Why there is no PDF, in one line."""


class Sheet(NamedTuple):
    """A book laid out: its page as a file, the address of its PDF, and what that says of itself."""

    path: str
    file: Path
    imprint: Imprint


class Printed(NamedTuple):
    """A PDF: its address on the site, its content and how many pages it has."""

    path: str
    content: bytes
    pages: int


Tell = Callable[[str], None]


def print_guides(site: Site, project: Path, browser: str, tell: Tell) -> list[Printed]:
    """All guides in all languages, side by side. Raises PrintError if one of them cannot be had."""
    with TemporaryDirectory(prefix="espejo-book-") as folder:
        sheets = partial(lay_out, site, project, Path(folder))
        try:
            return asyncio.run(asyncio.wait_for(_print_all(sheets, browser, tell), PATIENCE))
        except TimeoutError as error:
            raise PrintError(f"the browser was not done after {PATIENCE:.0f} seconds.") from error
        except Error as error:
            why = error.message.partition("\n")[0]
            raise PrintError(f"the browser did not print the book: {why}") from error


def lay_out(site: Site, project: Path, folder: Path) -> list[Sheet]:
    """Writes each guide's print view into the folder as it stands on the site, with what it asks for."""
    _write_assets(site, project, folder)
    sheets = []
    for collection in site.bank.collections:
        for locale in site.bank.locales if collection.guide else ():
            page = next(list_print_views(site, collection, locale))
            file = folder / site.address(page.path, locale) / "index.html"
            file.parent.mkdir(parents=True)
            file.write_text(render_page(site, page, Downloads()), encoding="utf-8")
            author = site.words[locale]("book_author").unescape()
            title = plain(collection.title.show(locale).markdown)
            imprint = Imprint(title, author, Markup(page.description).unescape(), locale)
            sheets.append(Sheet(pdf_path(collection.folder, locale), file, imprint))
    return sheets


def _write_assets(site: Site, project: Path, folder: Path) -> None:
    for name, sheet in join_styles(project / "docs" / "assets" / "css").items():
        path = folder / "assets" / "css" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sheet, encoding="utf-8")
    (folder / SUBSET_FONT).parent.mkdir(parents=True)
    for address, font in list_fonts(project / "node_modules"):
        shutil.copyfile(font, folder / address)
    cut = subset_font(project / "node_modules" / MATH_FONT, find_characters(site.bank))
    (folder / SUBSET_FONT).write_bytes(cut)


async def _print_all(lay: Callable[[], list[Sheet]], path: str, tell: Tell) -> list[Printed]:
    async with AsyncExitStack() as stack:
        # The browser starts while the pages are laid out; if either fails, the other is waited for.
        work = asyncio.to_thread(lay), _launch(stack, path)
        sheets, browser = await asyncio.gather(*work, return_exceptions=True)
        if isinstance(sheets, BaseException):
            raise sheets
        if isinstance(browser, BaseException):
            raise browser
        return await asyncio.gather(*(_print_one(browser, sheet, tell) for sheet in sheets))


async def _launch(stack: AsyncExitStack, path: str) -> Browser:
    playwright = await stack.enter_async_context(async_playwright())
    browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    return await stack.enter_async_context(browser)


async def _print_one(browser: Browser, sheet: Sheet, tell: Tell) -> Printed:
    tell(f"{sheet.path}: printing")
    page = await browser.new_page()
    await page.add_init_script(_PAPER_ONLY)
    await page.goto(sheet.file.as_uri())
    if not await page.evaluate(_LOAD_FONTS):
        raise PrintError("a font could not be loaded. Set up with: make setup")
    landed = await asyncio.to_thread(find_pages, await _print(page, final=False))
    tell(f"{sheet.path}: printing again, with the numbers of the pages")
    await page.evaluate(_FILL, landed)
    await page.evaluate(_LABEL_FORMULAS)
    headings = await page.evaluate(_HEADINGS)
    bound = await asyncio.to_thread(bind, await _print(page, final=True), sheet.imprint, headings)
    if bound.landed != landed:
        raise PrintError(f"the pages of {sheet.path} moved while they were numbered.")
    return Printed(sheet.path, bound.content, bound.pages)


async def _print(page: Page, *, final: bool) -> bytes:
    return await page.pdf(width=WIDTH, height=HEIGHT, tagged=final, outline=final)
