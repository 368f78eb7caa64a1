"""`espejo anki`: write Anki packages that include a learner's own review history."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Iterator
from functools import cache, partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from espejo.check.project import Inspection
from espejo.commands.terminal import say, warn
from espejo.files import replace_file
from espejo.messages.message import MessageError, either, fail, message, plural
from espejo.model.addresses import learned_package_name
from espejo.model.bank import list_variants
from espejo.packages import find_packages
from espejo.rendering.site import Site
from espejo.site.settings import read_settings

if TYPE_CHECKING:
    from espejo.study.anki_history import History

NAME = "anki"
HELP = message("write Anki packages that already have your own history: reviews, intervals and due dates")
DETAILS = message("""\
Takes the log that you download on the page "Your practice" of the site and writes packages of the whole bank,
one for each language and one for each pair. The same log and data give the same bytes in the same time
zone. The packages are yours: do not publish them.

In Anki, turn on "Import any learning progress" when you import. Anki does not change cards that it already
has. If you have the deck already, first read your reviews out of it into the log (espejo log --from-anki),
then write the packages, delete the deck in Anki and import.

examples:
  espejo anki --log espejo-log.json
  espejo anki --log espejo-log.json --in es --to decks
""")


def configure(parser: ArgumentParser) -> None:
    add = parser.add_argument
    log = message("your log, as downloaded from the site")
    to = message("the folder to write to (default: decks)")
    decks = message("write only these decks, such as en or en-es (default: all)")
    often = message("how many answers out of 100 to remember, as in the settings of the site (default: 90)")
    add("--log", type=Path, required=True, metavar=message("FILE"), help=log)
    add("--to", type=Path, default=Path("decks"), help=to)
    add("--in", dest="variants", nargs="+", action="extend", metavar=message("LANGUAGE"), help=decks)
    add("--retention", type=int, default=90, choices=range(80, 96), metavar="80-95", help=often)


def run(args: Namespace, inspection: Inspection) -> int:
    from espejo.study.anki_history import History, list_keys
    from espejo.study.log_file import load_log
    from espejo.study.schedule import Schedule, is_future

    bank = inspection.bank
    names = [variant.name for variant in list_variants(bank)]
    wanted = args.variants or names
    if unknown := next((name for name in wanted if name not in names), None):
        choice = message("there is no deck in {name}: choose {names}.", name=unknown, names=either(names))
        raise MessageError(choice)
    if args.to.exists() and not args.to.is_dir():
        fail("{folder} is a file, not a folder.", folder=str(args.to))
    keys, now = list_keys(bank), int(time() * 1000)
    events = load_log(args.log, bank.identity.namespace)
    known = [event for event in events if event.id in keys]
    if not known:
        file = str(args.log)
        fail("{file} has no answers to questions or cards of this bank.", file=file)
    future = sum(is_future(event, now) for event in known)
    schedule = Schedule(retention=args.retention / 100)
    history = History(known, keys, variants=names, now=now, schedule=schedule)
    for path, content in _make_packages(inspection, history, wanted):
        replace_file(args.to / path, content)
        say(message("{step} ({size} bytes)", step=str(args.to / path), size=len(content)))
    _summarize(len(known) - future, gone=len(events) - len(known), future=future)
    return 0


def _make_packages(
    inspection: Inspection, history: History, wanted: Collection[str]
) -> Iterator[tuple[str, bytes]]:
    """Make the packages of the whole bank in some variants, with a learner's history."""
    from espejo.exports.files import Packer, read_card_font
    from espejo.exports.notes import Notes
    from espejo.study.anki_history import LearnedCards

    bank, project = inspection.bank, inspection.project
    settings = read_settings(project)
    site = Site(bank, home=settings.home, stale=inspection.stale, directory_urls=settings.directory_urls)
    notes, font = Notes(site), cache(partial(read_card_font, find_packages(project)))
    for variant in list_variants(bank):
        if variant.name in wanted:
            learning = LearnedCards(history, variant.name).learning()
            package = Packer(notes, variant, font).whole_package(learning)
            yield learned_package_name(bank, variant.name), package


def _summarize(count: int, *, gone: int, future: int) -> None:
    say(plural("{count} review is in each package.", "{count} reviews are in each package.", count))
    if gone:
        warn(
            plural(
                "{count} answer was left out: this bank does not have its question any more.",
                "{count} answers were left out: this bank does not have their questions any more.",
                gone,
            )
        )
    if future:
        warn(
            plural(
                "{count} answer is dated in the future and is left out until its day comes.",
                "{count} answers are dated in the future and are left out until their day comes.",
                future,
            )
        )
    say(
        message(
            'In Anki, turn on "Import any learning progress". If you have the deck already, read this first: '
            "espejo anki --help"
        )
    )
