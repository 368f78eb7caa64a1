"""PDF printer: prints guides with Chromium.

The page numbers for the table of contents are known only after printing. So each book is printed twice: first
a draft without tags and outline, to find the page numbers, and then the final PDF with the numbers filled in.
If the numbers themselves moved anything to another page, it is printed again with the new numbers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from markupsafe import Markup
from playwright.async_api import Browser, Error, Page, Route, async_playwright

from espejo.book.browser import ARGUMENTS
from espejo.book.pdf_finish import PdfMetadata, find_pages, finish_pdf
from espejo.files import write_file
from espejo.markdown.fragments import plain
from espejo.messages.message import Message, MessageError, message
from espejo.model.addresses import pdf_path
from espejo.packages import find_packages
from espejo.rendering.downloads import Downloads
from espejo.rendering.page_view import View
from espejo.rendering.site import Site
from espejo.site.assets import make_assets
from espejo.site.frame import render_page
from espejo.site.pages.print_views import list_print_views

# As wide as A4 and as high as Letter, so that nothing is cut off on either.
WIDTH, HEIGHT = "210mm", "279mm"

TIMEOUT_SECONDS = 300

MAX_PRINTINGS = 5
"""Maximum attempts: a page number can wrap a line and so move content to another page."""

# The book is only printed, so skip the screen layout, which would take 50% more time.
_PAPER_ONLY = """
const sheet = new CSSStyleSheet();
sheet.replaceSync("@media screen { .book { display: none } }");
document.adoptedStyleSheets = [sheet];
"""
_LOAD_FONTS = """async () => {
  const faces = await Promise.allSettled([...document.fonts].map(face => face.load()));
  return faces.every(face => face.status === "fulfilled");
}"""
# Screen readers can read formulas on a web page, but in a PDF only if they are labeled images.
_LABEL_FORMULAS = """() => {
  for (const formula of document.querySelectorAll("math")) {
    formula.role = "img";
    formula.ariaLabel = formula.getAttribute("alttext");
  }
}"""
_FILL_PAGE_NUMBERS = """pages => {
  for (const leaf of document.querySelectorAll("[data-page]")) leaf.textContent = pages[leaf.dataset.page];
}"""
_HEADINGS = """() => [...document.querySelectorAll("h1, h2, h3, h4")].map(
  heading => heading.textContent.replace(/\\s+/g, " ").trim())"""


class PrintError(MessageError):
    """A PDF could not be printed; the message is one line."""


class PrintJob(NamedTuple):
    """A book to print: the address of its PDF, its HTML file, the root folder, and the metadata."""

    path: str
    file: Path
    folder: Path
    metadata: PdfMetadata


class Printed(NamedTuple):
    """A printed PDF: its address on the site, content, and number of pages."""

    path: str
    content: bytes
    pages: int


Report = Callable[[Message], None]
"""Called with progress messages."""


def print_guides(site: Site, project: Path, browser: str, report: Report) -> list[Printed]:
    """Print all guides in all languages, in parallel. Raises PrintError if one of them fails."""
    with TemporaryDirectory(prefix="espejo-book-") as folder:
        prepare = partial(lay_out, site, project, Path(folder))
        try:
            return asyncio.run(asyncio.wait_for(_print_all(prepare, browser, report), TIMEOUT_SECONDS))
        except TimeoutError as error:
            fact = message("the browser timed out after {seconds} seconds.", seconds=TIMEOUT_SECONDS)
            raise PrintError(fact) from error
        except Error as error:
            why = error.message.partition("\n")[0]
            fact = message("the browser could not print the book: {reason}", reason=why)
            raise PrintError(fact) from error


def lay_out(site: Site, project: Path, folder: Path) -> list[PrintJob]:
    """Write the print view of each guide into the folder, at its path on the site, with its assets."""
    for address, content in make_assets(site, find_packages(project)).items():
        write_file(folder / address, content)
    jobs = []
    for collection in site.bank.collections:
        for locale in site.bank.locales if collection.guide else ():
            page = next(list_print_views(site, collection, locale))
            file = folder / site.file(page.path, locale)
            file.parent.mkdir(parents=True)
            file.write_text(render_page(site, page, Downloads()), encoding="utf-8")
            author = View(site, "", locale).author.unescape()
            title = plain(collection.title.show(locale).markdown)
            seconds = site.bank.ledger.last_change(locale)
            changed = datetime.fromtimestamp(seconds, UTC) if seconds else None
            metadata = PdfMetadata(title, author, Markup(page.description).unescape(), locale, changed)
            jobs.append(PrintJob(pdf_path(collection.folder, locale), file, folder, metadata))
    return jobs


async def _print_all(prepare: Callable[[], list[PrintJob]], path: str, report: Report) -> list[Printed]:
    async with AsyncExitStack() as stack:
        # Start the browser while laying out the books. If one of the two fails, wait for the other.
        work = asyncio.to_thread(prepare), _launch(stack, path)
        jobs, browser = await asyncio.gather(*work, return_exceptions=True)
        if isinstance(jobs, BaseException):
            raise jobs
        if isinstance(browser, BaseException):
            raise browser
        return await asyncio.gather(*(_print_one(browser, job, report) for job in jobs))


async def _launch(stack: AsyncExitStack, path: str) -> Browser:
    playwright = await stack.enter_async_context(async_playwright())
    browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
    return await stack.enter_async_context(browser)


async def _open(browser: Browser, job: PrintJob) -> Page:
    """Open a book in a page with scripts disabled that loads only files of the book."""
    context = await browser.new_context(java_script_enabled=False, offline=True, service_workers="block")
    await context.route("**/*", partial(_allow_files_below, f"{job.folder.as_uri()}/"))
    page = await context.new_page()
    await page.add_init_script(_PAPER_ONLY)
    await page.goto(job.file.as_uri())
    return page


async def _allow_files_below(folder: str, route: Route) -> None:
    if route.request.url.startswith(folder):
        await route.continue_()
    else:
        await route.abort()


async def _print_one(browser: Browser, job: PrintJob, report: Report) -> Printed:
    report(message("{file}: printing", file=job.path))
    page = await _open(browser, job)
    if not await page.evaluate(_LOAD_FONTS):
        raise PrintError(message("a font could not be loaded. Run: make setup"))
    pages = await asyncio.to_thread(find_pages, await _print(page, final=False))
    await page.evaluate(_LABEL_FORMULAS)
    for _ in range(MAX_PRINTINGS):
        report(message("{file}: printing again, with page numbers", file=job.path))
        await page.evaluate(_FILL_PAGE_NUMBERS, pages)
        headings = await page.evaluate(_HEADINGS)
        final = await asyncio.to_thread(finish_pdf, await _print(page, final=True), job.metadata, headings)
        if final.target_pages == pages:
            return Printed(job.path, final.content, final.page_count)
        pages = final.target_pages
    raise PrintError(message("the page numbers of {file} changed between printings.", file=job.path))


async def _print(page: Page, *, final: bool) -> bytes:
    return await page.pdf(width=WIDTH, height=HEIGHT, tagged=final, outline=final)
