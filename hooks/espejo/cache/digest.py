"""Digests: cache keys from all that a result depends on, the version of the code included."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path

PACKAGE = Path(__file__).parent.parent

_LIBRARIES = (
    *("babel", "brotli", "fonttools", "jinja2", "markupsafe", "math-core", "nh3", "pagefind-bin"),
    *("pygments", "pyromark", "pyyaml", "resvg-py", "markdown", "pymdown-extensions"),
    *("mkdocs", "mkdocs-material", "mkdocs-static-i18n"),
)
"""The packages that decide what is made of a bank. Another version may make something else."""

Part = bytes | str | int | bool | None


def take_digest(*parts: Part | tuple[Part, ...]) -> bytes:
    """A digest of some values in their order. Each has its length before it, so that no two lists are one."""
    hashed = blake2b(digest_size=20)
    for part in parts:
        content = part if isinstance(part, bytes) else repr(part).encode()
        hashed.update(b"%d:" % len(content))
        hashed.update(content)
    return hashed.digest()


@cache
def code_version() -> bytes:
    """A digest of this package with its templates and messages, of the libraries it uses, and of Python."""
    files = sorted(
        path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".html", ".css", ".po", ".svg")
    )
    parts: list[Part] = [platform.python_version()]
    for path in files:
        parts += [path.relative_to(PACKAGE).as_posix(), path.read_bytes()]
    return take_digest(*parts, *(_version(name) for name in _LIBRARIES))


def _version(name: str) -> str:
    """The version of a library; empty where it is not installed, as with a fork of MkDocs."""
    try:
        return f"{name} {version(name)}"
    except ModuleNotFoundError:
        return name
