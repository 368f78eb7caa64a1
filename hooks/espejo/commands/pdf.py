"""`espejo pdf`: the guides as books, printed by an installed Chromium."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.book.browser import find_installed
from espejo.check.project import Inspection
from espejo.files import replace_file
from espejo.model.addresses import PDFS
from espejo.rendering.site import Site
from espejo.site.settings import read_settings

NAME = "pdf"
HELP = "print the guides as PDFs, with an installed Chromium"
DETAILS = """\
All are printed before any is written. Whatever goes wrong, the last ones stay as they were.

examples:
  espejo pdf
  CHROMIUM=/path/to/chromium espejo pdf --to books
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--to",
        type=Path,
        default=PDFS,
        help=f"the folder to write to (default: {PDFS}, where the site looks)",
    )


def run(chosen: Namespace, inspection: Inspection) -> int:
    try:
        from espejo.book.pdf import print_guides
    except ImportError as error:  # a set-up for the site alone has no use for it
        raise ValueError("what prints is not set up. Run: make pdf") from error
    browser = find_installed()
    if not browser:
        raise ValueError("there is no Chromium. Install one, or name it: CHROMIUM=/path/to/chromium")
    project = chosen.data.resolve().parent
    settings = read_settings(project)
    site = Site(inspection.bank, home=settings.home, stale=inspection.stale)
    printed = print_guides(site, project, browser, lambda said: print(said, flush=True))
    for one in printed:
        replace_file(chosen.to / one.path, one.content)
        print(f"{chosen.to / one.path} ({one.pages} pages, {len(one.content):,} bytes)", flush=True)
    return 0
