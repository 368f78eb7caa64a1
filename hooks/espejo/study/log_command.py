"""`espejo log`: import reviews of the bank's notes from Anki into a log file for the site."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.terminal import say, warn
from espejo.files import replace_file
from espejo.messages.message import Message, MessageError, fail, message, plural

NAME = "log"
HELP = message("read your reviews of this bank's notes out of Anki, into a log that the site can load")
DETAILS = message("""\
Reads the collection of a profile (collection.anki2, with Anki closed) or what Anki exports with scheduling:
.colpkg or .apkg. It is only read. With --log, the reviews are added to that log, which stays as it is unless
--to names it. Reading the same reviews again adds nothing.

examples:
  espejo log --from-anki collection.colpkg
  espejo log --from-anki collection.anki2 --log espejo-log.json --to espejo-log.json
""")


def configure(parser: ArgumentParser) -> None:
    add, file = parser.add_argument, message("FILE")
    anki = message("the collection or package of Anki to read")
    log = message("a log to add the reviews to, as downloaded from the site")
    to = message("the file to write (default: a new file with the name of the bank, such as espejo-log.json)")
    add("--from-anki", type=Path, required=True, metavar=file, help=anki)
    add("--log", type=Path, metavar=file, help=log)
    add("--to", type=Path, metavar=file, help=to)


def run(args: Namespace, inspection: Inspection) -> int:
    from espejo.study.anki_collection import read_reviews
    from espejo.study.anki_events import make_events
    from espejo.study.event import UNKNOWN_KEY
    from espejo.study.log_file import MAX_EVENTS, MAX_SIZE, load_log, unite, write_log

    bank, namespace = inspection.bank, inspection.bank.identity.namespace
    target = _choose_target(args.to, args.from_anki, f"{namespace}-log.json")
    log = load_log(args.log, namespace) if args.log else []
    found = read_reviews(args.from_anki, namespace)
    reviews = make_events(bank, found.reviews)
    if not reviews:
        raise MessageError(_no_reviews(str(args.from_anki), unreadable=found.unreadable))
    events = unite(log, reviews)
    content = write_log(events, namespace)
    if len(events) > MAX_EVENTS or len(content) > MAX_SIZE:
        fail(
            "the log and the reviews together have more than the {limit} events that a log can have. "
            "Leave out --log to write the reviews on their own.",
            limit=MAX_EVENTS,
        )
    replace_file(target, content)
    say(_describe(str(target), new=len(events) - len(log), total=len(events)))
    _tell_oddities(gone=sum(one.key == UNKNOWN_KEY for one in reviews), unreadable=found.unreadable)
    return 0


def _choose_target(to: Path | None, source: Path, default: str) -> Path:
    """Choose the file to write: the given one, but never the collection; by default, a new file.

    SQLite's files next to a collection are also protected, because they may hold the latest reviews.
    """
    target = to or Path(default)
    if not to and target.exists():
        fail(
            "{file} already exists. Choose where to write the log with --to (with make: TO=…).", file=default
        )
    if target.is_dir():
        fail("{file} is a folder, not the file of a log.", file=str(target))
    sources = [source, *(source.with_name(f"{source.name}-{end}") for end in ("wal", "shm", "journal"))]
    if any(target.exists() and one.exists() and target.samefile(one) for one in sources):
        fail("{file} is the collection or package to read. Write the log to another file.", file=str(to))
    return target


def _describe(file: str, *, new: int, total: int) -> Message:
    return plural(
        "{file} ({count} new review, {total} in all)",
        "{file} ({count} new reviews, {total} in all)",
        new,
        file=file,
        total=total,
    )


def _no_reviews(file: str, *, unreadable: int) -> Message:
    if unreadable:
        return message("{file} has reviews of this bank, but none of them is as Anki writes it.", file=file)
    return message(
        "{file} has notes of this bank, but no review of them. A package has the reviews only if it was "
        "exported with scheduling.",
        file=file,
    )


def _tell_oddities(*, gone: int, unreadable: int) -> None:
    if gone:
        warn(
            plural(
                "{count} review is of an item that this copy of the bank does not have: the item has "
                "retired, or is newer than the copy. The review was kept.",
                "{count} reviews are of items that this copy of the bank does not have: the items have "
                "retired, or are newer than the copy. The reviews were kept.",
                gone,
            )
        )
    if unreadable:
        warn(
            plural(
                "{count} review is malformed and was left out.",
                "{count} reviews are malformed and were left out.",
                unreadable,
            )
        )
