"""Quiz through pipes: runs `espejo quiz` in this process with input lines, and returns its output."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from espejo.commands.cli import main
from espejo.exports.bank_json import write_bank
from espejo.rendering.site import Site
from small_bank import SITE_URL, load_small_bank


class Said(NamedTuple):
    """The exit code of a command, and its output on both streams."""

    code: int
    text: str
    errors: str

    @property
    def line(self) -> str:
        """The whole output as one line, because it may wrap anywhere."""
        return " ".join(f"{self.text} {self.errors}".split())


class Quiz:
    """Types lines into `espejo quiz`."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Path
    ) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        self.data = data

    def __call__(self, *words: str | Path, typed: Iterable[str] = ()) -> Said:
        """Runs the command on the small bank, or with --from on a published one."""
        self._monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        bank = () if "--from" in words else ("--data", str(self.data))
        code = main(["quiz", *map(str, words), *bank])
        return Said(code, *self._capsys.readouterr())


def publish_small_bank() -> bytes:
    """The bank.json of the small bank."""
    loaded = load_small_bank()
    site = Site(loaded.bank, home=SITE_URL, stale=loaded.stale)
    return b"".join(write_bank(site, tuple(loaded.bank.locales)))
