"""Steps of the scenarios: a branch, a pull request, a merge, and what the workflows run.

Git is real, and shell steps and command options are read from .github/workflows. Only GitHub itself is
simulated: it merges, and maps commits to pull requests.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from functools import cache
from html import unescape
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from edits import cut_record, replace_once
from espejo.check.project import Inspection, inspect_project
from espejo.commands.cli import main
from project import ROOT
from repository import commit_all, run_git, run_script
from small_bank import REPO_URL, SITE_URL, write_bank

LEDGER = "data/ledger.yaml"
LEDGER_COMMIT = "Bring the ledger up to date"

# Replaces GitHub's command line: prints the description of the pull request that contains a commit.
_GH = '#!/bin/sh\ncommit="${2%/pulls}"\ncat "$PULLS/${commit##*/}" 2> /dev/null || true\n'


@cache
def read_steps(workflow: str, job: str) -> tuple[dict[str, Any], ...]:
    content = yaml.safe_load((ROOT / ".github" / "workflows" / f"{workflow}.yml").read_bytes())
    return tuple(content["jobs"][job]["steps"])


def find_script(workflow: str, job: str, words: str) -> str:
    """Return the script of the step that contains these words."""
    (script,) = (step["run"] for step in read_steps(workflow, job) if words in step.get("run", ""))
    return str(script)


class Ran(NamedTuple):
    """Exit code and output of a command."""

    code: int
    said: str


def espejo(folder: Path, *words: str) -> Ran:
    """Run the command in this process, which is faster."""
    with chdir(folder), redirect_stdout(StringIO()) as out, redirect_stderr(out):
        code = main(list(words))
    return Ran(code, out.getvalue())


def run_step(folder: Path, workflow: str, job: str, words: str, **variables: str) -> Ran:
    """Run the `espejo` command of a step."""
    script = find_script(workflow, job, words).replace("\\\n", "").partition(">>")[0]
    for name, value in variables.items():
        script = script.replace(f"${name}", value)
    return espejo(folder, *shlex.split(script)[1:])


class PullRequest(NamedTuple):
    """A pushed branch, with its check and the summary that GitHub shows its author."""

    branch: str
    text: str
    check: Ran
    summary: str

    @property
    def is_green(self) -> bool:
        return self.check.code == 0


class Person:
    """A contributor who edits files on a branch, in the web editor or in a clone."""

    def __init__(self, github: GitHub, folder: Path, branch: str) -> None:
        self.github, self.folder, self.branch = github, folder, branch
        self.data = folder / "data"

    def replace(self, file: str, old: str, new: str) -> None:
        replace_once(self.data / file, old, new)

    def append(self, file: str, text: str) -> None:
        with (self.data / file).open("a", encoding="utf-8") as end:
            end.write(text)

    def write(self, file: str, text: str) -> None:
        (self.data / file).write_text(text, encoding="utf-8")

    def cut(self, file: str, id_: str) -> str:
        """Delete a record and return its lines."""
        return cut_record(self.data / file, id_)

    def rename(self, old: str, new: str) -> None:
        (self.data / old).rename(self.data / new)

    def espejo(self, *words: str) -> str:
        """Run a command that must succeed, and return its output."""
        done = espejo(self.folder, *words)
        assert done.code == 0, done.said
        return done.said

    def push(self, message: str) -> None:
        commit_all(self.folder, message)
        touched = run_git(self.folder, "diff", "--name-only", "origin/main...HEAD").stdout.split()
        assert LEDGER not in touched
        run_git(self.folder, "push", "--quiet", "origin", f"HEAD:{self.branch}")

    def propose(self, message: str = "Edit", *, text: str = "") -> PullRequest:
        """Push, and open or update a pull request."""
        self.push(message)
        return self.github.check(self.branch, text)

    def propose_green(self, message: str, *, text: str = "") -> PullRequest:
        """Open or update a pull request whose check must succeed."""
        request = self.propose(message, text=text)
        assert request.is_green, request.check.said
        return request


class GitHub:
    """A simulated GitHub with the small bank on main."""

    def __init__(self, folder: Path, origin: Path) -> None:
        self.folder, self.origin = folder, origin
        self._numbers = count(1)
        self.published = Path()  # the clone of the last publish workflow
        (folder / "pulls").mkdir(parents=True)
        (folder / "bin").mkdir()
        (folder / "bin" / "gh").write_text(_GH, encoding="utf-8")
        (folder / "bin" / "gh").chmod(0o755)

    def clone(self) -> Path:
        clone = self.folder / f"clone-{next(self._numbers)}"
        run_git(self.folder, "clone", "--quiet", "--shared", "--branch=main", str(self.origin), str(clone))
        return clone

    def person(self, branch: str) -> Person:
        """Return a contributor with a new branch from main."""
        return Person(self, self.clone(), branch)

    def edit(
        self, branch: str, file: str, old: str, new: str, *, message: str = "Edit", text: str = ""
    ) -> PullRequest:
        """Replace a text on a new branch, and open a pull request whose check must succeed."""
        person = self.person(branch)
        person.replace(file, old, new)
        return person.propose_green(message, text=text)

    def check(self, branch: str, text: str = "") -> PullRequest:
        """Run the workflow Check on a branch, merged into main."""
        clone = self._clone_merged(branch)
        run_script(clone, find_script("check", "data", "git worktree"))
        (self.folder / "pulls" / "1").write_text(f"{text}\n", encoding="utf-8")
        run_script(clone, find_script("check", "data", "git log"), NUMBER="1", **self._list_variables())
        check = run_step(clone, "check", "data", "espejo check")
        changes = run_step(clone, "check", "data", "espejo changes", FILES=f"{REPO_URL}/blob/{branch}/")
        assert changes.code == 0, changes.said
        return PullRequest(branch, text, check, _unescape(changes.said))

    def _list_variables(self) -> dict[str, str]:
        """The variables of a step that asks GitHub what pull requests say."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "GH_REPO": "espejo", "PULLS": str(self.folder / "pulls")}

    def prove(self, branch: str) -> Ran:
        """Run the job Proofs on a branch, in the environment and sandbox of this machine."""
        return espejo(self._clone_merged(branch), "prove", "--env", sys.prefix)

    def merge(self, request: PullRequest, message: str = "", *, prove: bool = False) -> str:
        """Merge a pull request, run what that starts, and return the output of `espejo accept`."""
        return self.merge_branch(request.branch, message, request.text, prove=prove)

    def merge_branch(self, branch: str, message: str = "", text: str = "", *, prove: bool = False) -> str:
        clone = self._clone_merged(branch, message)
        for commit in run_git(clone, "rev-list", "origin/main..HEAD").stdout.split():
            (self.folder / "pulls" / commit).write_text(f"{text}\n", encoding="utf-8")
        run_git(clone, "push", "--quiet", "origin", "main")
        return self.publish(prove=prove)

    def publish(self, *, prove: bool = False) -> str:
        """Run the workflow Publish up to the build: collect, prove, record, commit, check."""
        clone = self.clone()
        temp = self.folder / f"temp-{clone.name}"
        temp.mkdir()
        variables = {"RUNNER_TEMP": str(temp), **self._list_variables()}
        run_script(clone, find_script("publish", "prove", "gh api"), **variables)
        proofs = temp / "handover" / "proofs.json"
        if prove:
            done = espejo(clone, "prove", "--env", sys.prefix, "--out", str(proofs))
            assert done.code == 0, done.said
        else:
            proofs.write_text("{}", encoding="utf-8")
        accepted = self._record(clone, temp)
        self._commit(clone, temp)
        done = espejo(clone, "check")  # it is at the commit that was pushed
        assert done.code == 0, done.said
        self.published = clone
        return accepted

    def _record(self, clone: Path, temp: Path) -> str:
        """Run `espejo accept` with the files that the workflow passes on."""
        run_script(clone, find_script("publish", "record", "git worktree"), RUNNER_TEMP=str(temp))
        script = find_script("publish", "record", "espejo accept").replace("$RUNNER_TEMP", str(temp))
        done = espejo(clone, *shlex.split(script)[1:])
        assert done.code == 0, done.said
        changed = run_git(clone, "status", "--porcelain").stdout.split("\n")
        assert {line[3:] for line in changed if line} <= {LEDGER}
        return done.said

    def _commit(self, clone: Path, temp: Path) -> None:
        """Run the step that commits the ledger, but push to our repository instead of GitHub's."""
        (temp / "ledger").mkdir()
        (temp / "ledger" / "ledger.yaml").write_bytes((clone / LEDGER).read_bytes())
        script = re.sub(r"https://\S+\.git", str(self.origin), find_script("publish", "commit", "git push"))
        run_script(clone, script, RUNNER_TEMP=str(temp), GITHUB_OUTPUT=str(temp / "output"), TOKEN="")

    def _clone_merged(self, branch: str, message: str = "") -> Path:
        """Return a clone whose main includes a branch."""
        clone = self.clone()
        message = message or f"Merge {branch}"
        run_git(clone, "merge", "--quiet", "--no-ff", "--message", message, f"origin/{branch}")
        return clone

    def inspect(self) -> Inspection:
        """Inspect the published bank."""
        return inspect_project(self.published / "data")


def _unescape(markdown: str) -> str:
    """Remove Markdown escapes: backslashes, character references, and zero-width spaces."""
    return unescape(re.sub(r"\\([^\w\s])", r"\1", markdown)).replace("\u200b", "")


def make_origin(folder: Path) -> Path:
    """Create a bare repository with the small bank and its settings on main."""
    project, origin = folder / "project", folder / "origin.git"
    write_bank(project / "data")
    settings = f"site_name: Espejo\nsite_url: {SITE_URL}\nrepo_url: {REPO_URL}\n"
    (project / "mkdocs.yml").write_text(settings, encoding="utf-8")
    shutil.copy(ROOT / ".gitignore", project)
    (project / "CHANGELOG.md").write_text("# Changelog\n", encoding="utf-8")
    run_git(project, "init", "--quiet", "--initial-branch=main")
    commit_all(project, "Begin")
    run_git(folder, "clone", "--quiet", "--bare", str(project), str(origin))
    run_git(origin, "repack", "-a", "-d", "--quiet")  # one file is copied and read faster than many
    return origin
