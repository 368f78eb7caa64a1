"""Stock project: the pages of a bank as Markdown for MkDocs, Material and static-i18n.

An ordinary project as one would write it by hand: no hook, and the theme's and plugins' own defaults.
"""

from __future__ import annotations

from pathlib import Path

from .banks import LOCALES
from .markdown_pages import EXTENSIONS, copy_katex, write_pages

_CONFIG = """\
site_name: Espejo
site_url: https://espejo-quiz.github.io/
site_description: A bilingual question bank about deep learning and PyTorch.
repo_url: https://github.com/espejo-quiz/espejo
theme:
  name: material
  font: false
plugins:
  - search
  - i18n:
      docs_structure: suffix
      languages:
        - { locale: en, name: English, default: true }
        - { locale: es, name: Español, build: true }
"""


def write_stock(data: Path, folder: Path) -> None:
    docs = folder / "docs"

    def place(name: str, locale: str) -> Path:
        return docs / (f"{name}.md" if locale == LOCALES[0] else f"{name}.{locale}.md")

    copy_katex(docs)
    (folder / "mkdocs.yml").write_text(_CONFIG + EXTENSIONS, encoding="utf-8")
    write_pages(data, place)
