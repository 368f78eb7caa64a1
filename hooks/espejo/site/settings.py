"""Site settings: its address and its repository, read from mkdocs.yml without MkDocs."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import yaml

from espejo.messages.message import MessageError, message

_FALSE = ("false", "no", "off")


class Settings(NamedTuple):
    """The site's full address, the repository's address, and whether page addresses end in "/"."""

    home: str
    repository: str = ""
    directory_urls: bool = True


def read_settings(project: Path) -> Settings:
    """Read mkdocs.yml; raises MessageError if it has no site address."""
    path = project / "mkdocs.yml"
    try:
        config = _read(path)
        return Settings(
            _home(config["site_url"]),
            config.get("repo_url", "").rstrip("/"),
            config.get("use_directory_urls", "true").lower() not in _FALSE,
        )
    except (OSError, yaml.YAMLError, LookupError, TypeError, AttributeError) as error:
        fact = message("{file} has no site address. Expected: site_url: https://…/", file=str(path))
        raise MessageError(fact) from error


def _read(path: Path) -> Any:
    """Read a file's settings, with those it inherits."""
    config = yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506 (it reads every value as text)
    parent = config.pop("INHERIT", "")
    return {**_read(path.parent / parent), **config} if parent else config


def _home(site_url: str) -> str:
    """Add a trailing slash, as MkDocs does."""
    if not site_url:
        raise KeyError("site_url")
    return f"{site_url.rstrip('/')}/"
