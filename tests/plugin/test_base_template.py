"""Our own base template: pages of the bank come out the same without Material's base."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import yaml

from conftest import BuildOnce
from project import ROOT

_THEME = ROOT / "hooks" / "espejo" / "plugin" / "theme"
_VERSION = re.compile(r' data-version="\w+"')


def leave_material(project: Path) -> None:
    """Replace Material's base with a skeleton; hand-written pages show only their text."""
    overrides = project / "overrides"
    shutil.copytree(ROOT / "tests" / "skeleton", overrides)
    base = (_THEME / "base.html").read_text(encoding="utf-8")
    base = base.replace("material/base.html", "skeleton.html")
    (overrides / "base.html").write_text(base, encoding="utf-8")
    settings = project / "mkdocs.yml"
    written = yaml.safe_load(settings.read_text(encoding="utf-8"))
    written["theme"]["custom_dir"] = "overrides"
    settings.write_text(yaml.safe_dump(written), encoding="utf-8")


def test_pages_of_the_bank_need_nothing_of_materials_base(site: Path, build_once: BuildOnce) -> None:
    plain = build_once("without-material", leave_material) / "site"
    pages = [page.relative_to(plain) for page in plain.rglob("*.html") if not _is_written(page)]
    assert len(pages) > 70
    for page in pages:
        expected, found = (_list_parts(folder / page) for folder in (site, plain))
        assert found == expected, page


def _is_written(page: Path) -> bool:
    return 'class="page written' in page.read_text(encoding="utf-8")


def _list_parts(page: Path) -> list[str]:
    """Return the header, outline, article, and footer of a page."""
    html = _VERSION.sub("", page.read_text(encoding="utf-8"))
    starts = ('<header class="top', '<nav class="outline', "<article", '<footer class="end')
    ends = ("</header>", "</nav>", "</article>", "</footer>")
    found = ((html.find(start), end) for start, end in zip(starts, ends, strict=True))
    return [html[at : html.index(end, at)] for at, end in found if at >= 0]
