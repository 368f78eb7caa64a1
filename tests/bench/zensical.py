"""Zensical's projects: the pages of a bank as Markdown, one project for each language.

It knows no plugin for languages, so that each language is a project. The two are built at the same time,
which takes half as long on two processors. Its own defaults: navigation from the folders, and search.
"""

from __future__ import annotations

from pathlib import Path

from project import ROOT

from .banks import LOCALES
from .markdown_pages import EXTENSIONS, copy_katex, write_pages
from .measure import BenchError

ZENSICAL = ROOT / ".venv-zensical" / "bin" / "zensical"

_CONFIG = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/{path}
site_description: A bilingual question bank about deep learning and PyTorch.
repo_url: https://github.com/espejo-quiz/espejo
theme:
  language: {locale}
  font: false
extra:
  alternate:
    - {{ name: English, link: /, lang: en }}
    - {{ name: Español, link: /es/, lang: es }}
"""


def write_zensical(data: Path, folder: Path) -> list[Path]:
    """Writes both projects. Returns their folders."""
    if not ZENSICAL.exists():
        raise BenchError("Zensical is not installed. Run: make .venv-zensical/ready")
    for locale in LOCALES:
        copy_katex(folder / locale / "docs")
        config = _CONFIG.format(locale=locale, path="" if locale == LOCALES[0] else f"{locale}/")
        (folder / locale / "mkdocs.yml").write_text(config + EXTENSIONS, encoding="utf-8")
    write_pages(data, lambda name, locale: _place(folder, name, locale))
    return [folder / locale for locale in LOCALES]


def _place(folder: Path, name: str, locale: str) -> Path:
    return folder / locale / "docs" / f"{name}.md"
