"""One site for several trials of the review, because a build takes long."""

from __future__ import annotations

import shutil
from pathlib import Path

from espejo.site.styles import SHEETS, SITE
from project import ROOT


def make_trial(project: Path) -> None:
    """Edits a copy of the project so that its site can be used for all of them.

    Every page with questions or cards reviews them, one at a time, and has the styles of the review. The
    meaning of a term names it, in words of both languages, in code, and in a link.
    """
    espejo = project / "hooks" / "espejo"
    scripts, styles = espejo / "site" / "js", espejo / "site" / "css"
    shutil.copy(ROOT / "tests" / "support" / "review_trial.js", scripts / "study" / "review" / "trial.js")
    (scripts / "cards.js").write_text("export function showCards() {}\n", encoding="utf-8")
    _replace(scripts / "main.js", 'import("./study/practice/start.js")', 'import("./study/review/trial.js")')
    with (styles / f"{SHEETS[SITE][-1]}.css").open("a", encoding="utf-8") as sheet:
        for name in SHEETS["learner.css"]:
            sheet.write((styles / f"{name}.css").read_text(encoding="utf-8"))
    _replace(
        project / "data" / "glossary.yaml",
        "en: Text between quotation marks in a program.",
        "en: A string or `substring` of *strings*, a cadena, see [the docs](https://docs.test/string).",
    )


def _replace(path: Path, before: str, after: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1
    path.write_text(text.replace(before, after), encoding="utf-8")
