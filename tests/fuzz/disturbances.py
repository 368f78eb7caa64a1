"""Damage to what builds have left: files of the site, the cache and the manifest, at random."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

Disturb = Callable[[Random, Path], None]


def _choose(random: Random, folder: Path) -> Path:
    return random.choice(sorted(path for path in folder.rglob("*") if path.is_file()))


def damage_page(random: Random, project: Path) -> None:
    """As an editor would: what is written is another file."""
    path = _choose(random, project / "site")
    content = path.read_bytes()
    path.unlink()
    path.write_bytes(content[: random.randrange(len(content) + 1)] + b"damaged")


def delete_page(random: Random, project: Path) -> None:
    _choose(random, project / "site").unlink()


def delete_site(_: Random, project: Path) -> None:
    shutil.rmtree(project / "site")


def add_file(random: Random, project: Path) -> None:
    folder = _choose(random, project / "site").parent
    (folder / f"foreign-{random.randrange(99)}.html").write_text("foreign", encoding="utf-8")


def link_page(random: Random, project: Path) -> None:
    """A link in the place of a page, to a file that is none of ours."""
    path = _choose(random, project / "site")
    path.unlink()
    path.symlink_to(project / "mkdocs.yml")


def damage_store(random: Random, project: Path) -> None:
    """Bytes somewhere in the file are others, or it ends there."""
    path = project / ".cache/made.sqlite"
    if not path.is_file() or path.is_symlink():
        return
    content = bytearray(path.read_bytes() or b"empty")
    at = random.randrange(len(content))
    if random.random() < 0.5:
        content[at : at + 64] = random.randbytes(64)
    else:
        del content[at:]
    path.write_bytes(content)


def replace_store(random: Random, project: Path) -> None:
    """Something else is in its place."""
    path = project / ".cache/made.sqlite"
    for one in path.parent.glob("made.sqlite*"):
        shutil.rmtree(one) if one.is_dir() else one.unlink()
    choice = random.randrange(4)
    if choice == 0:
        path.write_bytes(random.randbytes(5000))
    elif choice == 1:
        path.mkdir()
    elif choice == 2:
        path.symlink_to(project / "mkdocs.yml")
    else:
        path.write_bytes(b"")


def damage_manifest(random: Random, project: Path) -> None:
    path = project / ".cache/builds/site/manifest.json"
    if not path.exists():
        return
    content = path.read_bytes()
    written: list[bytes] = [b"", b"{}", b"[]", b'{"format": 1}', content[: len(content) // 2], b"\xff\x00"]
    with suppress(ValueError, KeyError, TypeError):  # it may have been damaged before
        read = json.loads(content)
        written.append(json.dumps({**read, "outputs": {path: [1, 2] for path in read["outputs"]}}).encode())
        written.append(json.dumps({**read, "outputs": {"../../outside": ["", 1, ""]}}).encode())
    path.write_bytes(random.choice(written))


def touch_page(random: Random, project: Path) -> None:
    """The same bytes with another time."""
    os.utime(_choose(random, project / "site"))


def leave_rest(_: Random, project: Path) -> None:
    """What a build that was killed has left."""
    folder = project / ".cache/builds/site/build-rest"
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text("rest", encoding="utf-8")


DISTURBANCES: tuple[Disturb, ...] = (
    *(damage_page, delete_page, delete_site, add_file, link_page, damage_store, replace_store),
    *(damage_manifest, touch_page, leave_rest),
)
