"""Published banks: damaged files are read or rejected, and those that are read can be displayed."""

from __future__ import annotations

import io
import re
import traceback
from collections import Counter
from random import Random
from time import process_time
from typing import NamedTuple

from rich.cells import cell_len

from espejo.messages.message import MessageError, message
from espejo.model.quiz import Question
from espejo.study.terminal.kinds import Choices, arrange
from espejo.study.terminal.published import read_published
from espejo.study.terminal.quiz_bank import QuizBank
from espejo.study.terminal.screen import Screen
from espejo.study.terminal.view import QuestionView
from hostile_bank import damage

_COMMAND = re.compile(r"\\u00(?:23|3a)")  # the escaped start of a workflow command
_SLOW = 5.0
"""CPU time limit for reading a file and displaying all of it, in seconds."""


def check_bank(bank: QuizBank) -> None:
    """Displays every item in every language: only printable text, and no line over 80 columns."""
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


class Tried(NamedTuple):
    """How many files were read and rejected, and all failures."""

    read: int
    refused: int
    failures: list[str]


def try_files(content: bytes, seed: int, count: int) -> Tried:
    """Tries this many damaged copies: each is read and displayed, or rejected."""
    outcomes, failures = Counter[str](), []
    for number in range(count):
        damaged = damage(content, Random(f"{seed}/{number}"))  # noqa: S311, nothing is secret
        start = process_time()
        try:
            check_bank(read_published(damaged, "bank.json"))
            outcomes["read"] += 1
        except MessageError:
            outcomes["refused"] += 1
        except Exception:
            failures.append(f"file {number} of seed {seed}:\n{traceback.format_exc()}")
        if process_time() - start > _SLOW:
            failures.append(f"file {number} of seed {seed} took {process_time() - start:.1f} s")
    return Tried(outcomes["read"], outcomes["refused"], failures)
