"""`espejo changes`: what was added, removed and edited since another version of the bank."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime
from pathlib import Path

from espejo.accept import find_behind
from espejo.bank import Loaded, load_bank
from espejo.commands.check import find_problems
from espejo.forge.changes import find_changes
from espejo.forge.summary import Links, Summary
from espejo.settings import read_settings

NAME = "changes"
HELP = "say what was added, removed and edited since another version of data/"
DETAILS = """\
Never fails because of what it finds: the check does that.

examples:
  git worktree add --detach .cache/base main && espejo changes --base .cache/base/data
"""


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--base", type=Path, required=True, help="the folder data/ before the edit")
    parser.add_argument("--markdown", action="store_true", help="with links, for the forge")
    parser.add_argument("--files", default="", help="the address under which the forge shows the files")


def run(chosen: Namespace, loaded: Loaded) -> int:
    settings = read_settings(chosen.data.resolve().parent)
    base = load_bank(chosen.base.resolve())
    files = chosen.files or (f"{settings.repository}/blob/HEAD/" if settings.repository else "")
    links = Links(settings.home, files) if chosen.markdown else None
    behind = None if loaded.problems else find_behind(loaded.bank, datetime.now(UTC))
    summary = Summary(loaded.bank, settings.root, links)
    problems = list(find_problems(chosen, loaded, behind))
    print("\n".join(summary.lines(find_changes(base, loaded), problems)))
    return 0
