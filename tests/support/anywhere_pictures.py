"""Pictures of learning anywhere: the page that saves the site on a phone, and a quiz in a terminal."""

from __future__ import annotations

import io
from pathlib import Path

from playwright.sync_api import Browser, expect
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from offline_host import host_site
from project import ROOT
from terminal_driver import Terminal

FOLDER = ROOT / "docs" / "assets" / "anywhere"
LOCALES = {"en": "", "es": "es/"}
QUIZ = "quizzes/phase-25-pytorch-internals"

_ANSWERS = {"en": ("Your choice", "Enter to go on"), "es": ("Tu opción", "Intro para seguir")}
_PAPER, _INK = (28, 31, 36), (236, 235, 231)
_COLORS = [
    _PAPER,
    (244, 179, 171),
    (165, 220, 179),
    (242, 189, 140),
    (156, 198, 245),
    (240, 166, 207),
    (156, 198, 245),
    _INK,
]
_THEME = TerminalTheme(_PAPER, _INK, _COLORS)


def draw_offline(browser: Browser, site: Path) -> None:
    """Draws the page about saving the site, in each language, after a visit and offline."""
    for locale, prefix in LOCALES.items():
        with host_site(site) as host:
            context = browser.new_context(viewport={"width": 390, "height": 760}, device_scale_factor=1.5)
            page = context.new_page()
            page.goto(f"{host.address}{prefix}{QUIZ}/")
            page.evaluate("navigator.serviceWorker.ready.then(() => {})")
            page.goto(f"{host.address}{prefix}offline/")
            expect(page.locator(".offline-pages a").first).to_be_visible()
            page.screenshot(path=FOLDER / f"offline.{locale}.png")
            context.close()


def draw_terminals(browser: Browser, project: Path) -> None:
    """Draws the first question of a quiz, answered, in each language."""
    for locale, (prompt, after) in _ANSWERS.items():
        with Terminal("quiz", QUIZ, "--in", locale, cwd=project) as terminal:
            terminal.answer(prompt, "b")
            terminal.expect(after)
            shown = terminal.output.replace("\r\n", "\n")
        _photograph(browser, shown, FOLDER / f"terminal.{locale}.png")


def _photograph(browser: Browser, shown: str, path: Path) -> None:
    """A picture of a question in a terminal, with its verdict and the start of its reason."""
    lines = shown.split("\n")
    first = next(at for at, line in enumerate(lines) if " · " in line)
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi("\n".join(lines[first : first + 25])), highlight=False)
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    page.set_content(console.export_svg(title="espejo quiz", theme=_THEME))
    page.locator("svg").first.screenshot(path=path)
    page.close()
