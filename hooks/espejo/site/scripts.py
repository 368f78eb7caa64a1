"""Scripts: bundles the modules in `js/` with esbuild into the few small files that pages load.

Each file is self-contained: code that two of them need is in both. Code splitting would make many tiny files
and cost more bytes than it saves, because small files compress badly.

Files that pages refer to keep their names. Pages add a hash of the content to the address, so that browsers
never use an older cached file, which would import files that are gone. Modules imported on demand have such a
hash in their file names.

The service worker is a separate script: its address never changes, because browsers look there for updates.

We run esbuild's binary directly: going through its Node package takes several times as long.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from espejo.messages.message import Message, MessageError, message
from espejo.packages import BUNDLED
from espejo.site.assets import take_version

MAIN = "main.js"
"""The module that every page loads."""

MODULES = {
    "study/practice/start.js": '<section class="question',
    "study/exam/page.js": '<form class="setup"',
    "glossary.js": '<div class="filter"',
    "offline/page.js": '<div class="offline"',
    "study/review/page.js": '<div class="review"',
    "search_box.js": '<div class="search-box"',
    "study/you/start.js": '<div class="you"',
}
"""Modules that main.js loads only on pages with a certain element, with the start of that element."""

PROGRESS_MODULE = "study/progress/show.js"
"""The module that main.js loads on pages that show the reader's progress."""

LIVE_RELOAD = "assets/js/live_reload.js"
"""Address of the script that only `mkdocs serve` adds."""

SCRIPTS = Path(__file__).parent / "js"
_FOLDER = "assets/js"
_PACKED = "scripts.json"
_LICENSES = f"{_FOLDER}/licenses.txt"
_MODULES = (MAIN, "moved.js")
_PLAIN_SCRIPTS = ("theme.js", "not_found.js")  # they run before the page is shown; modules would be too late
_WORKERS = ("service_worker.js", "remove_worker.js")

_OPTIONS = (
    *("--bundle", "--minify", "--charset=utf8", "--legal-comments=none"),
    "--target=es2022",  # supported by browsers since 2023
    *("--tsconfig-raw={}", "--preserve-symlinks"),  # ignore anything outside the project
    *("--color=false", "--log-level=error", "--log-limit=10"),
)
_AS_MODULES = ("--format=esm", "--entry-names=[name]")
_AS_PARTS = ("--format=esm", "--entry-names=[name]-[hash]")
_AS_PLAIN_SCRIPTS = ("--format=iife", "--entry-names=[name]")

_ON_DEMAND = re.compile(r'\b(?:await import\(|new URL\()"(\./[\w/]+\.js)"')  # a module or a worker


class ScriptsError(MessageError):
    """The scripts could not be bundled; `report` is esbuild's output with the locations, if any."""

    def __init__(self, text: Message, report: str = "") -> None:
        super().__init__(text)
        self.report = report


@dataclass(frozen=True, slots=True)
class Bundle:
    """The scripts as published."""

    files: Mapping[str, bytes]  # content by address
    modules: Mapping[str, str]  # address by module name
    versions: Mapping[str, str]  # hash of each file without one in its name
    workers: Mapping[str, bytes]  # the service worker, and the one that removes it


@dataclass(frozen=True, slots=True)
class _Output:
    """An output file of esbuild."""

    address: str
    content: bytes
    module: str  # its entry point
    packages: frozenset[str]  # npm packages it contains code from


def load_scripts(project: Path, *, live_reload: bool = False) -> Bundle:
    """Return the scripts bundled in the wheel, or bundle them with a project's packages."""
    if not BUNDLED.is_dir():
        return bundle_scripts(project, live_reload=live_reload)
    return _unpack(json.loads((BUNDLED / _PACKED).read_bytes()), live_reload=live_reload)


def pack_scripts(bundle: Bundle) -> dict[str, bytes]:
    """Return the file of a bundle in the wheel, by name."""
    shown = {
        "files": {path: content.decode() for path, content in bundle.files.items()},
        "modules": dict(bundle.modules),
        "versions": dict(bundle.versions),
        "workers": {name: content.decode() for name, content in bundle.workers.items()},
    }
    return {_PACKED: json.dumps(shown, indent=0, ensure_ascii=False, sort_keys=True).encode()}


def _unpack(packed: Any, *, live_reload: bool) -> Bundle:
    files = {path: text.encode() for path, text in packed["files"].items()}
    if not live_reload:
        del files[LIVE_RELOAD]
    versions = {path: version for path, version in packed["versions"].items() if path in files}
    modules = {name: path for name, path in packed["modules"].items() if path in files}
    return Bundle(files, modules, versions, {name: text.encode() for name, text in packed["workers"].items()})


def bundle_scripts(project: Path, scripts: Path = SCRIPTS, *, live_reload: bool = False) -> Bundle:
    """Bundle the scripts with a project's packages; `live_reload` adds the script of the local server."""
    modules = (*_MODULES, PurePosixPath(LIVE_RELOAD).name) if live_reload else _MODULES
    on_demand = _list_on_demand(scripts)
    external = [f"--external:{path}" for path in on_demand]
    parts, main, plain = _run_all(
        project,
        scripts,
        (tuple(path.removeprefix("./") for path in on_demand), _AS_PARTS),
        (modules, (*_AS_MODULES, *external)),
        ((*_PLAIN_SCRIPTS, *_WORKERS), _AS_PLAIN_SCRIPTS),
    )
    workers = {one.module: one.content for one in plain if one.module in _WORKERS}
    named = [*(_link(one, parts) for one in main), *(one for one in plain if one.module not in workers)]
    outputs = [*parts, *named]
    files = {one.address: _name_packages(one) for one in outputs}
    if packages := sorted(set().union(*(one.packages for one in outputs))):
        files[_LICENSES] = "\n".join(_read_license(project, name) for name in packages).encode()
    return Bundle(
        files,
        modules={one.module: one.address for one in outputs},
        versions={one.address: take_version(files[one.address]) for one in named},
        workers=workers,
    )


def _list_on_demand(scripts: Path) -> list[str]:
    """List the modules that others load on demand, relative to the folder of scripts."""
    sources = sorted(scripts.glob("*.js"))
    found = (_ON_DEMAND.findall(source.read_text(encoding="utf-8")) for source in sources)
    return sorted({path for paths in found for path in paths})


def _link(output: _Output, parts: list[_Output]) -> _Output:
    """Update the addresses of the modules a file loads on demand."""
    content = output.content
    for part in parts:
        name = PurePosixPath(part.address).name
        content = content.replace(f'("./{part.module}"'.encode(), f'("./{name}"'.encode())
    return replace(output, content=content)


def _run_all(
    project: Path, scripts: Path, *runs: tuple[tuple[str, ...], tuple[str, ...]]
) -> list[list[_Output]]:
    """Run esbuild several times, even if one run fails, so that all problems are reported at once."""
    made, reports = list[list[_Output]](), list[str]()
    for names, options in runs:
        try:
            made.append(list(_run_esbuild(project, scripts, names, options)))
        except ScriptsError as error:
            if not error.report:
                raise
            reports.append(error.report)
    if reports:
        raise ScriptsError(message("The scripts have problems:"), "\n".join(reports))
    return made


def _run_esbuild(
    project: Path, scripts: Path, names: tuple[str, ...], options: tuple[str, ...]
) -> Iterator[_Output]:
    """Bundle these entry points with esbuild."""
    with TemporaryDirectory() as folder:
        graph = Path(folder, "graph.json")
        base = os.path.relpath(scripts, project)
        sources = [f"{base}/{name}" for name in names]
        arguments = [*sources, *_OPTIONS, *options, f"--outdir={folder}", f"--metafile={graph}"]
        try:
            done = subprocess.run(
                [_find_program(project), *arguments], cwd=project, capture_output=True, check=False
            )
        except OSError as error:
            raise ScriptsError(message("esbuild does not start: {reason}", reason=str(error))) from error
        if done.returncode:
            report = done.stderr.decode(errors="replace").strip()
            raise ScriptsError(message("The scripts have problems:"), report)
        for path, output in json.loads(graph.read_bytes())["outputs"].items():
            yield _read_output(Path(folder, PurePosixPath(path).name), base, output)


def _find_program(project: Path) -> Path:
    """Find esbuild's binary: npm installs only the package for the machine's own platform."""
    packages = project / "node_modules" / "@esbuild"
    for program in (*packages.glob("*/bin/esbuild"), *packages.glob("*/esbuild.exe")):
        return program.absolute()
    raise ScriptsError(message("esbuild is missing. Run: make setup"))


def _read_output(path: Path, base: str, output: Any) -> _Output:
    return _Output(
        f"{_FOLDER}/{path.name}",
        path.read_bytes(),
        output.get("entryPoint", "").removeprefix(f"{base}/"),
        frozenset(_name_package(one) for one in output["inputs"] if "node_modules/" in one),
    )


def _name_package(path: str) -> str:
    """Return the npm package of a file: `idb`, `@scope/name`."""
    parts = path.rpartition("node_modules/")[2].split("/")
    return "/".join(parts[:2] if parts[0].startswith("@") else parts[:1])


def _name_packages(output: _Output) -> bytes:
    """Append links to the licenses of the packages in a file, as the licenses require."""
    if not output.packages:
        return output.content
    return output.content + f"/*! {', '.join(sorted(output.packages))}: see licenses.txt */\n".encode()


def _read_license(project: Path, package: str) -> str:
    """Return the license text of a package, under its name."""
    folder = project / "node_modules" / package
    for path in sorted(path for path in folder.iterdir() if path.stem.lower() in ("license", "licence")):
        return f"{package}\n\n{path.read_text(encoding='utf-8').strip()}\n"
    raise ScriptsError(message("{package} has no license file, so no script may import it.", package=package))
