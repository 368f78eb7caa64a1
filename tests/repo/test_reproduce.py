"""Reproducible builds: the small bank gives the same bytes whatever the circumstances."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from reproduce.builds import (
    DISTURB,
    PLAIN,
    build,
    combine,
    find_differences,
    list_possible,
    make_folder,
    read_digests,
)
from small_bank import copy_project


def test_the_same_bank_gives_the_same_bytes() -> None:
    """Site, search, decks, JSON and book, with everything different at once that `make reproduce` tries."""
    digests = []
    for variation in (PLAIN, combine(*list_possible())):
        with make_folder(variation) as project:
            digests.append(read_digests(build(copy_project(project), variation)))
    assert {"sitemap.xml.gz", "pagefind/pagefind-entry.json", "study-guide.en.pdf"} <= digests[0].keys()
    assert find_differences(*digests) == []


def test_a_difference_is_named() -> None:
    """A file that differs, and a file that only one of the two has."""
    one, other = {"a": "1", "b": "1", "c": "1"}, {"a": "1", "b": "2", "d": "1"}
    assert find_differences(one, other) == ["b", "c", "d"]


def test_a_disturbed_python_has_another_clock_and_another_order(tmp_path: Path) -> None:
    """Otherwise the comparison would show nothing."""
    for name in ("a", "b", "c"):
        (tmp_path / name).touch()
    program = """
import os, time, datetime
clocks = [datetime.datetime.now().year, datetime.datetime.now(datetime.UTC).year, datetime.date.today().year]
clocks += [time.gmtime().tm_year, int(time.strftime("%Y")), time.gmtime(time.time()).tm_year]
print(*clocks, isinstance(datetime.datetime(2026, 1, 1), datetime.date))
print(*os.listdir()); print(*(entry.name for entry in os.scandir()))
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={"PYTHONPATH": str(DISTURB), **extra},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for extra in ({}, {"DISTURB_CLOCK": str(50 * 365 * 24 * 3600), "DISTURB_ORDER": "1"})
    ]
    (*years, dates), (*later, later_dates) = (lines[0].split() for lines in said)
    assert dates == later_dates == "True"
    assert all(int(two) - int(one) in (49, 50) for one, two in zip(years, later, strict=True))
    for one, two in zip(said[0][1:], said[1][1:], strict=True):
        assert one.split() == two.split()[::-1]
