"""Workspace of the fuzzer: one folder on disk that holds the bank of one mutant after another."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from small_bank import REPO_URL, SITE_URL

from .seed import Content, Files, Folder, Link


class UnplaceableError(Exception):
    """A set of files that no file system can hold, such as a name that is too long."""


class Workspace:
    """A project with the files of one bank; moving on to the next writes only what differs."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._files: Files = {}
        self.data.mkdir()
        (folder / "mkdocs.yml").write_text(f"site_url: {SITE_URL}\nrepo_url: {REPO_URL}\n", encoding="utf-8")

    def place(self, files: Mapping[str, Content]) -> None:
        """Make the files on disk these ones."""
        for name in sorted(self._files.keys() - files.keys()):
            self._remove(name)
        try:
            for name, content in files.items():
                if self._files.get(name) != content:
                    self._remove(name)
                    self._write(name, content)
        except (OSError, ValueError) as error:
            self.clear()
            raise UnplaceableError(str(error)) from error

    def clear(self) -> None:
        """Delete everything, whatever state it is in."""
        shutil.rmtree(self.data)
        self.data.mkdir()
        self._files = {}

    def _write(self, name: str, content: Content) -> None:
        path = self.data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            path.symlink_to(content.target)
        elif isinstance(content, Folder):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content)
        self._files[name] = content

    def _remove(self, name: str) -> None:
        path = self.data / name
        if self._files.pop(name, None) is None:
            return
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
        for parent in path.relative_to(self.data).parents:
            folder = self.data / parent
            if folder != self.data and folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
