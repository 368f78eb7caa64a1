"""Pictures for the README and the site: a question in every language, the review, and learning anywhere."""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from anywhere_pictures import draw_offline, draw_terminals
from bench.banks import copy_published
from conftest import build
from espejo.book.browser import ARGUMENTS, find_or_install
from project import ROOT
from review_picture import draw_review
from site_server import serve

QUESTION = "q-25-02"
QUIZ = "quizzes/phase-25-pytorch-internals/"
PICTURE = ROOT / ".github" / "question.png"
WIDTH = 600  # width of one question, in CSS pixels

# The logo on top, and an axis between the two languages.
_FRAME = """
<style>
  body {{ margin: 0; background: #faf9f5; }}
  main {{ display: grid; grid-template-columns: auto 1px auto; gap: 0 28px; }}
  main {{ padding: 28px; width: max-content; }}
  svg {{ grid-column: 1 / -1; justify-self: center; margin-bottom: 20px; color: #222; }}
  .axis {{ background: #c9c5b8; }}
  img {{ width: {width}px; align-self: start; }}
</style>
<main>
  <svg viewBox="0 0 36 24" width="72" height="48" fill="none" stroke="currentColor">
    <path d="M14 4H5v16h9M5 12h7M22 4h9v16h-9M31 12h-7" stroke-width="2.6"/>
    <path d="M18 1v22" stroke-width="1.4"/>
  </svg>
  {images}
</main>
"""


def draw() -> None:
    """Builds the published site, takes a screenshot of the question in each language, and combines them."""
    with tempfile.TemporaryDirectory() as folder:
        project = copy_published(Path(folder) / "project")
        done = build(project)
        if done.returncode:
            raise SystemExit(done.stdout + done.stderr)
        with serve(project / "site") as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
            addresses = [f"{server.address}/{prefix}{QUIZ}" for prefix in ("", "es/")]
            _frame(browser, [_photograph(browser, address) for address in addresses])
            draw_review(browser, server.address, project / "site")
            draw_offline(browser, project / "site")
            draw_terminals(browser, project)
            browser.close()


def _photograph(browser: Browser, address: str) -> str:
    """A screenshot of the question with its answer open, in Base64; contributor links are hidden."""
    page = browser.new_page(viewport={"width": WIDTH + 40, "height": 900}, device_scale_factor=2)
    page.goto(address)
    question = page.locator(f"#{QUESTION}")
    question.locator(".answer > summary").click()
    left_out = page.locator(f"#{QUESTION} :is(.level, .foot), header.top")
    left_out.evaluate_all("parts => parts.forEach((part) => part.remove())")
    page.mouse.move(0, 0)
    return base64.b64encode(question.screenshot()).decode()


def _frame(browser: Browser, pictures: list[str]) -> None:
    page = browser.new_page(viewport={"width": 2 * WIDTH + 200, "height": 900}, device_scale_factor=1.25)
    images = [f'<img src="data:image/png;base64,{one}">' for one in pictures]
    page.set_content(_FRAME.format(width=WIDTH, images='<div class="axis"></div>'.join(images)))
    page.locator("main").screenshot(path=PICTURE)


if __name__ == "__main__":
    draw()
