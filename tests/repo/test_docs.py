"""Documents of the repository: what they say about the project is true of it."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from espejo.check.project import inspect_project
from espejo.commands.cli import main
from espejo.editing.lints.linter import LINTS
from espejo.editing.schema_files import find_missing_schema_lines
from espejo.model.kinds import KINDS
from espejo.site.settings import read_settings
from examples import Example, add_topics, find_examples
from project import ROOT

CONTRIBUTING, COLABORAR = ROOT / "CONTRIBUTING.md", ROOT / "CONTRIBUTING.es.md"
UNREAD = ("CHANGELOG.md", "PULL_REQUEST_TEMPLATE.md", "pull_request_template.md")
DOCUMENTS = sorted(
    path for path in [*ROOT.glob("*.md"), *ROOT.glob(".github/*.md")] if path.name not in UNREAD
)
EXAMPLES = [example for path in DOCUMENTS for example in find_examples(path)]

NAMES = {*KINDS, *LINTS}
"""What is in the first cell of a table and is no message."""

both_languages = pytest.mark.parametrize("path", [CONTRIBUTING, COLABORAR], ids=lambda path: path.name)
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# Examples


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.place)
def test_an_example_can_be_added_to_a_bank(example: Example, data: Path) -> None:
    """It has no problem, and the ledger asks for nothing but its ids. At most, it lacks a run or a source."""
    add_topics(data, example.topics())
    before = {str(one) for one in inspect_project(data).notices}
    ids = example.add_to(data)
    loaded = inspect_project(data)
    assert [str(one) for one in loaded.faults] == []
    told = [str(one) for one in loaded.notices if str(one) not in before]
    lacking = ("its proof has not run yet.", "cite no 'sources'")
    assert [line for line in told if example.complete and not any(one in line for one in lacking)] == []
    assert list(find_missing_schema_lines(loaded.bank, data.parent)) == []
    assert loaded.gap
    assert set(loaded.gap.entries) <= ids


@both_languages
def test_contributing_shows_what_it_takes_to_add_something(path: Path) -> None:
    """A whole file, and a question and a card that can be added as they are."""
    complete = [example for example in find_examples(path) if example.complete]
    assert "quiz" in {example.schema for example in complete}
    assert {"question", "card"} <= {example.sort for example in complete if not example.schema}


@both_languages
def test_the_file_that_contributing_shows_has_the_name_it_is_given(path: Path) -> None:
    """The number in the name is that of its ids."""
    named = set(re.findall(r"`data/[a-z-]+/[a-z]+-(\d\d)-[a-z-]+\.yaml`", read(path)))
    files = [example for example in find_examples(path) if example.schema == "quiz"]
    assert {re.findall(r"- id: [a-z]+-(\d\d)-", example.text)[0] for example in files} <= named


@both_languages
def test_every_kind_and_every_key_that_it_needs_is_in_contributing(path: Path) -> None:
    """In one line each, which is a row of a table or an item of a list."""
    for kind, needs in ((kind.name, kind.needs) for kind in KINDS.values()):
        lines = [line for line in read(path).splitlines() if f"`{kind}`" in line]
        assert any(all(f"`{name}" in line for name in needs) for line in lines), f"{kind} needs {needs}"


# Both languages


def test_both_languages_have_the_same_parts_in_the_same_order() -> None:
    """The same headings, code, tables and links at the same places; only the words differ."""
    english, spanish = list(find_parts(read(CONTRIBUTING))), list(find_parts(read(COLABORAR)))
    assert english == spanish
    assert any(part.startswith("#") for part in english)


def find_parts(text: str) -> Iterator[str]:
    """What a text is made of: headings, code without its comments, rows and items of lists, links."""
    text = text.replace("https://espejo-quiz.github.io/es/", "https://espejo-quiz.github.io/")
    text = re.sub(r"(\]\([\w/-]+)\.es\.md", r"\1.md", text)
    pattern = r"^(`{3,}).*?^\1$|^#+ |^\| `[^|]+\||^\*\*|^\d\. |^- |\]\([^)]+\)"
    for found in re.finditer(pattern, text, re.DOTALL | re.MULTILINE):
        yield without_message(re.sub(r" +#.*", "", found[0]))


def without_message(part: str) -> str:
    """A part without what it quotes of the check, which speaks the language of the text: only the places."""
    if part.startswith("```\n"):
        return "\n".join(re.findall(r"^data/\S+", part, re.MULTILINE))
    return "| a message |" if set(re.findall(r"^\| `([^`]+)` \|$", part)) - NAMES else part


# Messages, commands, links


@cache
def read_messages() -> str:
    """All that the check can say: its golden reports and the source of the package."""
    reports = sorted((ROOT / "tests" / "cases").glob("*.txt"))
    modules = sorted((ROOT / "hooks" / "espejo").rglob("*.py"))
    return "\n".join(read(path) for path in (*reports, *modules))


@cache
def without_names(said: str) -> str:
    """A message without what it quotes, which differs from case to case."""
    return re.sub(r"'[^'\n]*'", "'…'", said)


def list_quotes(path: Path) -> list[str]:
    """What the tables quote of the check: the first cells that are neither kinds nor lints."""
    cells = re.findall(r"^\| `([^`]+)` \|", read(path), re.MULTILINE)
    return [cell for cell in cells if cell not in NAMES]


def list_reported(path: Path) -> list[str]:
    """The facts of the problems in the reports that are shown."""
    return re.findall(r"^data/\S+:\d+:\d+: (?:[a-z]+-\d\d-\d\d: )?(.+)$", read(path), re.MULTILINE)


def test_every_message_that_contributing_quotes_is_one_that_the_check_gives() -> None:
    """In its tables and in a report."""
    quotes, reported = list_quotes(CONTRIBUTING), list_reported(CONTRIBUTING)
    assert quotes
    assert reported
    assert [one for one in quotes if one not in read_messages()] == []
    assert [one for one in reported if without_names(one) not in without_names(read_messages())] == []


@cache
def read_translations() -> dict[str, str]:
    """All messages with their Spanish translations; a blank is an ellipsis, or the name of the language."""
    with (ROOT / "hooks" / "espejo" / "messages" / "es.po").open(encoding="utf-8") as file:
        entries = [entry for entry in read_po(file, locale="es") if entry.id]
    pairs = ((get_first(entry.id), get_first(entry.string or "")) for entry in entries)
    return {fill(english, "Spanish"): fill(spanish, "español") for english, spanish in pairs}


def get_first(forms: str | Sequence[str]) -> str:
    """The form for one thing, if there are several."""
    return forms if isinstance(forms, str) else forms[0]


def fill(template: str, language: str) -> str:
    return re.sub(r"'?\{\w+\}'?", "…", template.replace("{language}", language))


def test_contributing_quotes_in_spanish_how_each_message_is_translated() -> None:
    """The check says it so to whoever reads the Spanish text."""
    quotes = zip(list_quotes(CONTRIBUTING), list_quotes(COLABORAR), strict=True)
    pairs = read_translations().items()
    assert [
        (english, spanish)
        for english, spanish in quotes
        if not any(english in message and spanish in translated for message, translated in pairs)
    ] == []


def test_the_report_in_spanish_is_one_that_the_check_gives() -> None:
    """Each sentence of its problems, and its last line."""
    reported = [re.sub("'[^']*'", "…", fact) for fact in list_reported(COLABORAR)]
    said = [sentence for fact in reported for sentence in re.split(r"(?<=[.?]) ", fact)]
    said += [f"… {line} …" for line in re.findall(r"^\d+ (.+:) make check$", read(COLABORAR), re.MULTILINE)]
    assert len(said) > len(reported) > 0
    assert [one for one in said if one not in read_translations().values()] == []


@cache
def list_targets() -> set[str]:
    """The targets of the Makefile that `make help` lists."""
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    return set(re.findall(r"make ([a-z-]+)", said))


def test_make_help_lists_the_commands_that_people_need() -> None:
    assert {"serve", "test", "site", "check", "help"} <= list_targets()


@every_document
def test_every_target_of_make_that_is_named_exists(path: Path) -> None:
    named = re.findall(r"(?:`|^)make ([a-z-]+)", read(path), re.MULTILINE)
    assert sorted(set(named) - list_targets()) == []


@both_languages
def test_contributors_type_no_path_into_an_environment(path: Path) -> None:
    """What they are asked to run is a target of make."""
    assert "venv" not in read(path)
    assert not re.findall(r"`espejo [a-z]", read(path))


@every_document
def test_every_variable_of_make_that_is_named_is_explained_by_make_help(path: Path) -> None:
    helps = dict(re.findall(r"^([a-z-]+):.*?## (.*)", read(ROOT / "Makefile"), re.MULTILINE))
    calls = re.findall(r"(?:`|^)make ([a-z-]+)((?: [A-Z]+=[^ `\n]+)+)", read(path), re.MULTILINE)
    named = [(target, name) for target, words in calls for name in re.findall(" ([A-Z]+=)", words)]
    assert [(target, name) for target, name in named if name not in helps[target]] == []


@every_document
def test_every_command_of_espejo_that_is_named_exists(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the options that are shown with it."""
    code = re.findall(r"`([^`]+)`|^(\S*espejo .*)$", read(path), re.MULTILINE)
    lines = [" ".join("".join(one).split()) for one in code]
    for line in lines:
        found = re.match(r"(?:\.venv/bin/)?espejo (.+)", line)
        words = shlex.split(found[1]) if found else []
        if not words or not re.fullmatch("[a-z]+", words[0]):
            continue
        nouns = words[:2] if words[0] == "new" and len(words) > 1 else words[:1]
        with pytest.raises(SystemExit) as stopped:
            main([*nouns, "--help"])
        assert stopped.value.code == 0, f"{path.name} names a command that does not exist: {line}"
        said = capsys.readouterr().out
        assert [word for word in words if word.startswith("--") and word not in said] == [], line


@every_document
def test_every_link_leads_somewhere(path: Path, site: Path) -> None:
    """To a heading, a file of the repository, or a page of the site; elsewhere only by https."""
    wrong = []
    for link in re.findall(r"\]\(([^)\s]+)[^)]*\)", read(path)):
        if not leads_somewhere(link, path, site):
            wrong.append(link)
    assert wrong == []


def leads_somewhere(link: str, path: Path, site: Path) -> bool:
    home = read_settings(ROOT).home
    address, _, anchor = link.partition("#")
    if address.startswith(home):
        page = address.removeprefix(home)
        parts = page.removeprefix("es/").strip("/").split("/")
        if parts[0] in ("quizzes", "study-guide", "drills", "topics"):  # a page of the published bank
            page = parts[0]
        return (site / page).exists()
    if "://" in address or address.startswith("mailto:"):
        return address.startswith(("https://", "mailto:"))
    target = path.parent / address if address else path
    if anchor and target.suffix == ".md":
        return anchor in map(make_anchor, re.findall(r"^#+ (.+)$", read(target), re.MULTILINE))
    return target.exists()


def make_anchor(heading: str) -> str:
    """The anchor that the forge gives a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_picture_of_the_readme_is_one() -> None:
    """A PNG or an SVG of the repository, with a text for whoever cannot see it."""
    pictures = re.findall(r"!\[([^\]]*)\]\((?!https:)([^)]+)\)", read(ROOT / "README.md"))
    assert pictures
    for told, address in pictures:
        start = (ROOT / address).read_bytes()[:100]
        assert told, address
        assert start.startswith(b"\x89PNG") or b"<svg" in start, address


def test_the_figures_of_the_benchmark_are_shown() -> None:
    """Between two marks, where `make bench` writes them."""
    pages = [*DOCUMENTS, *sorted((ROOT / "docs").rglob("*.md"))]
    marked = [path for path in pages if "<!-- bench -->" in read(path)]
    assert marked, "no document has the mark <!-- bench -->"
    for path in marked:
        figures = read(path).partition("<!-- bench -->")[2].partition("<!-- /bench -->")[0]
        assert re.search(r"^[|-].*\d", figures, re.MULTILINE), f"{path.name} has no figure there"


def test_a_vulnerability_is_reported_in_private_to_the_repository_of_the_site() -> None:
    repository = re.search(r"^repo_url: (\S+)$", read(ROOT / "mkdocs.yml"), re.MULTILINE)
    assert repository
    assert f"({repository[1]}/security/advisories/new)" in read(ROOT / ".github" / "SECURITY.md")


# What is installed


LOCKS = [
    ROOT / "requirements.txt",
    *sorted(ROOT.glob("hooks/**/requirements*.txt")),
    *sorted(ROOT.glob("tests/**/requirements*.txt")),
]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_requirements_are_pinned_with_hashes_and_name_no_index(lock: Path) -> None:
    """All but torch: its file depends on the platform, so it is alone in a file that has no hashes."""
    text = read(lock)
    if lock.name == "requirements-torch.txt":
        assert re.fullmatch(r"torch==\S+\n", text)
        assert text.strip() in read(ROOT / "pyproject.toml")
        return
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]
    assert len(entries) > 10
    for entry in entries:
        assert re.match(r"[\w.-]+(\[\w+\])?==\S+", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert not re.search(r"https?://|--index|--find-links|--extra", text)


def test_the_lock_file_names_no_address_to_download_from() -> None:
    lock = read(ROOT / "package-lock.json")
    assert '"resolved"' not in lock
    assert lock.count('"integrity": "sha512-') >= 4


# The architecture


def test_every_file_that_the_architecture_names_exists() -> None:
    """By its path in the repository, in a room, or among the templates; capital letters stand for a name."""
    text = read(ROOT / "ARCHITECTURE.md")
    named = set(re.findall(r"`([\w./-]+\.(?:py|html|yaml|yml|md|css|toml))`", text))
    known = {path.relative_to(ROOT).as_posix() for path in list_tracked()}
    missing = {
        name
        for name in named
        if not re.search(r"\b(?:NAME|LOCALE|CONDITION)\b|_CONDITION|^data/", name)
        and not any(path == name or path.endswith(f"/{name}") for path in known)
    }
    assert missing == set()


def test_every_name_of_code_in_the_architecture_exists() -> None:
    """Functions, classes and constants, so that a rename does not leave the page behind."""
    text = read(ROOT / "ARCHITECTURE.md")
    spans = re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    names = {part for span in spans for part in span.split(".") if re.search(r"_|[a-z][A-Z]|^[A-Z]{2}", part)}
    files = [path for path in list_tracked() if path.suffix in (".py", ".html", ".js")]
    known = {word for path in files for word in re.findall(r"\w+", read(path))}
    assert names - known - PLACEHOLDERS == set()


PLACEHOLDERS = {"NAME", "LOCALE", "CONDITION", "ID", "NAME_title", "NAME_about", "kind_NAME"}


def list_tracked() -> list[Path]:
    """The files of the repository that make up the software, without what is installed or built."""
    folders = ("hooks", "tests", "docs", ".github")
    found = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    return [
        path for path in [*found, *ROOT.glob("*.*")] if path.is_file() and "__pycache__" not in path.parts
    ]
