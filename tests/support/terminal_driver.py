"""A real terminal for tests: runs a command in a pseudo-terminal, waits for what it shows, and types."""

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
"""Seconds to wait for what should be shown. Only a broken command takes as long."""

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
        """Everything that was shown, without the codes of colors."""
        return SGR.sub("", self.output).replace("\r\n", "\n")

    def expect(self, *texts: str) -> None:
        """Wait until these were shown, one after the other; line breaks count as spaces."""
        for text in texts:
            while (at := self._find(text)) < 0:
                assert self._read(), f"the command has ended without showing {text!r}:\n{self.text}"
            self._seen = at + len(text)

    def _find(self, text: str) -> int:
        return re.sub(r"\s+", " ", self.text).find(text, self._seen)

    def type(self, text: str) -> None:
        """Type a line."""
        os.write(self._master, f"{text}\n".encode())

    def press(self, key: str) -> None:
        """Press Ctrl with a key, once the command waits for one."""
        self._wait_until_it_sleeps()
        os.write(self._master, bytes([ord(key) & 0x1F]))

    def answer(self, prompt: str, text: str) -> None:
        """Wait for a prompt and type a line."""
        self.expect(prompt)
        self.type(text)

    def hang_up(self) -> None:
        """Tell the command that its terminal is gone, once it waits for a key."""
        self._wait_until_it_sleeps()
        self._process.send_signal(signal.SIGHUP)

    def _wait_until_it_sleeps(self) -> None:
        """Wait until the command, which has shown its prompt, reads.

        A signal in the instant before would not wake it: Python notes it, and begins to read all the same.
        """
        status = Path(f"/proc/{self._process.pid}/stat")
        while status.exists() and status.read_text().rpartition(") ")[2][0] in "RD":  # runs, or uses a disk
            time.sleep(0.001)

    def wait(self) -> int:
        """Wait for the end of the command, and return its exit code."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def _read(self) -> bool:
        """Read what is shown next; false at the end."""
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        assert ready, f"nothing was shown for {PATIENCE} seconds:\n{self.text}"
        try:
            read = os.read(self._master, 65_536)
        except OSError:  # so Linux says that the other end is closed
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
    """Has a new process listen to its terminal, also if the tests run where Ctrl-C is ignored: after `&`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _keep_output(terminal: int) -> None:
    """Has Ctrl-C discard nothing: a terminal may do that when the command has already answered to it."""
    settings = termios.tcgetattr(terminal)
    settings[3] |= termios.NOFLSH
    termios.tcsetattr(terminal, termios.TCSANOW, settings)


def check_printable(text: str) -> None:
    """Nothing but printable characters and line ends."""
    wrong = {one for one in text if not one.isprintable() and one != "\n"}
    assert wrong == set(), text


def make_environment(more: Mapping[str, str]) -> dict[str, str]:
    """The environment of a command: this package, UTF-8, and no settings of the machine's terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
    return {**kept, "PYTHONPATH": str(ROOT / "hooks"), "PYTHONUTF8": "1", **more}
