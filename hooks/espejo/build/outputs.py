"""Outputs of a build: what each file of a site was made of, and which files of the last site are still right.

A file that need not be made again is linked into the new site, so it keeps its bytes and its time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from espejo.files import replace_file, write_file
from espejo.site.assets import shorten_digest
from espejo.site.offline_list import BuiltFile

_FORMAT = 1


class Output(NamedTuple):
    """A file that was made: the key of what it was made of, its size, hash, time, and the sizes shown."""

    key: str
    size: int
    digest: str  # of its content
    time: int = 0  # when it was written, in nanoseconds: how a file that somebody has edited is told
    shows: Mapping[str, str] = {}  # the sizes of downloads that a page names, by their paths

    @property
    def file(self) -> BuiltFile:
        return BuiltFile(self.size, shorten_digest(self.digest))


@dataclass
class Manifest:
    """What a build has left in a folder: its files by path, a digest of all its inputs, and what it said."""

    folder: Path
    inputs: str = ""
    said: list[str] = field(default_factory=list)
    outputs: dict[str, Output] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path, folder: Path) -> Manifest:
        """The manifest of the site in a folder; an empty one if there is none that can be read."""
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            read = json.loads(path.read_bytes())
            if read["format"] == _FORMAT and read["folder"] == str(folder):
                outputs = {str(name): Output(*values) for name, values in read["outputs"].items()}
                return cls(folder, str(read["inputs"]), list(map(str, read["said"])), outputs)
        return cls(folder)

    def write(self, path: Path) -> None:
        written = {"format": _FORMAT, "folder": str(self.folder), "inputs": self.inputs, "said": self.said}
        replace_file(path, json.dumps({**written, "outputs": self.outputs}).encode())

    def find(self, path: str, key: bytes) -> Output | None:
        """The file at a path, if it was made of the same and nobody has changed it since."""
        output = self.outputs.get(path)
        return output if output and output.key == key.hex() and self._is_unchanged(path, output) else None

    def has(self, path: str, digest: str) -> bool:
        """Whether the file at a path has this content."""
        output = self.outputs.get(path)
        return bool(output and output.digest == digest and self._is_unchanged(path, output))

    def find_group(self, key: bytes) -> Mapping[str, Output]:
        """The files that were made together; none if one of them is not as it was."""
        group = {path: output for path, output in self.outputs.items() if output.key == key.hex()}
        return group if all(self._is_unchanged(*one) for one in group.items()) else {}

    def is_whole(self) -> bool:
        """Whether the folder has all these files, as they were made, and no others."""
        if not self.outputs or not all(self._is_unchanged(*one) for one in self.outputs.items()):
            return False
        return sum(1 for _ in list_files(self.folder)) == len(self.outputs)

    def take_times(self, folder: Path) -> None:
        """Note every file of a finished site with its time, also those that something else has made."""
        for path in list_files(folder):
            found = os.lstat(f"{folder}/{path}")
            made = self.outputs.get(path)
            values = (made.key, found.st_size, made.digest) if made else ("", found.st_size, "")
            self.outputs[path] = Output(*values, found.st_mtime_ns, made.shows if made else {})

    def _is_unchanged(self, path: str, output: Output) -> bool:
        try:
            found = os.lstat(f"{self.folder}/{path}")
        except OSError:
            return False
        return (found.st_size, found.st_mtime_ns) == (output.size, output.time)


def write_output(folder: Path, path: str, key: bytes, content: bytes, last: Manifest) -> tuple[str, Output]:
    """Write a file of a site, or keep that of the last one if it has the same content.

    Returns its path and what is to be remembered of it.
    """
    made = Output(key.hex(), len(content), sha256(content).hexdigest())
    if last.has(path, made.digest):
        keep_file(last.folder, folder, path)
    else:
        write_file(folder / path, content)
    return path, made


def write_pieces(
    folder: Path, path: str, key: bytes, pieces: Iterable[bytes], last: Manifest
) -> tuple[str, Output]:
    """The same for a file that may be too large to have all of it in memory."""
    written, size, hashed = folder / f"{path}.new", 0, sha256()
    written.parent.mkdir(parents=True, exist_ok=True)
    try:
        with written.open("wb") as file:
            for piece in pieces:
                size += file.write(piece)
                hashed.update(piece)
        made = Output(key.hex(), size, hashed.hexdigest())
        if last.has(path, made.digest):
            keep_file(last.folder, folder, path)
        else:
            written.replace(folder / path)
    finally:
        written.unlink(missing_ok=True)
    return path, made


def keep_file(last: Path, folder: Path, path: str) -> None:
    """Have a file of the last site in the new one, unless that is the same folder."""
    if last != folder:
        link_file(f"{last}/{path}", f"{folder}/{path}")


def link_file(old: str, new: str) -> None:
    """Have a file of the last site in the new one too: the same file or, where that is impossible, a copy.

    The paths are strings because a site has thousands of files.
    """
    try:
        os.link(old, new)
    except OSError:
        _make_folder_and_link(Path(old), Path(new))


def _make_folder_and_link(old: Path, new: Path) -> None:
    new.parent.mkdir(parents=True, exist_ok=True)
    try:
        new.hardlink_to(old)
    except OSError:
        write_file(new, old.read_bytes())
        times = old.stat()
        os.utime(new, ns=(times.st_atime_ns, times.st_mtime_ns))


def keep_same_files(last: Path, folder: Path) -> None:
    """Replace files that have the bytes of the last site by links to those, which keep their times."""
    for path in list(list_files(folder)):
        old, new = f"{last}/{path}", f"{folder}/{path}"
        with suppress(OSError):
            before, made = os.lstat(old), os.lstat(new)
            if not os.path.samestat(before, made) and _have_same_bytes(Path(old), Path(new)):
                Path(new).unlink()
                link_file(old, new)


def _have_same_bytes(one: Path, other: Path) -> bool:
    if one.is_symlink() or one.stat().st_size != other.stat().st_size:
        return False
    return one.read_bytes() == other.read_bytes()


def list_files(folder: Path) -> Iterator[str]:
    """The path of every file below a folder."""
    waiting = [("", str(folder))]
    while waiting:
        prefix, name = waiting.pop()
        with os.scandir(name) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((f"{prefix}{entry.name}/", entry.path))
                else:
                    yield prefix + entry.name
