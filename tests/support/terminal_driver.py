"""A real terminal for tests: runs a command in a pseudo-terminal, waits for output, and types."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from rich.cells import cell_len

from project import ROOT

PATIENCE = 120
"""Seconds to wait for expected output. Only a broken command takes that long."""

SGR = re.compile(r"\x1b\[[0-9;]*m")
ROWS, COLUMNS = 24, 80

PLAIN: Mapping[str, str] = {"TERM": "xterm-256color", "COLORTERM": ""}


class Terminal:
    """A command in a terminal of 80 columns and 24 rows."""

    def __init__(
        self, *words: str, cwd: Path, columns: int = COLUMNS, environment: Mapping[str, str] = PLAIN
    ) -> None:
        self.output = ""
        self._bytes = b""
        self._columns = columns
        self._seen = 0
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
        _keep_output(slave)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "espejo.commands.cli", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=cwd,
            env=make_environment(environment),
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(slave)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def text(self) -> str:
        """All output so far, without color codes."""
        return SGR.sub("", self.output).replace("\r\n", "\n")

    def expect(self, *texts: str) -> None:
        """Waits for these texts in order; line breaks count as spaces."""
        for text in texts:
            while (at := self._find(text)) < 0:
                assert self._read(), f"the command has ended without showing {text!r}:\n{self.text}"
            self._seen = at + len(text)

    def _find(self, text: str) -> int:
        return re.sub(r"\s+", " ", self.text).find(text, self._seen)

    def type(self, text: str) -> None:
        """Types a line."""
        os.write(self._master, f"{text}\n".encode())

    def press(self, key: str) -> None:
        """Presses Ctrl with a key, once the command waits for input."""
        self._wait_until_it_sleeps()
        os.write(self._master, bytes([ord(key) & 0x1F]))

    def answer(self, prompt: str, text: str) -> None:
        """Waits for a prompt and types a line."""
        self.expect(prompt)
        self.type(text)

    def hang_up(self) -> None:
        """Signals that the terminal was closed, once the command waits for input."""
        self._wait_until_it_sleeps()
        self._process.send_signal(signal.SIGHUP)

    def _wait_until_it_sleeps(self) -> None:
        """Waits until the command blocks on reading input after its prompt.

        A signal just before that wouldn't interrupt the read: Python would only note it and start reading.
        """
        status = Path(f"/proc/{self._process.pid}/stat")
        while status.exists() and status.read_text().rpartition(") ")[2][0] in "RD":  # running, or disk I/O
            time.sleep(0.001)

    def wait(self) -> int:
        """Waits for the command to end, and returns its exit code."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Reads more output; returns false at the end."""
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        assert ready, f"nothing was shown for {PATIENCE} seconds:\n{self.text}"
        try:
            read = os.read(self._master, 65_536)
        except OSError:  # on Linux, this means the other end is closed
            return False
        self._bytes += read
        self.output = self._bytes.decode("utf-8", errors="ignore")
        return bool(read)

    def check_output(self) -> None:
        """The output has only printable text and color codes, and no line is wider than the terminal."""
        check_printable(self.text)
        for line in self.text.split("\n"):
            assert cell_len(line) <= self._columns, line


def _take_terminal() -> None:
    """Attaches a new process to its terminal, even if the tests run in the background, ignoring Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _keep_output(terminal: int) -> None:
    """Keeps Ctrl-C from discarding output, which could include the command's response to it."""
    settings = termios.tcgetattr(terminal)
    settings[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def check_printable(text: str) -> None:
    """Checks that the text has only printable characters and line ends."""
    wrong = {one for one in text if not one.isprintable() and one != "\n"}
    assert wrong == set(), text


def make_environment(more: Mapping[str, str]) -> dict[str, str]:
    """A command's environment: this package, UTF-8, and no settings of the machine's terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": str(ROOT / "hooks"), "PYTHONUTF8": "1", **more}
