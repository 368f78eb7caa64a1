"""Repository metrics: lines per room, functions, names, documents, and the files needed for a new kind.

Run it with a folder to measure another commit: `python tests/repo/house.py [FOLDER]`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median, quantiles

SOFTWARE, TESTS = "hooks/espejo/", "tests/"
SCRIPTS = (".js", ".css", ".html")
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "CONTRIBUTING.es.md")
ADDITIONS = ("kind", "export", "page", "language", "lint")


class House:
    """The tracked files of a repository."""

    def __init__(self, root: Path) -> None:
        self._root = root
        listed = subprocess.run(
            ["git", "ls-files", "-z"],  # noqa: S607
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        )
        self.files = [name for name in listed.stdout.split("\0") if name and (root / name).is_file()]

    def read(self, name: str) -> str:
        path = self._root / name
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""

    def list_files(self, folder: str, *endings: str) -> list[str]:
        return [name for name in self.files if name.startswith(folder) and name.endswith(endings)]

    def count_lines(self, names: Iterable[str]) -> int:
        return sum(self.read(name).count("\n") for name in names)

    def list_rooms(self) -> list[str]:
        """Folders of the package. Modules directly in the package aren't in a room."""
        below = (name.removeprefix(SOFTWARE) for name in self.list_files(SOFTWARE, ".py"))
        return sorted({name.partition("/")[0] for name in below if "/" in name})


def list_functions(house: House, names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The number of lines and the name of each function."""
    for name in names:
        for node in ast.walk(ast.parse(house.read(name))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{name}:{node.name}"


def list_rows(house: House) -> Iterator[tuple[str, object]]:
    python = house.list_files(SOFTWARE, ".py")
    tests = house.list_files(TESTS, ".py", ".js")
    yield "rooms", len(house.list_rooms())
    yield "Python modules", len(python)
    yield "lines of Python", house.count_lines(python)
    for ending in SCRIPTS:
        names = [name for name in house.files if name.endswith(ending) and not name.startswith(TESTS)]
        yield f"lines of {ending[1:]} ({len(names)} files)", house.count_lines(names)
    yield f"lines of tests ({len(tests)} files)", house.count_lines(tests)
    functions = sorted(list_functions(house, python))
    sizes = [size for size, _ in functions]
    yield "lines of a function: median", round(median(sizes))
    yield "lines of a function: 90th percentile", round(quantiles(sizes, n=10)[-1])
    most, longest = functions[-1]
    yield f"lines of a function: most ({longest.removeprefix(SOFTWARE)})", most
    largest = max(python, key=lambda name: house.count_lines([name]))
    yield f"lines of a module: most ({largest.removeprefix(SOFTWARE)})", house.count_lines([largest])
    counts = Counter(Path(name).name for name in python if not name.endswith("/__init__.py"))
    twice = sorted(name for name, count in counts.items() if count > 1)
    yield f"file names that occur twice or more ({', '.join(twice)})", len(twice)
    yield "entries of the root", len({name.partition("/")[0] for name in house.files})
    locks = [name for name in house.files if re.search(r"requirements[\w-]*\.txt$", name)]
    yield "requirements files, of them at the root", f"{len(locks)}, {sum('/' not in one for one in locks)}"
    for name in (*DOCUMENTS, "tests/README.md"):
        yield f"words of {name}", len(house.read(name).split())
    for added in ADDITIONS:
        yield f"files for a new {added}, as ARCHITECTURE lists them", count_named_files(house, added)


def count_named_files(house: House, added: str) -> int:
    """How many different files ARCHITECTURE.md names in the section on adding this."""
    text = house.read("ARCHITECTURE.md")
    section = re.search(rf"^### An? {added}\b[^\n]*\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
    spans = re.findall(r"`([^`\s]+)`", section[1]) if section else []
    return len({span for span in spans if re.search(r"\.(?:py|js|html|css|ya?ml|md|po)$", span)})


def main() -> None:
    house = House(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
    for label, figure in list_rows(house):
        shown = f"{figure:,}" if isinstance(figure, int) else figure
        print(f"{shown!s:>9}  {label if len(label) < 100 else label[:99] + '…'}")
    print(f"\n{'room':<12}{'modules':>9}{'lines':>9}{'tests':>9}")
    for room in house.list_rooms():
        names = house.list_files(f"{SOFTWARE}{room}/", ".py")
        tested = house.count_lines(house.list_files(f"{TESTS}{room}/", ".py", ".js"))
        print(f"{room:<12}{len(names):>9,}{house.count_lines(names):>9,}{tested:>9,}")
    others = {name.split("/")[1] for name in house.list_files(TESTS, ".py", ".js") if name.count("/") > 1}
    for folder in sorted(others - set(house.list_rooms())):
        lines = house.count_lines(house.list_files(f"{TESTS}{folder}/", ".py", ".js"))
        print(f"{'tests/' + folder:<30}{lines:>9,}")


if __name__ == "__main__":
    main()
