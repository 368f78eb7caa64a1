"""`espejo export`: the files that readers take away, as the site publishes them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.bank import Loaded
from espejo.files import replace_file
from espejo.pages import Site
from espejo.problems import report_problems
from espejo.settings import read_settings
from espejo.view import Forge

NAME = "export"
HELP = "write the Anki packages, the texts for Anki's import and the JSON that go with the site"
DETAILS = """\
Each file is written as a whole or not at all. The same data gives the same bytes.

examples:
  espejo export --to decks --only anki
  espejo export --only text --only json
"""

FORMATS = {"anki": "apkg", "text": "tsv", "json": "json"}


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--to", type=Path, default=Path("site"), help="the folder to write to (default: site)"
    )
    parser.add_argument(
        "--only", choices=FORMATS, action="append", help="one of the formats; may be said more than once"
    )


def run(chosen: Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    from espejo.exports import list_exports  # fonts and packages: as slow to import as all the rest

    project = chosen.data.resolve().parent
    settings = read_settings(project)
    site = Site(loaded.bank, root=settings.root, home=settings.home, forge=Forge())
    endings = {FORMATS[name] for name in chosen.only or FORMATS}
    exports = list_exports(site, project / "node_modules")
    wanted = [one for one in exports if one.path.rpartition(".")[2] in endings]
    for number, export in enumerate(wanted, 1):
        content = export.make()
        replace_file(chosen.to / export.path, content)
        print(f"[{number}/{len(wanted)}] {chosen.to / export.path} ({len(content):,} bytes)", flush=True)
    return 0
