"""Files of a new bank: settings, example questions in its languages, and a workflow that publishes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from urllib.parse import urlsplit

import babel
import yaml

from espejo.load.languages import FALLBACK, complete_locale, list_known, read_language
from espejo.load.portable import find_other_meaning, quote_text
from espejo.messages.message import fail
from espejo.model.bank import FORMAT
from espejo.model.grammar import LOCALE, WEB_ADDRESS
from espejo.model.language import Locale
from espejo.model.problems import Place

PACKAGE = "mkdocs-espejo"

LICENSES = {
    "CC BY 4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC BY-SA 4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC BY-NC 4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC0 1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
}
"""Addresses of common licenses, which need not be given."""

_RESERVED = ("all rights reserved", "todos los derechos reservados", "tous droits réservés")
"""What needs no address."""

NO_ADDRESS = "https://example.org/"
"""Address of a site that doesn't have one yet."""

_EXAMPLE = Path(__file__).parent / "example"
_FILES = {
    "collections": "collections.yaml",
    "quiz": "quizzes/first-steps.yaml",
    "deck": "cards/first-cards.yaml",
}
"""Where the example's files go, by schema."""

_PASSAGE = re.compile(rf"( *(?:- )?)({'|'.join(list_known())}): (.*)")
_PLAIN = re.compile(r"[^\W_][^:#]*")

_WORKFLOW = """\
# Checks each pull request. What is on main is published to GitHub Pages.
name: Site
on:
  pull_request:
  push:
    branches: [main]
permissions: {}
jobs:
  site:
    permissions:
      contents: write # to record in data/ledger.yaml what has changed
      pages: write
      id-token: write
    uses: espejo-quiz/espejo/.github/workflows/bank.yml@v1
"""


@dataclass(frozen=True)
class NewBank:
    """What its owner has chosen."""

    name: str
    languages: tuple[str, ...]
    license: tuple[str, str]  # name and address
    address: str

    def list_files(self) -> Mapping[str, str]:
        """The files of a new bank, by path."""
        return {
            "mkdocs.yml": self._write_settings(),
            **self.list_data_files(),
            "requirements.txt": f"{PACKAGE}~={'.'.join(version(PACKAGE).split('.')[:2])}\n",
            ".github/workflows/site.yml": _WORKFLOW,
            ".gitignore": "/site/\n/.cache/\n",
        }

    def list_data_files(self) -> Mapping[str, str]:
        """The data and the home pages, which an existing project also needs."""
        name, url = self.license
        page = f"  url: {url}\n" if url else ""
        bank = (
            f"name: {_write(self.name)}\nlanguages: [{', '.join(self.languages)}]\nformat: {FORMAT}\n"
            f"license:\n  name: {_write(name)}\n{page}namespace: {self._make_namespace()}\n"
        )
        files = {"data/bank.yaml": self._add_schema("bank", bank)}
        for schema, path in _FILES.items():
            text = (_EXAMPLE / Path(path).name).read_text(encoding="utf-8")
            lines = choose_languages(text.splitlines(), self.languages)
            files[f"data/{path}"] = self._add_schema(schema, "".join(f"{line}\n" for line in lines))
        welcome = yaml.safe_load((_EXAMPLE / "home.yaml").read_bytes())
        for code in self.languages:
            suffix = "" if code == self.languages[0] else f".{code}"
            about = welcome.get(code.partition("-")[0], welcome[FALLBACK])
            files[f"docs/index{suffix}.md"] = f"# {self.name}\n\n{about}\n"
        return files

    def _write_settings(self) -> str:
        todo = "  # change this before you publish: links from outside and social pictures need it"
        return (
            f"site_name: {_write(self.name)}\n"
            f"site_url: {self.address}{todo if self.address == NO_ADDRESS else ''}\n"
            "theme: {name: material}\nplugins: [espejo]\n"
            "markdown_extensions: [admonition, pymdownx.details, pymdownx.superfences, attr_list]\n"
        )

    def _add_schema(self, schema: str, text: str) -> str:
        """Begin a file with the schema that helps editors."""
        return f"# yaml-language-server: $schema={self.address}schema/{schema}.json\n{text}"

    def _make_namespace(self) -> str:
        plain = re.sub(r"[^a-z0-9]+", "-", self.name.lower().encode("ascii", "ignore").decode()).strip("-")
        return plain[:80] or "bank"


def choose_languages(lines: Sequence[str], languages: Sequence[str]) -> Iterator[str]:
    """Keep the passages in these languages, or the English one; of a single language, without its code."""
    at = 0
    above: str | None = None
    while at < len(lines):
        if not (found := _PASSAGE.fullmatch(lines[at])):
            yield from [above] if above is not None else []
            above = lines[at]
            at += 1
            continue
        indent, passages = found[1], {}
        while at < len(lines) and (found := _PASSAGE.fullmatch(lines[at])):
            passages[found[2]] = found[3]
            at += 1
        known = {code: code.partition("-")[0] for code in languages}
        chosen = {code: passages[one] for code, one in known.items() if one in passages}
        chosen = chosen or {languages[0]: passages[FALLBACK]}
        if len(languages) == 1:
            (passage,) = chosen.values()
            above = f"{above}\n{indent}{passage}" if "-" in indent else f"{above} {passage}"
        else:
            rows = [f"{code}: {passage}" for code, passage in chosen.items()]
            above = "\n".join([above or "", indent + rows[0], *(" " * len(indent) + row for row in rows[1:])])
    yield above or ""


def read_languages(written: str) -> tuple[str, ...]:
    """Read a list of codes such as `en,fr`."""
    codes = tuple(code.strip() for code in written.split(",") if code.strip())
    names: dict[str, str] = {}
    for code in codes:
        name = complete_locale(code, Locale(place=Place("", 1, 1))).name if LOCALE.fullmatch(code) else ""
        if not name or name.lower() == code.lower():
            if near := _find_code(code):
                fail("'{code}' is not the code of a language. Did you mean '{near}'?", code=code, near=near)
            fail("Nobody knows the language '{code}'. Expected codes such as: en,fr", code=code)
        if name in names:
            fail(
                "'{first}' and '{code}' have one name, {name}. Keep one.",
                first=names[name],
                code=code,
                name=name,
            )
        names[name] = code
    return codes or fail("Which languages? Expected codes such as: en,fr")


def _find_code(written: str) -> str:
    """The code that was probably meant by the name of a language, or by capital letters; or nothing."""
    names, word = babel.Locale(FALLBACK).languages, written.lower()
    if word in names and word != written:
        return word
    codes = {name.lower(): code for code, name in names.items() if LOCALE.fullmatch(code)}
    codes |= {read_language(code).locale.name.lower(): code for code in list_known()}
    return str(codes.get(word, ""))


def read_license(written: str) -> tuple[str, str]:
    """Read a license: a common name, or any name followed by its address."""
    known = {name.lower(): name for name in LICENSES}
    if name := known.get(written.lower()):
        return name, LICENSES[name]
    if written.lower() in _RESERVED:
        return written, ""
    name, _, url = written.rpartition(" ")
    if not name or not WEB_ADDRESS.pattern.fullmatch(url):
        fail("Unknown license '{license}'. Write its address after its name: … https://…/", license=written)
    return name.rstrip(" ,;:"), url


def read_address(written: str) -> str:
    """Read the site's address, which begins with https:// and gets a slash at its end; or none yet."""
    if not written.strip():
        return NO_ADDRESS
    if (
        urlsplit(written).scheme != "https"
        or not urlsplit(written).netloc
        or re.search(r"\s|[<>\"']", written)
    ):
        fail("'{address}' is not an address that begins with https://", address=written)
    return f"{written.rstrip('/')}/"


def read_name(written: str) -> str:
    name = " ".join(written.split())
    return name if name.isprintable() and name else fail("A bank needs a name of one line.")


def _write(text: str) -> str:
    """Write a value in YAML, quoted if needed."""
    return text if _PLAIN.fullmatch(text) and not find_other_meaning(text) else quote_text(text)
