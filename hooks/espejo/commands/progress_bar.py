"""Progress bar: one line that is redrawn in a terminal, plain lines elsewhere."""

from __future__ import annotations

import shutil
from typing import TextIO

WIDTH = 24


class ProgressBar:
    """One run of so many steps."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self.total = total
        self.done = 0
        self._stream = stream
        self._bar = stream.isatty()

    def step(self, said: str) -> None:
        self.done += 1
        count = f"[{self.done}/{self.total}] {said}"
        if not self._bar:
            self._write(f"{count}\n")
            return
        filled = WIDTH * self.done // self.total
        line = f"{'█' * filled}{'░' * (WIDTH - filled)} {count}"
        self._write(f"\r\x1b[2K{line[: shutil.get_terminal_size().columns - 1]}")

    def close(self) -> None:
        """Leaves the line of the bar free for what comes after."""
        if self._bar and self.done:
            self._write("\r\x1b[2K")

    def _write(self, said: str) -> None:
        self._stream.write(said)
        self._stream.flush()
