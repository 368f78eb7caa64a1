"""`espejo init`: start a bank in an empty folder, or in an existing MkDocs project."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import TypeVar

import yaml

from espejo.check.project import inspect_project
from espejo.commands.bank_files import (
    LICENSES,
    NO_ADDRESS,
    NewBank,
    read_address,
    read_languages,
    read_license,
    read_name,
)
from espejo.commands.terminal import say, tell
from espejo.files import replace_file
from espejo.messages.message import Message, MessageError, comma_separated, fail, message, sentences
from espejo.model.problems import report_problems

NAME = "init"
HELP = message("start a bank of your own")
DETAILS = message("""\
Writes the settings, an example of every kind of question, and a workflow that publishes the site, then
checks and builds it. Asks for what you don't give. In the folder of an existing MkDocs project, it adds
what is missing and overwrites nothing.

examples:
  espejo init first-aid
  espejo init first-aid --name "First aid" --languages en,fr --license "CC BY 4.0" --address https://a.org/
""")

Given = TypeVar("Given")


def needs_bank(_: Namespace) -> bool:
    return False


def configure(parser: ArgumentParser) -> None:
    parser.add_argument(
        "folder", type=Path, metavar=message("folder"), help=message("the folder to write to")
    )
    parser.add_argument("--name", help=message("the name of the bank"))
    parser.add_argument("--languages", help=message("the codes of its languages, the first one first: en,fr"))
    parser.add_argument(
        "--license", help=message("the license of its questions: a name, or a name and address")
    )
    parser.add_argument("--address", help=message("the address of its site: https://…/"))
    parser.add_argument("--yes", action="store_true", help=message("change mkdocs.yml without asking"))


def run(args: Namespace, _: None) -> int:
    folder: Path = args.folder
    settings = folder / "mkdocs.yml"
    before = settings.read_text(encoding="utf-8") if settings.is_file() else ""
    if folder.exists() and not folder.is_dir():
        fail("{folder} is a file, not a folder.", folder=str(folder))
    if not before and folder.is_dir() and any(folder.iterdir()):
        fail("{folder} is not empty, and has no mkdocs.yml. Choose another folder.", folder=str(folder))
    after = add_plugin(before) if before else ""
    files = _list_files(args, before)
    if after != before and not _confirm(before, after, args):
        return 1
    new = {name: text for name, text in files.items() if not (folder / name).exists()}
    write_all(folder, {**new, **({"mkdocs.yml": after} if after else {})})
    if data_problems := inspect_project(folder / "data").faults:
        say(report_problems(data_problems, lambda problem: problem.show(tell), tell))
        return 1
    say(message("Written: {files}", files=comma_separated(new)))
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    if subprocess.run(command, cwd=folder, env=quiet, check=False).returncode:
        return 1
    if "search" in map(_name_plugin, _list_plugins(before)):
        say(message("The site has a search of its own, in every language: remove 'search' from plugins."))
    if NO_ADDRESS in files.get("mkdocs.yml", ""):
        say(
            message(
                "Before you publish it, set site_url in {file}, and run: {command}",
                file="mkdocs.yml",
                command="espejo check --fix",
            )
        )
    say(message("The site is in {folder}. Next:", folder=str(folder / "site")))
    say(f"  cd {folder}\n  mkdocs serve\n  espejo new question quizzes/first-steps")
    return 0


def _list_files(args: Namespace, settings: str) -> Mapping[str, str]:
    """The files to write. An existing project has settings of its own."""
    written = _read_settings(settings) if settings else {}
    name = args.name or _read_text(written.get("site_name"))
    name = _ask(name, "--name", message("Name of the bank:"), read_name)
    languages = _ask(args.languages, "--languages", message("Languages, such as en,fr:"), read_languages)
    about = message("License, such as {names}:", names=comma_separated(LICENSES))
    license_ = _ask(args.license, "--license", about, read_license)
    address = args.address or _read_text(written.get("site_url")) or (None if sys.stdin.isatty() else "")
    about = message("Address of the site, https://…/ (you can leave it for later):")
    address = _ask(address, "--address", about, read_address)
    bank = NewBank(name, languages, license_, address)
    return bank.list_data_files() if settings else bank.list_files()


def _ask(given: str | None, option: str, question: Message, read: Callable[[str], Given]) -> Given:
    """Read what was given; if nothing was, ask until the answer is right."""
    if given is not None:
        return read(given)
    if not sys.stdin.isatty():
        raise MessageError(sentences(question, message("Give it with {option}.", option=option)))
    while True:
        try:
            return read(input(f"{tell(question)} "))
        except MessageError as error:
            say(error.text)
        except EOFError:
            fail("Nothing was written.")


def _read_settings(text: str) -> dict[str, yaml.Node]:
    """Read the top level of mkdocs.yml, whatever tags it has further down."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        fact = message("mkdocs.yml is not valid YAML: {error}", error=" ".join(str(error).split()))
        raise MessageError(fact) from error
    return {key.value: value for key, value in root.value} if isinstance(root, yaml.MappingNode) else {}


def _read_text(node: yaml.Node | None) -> str | None:
    return node.value if isinstance(node, yaml.ScalarNode) else None


def add_plugin(text: str) -> str:
    """Add the plugin to mkdocs.yml, keeping everything else as it is written."""
    settings = _read_settings(text)
    if (theme := _find_theme(settings.get("theme"))) != "material":
        fail("The theme is '{theme}'. Set it to 'material' first: the pages are built on it.", theme=theme)
    plugins = settings.get("plugins")
    if plugins is None:
        return f"{text.rstrip()}\nplugins: [espejo]\n"
    if not isinstance(plugins, yaml.SequenceNode):
        fail("Add the plugin to mkdocs.yml first: plugins: [espejo]")
    if any(_name_plugin(one) == "espejo" for one in plugins.value):
        return text
    at = plugins.start_mark.index
    if plugins.flow_style:
        return f"{text[: at + 1]}espejo{', ' if plugins.value else ''}{text[at + 1 :]}"
    indent = " " * plugins.start_mark.column
    return f"{text[:at]}- espejo\n{indent}{text[at:]}"


def _list_plugins(text: str) -> list[yaml.Node]:
    plugins = _read_settings(text).get("plugins")
    return plugins.value if isinstance(plugins, yaml.SequenceNode) else []


def _find_theme(node: yaml.Node | None) -> str:
    if isinstance(node, yaml.MappingNode):
        node = {key.value: value for key, value in node.value}.get("name")
    return _read_text(node) or "mkdocs"


def _name_plugin(node: yaml.Node) -> str:
    """The name of a plugin, with or without options."""
    return str(node.value[0][0].value if isinstance(node, yaml.MappingNode) else node.value)


def _confirm(before: str, after: str, args: Namespace) -> bool:
    name = "mkdocs.yml"
    say("\n".join(unified_diff(before.splitlines(), after.splitlines(), name, name, lineterm="")))
    if args.yes:
        return True
    if not sys.stdin.isatty():
        fail("To change mkdocs.yml like this, add --yes.")
    question = message("Change mkdocs.yml like this (y/N)?")
    answer = input(f"{tell(question)} ")
    return answer.strip().lower() in ("y", "yes", "s", "sí", "o", "oui")


def write_all(folder: Path, files: Mapping[str, str]) -> None:
    """Write all files, or none: on an error, whatever was written before it is deleted again."""
    made: list[Path] = []
    kept = {name: (folder / name).read_bytes() for name in files if (folder / name).exists()}
    try:
        for name, text in files.items():
            path = folder / name
            missing = [one for one in (path, *path.parents) if not one.exists()]
            made += reversed(missing)
            replace_file(path, text.encode())
    except (OSError, KeyboardInterrupt):
        for name, content in kept.items():
            replace_file(folder / name, content)
        for path in reversed(made):
            path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)
        raise
