"""Fuzzer of published banks: damaged files are read or refused, and whatever is read can be shown.

PYTHONPATH=tests python -m fuzz.published --files 5000 --seed 1
"""

from __future__ import annotations

import argparse
import io
import re
import sys
import traceback
from dataclasses import dataclass, field
from random import Random
from time import process_time, time

from rich.cells import cell_len

from espejo.messages.message import MessageError, message
from espejo.model.quiz import Question
from espejo.study.terminal.answers import arrange
from espejo.study.terminal.kinds import Choices
from espejo.study.terminal.published import read_published
from espejo.study.terminal.quiz_bank import QuizBank
from espejo.study.terminal.screen import Screen
from espejo.study.terminal.view import QuestionView
from hostile_bank import damage
from project import ROOT
from quiz_driver import publish_small_bank

_SAVED = ROOT / ".cache" / "fuzz"
_COMMAND = re.compile(r"\\u00(?:23|3a)")  # how the start of a command to a workflow's runner is shown
_SLOW = 5.0
"""Seconds of processor time that a file may take: reading it, and showing all that is in it."""


def check_bank(bank: QuizBank) -> None:
    """Show every item in every language: only printable text, and no line wider than 80 columns."""
    for language in bank.languages:
        output = io.StringIO()
        view = QuestionView(Screen(str, output, io.StringIO()), bank, language)
        for asked in bank.by_id.values():
            item = asked.item
            choices = arrange(item, asked.labels) if isinstance(item, Question) else Choices((), ())
            view.show_item(item, message("{number} of {count}", number=1, count=1), choices)
            view.show_hint(item)
            view.show_answer(item, choices, [1])
            view.show_points(item.points if isinstance(item, Question) else ())
            view.show_reading(item)
        for line in output.getvalue().split("\n"):
            assert line.isprintable(), line
            assert cell_len(_COMMAND.sub("#", line)) <= 80, line


@dataclass
class Tried:
    """How many files were read and refused, and what went wrong."""

    read: int = 0
    refused: int = 0
    failures: list[str] = field(default_factory=list)


def try_files(content: bytes, seed: int, count: int) -> Tried:
    """Read damaged copies of a published bank, and show what can be read."""
    random, tried = Random(seed), Tried()  # noqa: S311, nothing is secret
    for number in range(count):
        damaged = damage(content, random)
        start = process_time()
        try:
            check_bank(read_published(damaged, "bank.json"))
            tried.read += 1
        except MessageError:
            tried.refused += 1
        except Exception:
            tried.failures.append(f"file {number} of seed {seed}:\n{traceback.format_exc()}")
            _save(damaged, f"bank-{seed}-{number}.json")
        if process_time() - start > _SLOW:
            tried.failures.append(f"file {number} of seed {seed} took {process_time() - start:.1f} s")
            _save(damaged, f"bank-{seed}-{number}.json")
    return tried


def _save(content: bytes, name: str) -> None:
    _SAVED.mkdir(parents=True, exist_ok=True)
    (_SAVED / name).write_bytes(content)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz.published", description=__doc__)
    parser.add_argument("--files", type=int, default=5000, help="damaged files to read (default: 5000)")
    parser.add_argument("--seed", type=int, help="the same seed gives the same run (default: the time)")
    options = parser.parse_args()
    seed = int(time()) if options.seed is None else options.seed
    tried = try_files(publish_small_bank(), seed, options.files)
    for failure in tried.failures[:5]:
        print(failure)
    print(
        f"published banks: seed {seed}, {options.files} files, {tried.read} read, {tried.refused} refused; "
        f"{len(tried.failures)} failures"
    )
    return 1 if tried.failures else 0


if __name__ == "__main__":
    sys.exit(main())
