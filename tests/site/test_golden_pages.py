"""Golden pages: pages of the small bank and the sitemap, compared byte for byte with tests/golden/pages.

To rewrite them after an intended change: `pytest tests/site/test_golden_pages.py --golden`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from golden_files import GOLDEN, compare

PAGES = GOLDEN / "pages"
FILES = (
    "index.html",
    "quizzes/phase-01-arithmetic/index.html",
    "es/quizzes/phase-01-arithmetic/index.html",
    "es/quizzes/phase-02-collections/index.html",
    "quizzes/phase-02-collections/side-by-side/index.html",
    "study-guide/quiz-02-averages/index.html",
    "drills/chapter-01-facts/index.html",
    "glossary/index.html",
    "es/glossary/index.html",
    "es/study-guide/index.html",
    "quizzes/index.html",
    "topics/division/index.html",
    "reference/formulas/index.html",
    "es/reference/patterns/index.html",
    "es/proofs/index.html",
    "404.html",
    "sitemap.xml",
)
"""Both styles of labels, missing and stale passages, neighbors, a deck, and lists whose order matters."""

PACKAGE_SIZE = re.compile(r'(\.apkg</a> <span class="count">)[\d.]+(?= [KM]B</span>)')
"""The size of an Anki package, which depends on the version of zlib and so is left out."""


HASH = re.compile(r'(?:(?<=\?v=)|(?<=data-version="))[0-9a-f]{8}|(?<=-)[A-Z0-9]{8}(?=\.js)')
"""The hash of a script, of another file or of the page itself, which any change of any of them may change."""


@pytest.mark.parametrize("file", FILES)
def test_page_matches_its_golden_file(site: Path, file: str, request: pytest.FixtureRequest) -> None:
    built = PACKAGE_SIZE.sub(r"\1", (site / file).read_bytes().decode())
    compare(PAGES / file, HASH.sub("HASH", built), request)


def test_no_golden_file_is_unused() -> None:
    """No golden file remains for a page that is no longer in the list."""
    kept = {path.relative_to(PAGES).as_posix() for path in PAGES.rglob("*") if path.is_file()}
    assert kept == set(FILES)
