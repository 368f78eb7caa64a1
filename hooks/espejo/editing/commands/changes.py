"""`espejo changes`: list what was added, removed, and edited since another version of the bank."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from espejo.check.project import Inspection
from espejo.commands.parser import add_messages_option
from espejo.commands.terminal import say, tell
from espejo.editing.github.bank_diff import find_changes
from espejo.editing.github.github_markdown import Links
from espejo.editing.github.summary import Summary
from espejo.messages.catalog import LANGUAGES, speak_in
from espejo.messages.message import message
from espejo.site.settings import read_settings

NAME = "changes"
HELP = message("list what was added, removed and edited since another version of data/")
DETAILS = message("""\
Exits with 0 whatever it finds: only `espejo check` fails on problems.

examples:
  git worktree add --detach .cache/base main && espejo changes --base .cache/base/data
""")
ALLOWS_FAULTS = True


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--base", type=Path, required=True, help=message("the data/ folder before the edit"))
    parser.add_argument(
        "--markdown", action="store_true", help=message("print Markdown with links, for GitHub")
    )
    parser.add_argument("--files", default="", help=message("base URL of the files on GitHub"))
    add_messages_option(parser)


def run(args: Namespace, inspection: Inspection) -> int:
    settings = read_settings(inspection.project)
    files = args.files or (f"{settings.repository}/blob/HEAD/" if settings.repository else "")
    links = Links(settings.home, files, settings.directory_urls) if args.markdown else None
    first, *others = [speak_in(language) for language in LANGUAGES] if links else [tell]
    summary = Summary(inspection.bank, links, first, others)
    follow_ups = inspection.gap.follow_ups if inspection.gap else []
    say("\n".join(summary.lines(find_changes(inspection), inspection.problems, follow_ups)))
    return 0
