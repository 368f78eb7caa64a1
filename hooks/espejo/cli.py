"""The command `espejo`: what a contributor asks of the bank in a terminal."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from espejo.accept import catch_up, find_behind
from espejo.addresses import PDFS
from espejo.bank import Loaded, load_bank
from espejo.browser import find_installed
from espejo.exports import list_exports
from espejo.files import replace_file
from espejo.pages import Site
from espejo.problems import report_notices, report_problems, suggest
from espejo.settings import read_settings
from espejo.view import Forge

FORMATS = {"anki": "apkg", "text": "tsv", "json": "json"}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="espejo", description="A question bank in two languages.")
    commands = parser.add_subparsers(required=True, metavar="command")
    check = commands.add_parser(
        "check",
        help="check everything under data/ and report every problem with its place",
        epilog="Exits with 1 if there is a problem. Notices, such as a missing translation, are no problem.",
    )
    check.set_defaults(run=_check)
    accept = commands.add_parser(
        "accept",
        help="let the ledger remember how questions and cards read now",
        epilog="Each time moves forward, so that Anki brings the change to whoever has the card.",
    )
    accept.add_argument("ids", nargs="*", metavar="id", help="only these (default: all that changed)")
    accept.set_defaults(run=_accept)
    export = commands.add_parser(
        "export",
        help="write the Anki packages, the texts for Anki's import and the JSON that go with the site",
        epilog="Each file is written as a whole or not at all. The same data gives the same bytes.",
    )
    export.add_argument("--to", type=Path, default=Path("site"), help="the folder to write to: site")
    export.add_argument(
        "--only", choices=FORMATS, action="append", help="one of the formats; may be said more than once"
    )
    export.set_defaults(run=_export)
    pdf = commands.add_parser(
        "pdf",
        help="print the guides as PDFs, with an installed Chromium",
        epilog="All are printed before any is written. Whatever goes wrong, the last ones stay as they were.",
    )
    pdf.add_argument(
        "--to", type=Path, default=PDFS, help=f"the folder to write to, where the site looks for them: {PDFS}"
    )
    pdf.set_defaults(run=_pdf)
    for command in (check, accept, export, pdf):
        command.add_argument(
            "--data", type=Path, default=Path("data"), help="the bank's folder (default: data)"
        )
    chosen = parser.parse_args(arguments)
    if not chosen.data.is_dir():
        hint = "Run this where data/ is, or name it with --data."
        print(f"There is no folder {chosen.data}. {hint}", file=sys.stderr)
        return 2
    try:
        return int(chosen.run(chosen, load_bank(chosen.data.resolve())))
    except BrokenPipeError:  # whoever was listening has heard enough
        return 1
    except (OSError, ValueError) as error:
        print(f"It did not work: {error}", file=sys.stderr)
        return 2


def _check(_: argparse.Namespace, loaded: Loaded) -> int:
    if loaded.notices:
        print(report_notices(loaded.notices))
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    behind = find_behind(loaded.bank, datetime.now(UTC))
    if behind.problems:
        print(report_problems(behind.problems))
        print(f"Run `espejo accept`, or put these lines into {loaded.bank.ledger.place.file},")
        print("each in place of the one with the same id, or where its order asks for it:\n")
        print("\n".join(behind.lines()))
        return 1
    print(_summary(loaded))
    return 0


def _accept(chosen: argparse.Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    behind = find_behind(loaded.bank, datetime.now(UTC))
    known = {asked.item.id for asked in loaded.bank.items()} | set(behind.retired)
    if unknown := [id_ for id_ in chosen.ids if id_ not in known]:
        print(f"There is no '{unknown[0]}'.{suggest(unknown[0], known)}", file=sys.stderr)
        return 2
    replace_file(chosen.data / "ledger.yaml", catch_up(loaded.bank, behind, chosen.ids).encode())
    accepted = [id_ for id_ in (*behind.seen, *behind.retired) if not chosen.ids or id_ in chosen.ids]
    accepted += behind.names
    names = f": {', '.join(accepted[:10])}" if accepted else ""
    print(f"{len(accepted)} accepted{names}{', …' if len(accepted) > 10 else ''}.")
    return 0


def _export(chosen: argparse.Namespace, loaded: Loaded) -> int:
    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
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


def _pdf(chosen: argparse.Namespace, loaded: Loaded) -> int:
    from espejo.press import print_guides  # what it needs is not there until `make pdf` has set it up

    if loaded.problems:
        print(report_problems(loaded.problems))
        return 1
    browser = find_installed()
    if not browser:
        raise ValueError("there is no Chromium. Install one, or name it: CHROMIUM=/path/to/chromium")
    project = chosen.data.resolve().parent
    settings = read_settings(project)
    site = Site(loaded.bank, root=settings.root, home=settings.home, forge=Forge())
    printed = print_guides(site, project, browser, lambda said: print(said, flush=True))
    for one in printed:
        replace_file(chosen.to / one.path, one.content)
        print(f"{chosen.to / one.path} ({one.pages} pages, {len(one.content):,} bytes)", flush=True)
    return 0


def _summary(loaded: Loaded) -> str:
    bank = loaded.bank
    units, items = len(list(bank.units())), len(list(bank.items()))
    names = " and ".join(locale.name for locale in bank.locales.values())
    return f"{items} questions and cards in {units} files, {names}: no problems."


if __name__ == "__main__":
    sys.exit(main())
