"""The project enters; what its PDFs cost leaves, beside one plain pass of the same browser over its pages.

Both print both languages at the same time. Ours is the whole command, from its start to its end; the plain
pass finds the pages ready, needs no numbers in the contents, and leaves what it printed as it is.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from espejo.book.browser import ARGUMENTS, find_or_install

from .measure import BenchError

_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Printing:
    """Seconds for both languages: printed by us, and in a single pass."""

    ours: float
    once: float


def measure_printing(project: Path) -> Printing:
    """The best of three rounds that take turns."""
    with TemporaryDirectory(prefix="espejo-bench-") as name:
        files = _lay_out(project, Path(name) / "pages")
        rounds = []
        for _ in range(_ROUNDS):
            with get_context("spawn").Pool(1) as pool:
                once = pool.apply(_print_once, (files, find_or_install()))
            rounds.append((_make_pdfs(project, Path(name) / "pdf"), once))
            print(f"the book: {rounds[-1][0]:.1f} s, in one pass {once:.1f} s", file=sys.stderr, flush=True)
    return Printing(min(ours for ours, _ in rounds), min(once for _, once in rounds))


def _lay_out(project: Path, folder: Path) -> list[Path]:
    from espejo.book.pdf import lay_out
    from espejo.check.project import inspect_project
    from espejo.rendering.site import Site
    from espejo.site.settings import read_settings

    settings = read_settings(project)
    bank = inspect_project(project / "data").bank
    site = Site(bank, home=settings.home)
    return [sheet.file for sheet in lay_out(site, project, folder)]


def _make_pdfs(project: Path, folder: Path) -> float:
    command = [
        sys.executable,
        "-m",
        "espejo.commands.cli",
        "pdf",
        "--data",
        str(project / "data"),
        "--to",
        str(folder),
    ]
    start = perf_counter()
    done = subprocess.run(
        [*command, "--to", str(folder)],
        env={**os.environ, "CHROMIUM": find_or_install(), "PYTHONPATH": str(project / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BenchError(f"The book could not be printed: {done.stderr.strip()}")
    return perf_counter() - start


def _print_once(files: list[Path], browser: str) -> float:
    start = perf_counter()
    asyncio.run(_print_all(files, browser))
    return perf_counter() - start


async def _print_all(files: list[Path], path: str) -> None:
    from playwright.async_api import async_playwright

    from espejo.book.pdf import HEIGHT, WIDTH

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)

        async def print_one(file: Path) -> bytes:
            page = await browser.new_page()
            await page.goto(file.as_uri())
            return await page.pdf(width=WIDTH, height=HEIGHT, tagged=True, outline=True)

        await asyncio.gather(*map(print_one, files))
        await browser.close()
