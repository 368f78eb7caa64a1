"""Proof report: a progress bar while proofs run, and a Markdown report of those that failed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from typing import TextIO

from espejo.commands.terminal import tell
from espejo.markdown.escape import code_span
from espejo.messages.message import message
from espejo.model.problems import Problem, escape_line, printable

# Keeps issues below the 60,000 bytes at which the workflow truncates: a truncated code span would not close.
MAX_LISTED, MAX_FACT = 25, 400

WIDTH = 24


class ProgressBar:
    """Progress bar: one redrawn line in a terminal, plain lines elsewhere."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.done = 0
        self._stream = stream
        self._is_terminal = stream.isatty()

    def step(self, text: str) -> None:
        self.done += 1
        count = f"[{self.done}/{self.total}] {escape_line(text)}"
        if not self._is_terminal:
            self._write(f"{count}\n")
            return
        filled = WIDTH * self.done // self.total
        line = f"{'█' * filled}{'░' * (WIDTH - filled)} {count}"
        self._write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")

    def close(self) -> None:
        """Clear the line, so that other output can follow."""
        if self._is_terminal and self.done:
            self._write("\r\x1b[2K")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def write_markdown(problems: Iterable[Problem], summary: str) -> str:
    """Write the text of an issue: the failed proofs with their places, and the versions."""
    problems = sorted(problems)
    lines = [
        f"- {code_span(problem.owner)} ({code_span(f'{problem.place.file}:{problem.place.line}')}):"
        f" {code_span(printable(tell(problem.fact))[:MAX_FACT])}"
        for problem in problems[:MAX_LISTED]
    ]
    if len(problems) > MAX_LISTED:
        more = message("and {count} more", count=len(problems) - MAX_LISTED)
        lines.append(f"- {tell(more)}")
    head = [tell(message("These proofs failed:")), "", *lines, ""] if lines else []
    return "\n".join([*head, tell(summary), ""])
