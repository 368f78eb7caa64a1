"""One site for several trials of the review, because a build takes long."""

from __future__ import annotations

import shutil
from pathlib import Path

from espejo.site.styles import SHEETS, SITE
from project import ROOT


def make_trial(project: Path) -> None:
    """Edits a copy of the project so that its site can be used for all of them."""
    _try_grades(project)
    _name_itself(project)


def _try_grades(project: Path) -> None:
    """Has every page with questions or cards review them, one at a time, as the page of review does."""
    scripts = project / "hooks" / "espejo" / "site" / "js"
    shutil.copy(ROOT / "tests" / "support" / "review_trial.js", scripts / "study" / "review" / "trial.js")
    (scripts / "cards.js").write_text("export function showCards() {}\n", encoding="utf-8")
    main = (scripts / "main.js").read_text(encoding="utf-8")
    assert main.count('import("./study/practice/start.js")') == 1
    main = main.replace('import("./study/practice/start.js")', 'import("./study/review/trial.js")')
    (scripts / "main.js").write_text(main, encoding="utf-8")
    _style_grades(project / "hooks/espejo/site/css")


def _style_grades(styles: Path) -> None:
    """Has all pages load the styles of the review too."""
    with (styles / f"{SHEETS[SITE][-1]}.css").open("a", encoding="utf-8") as sheet:
        for name in SHEETS["learner.css"]:
            sheet.write((styles / f"{name}.css").read_text(encoding="utf-8"))


def _name_itself(project: Path) -> None:
    """Has the meaning of a term name it, in words of both languages, in code and in a link."""
    path = project / "data" / "glossary.yaml"
    text = path.read_text(encoding="utf-8")
    meaning = "en: Text between quotation marks in a program."
    assert meaning in text
    other = "en: A string or `substring` of *strings*, a cadena, see [the docs](https://docs.test/string)."
    path.write_text(text.replace(meaning, other), encoding="utf-8")
