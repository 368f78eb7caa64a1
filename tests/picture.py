"""Picture for the README: one published question in both languages, side by side."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.banks import copy_published
from conftest import build
from espejo.book.browser import ARGUMENTS, find_or_install
from project import ROOT
from site_server import serve

QUESTION = "q-25-02"
QUIZ = "quizzes/phase-25-pytorch-internals/"
PICTURE = ROOT / ".github" / "question.png"


def draw() -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = copy_published(Path(folder) / "project")
        done = build(project)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        with serve(project / "site") as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
            page = browser.new_page(viewport={"width": 560, "height": 900}, device_scale_factor=1.5)
            pictures = [_question(page, f"{server.address}/{prefix}{QUIZ}") for prefix in ("", "es/")]
            page.set_viewport_size({"width": 1120, "height": 600})
            page.goto("about:blank")
            images = [f'<img width="520" src="data:image/png;base64,{one}">' for one in pictures]
            page.set_content(f'<div style="display: inline-flex; gap: 16px">{"".join(images)}</div>')
            page.locator("div").screenshot(path=PICTURE)
            browser.close()


def _question(page: Page, address: str) -> str:
    page.goto(address)
    return base64.b64encode(page.locator(f"#{QUESTION}").screenshot()).decode()


if __name__ == "__main__":
    draw()
