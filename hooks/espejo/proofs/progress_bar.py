"""Progress bar: one redrawn line in a terminal, plain lines elsewhere."""

from __future__ import annotations

import shutil
from typing import TextIO

from espejo.model.problems import escape_line

WIDTH = 24


class ProgressBar:
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
