"""Theme templates: ours override Material's, which are still available under the prefix `material/`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import material
from jinja2 import Environment, FileSystemLoader, TemplateNotFound
from mkdocs.config.defaults import MkDocsConfig

from espejo.messages.catalog import ENGLISH
from espejo.messages.message import message
from espejo.model.problems import Problem
from espejo.plugin.log import log
from espejo.plugin.settings import find_line, read_text
from espejo.rendering.environment import COMPILED

MATERIAL = Path(material.__file__).parent / "templates"

_OURS = Path(__file__).parent / "theme"
_PREFIX = "material/"
_ICONS = ".icons/"


def use_templates(config: MkDocsConfig) -> None:
    """Give our templates priority over Material's, but not over the user's."""
    if str(_OURS) not in config.theme.dirs:
        config.theme.dirs.insert(1 if config.theme.custom_dir else 0, str(_OURS))
        make_env = config.theme.get_env

        def get_env() -> Environment:
            env = make_env()
            env.loader, env.bytecode_cache = _Loader(config), COMPILED
            env.trim_blocks = env.lstrip_blocks = True  # most lines of Material's templates are blocks
            return env

        config.theme.get_env = get_env  # type: ignore[method-assign]


def find_language(locale: str) -> str:
    """Find the closest language that Material is translated into."""
    known = MATERIAL / "partials" / "languages"
    names = locale, locale.partition("-")[0]
    return next((name for name in names if (known / f"{name}.html").exists()), ENGLISH)


class _Loader(FileSystemLoader):
    """Finds Material's version of templates we override, and skips its ten thousand icons in listings.

    A missing icon is reported in one line and left empty.
    """

    def __init__(self, config: MkDocsConfig) -> None:
        super().__init__(config.theme.dirs)
        self._config = config
        self._material = FileSystemLoader(MATERIAL)

    def get_source(self, environment: Environment, template: str) -> Any:
        if template.startswith(_PREFIX):
            return self._material.get_source(environment, template.removeprefix(_PREFIX))
        try:
            return super().get_source(environment, template)
        except TemplateNotFound:
            if not template.startswith(_ICONS):
                raise
            self._tell_missing(template.removeprefix(_ICONS).removesuffix(".svg"))
            return "", None, lambda: True

    def _tell_missing(self, icon: str) -> None:
        fact = message("Material has no icon '{icon}'.", icon=icon)
        log.tell_settings([Problem(find_line(read_text(self._config), icon), "", fact)])

    def list_templates(self) -> list[str]:
        return sorted({name for folder in self.searchpath for name in _list_files(folder)})


def _list_files(folder: str) -> list[str]:
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [Path(parent, name).relative_to(folder).as_posix() for name in names]
    return found
