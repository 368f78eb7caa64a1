"""Wheel contents from npm: bundled scripts, fonts, and dictionaries, with their licenses.

`make wheel` writes them into a copy of the package, so that a bank of one's own needs neither Node nor npm.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from espejo.files import write_file
from espejo.site.assets import CARDS, MADE_FONTS, MATH_FONT, list_fonts
from espejo.site.canvas import FONT, SCRIPTS, WEIGHTS
from espejo.site.scripts import bundle_scripts, pack_scripts

_WITH_LICENSES = (
    *("dictionary-*/index.aff", "dictionary-*/index.dic", "dictionary-*/license"),
    "@fontsource*/*/LICENSE",
)
"""The dictionaries as published, and the license of every font."""


def list_files(node_modules: Path) -> Iterator[Path]:
    """List the files that the software reads, relative to node_modules."""
    yield from list_fonts()
    for script, weight in product(SCRIPTS, WEIGHTS):
        yield Path(FONT.format(script=script, weight=weight))
    yield from (Path(MATH_FONT), MADE_FONTS / f"{CARDS}.woff2")
    for pattern in _WITH_LICENSES:
        yield from (path.relative_to(node_modules) for path in node_modules.glob(pattern))


def write_bundled(project: Path, target: Path) -> None:
    """Write the files of a project's packages, and its scripts, into a folder."""
    node_modules = project / "node_modules"
    for path in list_files(node_modules):
        write_file(target / path, (node_modules / path).read_bytes())
    for name, content in pack_scripts(bundle_scripts(project, live_reload=True)).items():
        write_file(target / name, content)


if __name__ == "__main__":
    write_bundled(Path(), Path(sys.argv[1]))
