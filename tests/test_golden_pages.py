"""Golden pages: pages of the small bank and the sitemap, held byte for byte under tests/golden/pages.

To rewrite them after a change that is meant: `pytest tests/test_golden_pages.py --golden`.
"""

from __future__ import annotations

import re
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from project import ROOT

GOLDEN = ROOT / "tests" / "golden" / "pages"
FILES = (
    "quizzes/phase-01-arithmetic/index.html",
    "es/quizzes/phase-01-arithmetic/index.html",
    "es/quizzes/phase-02-collections/index.html",
    "study-guide/quiz-02-averages/index.html",
    "drills/chapter-01-facts/index.html",
    "glossary/index.html",
    "es/glossary/index.html",
    "sitemap.xml",
)
"""Both styles of labels, what is missing or stale, two neighbors, a deck, and lists whose order matters."""

PACKAGE_SIZE = re.compile(rb'(\.apkg</a> <span class="count">)[\d.]+(?= [KM]B</span>)')
"""The size of an Anki package, which depends on the version of zlib and so is left out."""

LONGEST_DIFF = 60


@pytest.mark.parametrize("file", FILES)
def test_page_is_the_golden_one(site: Path, file: str, request: pytest.FixtureRequest) -> None:
    """The build writes this file exactly as it is kept, white space included."""
    built, golden = PACKAGE_SIZE.sub(rb"\1", (site / file).read_bytes()), GOLDEN / file
    if request.config.getoption("--golden"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_bytes(built)
    kept = golden.read_bytes() if golden.exists() else b""
    if built != kept:
        pytest.fail(explain_difference(kept, built, file), pytrace=False)


def test_every_golden_page_is_compared() -> None:
    """No file is left over from a page that is no longer in the list."""
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file()}
    assert kept == set(FILES)


def test_a_difference_is_shown_as_a_short_diff() -> None:
    """The lines that differ are shown with their neighbors, up to a limit, and how to accept them."""
    kept = "".join(f"line {number}\n" for number in range(500))
    one = explain_difference(kept.encode(), kept.replace("line 7\n", "line seven\n").encode(), "page.html")
    assert "\n-line 7\n+line seven\n" in one
    assert "line 20" not in one
    assert "--golden" in one
    every = explain_difference(kept.encode(), kept.replace("line", "row").encode(), "page.html")
    assert len(every.splitlines()) < LONGEST_DIFF + 5
    assert re.search(r"\(9\d\d more lines of the diff\)", every)


def explain_difference(kept: bytes, built: bytes, file: str) -> str:
    """Unified diff of two versions of a page, cut short, with the command that accepts the new one."""
    old, new = (one.decode(errors="backslashreplace").split("\n") for one in (kept, built))
    lines = list(unified_diff(old, new, f"tests/golden/pages/{file}", f"site/{file}", n=2, lineterm=""))
    shown = list(islice(lines, LONGEST_DIFF))
    if left := len(lines) - len(shown):
        shown.append(f"({left} more lines of the diff)")
    accept = "If this change is meant: pytest tests/test_golden_pages.py --golden"
    return "\n".join([f"{file} is not the golden page.", *shown, accept])
