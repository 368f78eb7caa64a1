"""Reproducible builds: the small bank gives the same bytes under any conditions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from reproduce.builds import (
    DISTURB,
    PLAIN,
    build_site,
    combine,
    find_differences,
    list_possible,
    make_folder,
    print_book,
    read_digests,
)
from small_bank import copy_project


def test_the_same_bank_gives_the_same_bytes(site: Path, tmp_path: Path) -> None:
    """Compares site, search, decks, JSON, and book, with all variations of `make reproduce` at once."""
    book = print_book(copy_project(tmp_path / "project"), PLAIN)
    with make_folder(variation := combine(*list_possible())) as folder:
        project = copy_project(folder)
        found = read_digests(build_site(project, variation))
        assert find_differences(read_digests(site), found) == []
        assert {"sitemap.xml.gz", "pagefind/pagefind-entry.json"} <= found.keys()
        printed = read_digests(print_book(project, variation))
    assert "study-guide.en.pdf" in printed
    assert find_differences(read_digests(book), printed) == []


def test_a_disturbed_python_has_another_clock_and_another_order(tmp_path: Path) -> None:
    """Otherwise the comparison would prove nothing."""
    for name in ("a", "b", "c"):
        (tmp_path / name).touch()
    program = """
import os, time, datetime
print(datetime.datetime.now(datetime.UTC).year, datetime.date.today().year, time.strftime("%Y"))
print(*os.listdir()); print(*(entry.name for entry in os.scandir()))
"""
    disturbed = {"DISTURB_CLOCK": str(50 * 365 * 24 * 3600), "DISTURB_ORDER": "1"}
    (years, *names), (later, *reversed_names) = (
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(DISTURB), **extra},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for extra in ({}, disturbed)
    )
    assert all(int(two) - int(one) in (49, 50) for one, two in zip(years.split(), later.split(), strict=True))
    assert [one.split() for one in names] == [one.split()[::-1] for one in reversed_names]
