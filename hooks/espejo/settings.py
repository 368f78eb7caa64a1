"""mkdocs.yml enters; what the exports and the terminal need of it leaves, without MkDocs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import yaml


class Settings(NamedTuple):
    """The site's own address, the language whose addresses have no prefix, and where the repository is."""

    home: str
    root: str
    repository: str = ""


def read_settings(project: Path) -> Settings:
    """Of a project whose mkdocs.yml says both; raises ValueError if it does not."""
    path = project / "mkdocs.yml"
    try:
        config = yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506 (it makes only text)
        plugins = [one["i18n"] for one in config["plugins"] if isinstance(one, dict) and "i18n" in one]
        root = next(one["locale"] for one in plugins[0]["languages"] if one.get("default") == "true")
        return Settings(_home(config["site_url"]), root, config.get("repo_url", "").rstrip("/"))
    except (OSError, yaml.YAMLError, LookupError, TypeError, AttributeError, StopIteration) as error:
        raise ValueError(f"{path} does not say the site's address and its first language.") from error


def _home(site_url: str) -> str:
    """With the slash at its end that MkDocs adds, too."""
    if not site_url:
        raise KeyError("site_url")
    return f"{site_url.rstrip('/')}/"
