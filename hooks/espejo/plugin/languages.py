"""Languages of a site: without the i18n plugin in mkdocs.yml, adds it with the languages of the bank."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs_static_i18n.plugin import I18n

from espejo.load.bank import read_languages
from espejo.load.languages import complete_locale
from espejo.messages.catalog import ENGLISH
from espejo.model.language import Locale
from espejo.model.problems import Place

_I18N = "i18n"


def add_languages(config: MkDocsConfig, data: Path) -> None:
    """Add the i18n plugin, unless mkdocs.yml or an earlier language has it."""
    if _I18N in config.plugins:
        return
    plugin = I18n()
    plugin.load_config(_make_settings(read_languages(data) or (ENGLISH,)), config.config_file_path)
    config.plugins[_I18N] = plugin


def _make_settings(languages: Sequence[str]) -> dict[str, object]:
    names = [complete_locale(code, Locale(place=Place("", 1, 1))).name for code in languages]
    listed = [
        {"locale": code, "name": name, "default": code == languages[0]}
        for code, name in zip(languages, names, strict=True)
    ]
    # Our templates have the words of the site; there is nothing to add.
    return {"languages": listed, "reconfigure_material": False, "reconfigure_search": False}
