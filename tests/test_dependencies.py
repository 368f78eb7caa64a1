"""Dependencies: each has a purpose, DEPENDENCIES.md lists what is pinned, and what the site needs is free."""

from __future__ import annotations

import re

import pytest

from dependencies import (
    TARGET,
    Package,
    Section,
    list_direct,
    list_new_packages,
    read_license,
    read_npm_lock,
    read_purposes,
)

FREE = {
    *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "OFL-1.1", "PSF-2.0"),
}


def read_section(title: str) -> list[tuple[str, str, str, str]]:
    """The rows of a section of the page: package, version, license, what for."""
    text = TARGET.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.*?) \| (.*?) \|$", text, re.MULTILINE)
    return rows[1:]


def test_every_package_that_we_ask_for_has_a_purpose() -> None:
    """In a comment on its line in pyproject.toml."""
    assert list_direct() >= {"mkdocs", "pytest", "torch", "uv-build"}
    assert list_direct() - read_purposes().keys() == set()


@pytest.mark.parametrize(
    ("section", "packages"), list(list_new_packages()), ids=lambda one: getattr(one, "title", "")
)
def test_the_page_lists_what_is_pinned(section: Section, packages: list[Package]) -> None:
    """If this fails, run `make licenses`."""
    rows = read_section(section.title)
    assert [row[:2] for row in rows] == packages
    purposes = read_purposes()
    for name, _, license_, why in rows:
        assert license_.strip(), f"{name} has no license"
        assert why == purposes[name] if name in purposes else re.match(r"through \w", why), name


def test_the_page_lists_what_npm_installs() -> None:
    rows = read_section("npm")
    pinned = {(name, entry["version"], entry["license"]) for name, entry in read_npm_lock().items()}
    assert {row[:3] for row in rows} == pinned
    assert all(row[3] for row in rows)


def test_what_the_site_is_built_with_is_free_and_not_contagious() -> None:
    """A package that is only for tests may be under any license."""
    rows = [*read_section("The site"), *read_section("npm")]
    for name, _, license_, _ in rows:
        assert set(re.split(r" (?:AND|OR) ", license_)) <= FREE, f"{name}: {license_}"


def test_a_license_is_read_from_the_expression_the_classifier_or_the_name() -> None:
    class Fake:
        name = "fake"

        def __init__(self, **metadata: str) -> None:
            self.fields = {key.replace("_", "-"): value for key, value in metadata.items()}
            self.metadata = self

        def get_all(self, key: str, default: list[str]) -> list[str]:
            return [self.fields[key]] if key in self.fields else default

    expression = {"License_Expression": "MIT", "License": "BSD"}
    classifier = {"Classifier": "License :: OSI Approved :: Apache Software License", "License": "x"}
    for metadata, expected in (
        (expression, "MIT"),
        (classifier, "Apache-2.0"),
        ({"License": "MIT License\n\nCopyright"}, "MIT"),
        ({"Classifier": "Topic :: Other"}, ""),
    ):
        assert read_license(Fake(**metadata)) == expected  # type: ignore[arg-type]
