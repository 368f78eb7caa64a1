"""Documents: their examples, commands, quoted messages, links, and names match the software."""

from __future__ import annotations

import re
import shlex
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
"""First cells of tables that aren't messages."""

both_languages = pytest.mark.parametrize("path", [CONTRIBUTING, COLABORAR], ids=lambda path: path.name)
every_document = pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)


@cache
def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.place)
def test_an_example_can_be_added_to_a_bank(example: Example, data: Path) -> None:
    """It has no problems, and the ledger only lacks its ids. At most, a proof run or a source is missing."""
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
def test_contributing_shows_a_file_a_question_a_card_and_every_kind(path: Path) -> None:
    """Each can be added as it is. The number in the file's name matches its ids."""
    complete = [example for example in find_examples(path) if example.complete]
    assert {"question", "card"} <= {example.sort for example in complete if not example.schema}
    files = [example for example in complete if example.schema == "quiz"]
    named = set(re.findall(r"`data/[a-z-]+/[a-z]+-(\d\d)-[a-z-]+\.yaml`", read(path)))
    assert {re.findall(r"- id: [a-z]+-(\d\d)-", example.text)[0] for example in files} & named
    for kind in KINDS.values():
        lines = [line for line in read(path).splitlines() if f"`{kind.name}`" in line]
        assert any(all(f"`{name}" in line for name in kind.needs) for line in lines), kind.name


def test_both_languages_have_the_same_parts_in_the_same_order() -> None:
    """Headings, code, tables, and links are in the same places; only the words differ."""
    english, spanish = list(find_parts(read(CONTRIBUTING))), list(find_parts(read(COLABORAR)))
    assert english == spanish
    assert any(part.startswith("#") for part in english)


def find_parts(text: str) -> Iterator[str]:
    """Yields a text's headings, code without comments, table rows, list items, and links."""
    text = text.replace("https://espejo-quiz.github.io/es/", "https://espejo-quiz.github.io/")
    text = re.sub(r"(\]\([\w/-]+)\.es\.md", r"\1.md", text)
    pattern = r"^(`{3,}).*?^\1$|^#+ |^\| `[^|]+\||^\*\*|^\d\. |^- |\]\([^)]+\)"
    for found in re.finditer(pattern, text, re.DOTALL | re.MULTILINE):
        yield without_message(re.sub(r" +#.*", "", found[0]))


def without_message(part: str) -> str:
    """Reduces quoted check output to its places, because the messages are in the text's language."""
    if part.startswith("```\n"):
        return "\n".join(re.findall(r"^data/\S+", part, re.MULTILINE))
    return "| a message |" if set(re.findall(r"^\| `([^`]+)` \|$", part)) - NAMES else part


def list_quotes(path: Path) -> list[str]:
    """Messages quoted in tables: the first cells that are neither kinds nor lints."""
    cells = re.findall(r"^\| `([^`]+)` \|", read(path), re.MULTILINE)
    return [cell for cell in cells if cell not in NAMES]


def list_reported(path: Path) -> list[str]:
    """The sample report's sentences and its last line, with values replaced by ellipses."""
    facts = re.findall(r"^data/\S+:\d+:\d+: (?:[a-z]+-\d\d-\d\d: )?(.+)$", read(path), re.MULTILINE)
    last = re.findall(r"^\d+ (.+:) make check$", read(path), re.MULTILINE)
    assert facts
    assert last
    said = [sentence for fact in facts for sentence in re.split(r"(?<=[.?]) ", fact)]
    return [re.sub("'[^']*'", "…", one) for one in (*said, *(f"… {line} …" for line in last))]


def read_translations() -> dict[str, str]:
    """All messages with their Spanish translations; placeholders become ellipses or the language's name."""
    with (ROOT / "hooks" / "espejo" / "messages" / "es.po").open(encoding="utf-8") as file:
        entries = [entry for entry in read_po(file, locale="es") if entry.id]
    return {fill(entry.id, "Spanish"): fill(entry.string or "", "español") for entry in entries}


def fill(template: str | Sequence[str], language: str) -> str:
    first = template if isinstance(template, str) else template[0]
    return re.sub(r"'?\{\w+\}'?", "…", first.replace("{language}", language))


def test_contributing_quotes_messages_of_the_check_in_both_languages() -> None:
    """Messages are quoted in its tables and in a sample report."""
    messages = read_translations()
    quotes = list(zip(list_quotes(CONTRIBUTING), list_quotes(COLABORAR), strict=True))
    assert quotes
    for english, spanish in quotes:
        assert any(english in one and spanish in other for one, other in messages.items()), (english, spanish)
    assert set(list_reported(CONTRIBUTING)) - messages.keys() == set()
    assert set(list_reported(COLABORAR)) - set(messages.values()) == set()


def test_documented_commands_and_options_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """Options are looked up for the command they are shown with."""
    for path in (*DOCUMENTS, *ROOT.glob("docs/*.md")):
        code = re.findall(r"`([^`]+)`|^(\S*espejo .*)$", read(path), re.MULTILINE)
        for line in (" ".join("".join(one).split()) for one in code):
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
    """Links may go to a heading, a file of the repository, a page of the site, or any https URL."""
    links = re.findall(r"\]\(([^)\s]+)[^)]*\)", read(path))
    assert [link for link in links if not leads_somewhere(link, path, site)] == []


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
    """GitHub's anchor for a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_the_readme_shows_pictures_and_the_figures_of_the_benchmark() -> None:
    """Pictures are PNG files with alternative text; the results are between the markers for `make bench`."""
    pictures = re.findall(r"!\[([^\]]+)\]\((?!https:)([^)]+)\)", read(ROOT / "README.md"))
    assert pictures
    assert all((ROOT / address).read_bytes().startswith(b"\x89PNG") for _, address in pictures)
    for path in (ROOT / "README.md", ROOT / "tests" / "bench" / "README.md"):
        figures = read(path).partition("<!-- bench -->")[2].partition("<!-- /bench -->")[0]
        assert re.search(r"^[|-].*\d", figures, re.MULTILINE), path


def test_every_file_that_the_architecture_names_exists() -> None:
    """Files may be in the repository, a room, or the templates; names in capital letters are placeholders."""
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
    """Functions, classes, and constants, so that a rename can't leave the page outdated."""
    text = read(ROOT / "ARCHITECTURE.md")
    spans = re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M))
    names = {part for span in spans for part in span.split(".") if re.search(r"_|[a-z][A-Z]|^[A-Z]{2}", part)}
    files = [path for path in list_tracked() if path.suffix in (".py", ".html", ".js")]
    known = {word for path in files for word in re.findall(r"\w+", read(path))}
    assert names - known - PLACEHOLDERS == set()


PLACEHOLDERS = {"NAME", "LOCALE", "CONDITION", "ID", "NAME_title", "NAME_about", "kind_NAME"}


def list_tracked() -> list[Path]:
    """The software's files in the repository, without installed packages and build output."""
    folders = ("hooks", "tests", "docs", ".github")
    found = [path for name in folders for path in (ROOT / name).rglob("*") if path.is_file()]
    return [
        path for path in [*found, *ROOT.glob("*.*")] if path.is_file() and "__pycache__" not in path.parts
    ]
