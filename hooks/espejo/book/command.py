"""`espejo pdf`: print the guides as PDF books with an installed Chromium."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.book.browser import find_installed
from espejo.check.project import Inspection
from espejo.commands.terminal import say
from espejo.files import replace_file
from espejo.messages.message import MessageError, fail, message
from espejo.model.addresses import PDFS
from espejo.packages import PDF
from espejo.rendering.site import Site
from espejo.site.settings import read_settings

NAME = "pdf"
HELP = message("print the guides as PDFs with an installed Chromium")
DETAILS = message("""\
Prints all PDFs before writing any, so a failure leaves the previous ones unchanged.

examples:
  espejo pdf
  CHROMIUM=/path/to/chromium espejo pdf --to books
""")


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--to",
        type=Path,
        default=PDFS,
        help=message("the folder to write to (default: {folder}, where the site looks)", folder=str(PDFS)),
    )


def run(args: Namespace, inspection: Inspection) -> int:
    try:
        from espejo.book.pdf import print_guides
    except ImportError as error:  # an environment for the site alone lacks the PDF libraries
        raise MessageError(
            message("the PDF libraries are not installed. Run: {command}", command=PDF)
        ) from error
    browser = find_installed()
    if not browser:
        fail("Chromium was not found. Install it, or set CHROMIUM=/path/to/chromium")
    project = args.data.resolve().parent
    settings = read_settings(project)
    site = Site(
        inspection.bank,
        home=settings.home,
        stale=inspection.stale,
        directory_urls=settings.directory_urls,
    )
    printed = print_guides(site, project, browser, say)
    for book in printed:
        replace_file(args.to / book.path, book.content)
        file, size = str(args.to / book.path), len(book.content)
        say(message("{file} ({pages} pages, {size} bytes)", file=file, pages=book.pages, size=size))
    return 0
