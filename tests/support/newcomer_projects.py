"""Small MkDocs projects as newcomers write them: their own settings and pages, the small bank, our hook.

tests/newcomer has the settings and pages. Each test adds its own, and runs the real `mkdocs`.
To look at the pages: `PYTHONPATH=hooks:tests/support python tests/support/newcomer_projects.py FOLDER`, and
`mkdocs serve` there. A second argument, `more` or `flat`, adds the settings of that name.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import yaml

from edits import replace_once
from project import ROOT, copy_frame
from repository import make_environment
from sharing import make_once
from small_bank import write_bank

NEWCOMER = ROOT / "tests" / "newcomer"
HOME = "https://sums.test/"
EDIT = "https://forge.test/sums/edit/main/"

QUIZ, DECK = "quizzes/phase-01-arithmetic", "drills/chapter-01-facts"
OTHER, COMPONENTS = "guide/other", "guide/components"
LANGUAGES = (("", "en"), ("es/", "es"))
PREFIXES = ("", "es/")

BRACES = "What is left when `{{ 7 }}` is divided by 3, and what by {% raw %}?"
"""A question's title that a template engine would change, or fail on."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Built(NamedTuple):
    """A project after running `mkdocs`: its folder, the exit code, and the output."""

    project: Path
    code: int
    said: str

    @property
    def site(self) -> Path:
        return self.project / "site"

    def lines(self, *words: str) -> list[str]:
        """The printed lines that contain all these words, ignoring case."""
        return [
            line for line in self.said.splitlines() if all(word.lower() in line.lower() for word in words)
        ]

    @property
    def ending(self) -> str:
        """The last printed lines, which say why a build has failed."""
        return "\n".join(self.said.splitlines()[-20:])

    def place(self, setting: str) -> str:
        """How messages refer to the only line of mkdocs.yml with this text."""
        lines = (self.project / "mkdocs.yml").read_text(encoding="utf-8").splitlines()
        (number,) = (number for number, line in enumerate(lines, start=1) if setting in line)
        return f"mkdocs.yml:{number}:"


Edit = Callable[[Path], object]


def write_project(target: Path, settings: str = "", pages: Mapping[str, str] = _NOTHING) -> Path:
    """Writes the newcomer's project, with additional settings and files, whose texts are keyed by path."""
    copy_frame(target)
    shutil.rmtree(target / "docs")
    shutil.copytree(NEWCOMER / "docs", target / "docs")
    written = join_settings(read_settings("mkdocs"), settings, "hooks: [hooks/mirror.py]")
    (target / "mkdocs.yml").write_text(written, encoding="utf-8")
    for name, text in pages.items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")
    write_bank(target / "data")
    quiz = target / "data" / f"{QUIZ}.yaml"
    replace_once(quiz, "en: What is `7 % 3`?", f'en: "{BRACES}"')
    return target


def read_settings(name: str) -> str:
    """Reads one of the newcomer's mkdocs.yml variants."""
    return (NEWCOMER / f"{name}.yml").read_text(encoding="utf-8")


def join_settings(*texts: str) -> str:
    """Merges several mkdocs.yml files: mappings and lists are joined; for other values, the last one wins.

    Merging nodes keeps tags such as `!!python/name:` as they are written.
    """
    nodes = [yaml.compose(text, Loader=yaml.SafeLoader) for text in texts if text.strip()]
    return str(yaml.serialize(reduce(_join, nodes), allow_unicode=True))


def _join(first: yaml.Node, second: yaml.Node) -> yaml.Node:
    if isinstance(first, yaml.MappingNode) and isinstance(second, yaml.MappingNode):
        pairs = {key.value: (key, value) for key, value in first.value}
        for key, value in second.value:
            pairs[key.value] = (key, _join(pairs[key.value][1], value) if key.value in pairs else value)
        first.value = list(pairs.values())
    elif isinstance(first, yaml.SequenceNode) and isinstance(second, yaml.SequenceNode):
        first.value += second.value
        first.flow_style = False
    else:
        return second
    return first


def run_mkdocs(project: Path, *arguments: str) -> Built:
    """Runs `mkdocs` in this folder, as a person would."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=project,
        # Two packages print ads for other site generators on each build.
        env=make_environment(
            PYTHONPATH=str(project / "hooks"), NO_MKDOCS_2_WARNING="1", DISABLE_MKDOCS_2_WARNING="true"
        ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Built(project, done.returncode, done.stdout)


def build_once(
    shared: Path,
    name: str,
    settings: str = "",
    pages: Mapping[str, str] = _NOTHING,
    *,
    edit: Edit = lambda _: None,
    arguments: tuple[str, ...] = ("build", "--strict"),
) -> Built:
    """Builds a project once per test run. Tests that share it must not change it."""

    def make(folder: Path) -> None:
        project = write_project(folder / "project", settings, pages)
        edit(project)
        built = run_mkdocs(project, *arguments)
        (folder / "said").write_text(built.said, encoding="utf-8")
        (folder / "code").write_text(str(built.code), encoding="utf-8")

    folder = make_once(shared, f"mkdocs-{name}", make)
    said, code = ((folder / file).read_text(encoding="utf-8") for file in ("said", "code"))
    return Built(folder / "project", int(code), said)


def build_plain(shared: Path) -> Built:
    """The newcomer's project without changes, built strictly: the baseline for other builds."""
    return build_once(shared, "plain")


def build_full(shared: Path) -> Built:
    """The newcomer's project on the second day: with a custom nav and appearance, under a subpath."""
    return build_once(shared, "full", read_settings("more"))


def build_flat(shared: Path) -> Built:
    """A site for file: URLs: its pages are files, not folders."""
    return build_once(shared, "flat", read_settings("flat"))


def check_built(built: Built) -> Built:
    """Returns the project after checking that a strict build printed no warnings."""
    assert built.code == 0, built.ending
    assert "Traceback" not in built.said, built.ending
    return built


if __name__ == "__main__":
    print(write_project(Path(sys.argv[1]), "".join(map(read_settings, sys.argv[2:]))))
