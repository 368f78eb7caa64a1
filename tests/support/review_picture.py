"""Picture of the review for the README: due items, grades, and a question across languages."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page

from project import ROOT

PICTURE = ROOT / ".github" / "review.png"
QUESTION = "q-25-02"

_FRAME = """
<style>
  body {{ margin: 0; background: #e9e6dc; }}
  main {{ display: flex; gap: 24px; padding: 24px; width: max-content; }}
  img {{ width: 390px; border-radius: 12px; }}
</style>
<main>{images}</main>
"""


def draw_review(browser: Browser, address: str, site: Path) -> None:
    """Draws the review on a phone, for someone who has been learning for half a year."""
    events = list(_make_events(json.loads((site / "practice.json").read_bytes())))
    log = json.dumps({"espejo_log": 2, "bank": "espejo", "events": events}).encode()
    shown = [_photograph(browser, address, log, show) for show in (_show_due, _show_grades, _show_mirror)]
    page = browser.new_page(viewport={"width": 1300, "height": 900}, device_scale_factor=1.25)
    images = "".join(f'<img src="data:image/png;base64,{one}">' for one in shown)
    page.set_content(_FRAME.format(images=images))
    page.locator("main").screenshot(path=PICTURE)


def _photograph(browser: Browser, address: str, log: bytes, show: Callable[[Page, str], None]) -> str:
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=2)
    page = context.new_page()
    page.goto(f"{address}/you/")
    page.set_input_files(
        "input[type=file]", {"name": "log.json", "mimeType": "application/json", "buffer": log}
    )
    page.locator(".offer .primary").click()
    page.locator(".totals").wait_for()
    show(page, address)
    picture = base64.b64encode(page.screenshot()).decode()
    context.close()
    return picture


def _show_due(page: Page, address: str) -> None:
    page.goto(f"{address}/review/")
    page.locator(".review-chart").last.wait_for()


def _show_grades(page: Page, address: str) -> None:
    page.goto(f"{address}/review/")
    _answer(page)


def _show_mirror(page: Page, address: str) -> None:
    """Shows a question asked in Spanish with its answer in English."""
    page.goto(f"{address}/es/review/")
    page.locator(".review-settings").evaluate("form => (form.closest('details').open = true)")
    page.locator("[name=mirror][value=across]").check()
    _answer(page)
    page.locator(".review-stage .verdict").first.evaluate("verdict => verdict.scrollIntoView()")


def _answer(page: Page) -> None:
    """Starts a session, whose first question is the last one missed, and answers it correctly."""
    page.locator(".review-outlook section").first.wait_for()
    page.locator(".review .primary").first.click()
    question = page.locator(f".review-stage #{QUESTION}")
    question.locator(".choices .right input").check()
    question.locator("[type=submit]").first.click()
    page.locator(".grade-bar small:not(:empty)").first.wait_for()


def _make_events(practice: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Answers to most questions, each repeated after some days; the last answer is wrong."""
    random, now, number = Random(7), datetime.now(UTC), 0  # noqa: S311 (nothing secret)
    for item in [*practice["items"]][:-20]:
        day = -random.randint(1, 175)
        gaps = iter([2, 9, 40, 140])
        while item != QUESTION and day < 0 and (day < -20 or random.random() < 0.9):
            number += 1
            at = now + timedelta(days=day, minutes=-number % 240)
            yield _make_event(practice, item, number, at, right=True)
            day += next(gaps) + random.randint(0, 1)
    yield _make_event(practice, QUESTION, number + 1, now - timedelta(days=1), right=False)


def _make_event(
    practice: dict[str, Any], item: str, number: int, at: datetime, *, right: bool
) -> dict[str, Any]:
    return {
        **{"id": item, "at": f"{at:%Y-%m-%dT%H:%M:%S}.{number % 1000:03}Z"},
        **{"device": "k3v9x0qpl2ma", "n": number},
        **{"kind": "single", "answer": [1], "right": right, "guess": False, "ms": 9000},
        **{"lang": "en", "where": "quiz", "key": practice["items"][item]},
    }
