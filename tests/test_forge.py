"""What the forge is told: safe workflows, sound forms, and links that fill the forms in."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
import yaml

from espejo.bank import load_bank
from espejo.view import Forge
from project import ROOT

FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
FORMS = sorted((FORGE / "ISSUE_TEMPLATE").glob("*.*.yml"))
LOCALES = sorted(path.stem for path in (ROOT / "data" / "locales").glob("*.yaml"))


def read(path: Path) -> Any:
    return yaml.load(path.read_bytes(), Loader=yaml.BaseLoader)  # noqa: S506 (it makes only text)


def run(*command: str) -> subprocess.CompletedProcess[str]:
    tool = Path(sys.executable).parent / command[0]
    return subprocess.run([tool, *command[1:]], cwd=ROOT, capture_output=True, text=True, check=False)


def test_zizmor_finds_nothing() -> None:
    done = run("zizmor", "--offline", "--no-progress", "--persona=auditor", "--strict-collection", ".github")
    assert done.returncode == 0, done.stdout
    for workflow in WORKFLOWS:
        assert f"completed .github/workflows/{workflow.name}" in done.stderr.replace("./", "")


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("custom.github-workflows-require-timeout", WORKFLOWS),
        ("vendor.github-issue-forms", FORMS),
        ("vendor.github-issue-config", [FORGE / "ISSUE_TEMPLATE" / "config.yml"]),
        ("vendor.dependabot", [FORGE / "dependabot.yml"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_every_file_has_the_shape_the_forge_expects(schema: str, files: list[Path]) -> None:
    assert files
    done = run("check-jsonschema", "--builtin-schema", schema, *map(str, files))
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_by_commit_and_say_their_version(workflow: Path) -> None:
    used = re.findall(r"uses: (.*)", workflow.read_text(encoding="utf-8"))
    assert used
    for one in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one), one


def test_one_action_has_one_version_everywhere() -> None:
    lines = [line for path in WORKFLOWS for line in re.findall(r"uses: (.*)", path.read_text("utf-8"))]
    assert len({line.partition("@")[0] for line in lines}) == len(set(lines))


def test_whatever_comes_with_a_pull_request_cannot_write() -> None:
    """No secret, no token that writes, no credentials left behind, and no trigger that would bring them."""
    for path in WORKFLOWS:
        workflow = read(path)
        assert workflow["permissions"] == {}, path
        assert not {"pull_request_target", "workflow_run", "issue_comment"} & set(workflow["on"]), path
        assert "secrets." not in path.read_text(encoding="utf-8"), path
    for name, job in read(FORGE / "workflows" / "check.yml")["jobs"].items():
        assert job["permissions"] == {"contents": "read"}, name
        assert job["steps"][0]["with"]["persist-credentials"] == "false", name


def test_a_job_that_can_write_checks_nothing_out_and_runs_nothing_of_ours() -> None:
    writing = [
        (path.name, name, job)
        for path in WORKFLOWS
        for name, job in read(path)["jobs"].items()
        if "write" in job["permissions"].values()
    ]
    assert [(path, name) for path, name, _ in writing] == [("proofs.yml", "tell"), ("publish.yml", "deploy")]
    for _, name, job in writing:
        steps = str(job["steps"])
        assert "actions/checkout" not in steps, name
        assert not re.search(r"make |python|pip ", steps), name


def test_what_is_published_comes_from_no_cache() -> None:
    assert "cache" not in str(read(FORGE / "workflows" / "publish.yml")["jobs"])


def test_every_command_the_workflows_run_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)
    named = set(re.findall(r"(?:run: |if )make ([a-z-]+)", text))
    assert {"setup", "test", "site"} <= named
    assert named <= targets


def test_the_check_of_a_pull_request_can_be_run() -> None:
    """Its commands take the options that the workflow gives them."""
    steps = read(FORGE / "workflows" / "check.yml")["jobs"]["data"]["steps"]
    commands = [step["run"].split(">>")[0].split() for step in steps if "espejo" in step.get("run", "")]
    assert len(commands) == 2
    for command in commands:
        words = [word.replace(".cache/base/data", "data") for word in command[1:]]
        done = run("espejo", *words)
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_form_is_there_in_every_language_with_the_same_fields() -> None:
    names = {path.name.partition(".")[0] for path in FORMS}
    assert names == {"question", "translation", "new-question", "site"}
    for name in names:
        forms = [read(FORGE / "ISSUE_TEMPLATE" / f"{name}.{locale}.yml") for locale in LOCALES]
        fields = [[(one["type"], one["id"]) for one in form["body"]] for form in forms]
        assert fields.count(fields[0]) == len(LOCALES), name
        assert len({form["name"] for form in forms}) == len(LOCALES), name
    assert len(FORMS) == len(names) * len(LOCALES)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_link_under_a_question_fills_in_fields_that_the_form_has(locale: str) -> None:
    bank = load_bank(ROOT / "data").bank
    question = next(asked.item for asked in bank.items())
    forge = Forge(repository="https://forge.test/bank")
    address = urlsplit(forge.report(question, locale, bank.locales[locale].name))
    assert f"{address.scheme}://{address.netloc}{address.path}" == "https://forge.test/bank/issues/new"
    query = dict(parse_qsl(address.query, strict_parsing=True))
    form = read(FORGE / "ISSUE_TEMPLATE" / query.pop("template"))
    assert query.pop("title") == f"{question.id}: "
    inputs = {one["id"] for one in form["body"] if one["type"] == "input"}
    assert query.keys() <= inputs
    place = f"{question.place.file}:{question.place.line}"
    assert query == {"id": question.id, "language": bank.locales[locale].name, "place": place}


def test_the_link_is_encoded_whatever_it_says() -> None:
    question = next(asked.item for asked in load_bank(ROOT / "data").bank.items())
    address = Forge(repository="https://forge.test").report(question, "xx", 'Ñ&title=evil#"<>')
    assert re.fullmatch(r"[\w:/?=&%.-]+", address, re.ASCII)
    assert dict(parse_qsl(urlsplit(address).query))["language"] == 'Ñ&title=evil#"<>'


def test_without_a_repository_there_is_no_link() -> None:
    question = next(asked.item for asked in load_bank(ROOT / "data").bank.items())
    assert Forge().report(question, "en", "English") == ""


@pytest.mark.parametrize(("prefix", "words"), [("", "Report a problem"), ("es/", "Informar de un problema")])
@pytest.mark.parametrize(
    ("path", "id_"),
    [
        ("quizzes/phase-07-scalar-autograd", "q-07-01"),
        ("drills/chapter-03-backprop-autograd", "d-03-01"),
        ("reference/formulas", "f-01"),
        ("reference/patterns", "p-01"),
    ],
)
def test_the_link_comes_last_under_each(site: Path, prefix: str, words: str, path: str, id_: str) -> None:
    html = (site / f"{prefix}{path}" / "index.html").read_text(encoding="utf-8")
    section = html.split('<section class="')[1:]
    ours = next(one for one in section if f'id="{id_}"' in one.partition(">")[0]).partition("</section>")[0]
    last = re.findall(r'<a href="([^"]*)">([^<]*)</a>', ours)[-1]
    assert last[1] == words
    assert f"template=question.{prefix.strip('/') or 'en'}.yml&amp;" in last[0]
    assert f"&amp;id={id_}&amp;" in last[0]


def test_addresses_in_the_forms_are_those_of_the_settings() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    config = read(FORGE / "ISSUE_TEMPLATE" / "config.yml")
    repository = re.search(r"repo_url: (\S+)", settings)
    home = re.search(r"site_url: (\S+)", settings)
    assert repository
    assert home
    for link in config["contact_links"]:
        assert link["url"].startswith(f"{repository[1]}/blob/HEAD/")
        assert (ROOT / link["url"].rpartition("/HEAD/")[2]).is_file()
    assert home[1] in (ROOT / "LICENSE-CONTENT").read_text(encoding="utf-8")


def test_the_tools_before_a_commit_are_those_of_the_set_up() -> None:
    """Nothing is fetched from elsewhere, and each command exists."""
    for repository in read(ROOT / ".pre-commit-config.yaml")["repos"]:
        assert repository["repo"] == "local"
        for hook in repository["hooks"]:
            assert re.match(r"make --silent check$|\.venv/bin/ruff (check|format) ", hook["entry"])
