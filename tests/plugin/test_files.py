"""File writes: all or nothing, keeping existing permissions and links."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from espejo.files import replace_file, write_file
from project import ROOT


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("mask", [0o077, 0o002, 0o022], ids="umask {:03o}".format)
def test_a_new_file_has_the_permissions_that_umask_leaves(tmp_path: Path, mask: int) -> None:
    """So do its parent folders, with both write functions."""
    before = os.umask(mask)
    try:
        for write in (replace_file, write_file):
            path = tmp_path / write.__name__ / "below" / "file.txt"
            write(path, b"new")
            assert mode_of(path) == 0o666 & ~mask
            assert mode_of(path.parent) == mode_of(path.parent.parent) == 0o777 & ~mask
    finally:
        os.umask(before)


def test_a_replaced_file_keeps_its_permissions_and_a_read_only_one_is_not_replaced(tmp_path: Path) -> None:
    """This is true even for root: the write permission was removed on purpose."""
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace_file(path, b"new")
    assert path.read_bytes() == b"new"
    assert mode_of(path) == 0o640
    path.chmod(0o444)
    with pytest.raises(PermissionError, match=r"read-only: '.*file\.txt'"):
        replace_file(path, b"newer")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    """The link's target is replaced, or created if it doesn't exist yet."""
    target, link = tmp_path / "elsewhere" / "file.txt", tmp_path / "link.txt"
    link.symlink_to(target)
    for content in (b"first", b"second"):
        replace_file(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content


def test_a_pipe_or_device_is_written_to(tmp_path: Path) -> None:
    """A report for /dev/stdout is printed, and the device isn't replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(pipe, b"a report")
        assert os.read(reader, 100) == b"a report"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    """The disk is simulated as full: the process may write no more than 1,000 bytes to a file."""
    path = tmp_path / "file.txt"
    path.write_bytes(b"old")
    program = (
        "import resource, sys\nfrom pathlib import Path\nfrom espejo.files import replace_file\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "replace_file(Path(sys.argv[1]), bytes(2000))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "hooks"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "File too large" in done.stderr
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
