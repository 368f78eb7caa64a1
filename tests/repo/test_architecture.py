"""Architecture of the package: layered rooms, no import cycles, light imports, one-line module docstrings."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import espejo
from espejo.check import additions
from project import ROOT

PACKAGE = ROOT / "hooks" / "espejo"
ROOMS = re.findall(r"^(\w+)  +\w", espejo.__doc__ or "", re.MULTILINE)
BESIDE = list(additions.ROOMS)
CORE = [room for room in ROOMS if room not in BESIDE]


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


def imports_of(path: Path) -> set[str]:
    """The package's modules that a file imports, including local and type-only imports."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {str(node.module)} | {name for name in names if name in MODULES}
    return {name for name in found if name.partition(".")[0] == "espejo"}


FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_name(path): path for path in FILES}


def test_the_docstring_of_the_package_lists_its_rooms() -> None:
    rooms = [path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()]
    assert sorted(ROOMS) == sorted(rooms)


def list_used_rooms(path: Path) -> set[str]:
    """The rooms that a file imports from, including type-only imports."""
    return {name.split(".")[1] for name in imports_of(path) if "." in name} & set(ROOMS)


def test_a_room_imports_only_the_rooms_it_may_use() -> None:
    """Core rooms import only earlier ones. Other rooms may use the core, but not its plugin or one another.

    The core never names modules of the other rooms: it imports those that `check.additions` lists. Type-only
    imports count. tests/check/test_rooms.py tests that the core works without each of them.
    """
    named = re.compile(rf"\bespejo[./](?:{'|'.join(BESIDE)})\b")
    for path in FILES:
        room = path.relative_to(PACKAGE).parts[0]
        may = set(CORE[: CORE.index(room) + 1]) if room in CORE else set()
        if room in BESIDE:
            may = {*CORE, room} - {"plugin"}
        assert list_used_rooms(path) <= may, path
        assert room in BESIDE or not named.search(path.read_text(encoding="utf-8")), path


def test_no_modules_import_each_other() -> None:
    graph = {name: imports_of(path) - {name} for name, path in MODULES.items()}
    # A package importing its own modules, which import it by name, isn't a cycle.
    graph = {name: {one for one in used if not name.startswith(f"{one}.")} for name, used in graph.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_only_the_plugin_knows_the_site_generator_and_its_plugins() -> None:
    """Replacing MkDocs or its fork, theme, or plugin should change a single room."""
    engine = re.compile(r"^\s*(?:from|import) (?:mkdocs|properdocs|material)", re.MULTILINE)
    used = [path for path in FILES if engine.search(path.read_text(encoding="utf-8"))]
    assert {path.relative_to(PACKAGE).parts[0] for path in used} == {"plugin"}
    for path in [ROOT / "hooks" / "mirror.py", *sorted((ROOT / "tests").rglob("*.py"))]:
        assert not engine.search(path.read_text(encoding="utf-8")), path


def test_every_module_has_a_docstring_of_one_line() -> None:
    for path in FILES:
        first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
        assert 10 < len(first) <= 108, path
        assert first.endswith((".", ":")), path


def modules_after(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after running this code."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return set(done.stdout.split())


def test_a_check_starts_fast_because_it_imports_nothing_heavy() -> None:
    loaded = modules_after("import espejo.load.bank, espejo.check.project")
    heavy = {"jinja2", "babel", "fontTools", "sqlite3", "mkdocs", "playwright"}
    assert not heavy & {name.partition(".")[0] for name in loaded}


def test_modules_inside_the_sandbox_import_nothing_else_of_ours() -> None:
    for name, path in MODULES.items():
        if name.startswith("espejo.proofs.inside."):
            assert {one for one in imports_of(path) if not one.startswith("espejo.proofs.inside")} == set()
