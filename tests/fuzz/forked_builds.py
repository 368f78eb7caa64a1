"""Builds in forked processes: as real as those of a command line, without loading the libraries each time.

A whole build is MkDocs with the hook. A build of the bank's part drives the hook alone, with a shell of its
own around each page: everything but the pages written by hand, the sitemap and 404.html, in half the time.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import yaml
from jinja2 import DictLoader, Environment

import mirror

_PARTS = ("head", "title", "styles", "header", "outline", "content", "footer", "words", "scripts")
_LOCALES = ("en", "es")
_THEME = {
    "main.html": "\n".join(f'{{{{ frame.part("{name}") }}}}' for name in _PARTS),
    "standalone.html": "{{ frame.body }}",
}

Build = Callable[[Path], None]
"""Builds the site of a project, and raises an error or SystemExit if it cannot."""


class Finished(NamedTuple):
    """How a build has ended: its exit code, negative if it was killed, and what it said."""

    code: int
    said: str


def build_whole(_: Path) -> None:
    """`mkdocs build --strict`."""
    import_module("mkdocs.__main__").cli(["build", "--strict"])


def build_part(project: Path) -> None:
    """What the hook makes of the bank, its styles, scripts, redirects and service worker."""
    config: Any = _read_config(project)
    mirror.state.command = "build"
    mirror.on_config(config)
    mirror.state.handbook = {}  # pages that MkDocs would make
    mirror.on_files([], config)  # type: ignore[arg-type]
    mirror.on_post_build(config)
    mirror.on_shutdown()


def _read_config(project: Path) -> SimpleNamespace:
    """The settings of a project, as far as the hook asks MkDocs for them."""
    written = yaml.safe_load((project / "mkdocs.yml").read_text(encoding="utf-8"))
    i18n = SimpleNamespace(building=False, build_languages=_LOCALES, default_language="en")
    return SimpleNamespace(
        config_file_path=str(project / "mkdocs.yml"),
        docs_dir=str(project / "docs"),
        site_dir=str(project / "site"),
        site_url=written["site_url"],
        repo_url=written["repo_url"],
        edit_uri=written["edit_uri"],
        extra=written["extra"],
        plugins={"i18n": i18n},
        theme=SimpleNamespace(get_env=lambda: Environment(loader=DictLoader(_THEME))),  # noqa: S701
        extra_css=[],
        extra_javascript=[],
        user_configs=[],
    )


class ForkedBuild:
    """A build that runs in a process group of its own."""

    def __init__(self, build: Build, project: Path) -> None:
        read, write = os.pipe()
        self._process = os.fork()
        if not self._process:
            os.close(read)
            _run(build, project, write)
        os.close(write)
        self._said = os.fdopen(read, "rb")

    def kill(self) -> None:
        """End it and all its workers at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)

    def wait(self) -> Finished:
        with self._said:
            said = self._said.read().decode(errors="replace")
        _, status = os.waitpid(self._process, 0)
        return Finished(os.waitstatus_to_exitcode(status), said)


def run_build(build: Build, project: Path) -> Finished:
    return ForkedBuild(build, project).wait()


def _run(build: Build, project: Path, output: int) -> None:
    """Build in this process, which then ends."""
    code = 1
    try:
        os.setsid()
        for stream in (1, 2):
            os.dup2(output, stream)
        os.close(output)
        os.chdir(project)
        build(project)
        code = 0
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(bool(ended.code))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
