"""Appearance settings: reads palette, logo, favicon, and fonts from MkDocs' configuration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml
from mkdocs.config.defaults import MkDocsConfig

from espejo.model.problems import Problem
from espejo.plugin.settings import find_line
from espejo.plugin.templates import MATERIAL
from espejo.site.appearance import Look, describe_font, read_images
from espejo.site.palette import read_palette


def read_look(config: MkDocsConfig) -> Look:
    """Read the appearance of a site. Its palette replaces Material's, whose templates get none."""
    theme, docs = config.theme, Path(config.docs_dir)
    palette = read_palette(theme.get("palette"), MATERIAL)
    theme["palette"] = None if palette.choosable else _fix_scheme(palette.theme)
    styles = "".join(_read(docs / path) for path in config.extra_css)
    return Look(
        palette,
        describe_font(theme.get("font"), _is_own_font(theme.get("font")), styles),
        read_images(theme.get("logo"), theme.get("favicon"), docs),
    )


def find_look_notices(look: Look, config: MkDocsConfig) -> Iterator[Problem]:
    text = Path(config.config_file_path).read_text(encoding="utf-8", errors="replace")
    for notice in look.notices:
        key = notice.partition(":")[0].split(".")[1]
        yield Problem(find_line(text, f"{key}:"), "", notice)


def _fix_scheme(theme: str) -> dict[str, str]:
    """Return the palette for Material's templates if a site has one theme; the colors are ours."""
    scheme = "slate" if theme == "dark" else "default"
    return {"scheme": scheme, "primary": "custom", "accent": "custom"}


def _is_own_font(font: object) -> bool:
    """Whether the author has set this font, rather than Material."""
    settings = yaml.safe_load((MATERIAL / "mkdocs_theme.yml").read_text(encoding="utf-8"))
    return bool(font != settings.get("font"))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
