"""`espejo export`: write the Anki, text and JSON files that the site offers for download."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.terminal import say
from espejo.files import replace_file
from espejo.messages.message import message
from espejo.packages import find_packages
from espejo.rendering.site import Site
from espejo.site.settings import read_settings

NAME = "export"
HELP = message("write the site's downloads: Anki packages, text files for Anki, and JSON")
DETAILS = message("""\
Files are written atomically. The same data always gives the same bytes.

examples:
  espejo export --to decks --only anki
  espejo export --only text --only json
""")

FORMATS = {"anki": "apkg", "text": "tsv", "json": "json"}


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--to", type=Path, default=Path("site"), help=message("the folder to write to (default: site)")
    )
    parser.add_argument(
        "--only",
        choices=FORMATS,
        action="append",
        help=message("write only this format (repeatable)"),
    )


def run(args: Namespace, inspection: Inspection) -> int:
    from espejo.exports.files import list_exports

    project = args.data.resolve().parent
    settings = read_settings(project)
    site = Site(
        inspection.bank,
        home=settings.home,
        stale=inspection.stale,
        directory_urls=settings.directory_urls,
    )
    extensions = {FORMATS[name] for name in args.only or FORMATS}
    exports = list_exports(site, find_packages(project))
    wanted = [export for export in exports if export.path.rpartition(".")[2] in extensions]
    for number, export in enumerate(wanted, 1):
        content = export.make()
        replace_file(args.to / export.path, content)
        step = f"[{number}/{len(wanted)}] {args.to / export.path}"
        say(message("{step} ({size} bytes)", step=step, size=len(content)))
    return 0
